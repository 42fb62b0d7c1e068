import { sql } from 'kysely';
import type { ControlDatabase } from '../database/database.ts';

/** The one organization of a self-hosted server, and its project. */
const onlyOrganizationSlug = 'default';
export const onlyProjectRef = 'default';

/** Creates the one organization, once; returns its id. */
export async function ensureOnlyOrganization(db: ControlDatabase): Promise<number> {
  await db
    .insertInto('organizations')
    .values({
      slug: onlyOrganizationSlug,
      name: 'Default organization',
      kind: 'UNDISCLOSED',
      size: null,
      tier: 'tier_enterprise',
      billing_email: null,
      restriction_status: null,
      restriction_data: null,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute();
  const { id } = await db
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', onlyOrganizationSlug)
    .executeTakeFirstOrThrow();
  return id;
}

/** Every user belongs to the one organization: the first is its owner, later ones are developers. */
export async function joinOnlyOrganization(tx: ControlDatabase, userId: string): Promise<void> {
  const { id } = await tx
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', onlyOrganizationSlug)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const owner = await tx
    .selectFrom('organization_members')
    .select(sql`1`.as('one'))
    .where('organization_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  await tx
    .insertInto('organization_members')
    .values({ organization_id: id, user_id: userId, role: owner === undefined ? 'owner' : 'developer' })
    .execute();
}
