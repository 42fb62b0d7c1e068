import { sql } from 'kysely';
import type { AccountDeletion } from '../../src/contract/accounts/accountDeletion.ts';
import type { AuthenticatedUser } from '../auth/authenticate.ts';
import type { ControlDatabase } from '../database/database.ts';
import { ApiError } from '../http/errors.ts';

type Caller = Pick<AuthenticatedUser, 'id' | 'email' | 'phone'>;

/** What the user types to confirm. */
const confirmationOf = ({ id, email, phone }: Caller): string => email || phone || id;

/** Organizations that have no owner but the user, with what else they have. */
const ownedAlone = (db: ControlDatabase, userId: string) =>
  db
    .selectFrom('organizations')
    .innerJoin('organization_members as own', 'own.organization_id', 'organizations.id')
    .select([
      'organizations.id',
      'organizations.slug',
      'organizations.name',
      sql<boolean>`exists (select from basechart.organization_members other where other.organization_id = organizations.id and other.user_id != ${userId})`.as(
        'has_members',
      ),
      sql<boolean>`exists (select from basechart.projects where projects.organization_id = organizations.id and projects.status != 'REMOVED')`.as(
        'has_projects',
      ),
    ])
    .where('own.user_id', '=', userId)
    .where('own.role', '=', 'owner')
    .where(
      sql<boolean>`not exists (select from basechart.organization_members owner where owner.organization_id = organizations.id and owner.user_id != ${userId} and owner.role = 'owner')`,
    )
    .orderBy('organizations.id')
    .execute();

export async function describeDeletion(db: ControlDatabase, user: Caller): Promise<AccountDeletion> {
  const owned = await ownedAlone(db, user.id);
  const named = ({ slug, name }: (typeof owned)[number]) => ({ slug, name });
  const obstacles = owned.flatMap((organization): AccountDeletion['obstacles'] => {
    if (organization.has_members) return [{ ...named(organization), reason: 'members' }];
    return organization.has_projects ? [{ ...named(organization), reason: 'projects' }] : [];
  });
  return {
    confirmation: confirmationOf(user),
    obstacles,
    deleted: owned.filter((each) => !each.has_members && !each.has_projects).map(named),
  };
}

/**
 * Deletes what the platform holds of a user: profile, memberships, saved queries, tokens, and the organizations that
 * only this user has. Refused where it would leave members or projects without an owner.
 */
export const deleteAccount = (db: ControlDatabase, user: Caller, confirmation: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (confirmation.trim().toLowerCase() !== confirmationOf(user).toLowerCase()) {
      const message = 'This is not the email address of the account.';
      throw new ApiError(400, 'validation_failed', message, { fields: { confirmation: message } });
    }
    // Locked, so that no member and no project is added meanwhile.
    await tx
      .selectFrom('organizations')
      .select('id')
      .where('id', 'in', (own) =>
        own.selectFrom('organization_members').select('organization_id').where('user_id', '=', user.id),
      )
      .forUpdate()
      .execute();
    const owned = await ownedAlone(tx, user.id);
    if (owned.some((each) => each.has_members || each.has_projects)) {
      throw new ApiError(
        409,
        'sole_owner',
        'You are the only owner of an organization with members or projects. Delete its projects, or make another member its owner first.',
      );
    }
    const ids = owned.map(({ id }) => id);
    if (ids.length > 0) {
      // What is left of deleted projects.
      await tx.deleteFrom('projects').where('organization_id', 'in', ids).where('status', '=', 'REMOVED').execute();
      await tx.deleteFrom('organizations').where('id', 'in', ids).execute();
    }
    await tx.deleteFrom('telemetry').where('user_id', '=', user.id).execute();
    await tx.deleteFrom('profiles').where('gotrue_id', '=', user.id).execute();
  });
