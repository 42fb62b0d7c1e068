import type { ColumnType, Generated, GeneratedAlways, Kysely } from 'kysely';

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
  invited_at: ColumnType<Date | null, never, Date | null>;
  confirmation_sent_at: ColumnType<Date | null, never, Date | null>;
  recovery_sent_at: ColumnType<Date | null, never, Date | null>;
  reauthentication_sent_at: ColumnType<Date | null, never, Date | null>;
  /** The address that the user changes to, until it is confirmed. */
  new_email: ColumnType<string | null, never, string | null>;
  email_change_sent_at: ColumnType<Date | null, never, Date | null>;
  /** The phone number that the user changes to, until it is confirmed. */
  new_phone: ColumnType<string | null, never, string | null>;
  phone_change_sent_at: ColumnType<Date | null, never, Date | null>;
  raw_app_meta_data: Json<Metadata>;
  raw_user_meta_data: Json<Metadata>;
  is_sso_user: ColumnType<boolean, boolean | undefined, boolean>;
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
  /** The factor that raised it to aal2. */
  factor_id: ColumnType<string | null, never, string | null>;
  created_at: Date;
  updated_at: Date;
}

interface AmrClaimsTable {
  session_id: string;
  method: string;
  updated_at: Date;
}

interface RefreshTokensTable {
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

/** What a token that is mailed proves. */
export type MailTokenKind =
  | 'confirmation'
  | 'invite'
  | 'recovery'
  | 'magic_link'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication';

/** What a code in an SMS proves; `sms` is for signing in without a password. */
export type SmsTokenKind = 'phone_confirmation' | 'sms' | 'phone_change' | 'reauthentication';

/** What a one-time token proves. */
export type TokenKind = MailTokenKind | SmsTokenKind;

/** A code and a link that were mailed together; the newest of each kind. Of an SMS, only the code is sent. */
export interface OneTimeTokensTable {
  user_id: string;
  kind: TokenKind;
  /** The address that received it. */
  sent_to: string;
  /** Keyed hash of the code, which is too short for a plain one. */
  code_hash: string;
  /** Hex SHA-256 of the link's token. */
  link_hash: string;
  /** How often a code was compared with it. */
  attempts: Generated<number>;
  /** The token of the other address has to be used too. */
  awaits_other: boolean;
  /** For a link that ends in a code exchange. */
  code_challenge: string | null;
  code_challenge_method: PkceMethod | null;
  created_at: Date;
  expires_at: Date;
}

export type PkceMethod = 's256' | 'plain';

/** How the user authenticated, as the token's `amr` names it. */
export type AuthMethod =
  | 'password'
  | 'anonymous'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'recovery'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'invite'
  | 'sso/saml';

/** A code that a link gave out, to be exchanged for a session by the client that has the verifier. */
interface FlowStateTable {
  /** Hex SHA-256 of the code. */
  auth_code_hash: string;
  user_id: string;
  code_challenge: string;
  code_challenge_method: PkceMethod;
  authentication_method: AuthMethod;
  auth_code_issued_at: Date;
  /** What the user's provider gave, encrypted. */
  provider_tokens: string | null;
}

/** A sign-in at another provider that has begun; its id is the `state`. */
export interface ExternalFlowsTable {
  id: string;
  provider: string;
  redirect_to: string;
  code_challenge: string | null;
  code_challenge_method: PkceMethod | null;
  /** Hex SHA-256 of the cookie of the browser that began it. */
  browser_hash: string | null;
  /** The signed-in user who adds a way to sign in. */
  link_user_id: string | null;
  /** Where that user began; the session may have ended since. */
  link_session_id: string | null;
  used_at: Date | null;
  created_at: Date;
}

/** The identity provider of an organization. */
export interface SsoProvidersTable {
  id: string;
  entity_id: string;
  sso_url: string;
  /** As PEM. */
  certificates: string[];
  metadata_xml: string;
  /** The attribute with the email address; null for the usual ones and the subject. */
  email_attribute: string | null;
  created_at: Date;
  updated_at: Date;
}

interface SsoDomainsTable {
  domain: string;
  sso_provider_id: string;
}

/** A sign-in that has begun at an identity provider. */
interface SamlRelayStatesTable {
  id: string;
  sso_provider_id: string;
  /** Of the request, which the assertion names. */
  request_id: string;
  redirect_to: string;
  code_challenge: string;
  code_challenge_method: PkceMethod;
  created_at: Date;
}

export interface FactorsTable {
  id: string;
  user_id: string;
  /** Unique for each user; may be empty. */
  friendly_name: string;
  factor_type: 'totp';
  status: 'unverified' | 'verified';
  /** Encrypted. */
  secret: string;
  /** The step of the latest accepted code; codes up to it are used up. */
  last_step: string | null;
  last_challenged_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

interface ChallengesTable {
  id: string;
  factor_id: string;
  /** The address that asked for it. */
  ip: string;
  verified_at: Date | null;
  created_at: Date;
}

/** What may happen to an account, named like the reference's events where it has them. */
export type AuditAction =
  | 'user_signedup'
  | 'user_invited'
  | 'user_deleted'
  | 'link_generated'
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'session_ended'
  | 'token_revoked'
  | 'user_confirmation_requested'
  | 'user_recovery_requested'
  | 'user_magiclink_requested'
  | 'user_reauthenticate_requested'
  | 'user_email_change_requested'
  | 'user_email_changed'
  | 'user_updated_password'
  | 'user_modified'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'factor_in_progress'
  | 'factor_verified'
  | 'factor_code_failed'
  | 'factor_unenrolled'
  | 'access_token_created'
  | 'access_token_revoked';

interface AuditLogTable {
  id: GeneratedAlways<string>;
  user_id: string;
  action: AuditAction;
  details: Json<Metadata>;
  ip: string;
  user_agent: string | null;
  created_at: Date;
}

interface SigningKeysTable {
  kid: string;
  /** Encrypted, or plain text if an earlier version wrote it. */
  jwk: Json<Metadata | string>;
  created_at: Date;
  /** When it began to sign; null for the next key, which is only published. */
  activated_at: Date | null;
  /** When it ceased to sign; it verifies what it signed until that has expired. */
  retired_at: Date | null;
}

export interface AuthTables {
  users: UsersTable;
  identities: IdentitiesTable;
  sessions: SessionsTable;
  mfa_amr_claims: AmrClaimsTable;
  refresh_tokens: RefreshTokensTable;
  one_time_tokens: OneTimeTokensTable;
  flow_state: FlowStateTable;
  external_flows: ExternalFlowsTable;
  sso_providers: SsoProvidersTable;
  sso_domains: SsoDomainsTable;
  saml_relay_states: SamlRelayStatesTable;
  mfa_factors: FactorsTable;
  mfa_challenges: ChallengesTable;
  audit_log_entries: AuditLogTable;
  signing_keys: SigningKeysTable;
}

/** The query builder over one auth service's schema. */
export type AuthDatabase = Kysely<AuthTables>;
