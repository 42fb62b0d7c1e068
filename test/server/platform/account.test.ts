/** What users see and change of their own accounts, and of nobody else's. */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountEventSchema } from '../../../src/contract/accounts/accountEvent.ts';
import { accountSessionSchema } from '../../../src/contract/accounts/accountSession.ts';
import { mailTo } from '../../support/outbox.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const sessionsOf = async (user: TestUser) =>
  v.parse(v.array(accountSessionSchema), (await user.send('GET', '/api/platform/profile/sessions')).json);

/** Signs in as on another device; returns its token. */
async function signIn({ email, password }: TestUser, userAgent: string): Promise<string> {
  const { json } = await server.send('POST', '/auth/v1/token?grant_type=password', {
    json: { email, password },
    headers: { 'User-Agent': userAgent },
  });
  return json.access_token;
}

describe('sessions', () => {
  test('are listed with their device, the latest first, and the own one is marked', async () => {
    const ada = await server.signUp();
    await signIn(ada, 'Phone/1.0');
    const sessions = await sessionsOf(ada);
    expect(sessions.map(({ current }) => current).toSorted()).toEqual([false, true]);
    expect(sessions.find(({ current }) => !current)?.user_agent).toBe('Phone/1.0');
    expect(JSON.stringify(sessions)).not.toContain('token');
  });

  test('end one by one, at once', async () => {
    const ada = await server.signUp();
    const token = await signIn(ada, 'Phone/1.0');
    const [other] = (await sessionsOf(ada)).filter(({ current }) => !current);
    expect((await ada.send('DELETE', `/api/platform/profile/sessions/${other!.id}`)).status).toBe(204);
    expect((await server.send('GET', '/api/platform/profile', { token })).status).toBe(401);
    expect(await sessionsOf(ada)).toHaveLength(1);
    const again = await ada.send('DELETE', `/api/platform/profile/sessions/${other!.id}`);
    expect([again.status, again.json.code]).toEqual([404, 'session_not_found']);
  });

  test('of another user look as if there were none, and go on', async () => {
    const [ada, eve] = [await server.signUp(), await server.signUp()];
    const [session] = await sessionsOf(ada);
    for (const id of [session!.id, 'no-uuid']) {
      const answer = await eve.send('DELETE', `/api/platform/profile/sessions/${id}`);
      expect([answer.status, answer.json.code]).toEqual([404, 'session_not_found']);
    }
    expect((await eve.send('DELETE', '/api/platform/profile/sessions')).status).toBe(204);
    expect(await sessionsOf(ada)).toHaveLength(1);
  });

  test('all end but the own one', async () => {
    const ada = await server.signUp();
    await signIn(ada, 'Phone/1.0');
    await signIn(ada, 'Tablet/1.0');
    expect((await ada.send('DELETE', '/api/platform/profile/sessions')).status).toBe(204);
    expect((await sessionsOf(ada)).map(({ current }) => current)).toEqual([true]);
  });
});

describe('the audit log', () => {
  test('tells what happened to the own account, newest first, without secrets', async () => {
    const [ada, eve] = [await server.signUp(), await server.signUp()];
    await signIn(ada, 'Phone/1.0');
    const { json } = await ada.send('GET', '/api/platform/profile/audit');
    const events = v.parse(v.array(accountEventSchema), json);
    expect(events[0]).toMatchObject({ action: 'login', user_agent: 'Phone/1.0' });
    expect(JSON.stringify(json)).not.toContain(ada.password);
    const others = v.parse(v.array(accountEventSchema), (await eve.send('GET', '/api/platform/profile/audit')).json);
    expect(others.some(({ user_agent: agent }) => agent === 'Phone/1.0')).toBe(false);
  });
});

describe('the email address', () => {
  test('of the profile is the one that the auth service has', async () => {
    const ada = await server.signUp();
    const changed = `changed-${ada.email}`;
    await ada.send('PUT', '/auth/v1/user', { json: { email: changed } });
    const path = '/api/platform/profile';
    expect((await ada.send('GET', path)).json).toMatchObject({ primary_email: ada.email, username: ada.email });
    const { code } = await mailTo({ origin: () => server.origin }, changed);
    const verified = await server.send('POST', '/auth/v1/verify', {
      json: { type: 'email_change', email: changed, token: code },
    });
    expect(verified.status).toBe(200);
    expect((await ada.send('GET', path)).json).toMatchObject({ primary_email: changed, username: changed });
  });
});

describe('names', () => {
  const path = '/api/platform/profile';

  test('are trimmed and kept; an empty one is removed', async () => {
    const ada = await server.signUp();
    const saved = await ada.send('PATCH', path, { json: { first_name: ' Ada ', last_name: '' } });
    expect(saved.json).toMatchObject({ first_name: 'Ada', last_name: null });
    expect((await ada.send('GET', path)).json).toEqual(saved.json);
  });

  test('that are too long are refused at their field', async () => {
    const ada = await server.signUp();
    const answer = await ada.send('PATCH', path, { json: { first_name: 'x'.repeat(101), last_name: '' } });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.json)).toContain('Use at most 100 characters.');
  });
});
