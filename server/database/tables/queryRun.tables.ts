import type { ColumnType, Generated } from 'kysely';
import type { QueryHistoryEntry } from '../../../src/contract/sql/snippet.ts';

export interface QueryRunsTable {
  /** Chosen by the browser. */
  id: string;
  project_id: number;
  user_id: string;
  /** Only its beginning, if `cut`. */
  sql: string;
  cut: boolean;
  started_at: ColumnType<Date, never, never>;
  duration_ms: number | null;
  outcome: QueryHistoryEntry['outcome'];
  error: string | null;
  /**
   * Postgres backend that runs it, for a cancel from another server; null while it waits and on engines without
   * backends.
   */
  backend_pid: number | null;
  /** Its user canceled it through another server than the one that runs it. */
  cancel_requested: Generated<boolean>;
}
