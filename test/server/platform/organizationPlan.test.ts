/** The plan of an organization: who changes it, and what a smaller one does to what exists. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessTokenScopes } from '../../../src/contract/accounts/accessToken.ts';
import { command, createOrganization, createProject, projectInput, waitForStatus } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
});
afterAll(() => server?.stop());

const path = (slug: string) => `/api/platform/organizations/${slug}/plan`;
const put = (slug: string, json: unknown, user = ada) => user.send('PUT', path(slug), { json });
const tierOf = async (slug: string) =>
  (await ada.send('GET', `/api/platform/organizations/${slug}`)).json.tier as string;

test('an owner changes it, as often as they like', async () => {
  const slug = await createOrganization(ada, 'tier_free');
  for (const tier of ['tier_pro', 'tier_pro', 'tier_team', 'tier_free']) {
    const { status, json } = await put(slug, { tier });
    expect([status, json]).toEqual([200, expect.objectContaining({ slug, tier, is_owner: true })]);
    expect(await tierOf(slug)).toBe(tier);
  }
});

test('a smaller plan leaves what exists, and limits what comes', async () => {
  const slug = await createOrganization(ada);
  const ref = await createProject(ada, slug, { compute_size: 'small' });
  const create = () => ada.send('POST', '/api/platform/projects', { json: projectInput(slug) });
  expect([(await create()).status, (await create()).status]).toEqual([201, 201]);
  const config = (json: unknown) => ada.send('PATCH', `/api/platform/auth/${ref}/config`, { json });
  expect((await config({ SESSIONS_TIMEBOX: 3_600 })).status).toBe(200);

  expect((await put(slug, { tier: 'tier_free' })).status).toBe(200);
  expect(await create()).toMatchObject({ status: 403, json: { code: 'free_project_limit' } });
  const { json: project } = await ada.send('GET', `/api/platform/projects/${ref}`);
  expect(project).toMatchObject({ status: 'ACTIVE_HEALTHY', compute_size: 'small' });
  expect(await command(ada, ref, 'resize', { compute_size: 'medium' })).toMatchObject({
    status: 403,
    json: { code: 'paid_plan_required' },
  });
  expect((await command(ada, ref, 'resize', { compute_size: 'micro' })).status).toBe(202);
  await waitForStatus(ada, ref, 'ACTIVE_HEALTHY');
  expect((await ada.send('GET', `/api/platform/projects/${ref}`)).json).toMatchObject({ compute_size: 'micro' });
  expect((await ada.send('GET', `/api/platform/auth/${ref}/config`)).json).toMatchObject({ SESSIONS_TIMEBOX: 3_600 });
  expect(await config({ SESSIONS_TIMEBOX: 7_200 })).toMatchObject({ json: { code: 'paid_plan_required' } });
  expect((await config({ SESSIONS_TIMEBOX: 0 })).status).toBe(200);

  await put(slug, { tier: 'tier_pro' });
  expect((await create()).status).toBe(201);
});

test.each([{ tier: 'tier_enterprise' }, { tier: 'tier_payg' }, { tier: 'gold' }, { tier: null }, {}])(
  'an owner cannot choose %j',
  async (body) => {
    const slug = await createOrganization(ada);
    expect(await put(slug, body)).toMatchObject({ status: 400, json: { code: 'validation_failed' } });
    expect(await tierOf(slug)).toBe('tier_pro');
  },
);

test('an access token cannot change it, whatever it is permitted', async () => {
  const slug = await createOrganization(ada);
  const { json: made } = await ada.send('POST', '/api/platform/profile/tokens', {
    json: { name: 'CI', scopes: accessTokenScopes, expires_in_days: 1 },
  });
  const refused = await server.send('PUT', path(slug), { token: made.token, json: { tier: 'tier_free' } });
  expect([refused.status, refused.json.code]).toEqual([403, 'session_required']);
  expect(await tierOf(slug)).toBe('tier_pro');
});

test('another user does not learn that the organization exists', async () => {
  const slug = await createOrganization(ada);
  const eve = await server.signUp();
  for (const target of [slug, 'nowhere'])
    expect(await put(target, { tier: 'tier_free' }, eve)).toMatchObject({
      status: 404,
      json: { code: 'organization_not_found' },
    });
  expect(await tierOf(slug)).toBe('tier_pro');
});

describe('self-hosted', () => {
  let own: TestServer;
  beforeAll(async () => {
    own = await startTestServer({ args: ['--self-hosted'], env: { GOTRUE_DISABLE_SIGNUP: 'false' } });
  });
  afterAll(() => own?.stop());

  test('a developer may not change it, and nobody leaves the plan that the administrator set', async () => {
    const owner = await own.signUp();
    const developer = await own.signUp();
    const change = (user: TestUser) =>
      user.send('PUT', '/api/organizations/default/plan', { json: { tier: 'tier_pro' } });
    expect(await change(developer)).toMatchObject({ status: 403, json: { code: 'not_owner' } });
    expect(await change(owner)).toMatchObject({ status: 403, json: { code: 'plan_set_by_administrator' } });
    const { json } = await owner.send('GET', '/api/organizations/default');
    expect(json.tier).toBe('tier_enterprise');
  });
});
