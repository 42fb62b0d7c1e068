import type { ColumnType } from 'kysely';

/** The key that secrets are encrypted with, by its id; one row, none before the first server has claimed the database. */
export interface SecretKeysTable {
  key_id: string;
  made_at: ColumnType<Date, never, never>;
}
