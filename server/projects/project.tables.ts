import type { ColumnType, GeneratedAlways, RawBuilder } from 'kysely';
import type { ComputeSize } from '../../src/contract/projects/computeSizes.ts';
import type { ProjectStatus } from '../../src/contract/projects/projectStatus.ts';
import type { CloudProvider } from '../../src/contract/projects/regions.ts';
import type { ProjectSecrets } from './projectSecrets.ts';
import type { QueryRunsTable } from './queries/queryRun.tables.ts';
import type { SnippetsTable } from './snippets/snippet.tables.ts';

export interface ProjectsTable {
  id: GeneratedAlways<number>;
  ref: string;
  organization_id: number;
  parent_project_ref: string | null;
  name: string;
  status: ProjectStatus;
  status_reason: string | null;
  cloud_provider: CloudProvider;
  region: string;
  compute_size: ComputeSize;
  /** Full version; null before the database exists. */
  db_version: string | null;
  data_api: boolean;
  automatic_rls: boolean;
  inserted_at: ColumnType<Date, never, never>;
}

/** Every secret is encrypted (projectSecrets.ts). */
export interface ProjectSecretsTable extends ProjectSecrets {
  project_id: number;
}

/** Something that is done to a project as a whole. The server that does it says every few seconds that it still lives. */
export interface ProjectOperationsTable {
  id: GeneratedAlways<string>;
  project_id: number;
  kind: string;
  /** Null when the server itself wanted it. */
  requested_by: string | null;
  server_id: string;
  started_at: ColumnType<Date, never, never>;
  heartbeat_at: ColumnType<Date, never, RawBuilder<Date>>;
  finished_at: ColumnType<Date | null, never, RawBuilder<Date>>;
  error: string | null;
}

/** The part of the control plane's schema that projects live in. */
export interface ProjectTables {
  projects: ProjectsTable;
  project_secrets: ProjectSecretsTable;
  project_operations: ProjectOperationsTable;
  snippets: SnippetsTable;
  query_runs: QueryRunsTable;
}
