import type { ColumnType, GeneratedAlways } from 'kysely';
import type { ComputeSize } from '../../src/contract/computeSizes.ts';
import type { ProjectStatus } from '../../src/contract/projectStatus.ts';
import type { CloudProvider } from '../../src/contract/regions.ts';
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
  inserted_at: ColumnType<Date, never, never>;
}

/** The part of the control plane's schema that projects live in. */
export interface ProjectTables {
  projects: ProjectsTable;
  snippets: SnippetsTable;
  query_runs: QueryRunsTable;
}
