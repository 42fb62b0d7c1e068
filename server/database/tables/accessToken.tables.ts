import type { ColumnType } from 'kysely';

/** A token of a user's program. */
export interface AccessTokensTable {
  id: string;
  user_id: string;
  name: string;
  /** Hex SHA-256 of the token, which has as many random bits; the token itself is not stored. */
  token_hash: string;
  /** Its last characters. */
  hint: string;
  scopes: string[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: ColumnType<Date | null, never, Date>;
}
