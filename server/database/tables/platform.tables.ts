import type { ColumnType, GeneratedAlways } from 'kysely';
import type { organizationKinds, organizationSizes } from '../../../src/contract/organizations/createOrganization.ts';
import type { MemberRole } from '../../../src/contract/organizations/member.ts';
import type { restrictionStatuses } from '../../../src/contract/organizations/organization.ts';
import type { PlanTier } from '../../../src/contract/organizations/plans.ts';

/** A column that the database fills in and that is never written. */
type FilledTimestamp = ColumnType<Date, never, never>;

export interface ProfilesTable {
  id: GeneratedAlways<number>;
  /** The auth service's id of this user, used by every other table. */
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

export interface OrganizationMembersTable {
  organization_id: number;
  user_id: string;
  role: MemberRole;
  created_at: FilledTimestamp;
}

/** What a request with this key created: an organization or a project. */
export interface IdempotencyKeysTable {
  user_id: string;
  key: string;
  organization_id: number | null;
  project_id: number | null;
}

export interface TelemetryTable {
  id: GeneratedAlways<string>;
  kind: string;
  body: ColumnType<unknown, string, never>;
  user_id: string | null;
  received_at: FilledTimestamp;
}
