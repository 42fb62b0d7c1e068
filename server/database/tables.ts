import type { AccessTokensTable } from './tables/accessToken.tables.ts';
import type { ProjectRequestsTable, ProjectSizesTable } from './tables/activity.tables.ts';
import type { AssistantEndpointsTable } from './tables/assistant.tables.ts';
import type { DocsDiscussionsTable, DocsEmbeddingsTable, DocsSpacesTable } from './tables/docs.tables.ts';
import type { ProjectLogCountsTable, ProjectLogsTable } from './tables/log.tables.ts';
import type {
  IdempotencyKeysTable,
  OrganizationMembersTable,
  OrganizationsTable,
  ProfilesTable,
  TelemetryTable,
} from './tables/platform.tables.ts';
import type {
  ProjectAuthConfigsTable,
  ProjectOperationsTable,
  ProjectSecretsTable,
  ProjectsTable,
} from './tables/project.tables.ts';
import type { QueryRunsTable } from './tables/queryRun.tables.ts';
import type { SecretKeysTable } from './tables/secretKey.tables.ts';
import type { SnippetsTable } from './tables/snippet.tables.ts';
import type { SupportRequestsTable } from './tables/support.tables.ts';
import type { TableCommitsTable } from './tables/tableCommit.tables.ts';

/** The control plane's schema, `basechart`. */
export interface ControlTables {
  profiles: ProfilesTable;
  organizations: OrganizationsTable;
  organization_members: OrganizationMembersTable;
  idempotency_keys: IdempotencyKeysTable;
  telemetry: TelemetryTable;
  access_tokens: AccessTokensTable;
  assistant_endpoints: AssistantEndpointsTable;
  secret_keys: SecretKeysTable;
  projects: ProjectsTable;
  project_secrets: ProjectSecretsTable;
  project_operations: ProjectOperationsTable;
  project_auth_configs: ProjectAuthConfigsTable;
  snippets: SnippetsTable;
  query_runs: QueryRunsTable;
  project_requests: ProjectRequestsTable;
  project_sizes: ProjectSizesTable;
  project_logs: ProjectLogsTable;
  project_log_counts: ProjectLogCountsTable;
  support_requests: SupportRequestsTable;
  table_commits: TableCommitsTable;
  docs_spaces: DocsSpacesTable;
  docs_embeddings: DocsEmbeddingsTable;
  docs_discussions: DocsDiscussionsTable;
}
