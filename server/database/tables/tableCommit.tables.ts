import type { ColumnType } from 'kysely';

/** A commit of staged rows. */
export interface TableCommitsTable {
  project_id: number;
  user_id: string;
  /** Chosen by the browser. */
  id: string;
  /** In the project's database; null for a commit that was given up before it began. */
  transaction_id: string | null;
  /** How many rows it changes. */
  changes: number;
  noted_at: ColumnType<Date, never, never>;
}
