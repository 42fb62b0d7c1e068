/** The end of an account: what it needs, what stands in its way, and what is left. */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { accountDeletionSchema } from '../../../src/contract/accounts/accountDeletion.ts';
import { command, createOrganization, createProject, waitForStatus } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

const path = '/api/platform/profile/deletion';
const preview = async (user: TestUser, address = path) =>
  v.parse(accountDeletionSchema, (await user.send('GET', address)).json);
const outcome = ({ status, json }: { status: number; json: any }) => [status, json?.code];
const remove = (user: TestUser, confirmation = user.email, address = path) =>
  user.send('POST', address, { json: { confirmation } });

describe('deleting the account', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server?.stop());

  test('takes the email address, in any case, and no other', async () => {
    const user = await server.signUp();
    const wrong = await remove(user, 'somebody@example.com');
    expect([...outcome(wrong), wrong.json.fields]).toEqual([
      400,
      'validation_failed',
      { confirmation: 'This is not the email address of the account.' },
    ]);
    expect((await remove(user, ` ${user.email.toUpperCase()} `)).status).toBe(204);
  });

  test('ends all sessions and tokens, and frees the address', async () => {
    const user = await server.signUp();
    const token = { name: 'Deploys', scopes: ['profile:read'], expires_in_days: null };
    const created = await user.send('POST', '/api/platform/profile/tokens', { json: token });
    const { email, password } = user;
    const phone = await server.send('POST', '/auth/v1/token?grant_type=password', { json: { email, password } });
    expect((await remove(user)).status).toBe(204);
    for (const dead of [user.token, phone.json.access_token as string, created.json.token as string])
      expect((await server.send('GET', '/api/platform/profile', { token: dead })).status).toBe(401);
    const refresh = { refresh_token: user.refreshToken };
    expect((await server.send('POST', '/auth/v1/token?grant_type=refresh_token', { json: refresh })).status).toBe(400);
    const again = await server.send('POST', '/auth/v1/token?grant_type=password', { json: { email, password } });
    expect([again.status, again.json.error_code]).toEqual([400, 'invalid_credentials']);
    const successor = await server.signUp(email);
    expect(successor.id).not.toBe(user.id);
    expect((await successor.send('GET', '/api/platform/organizations')).json).toEqual([]);
  });

  test('deletes the organizations that have no other member and no project', async () => {
    const user = await server.signUp();
    const slug = await createOrganization(user);
    expect(await preview(user)).toEqual({
      confirmation: user.email,
      obstacles: [],
      deleted: [{ slug, name: 'Acme' }],
    });
    expect((await remove(user)).status).toBe(204);
  });

  test('waits until the projects of such an organization are deleted', async () => {
    const user = await server.signUp();
    const slug = await createOrganization(user);
    const ref = await createProject(user, slug);
    expect((await preview(user)).obstacles).toEqual([{ slug, name: 'Acme', reason: 'projects' }]);
    expect(outcome(await remove(user))).toEqual([409, 'sole_owner']);
    expect((await user.send('GET', `/api/platform/projects/${ref}`)).status).toBe(200);
    await user.send('DELETE', `/api/platform/projects/${ref}`);
    await waitForStatus(user, ref, 404);
    expect((await preview(user)).obstacles).toEqual([]);
    expect((await remove(user)).status).toBe(204);
    expect(outcome(await command(user, ref, 'pause'))[0]).toBe(401);
  });

  test('needs a recent proof of who the user is', async () => {
    const user = await server.signUp();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 });
    try {
      expect(outcome(await remove(user))).toEqual([428, 'verification_needed']);
    } finally {
      vi.useRealTimers();
    }
    expect((await user.send('GET', '/api/platform/profile')).status).toBe(200);
  });

  test('never reaches another user', async () => {
    const [ada, eve] = [await server.signUp(), await server.signUp()];
    expect(outcome(await remove(eve, ada.email))).toEqual([400, 'validation_failed']);
    expect((await remove(eve)).status).toBe(204);
    expect((await ada.send('GET', '/api/platform/profile')).status).toBe(200);
  });
});

test('the only owner of an organization with other members stays', async () => {
  const server = await startTestServer({ args: ['--self-hosted'], env: { GOTRUE_DISABLE_SIGNUP: 'false' } });
  try {
    const [owner, member] = [await server.signUp(), await server.signUp()];
    const selfHosted = '/api/profile/deletion';
    expect((await preview(owner, selfHosted)).obstacles).toEqual([
      { slug: 'default', name: 'Default organization', reason: 'members' },
    ]);
    expect(outcome(await remove(owner, owner.email, selfHosted))).toEqual([409, 'sole_owner']);
    expect((await preview(member, selfHosted)).obstacles).toEqual([]);
    expect((await remove(member, member.email, selfHosted)).status).toBe(204);
    expect((await owner.send('GET', '/api/organizations/default/members')).json).toHaveLength(1);
  } finally {
    await server.stop();
  }
});
