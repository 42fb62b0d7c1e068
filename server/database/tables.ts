import type { ColumnType, GeneratedAlways } from 'kysely';
import type {
  organizationKinds,
  organizationSizes,
  restrictionStatuses,
} from '../../src/contract/organizations/organization.ts';
import type { PlanTier } from '../../src/contract/organizations/plans.ts';
import type { SupportRequestsTable } from '../platform/support/support.tables.ts';
import type { ProjectTables } from '../projects/project.tables.ts';

/** A column the database fills in, which is never written by hand. */
type FilledTimestamp = ColumnType<Date, never, never>;

export interface ProfilesTable {
  id: GeneratedAlways<number>;
  /** The auth service's id of this person; what every other table knows them by. */
  gotrue_id: string;
  username: string;
  primary_email: string;
  first_name: string | null;
  last_name: string | null;
  created_at: FilledTimestamp;
}

export interface OrganizationsTable {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  kind: (typeof organizationKinds)[number];
  size: (typeof organizationSizes)[number] | null;
  tier: PlanTier;
  billing_email: string | null;
  restriction_status: (typeof restrictionStatuses)[number] | null;
  restriction_data: ColumnType<{ grace_period_end?: string } | null, string | null, string | null>;
  created_at: FilledTimestamp;
}

export type MemberRole = 'owner' | 'developer';

export interface OrganizationMembersTable {
  organization_id: number;
  user_id: string;
  role: MemberRole;
  created_at: FilledTimestamp;
}

export interface TelemetryTable {
  id: GeneratedAlways<string>;
  kind: string;
  body: ColumnType<unknown, string, never>;
  user_id: string | null;
  received_at: FilledTimestamp;
}

/** Null where the default counts. */
export interface ProjectAuthConfigsTable {
  project_id: number;
  smtp_admin_email: string | null;
  smtp_sender_name: string | null;
  smtp_user: string | null;
  smtp_host: string | null;
  /** Encrypted; written and used, never sent. */
  smtp_pass: string | null;
  smtp_port: number | null;
  smtp_max_frequency: number | null;
  rate_limit_email_sent: number | null;
  hook_send_email_enabled: boolean | null;
}

/** The key that secrets are encrypted with, by its id; one row, none before the first server has claimed the database. */
export interface SecretKeysTable {
  key_id: string;
  made_at: FilledTimestamp;
}

/** The control plane's schema, `basechart`. */
export interface ControlTables extends ProjectTables {
  profiles: ProfilesTable;
  organizations: OrganizationsTable;
  organization_members: OrganizationMembersTable;
  telemetry: TelemetryTable;
  project_auth_configs: ProjectAuthConfigsTable;
  secret_keys: SecretKeysTable;
  support_requests: SupportRequestsTable;
}
