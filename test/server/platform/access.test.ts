/** Who reaches which organization and project: each filter of the SQL that every route goes through. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireOrganization, requireProject } from '../../../server/platform/access.ts';
import {
  addProject,
  addUser,
  openTestControlDatabase,
  type TestControlDatabase,
} from '../../support/controlDatabase.ts';

interface Place {
  projectId: number;
  ref: string;
  slug: string;
}

let control: TestControlDatabase;
let ada: string;
let bob: string;
/** Two of Ada's, and one of Bob's. */
let places: [Place, Place, Place];

beforeAll(async () => {
  control = await openTestControlDatabase();
  const { db } = control;
  [ada, bob] = [await addUser(db), await addUser(db)];
  const placeOf = async (userId: string): Promise<Place> => {
    const projectId = await addProject(db);
    const found = await db
      .selectFrom('projects')
      .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
      .select(['projects.ref', 'organizations.slug', 'organizations.id'])
      .where('projects.id', '=', projectId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('organization_members')
      .values({ organization_id: found.id, user_id: userId, role: 'developer' })
      .execute();
    return { projectId, ref: found.ref, slug: found.slug };
  };
  places = [await placeOf(ada), await placeOf(ada), await placeOf(bob)];
});
afterAll(() => control?.close());

it('a member reaches the organization and the project that the address names', async () => {
  const [first, second, ofBob] = places;
  for (const [user, { slug, ref, projectId }] of [
    [ada, first],
    [ada, second],
    [bob, ofBob],
  ] as const) {
    expect(await requireOrganization(control.db, user, slug)).toMatchObject({
      organization: { slug },
      role: 'developer',
    });
    expect(await requireProject(control.db, user, ref)).toMatchObject({
      project: { id: projectId, ref },
      organizationSlug: slug,
      role: 'developer',
    });
  }
});

it('what is another user’s, and what does not exist, are not there for a user who has others', async () => {
  const [first, , ofBob] = places;
  for (const [user, { slug, ref }] of [
    [ada, ofBob],
    [bob, first],
    [ada, { slug: 'nowhere', ref: 'nowhere' }],
  ] as const) {
    await expect(requireOrganization(control.db, user, slug)).rejects.toMatchObject({ status: 404 });
    await expect(requireProject(control.db, user, ref)).rejects.toMatchObject({ status: 404 });
  }
});

it('a removed project is not there, while its organization is', async () => {
  const [, { ref, slug }] = places;
  const setStatus = (status: 'REMOVED' | 'ACTIVE_HEALTHY') =>
    control.db.updateTable('projects').set({ status }).where('ref', '=', ref).execute();
  await setStatus('REMOVED');
  await expect(requireProject(control.db, ada, ref)).rejects.toMatchObject({ status: 404 });
  expect(await requireOrganization(control.db, ada, slug)).toMatchObject({ organization: { slug } });
  await setStatus('ACTIVE_HEALTHY');
});
