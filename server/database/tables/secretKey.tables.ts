import type { ColumnType } from 'kysely';

/** Id of the key that encrypts secrets; one row, none before the first server has claimed the database. */
export interface SecretKeysTable {
  key_id: string;
  made_at: ColumnType<Date, never, never>;
}
