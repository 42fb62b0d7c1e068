import type { ColumnType } from 'kysely';

export interface SnippetsTable {
  project_id: number;
  /** Owner of the snippet; other users never see it. */
  owner_id: string;
  /** Chosen by the browser, so that a draft has its address before it is saved. Unique for its owner in its project. */
  id: string;
  name: string;
  sql: string;
  version: number;
  created_at: ColumnType<Date, never, never>;
  updated_at: ColumnType<Date, Date, Date>;
}
