import type { Selectable } from 'kysely';
import type { Permission, Profile } from '../../src/contract/accounts/profile.ts';
import type { ProfileNames } from '../../src/contract/accounts/profileNames.ts';
import type { MemberRole } from '../../src/contract/organizations/member.ts';
import type { AuthenticatedUser } from '../auth/authenticate.ts';
import { errorCode } from '../common/errorCode.ts';
import type { ControlDatabase } from '../database/database.ts';
import type { ProfilesTable } from '../database/tables/platform.tables.ts';
import { ApiError } from '../http/errors.ts';
import { joinOnlyOrganization } from './selfHosted.ts';

export const profileNotFound = () => new ApiError(404, 'profile_not_found', 'Profile not found');

/** The profile, whose address follows the one of the auth service. */
export async function readProfile(
  db: ControlDatabase,
  { id, email }: Pick<AuthenticatedUser, 'id' | 'email'>,
  disabledFeatures: readonly string[],
): Promise<Profile> {
  const row = await db.selectFrom('profiles').selectAll().where('gotrue_id', '=', id).executeTakeFirst();
  if (row === undefined) throw profileNotFound();
  if (row.primary_email === email) return describeProfile(row, disabledFeatures);
  const addressed = await db
    .updateTable('profiles')
    .set({ primary_email: email, ...(row.username === row.primary_email && { username: email }) })
    .where('gotrue_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return describeProfile(addressed, disabledFeatures);
}

/** Changes the user's names; an empty one is removed. */
export async function renameProfile(
  db: ControlDatabase,
  userId: string,
  { first_name, last_name }: ProfileNames,
  disabledFeatures: readonly string[],
): Promise<Profile> {
  const row = await db
    .updateTable('profiles')
    .set({ first_name: first_name || null, last_name: last_name || null })
    .where('gotrue_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw profileNotFound();
  return describeProfile(row, disabledFeatures);
}

export interface ProfileSettings {
  platformMode: boolean;
  disabledFeatures: readonly string[];
}

/** Creates the profile of a new user; where there is one organization only, the user joins it. */
export async function createProfile(
  db: ControlDatabase,
  user: Pick<AuthenticatedUser, 'id' | 'email' | 'phone'>,
  settings: ProfileSettings,
): Promise<Profile> {
  try {
    const row = await db.transaction().execute(async (tx) => {
      const profile = await tx
        .insertInto('profiles')
        .values({
          gotrue_id: user.id,
          username: user.email || user.phone || user.id,
          primary_email: user.email,
          first_name: null,
          last_name: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      if (!settings.platformMode) await joinOnlyOrganization(tx, user.id);
      return profile;
    });
    return describeProfile(row, settings.disabledFeatures);
  } catch (error) {
    if (errorCode(error) === '23505')
      throw new ApiError(409, 'profile_exists', 'The profile already exists', { cause: error });
    throw error;
  }
}

function describeProfile(row: Selectable<ProfilesTable>, disabledFeatures: readonly string[]): Profile {
  const { id, gotrue_id, username, primary_email, first_name, last_name } = row;
  return { id, gotrue_id, username, primary_email, first_name, last_name, disabled_features: [...disabledFeatures] };
}

/** Permissions of each role, as patterns over actions and resources; an empty list of refs means every project. */
const permissionsOf: Readonly<Record<MemberRole, Pick<Permission, 'actions' | 'resources'>>> = {
  owner: { actions: ['%'], resources: ['%'] },
  developer: { actions: ['read:%', 'write:%'], resources: ['projects', 'projects.%'] },
};

export async function readPermissions(db: ControlDatabase, userId: string): Promise<Permission[]> {
  const rows = await db
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .select(['organizations.slug', 'organization_members.role'])
    .where('organization_members.user_id', '=', userId)
    .orderBy('organizations.id')
    .execute();
  return rows.map(({ slug, role }) => ({ organization_slug: slug, project_refs: [], ...permissionsOf[role] }));
}
