import type { ColumnType, GeneratedAlways, Kysely } from 'kysely';

type Json<Value> = ColumnType<Value, string, string>;
type Metadata = Record<string, unknown>;

export interface UsersTable {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  phone_confirmed_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Json<Metadata>;
  raw_user_meta_data: Json<Metadata>;
  is_sso_user: ColumnType<boolean, never, boolean>;
  is_anonymous: boolean;
  banned_until: ColumnType<Date | null, never, Date | null>;
  deleted_at: ColumnType<Date | null, never, Date | null>;
  created_at: Date;
  updated_at: Date;
}

export interface IdentitiesTable {
  id: string;
  user_id: string;
  provider: string;
  /** The user's id at the provider; for email and phone the user's own id. */
  provider_id: string;
  identity_data: Json<Metadata>;
  email: string | null;
  last_sign_in_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  aal: 'aal1' | 'aal2';
  user_agent: string | null;
  ip: string | null;
  refreshed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface AmrClaimsTable {
  session_id: string;
  method: string;
  updated_at: Date;
}

export interface RefreshTokensTable {
  id: GeneratedAlways<string>;
  session_id: string;
  /** Hex SHA-256 of the token; the token itself is not stored. */
  token_hash: string;
  /** Combined with the parent token to compute this one; null for a session's first. */
  salt: string | null;
  /** When this token was exchanged for the next; null while it is the current one. */
  used_at: Date | null;
  created_at: Date;
}

export interface SigningKeysTable {
  kid: string;
  /** Encrypted, or plain text if an earlier version wrote it. */
  jwk: Json<Metadata | string>;
  created_at: ColumnType<Date, never, never>;
}

export interface AuthTables {
  users: UsersTable;
  identities: IdentitiesTable;
  sessions: SessionsTable;
  mfa_amr_claims: AmrClaimsTable;
  refresh_tokens: RefreshTokensTable;
  signing_keys: SigningKeysTable;
}

/** The query builder over one auth service's schema. */
export type AuthDatabase = Kysely<AuthTables>;
