import type { ColumnType, GeneratedAlways, RawBuilder } from 'kysely';
import type { AuthConfigValues } from '../../../src/contract/auth/authConfig.ts';
import type { CloudProvider } from '../../../src/contract/projects/cloudProvider.ts';
import type { ComputeSize } from '../../../src/contract/projects/computeSizeIds.ts';
import type { ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';

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
  /** Size of the database when it was last measured; null before. */
  database_bytes: ColumnType<string | null, never, never>;
  measured_at: ColumnType<Date | null, never, never>;
}

export interface ProjectSecrets {
  /** The key that signs the project's own tokens. */
  jwt_secret: string;
  anon_key: string;
  service_role_key: string;
  /** The server's own password, for a database that is reached over the wire. */
  platform_password: string;
  /** The developer's password as Postgres stores it. */
  password_verifier: string | null;
}

/** Every secret is stored encrypted. */
export interface ProjectSecretsTable extends ProjectSecrets {
  project_id: number;
}

/** An operation on a whole project. The server that runs it sends a heartbeat every few seconds. */
export interface ProjectOperationsTable {
  id: GeneratedAlways<string>;
  project_id: number;
  kind: string;
  /** Null when the server started it. */
  requested_by: string | null;
  server_id: string;
  started_at: ColumnType<Date, never, never>;
  heartbeat_at: ColumnType<Date, never, RawBuilder<Date>>;
  finished_at: ColumnType<Date | null, never, RawBuilder<Date>>;
  error: string | null;
}

/** Encrypted: used, but never sent to clients. */
export interface AuthConfigSecrets {
  smtp_pass: string | null;
  captcha_secret: string | null;
  github_secret: string | null;
  google_secret: string | null;
  /** JSON: the secret of each OpenID Connect provider by its id. */
  oidc_secrets: string | null;
  email_hook_secrets: string | null;
  sms_hook_secrets: string | null;
  twilio_token: string | null;
}

/** Without a row, all settings are the defaults. */
export interface ProjectAuthConfigsTable extends AuthConfigSecrets {
  project_id: number;
  /** Those that differ from the defaults. */
  settings: ColumnType<Partial<AuthConfigValues>, string | undefined, string>;
  version: ColumnType<number, number | undefined, number>;
}
