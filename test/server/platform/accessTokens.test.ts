/** Access tokens: what they reach, what they never reach, and when they end. */
import { SignJWT } from 'jose';
import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { requiredScope } from '../../../server/platform/accessTokenScopes.ts';
import {
  accessTokenSchema,
  accessTokenScopes,
  createdAccessTokenSchema,
  type AccessTokenScope,
  type CreatedAccessToken,
} from '../../../src/contract/accounts/accessToken.ts';
import { createOrganization } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

const secret = 'a shared secret of the test, long enough';
const path = '/api/platform/profile/tokens';

let server: TestServer;
let ada: TestUser;
let slug: string;
beforeAll(async () => {
  server = await startTestServer({ env: { GOTRUE_JWT_SECRET: secret } });
  ada = await server.signUp();
  slug = await createOrganization(ada);
});
afterAll(() => server?.stop());

const create = async (
  user: TestUser,
  scopes: readonly AccessTokenScope[],
  more: Record<string, unknown> = {},
): Promise<CreatedAccessToken> => {
  const answer = await user.send('POST', path, { json: { name: 'Deploys', scopes, expires_in_days: 30, ...more } });
  expect(answer.text).toContain('bct_');
  expect(answer.status).toBe(201);
  return v.parse(createdAccessTokenSchema, answer.json);
};
const listOf = async (user: TestUser) => v.parse(v.array(accessTokenSchema), (await user.send('GET', path)).json);
const outcome = ({ status, json }: { status: number; json: any }) => [status, json?.code];

describe('an access token', () => {
  test('is shown once, and listed with its last use', async () => {
    const user = await server.signUp();
    const created = await create(user, ['organizations:read']);
    expect(created.token).toMatch(/^bct_[\w-]{43}$/);
    const { token: _token, ...rest } = created;
    expect(await listOf(user)).toEqual([rest]);
    expect(rest).toMatchObject({ hint: created.token.slice(-4), last_used_at: null });
    await server.send('GET', '/api/platform/organizations', { token: created.token });
    const [listed] = await listOf(user);
    expect(Date.now() - Date.parse(listed!.last_used_at!)).toBeLessThan(60_000);
    expect((await user.send('GET', path)).text).not.toContain(created.token);
  });

  test('is in no log line, and leaves its user’s audit log with the name alone', async () => {
    const user = await server.signUp();
    const { id, token } = await create(user, ['organizations:read'], { name: 'Nightly build' });
    await server.send('GET', '/api/platform/organizations', { token });
    await user.send('DELETE', `${path}/${id}`);
    const { json: events, text } = await user.send('GET', '/api/platform/profile/audit');
    expect(events.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
      'access_token_revoked',
      'access_token_created',
    ]);
    expect(text).not.toContain(token);
    expect(server.logLines.join('\n')).not.toContain(token);
  });

  test('is refused once it is revoked or has expired', async () => {
    const user = await server.signUp();
    const [revoked, expiring] = [
      await create(user, ['organizations:read']),
      await create(user, ['organizations:read'], { expires_in_days: 1 }),
    ];
    const read = ({ token }: CreatedAccessToken) => server.send('GET', '/api/platform/organizations', { token });
    expect((await read(revoked)).status).toBe(200);
    expect((await user.send('DELETE', `${path}/${revoked.id}`)).status).toBe(204);
    expect(outcome(await read(revoked))).toEqual([401, 'access_token_invalid']);
    expect(outcome(await user.send('DELETE', `${path}/${revoked.id}`))).toEqual([404, 'access_token_not_found']);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60_000 });
    try {
      expect(outcome(await read(expiring))).toEqual([401, 'access_token_expired']);
    } finally {
      vi.useRealTimers();
    }
    expect(outcome(await read({ ...expiring, token: 'bct_unknown' }))).toEqual([401, 'access_token_invalid']);
  });

  test('of another user looks as if there were none, and works on', async () => {
    const eve = await server.signUp();
    const { id, token } = await create(ada, ['organizations:read']);
    for (const other of [id, 'no-uuid'])
      expect(outcome(await eve.send('DELETE', `${path}/${other}`))).toEqual([404, 'access_token_not_found']);
    expect((await listOf(eve)).length).toBe(0);
    expect((await server.send('GET', '/api/platform/organizations', { token })).status).toBe(200);
  });

  test('reaches what its user reaches, and no more', async () => {
    const eve = await server.signUp();
    const { token } = await create(eve, [...accessTokenScopes]);
    const answer = await server.send('GET', `/api/platform/organizations/${slug}`, { token });
    expect(outcome(answer)).toEqual([404, 'organization_not_found']);
  });

  test('ends with the ban of its user', async () => {
    const user = await server.signUp();
    const { token } = await create(user, ['profile:read']);
    const read = () => server.send('GET', '/api/platform/profile', { token });
    expect((await read()).json).toMatchObject({ gotrue_id: user.id });
    const key = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret));
    await server.send('PUT', `/auth/v1/admin/users/${user.id}`, { token: key, json: { ban_duration: '24h' } });
    expect(outcome(await read())).toEqual([401, 'user_not_found']);
  });

  test('is refused without a name, a scope, or with one that does not exist', async () => {
    for (const [json, field] of [
      [{ name: ' ', scopes: ['profile:read'], expires_in_days: 1 }, 'name'],
      [{ name: 'a', scopes: [], expires_in_days: 1 }, 'scopes'],
      [{ name: 'a', scopes: ['everything'], expires_in_days: 1 }, 'scopes'],
      [{ name: 'a', scopes: ['profile:read'], expires_in_days: 0 }, 'expires_in_days'],
    ] as const) {
      const answer = await ada.send('POST', path, { json });
      expect(outcome(answer)).toEqual([400, 'validation_failed']);
      expect(Object.keys(answer.json.fields)).toContain(field);
    }
  });

  test('may be one of fifty', async () => {
    const user = await server.signUp();
    for (let index = 0; index < 50; index += 1) await create(user, ['profile:read']);
    const answer = await user.send('POST', path, {
      json: { name: 'One more', scopes: ['profile:read'], expires_in_days: null },
    });
    expect(outcome(answer)).toEqual([422, 'too_many_access_tokens']);
  });
});

describe('its scopes', () => {
  const isOpen = /^\/api\/(?:platform\/)?(?:telemetry(?:\/|$)|profile\/password-check|status)/;
  const guarded = () =>
    [...new Map(server.routes.map((route) => [`${route.method} ${route.path}`, route])).values()].filter(
      ({ method, path: pattern }) => method !== 'ALL' && pattern.startsWith('/api/') && !isOpen.test(pattern),
    );
  const addressOf = (pattern: string) =>
    pattern.replace(':slug', slug).replaceAll(/:\w+/g, () => 'abcdefghijklmnopqrst');

  test('admit a token with the one scope of a route, and refuse one with all others', async () => {
    const alone = new Map<AccessTokenScope, string>();
    const without = new Map<AccessTokenScope, string>();
    for (const scope of accessTokenScopes) {
      alone.set(scope, (await create(ada, [scope])).token);
      without.set(
        scope,
        (
          await create(
            ada,
            accessTokenScopes.filter((other) => other !== scope),
          )
        ).token,
      );
    }
    const covered = new Set<AccessTokenScope>();
    for (const { method, path: pattern } of guarded()) {
      const address = addressOf(pattern);
      const scope = requiredScope(method, address);
      if (scope === null) continue;
      covered.add(scope);
      const refused = await server.send(method, address, {
        token: without.get(scope)!,
        json: method === 'GET' ? undefined : {},
      });
      expect({ method, address, outcome: outcome(refused) }).toEqual({
        method,
        address,
        outcome: [403, 'insufficient_scope'],
      });
      const admitted = await server.send(method, address, {
        token: alone.get(scope)!,
        json: method === 'GET' ? undefined : {},
      });
      expect({ method, address, code: admitted.json?.code ?? '' }).not.toMatchObject({
        code: expect.stringMatching(/^(?:insufficient_scope|session_required|access_token_\w+)$/),
      });
    }
    expect([...covered].toSorted()).toEqual([...accessTokenScopes].toSorted());
  });

  test('reach nothing that belongs to the account itself', async () => {
    const { token } = await create(ada, [...accessTokenScopes]);
    const closed = guarded().filter(({ method, path: pattern }) => requiredScope(method, addressOf(pattern)) === null);
    expect(closed.map(({ method, path: pattern }) => `${method} ${pattern}`)).toEqual(
      expect.arrayContaining([
        'POST /api/platform/profile/tokens',
        'GET /api/platform/profile/tokens',
        'POST /api/platform/profile/deletion',
        'POST /api/platform/profile/verification',
        'DELETE /api/platform/profile/sessions',
        'GET /api/platform/profile/audit',
        'PATCH /api/platform/profile',
      ]),
    );
    for (const { method, path: pattern } of closed) {
      const answer = await server.send(method, addressOf(pattern), { token });
      expect({ method, pattern, outcome: outcome(answer) }).toEqual({
        method,
        pattern,
        outcome: [403, 'session_required'],
      });
    }
  });

  test('are worth nothing at the auth service and at a project', async () => {
    const { token } = await create(ada, [...accessTokenScopes]);
    for (const { method, path: pattern } of server.routes) {
      if (method === 'ALL' || !/^\/auth\/v1\/(?:user|factors|logout|reauthenticate|admin)/.test(pattern)) continue;
      const address = pattern.replaceAll(/:\w+/g, () => '11111111-1111-4111-8111-111111111111');
      const { status, json } = await server.send(method, address, { token, json: method === 'GET' ? undefined : {} });
      expect({ method, address, status, code: json?.error_code }).toEqual({
        method,
        address,
        status: 403,
        code: 'bad_jwt',
      });
    }
    const project = await server.send('GET', '/project/abcdefghijklmnopqrst/api/notes', { token });
    expect([401, 403, 404]).toContain(project.status);
  });
});

describe('a proof of who the user is', () => {
  test('is as old as the sign-in, and the password renews it', async () => {
    const user = await server.signUp();
    const verification = '/api/platform/profile/verification';
    expect((await user.send('GET', verification)).json).toEqual({ recent: true, method: 'password' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 });
    try {
      expect((await user.send('GET', verification)).json.recent).toBe(false);
      const json = { name: 'Deploys', scopes: ['profile:read'], expires_in_days: 30 };
      expect(outcome(await user.send('POST', path, { json }))).toEqual([428, 'verification_needed']);
      const wrong = await user.send('POST', verification, { json: { method: 'password', password: 'wrong' } });
      expect(outcome(wrong)).toEqual([400, 'current_password_invalid']);
      const code = await user.send('POST', verification, { json: { method: 'email', code: '123456' } });
      expect(outcome(code)).toEqual([422, 'reauthentication_not_valid']);
      expect(outcome(await user.send('POST', path, { json }))).toEqual([428, 'verification_needed']);
      const right = await user.send('POST', verification, { json: { method: 'password', password: user.password } });
      expect(right.status).toBe(204);
      expect((await user.send('POST', path, { json })).status).toBe(201);
    } finally {
      vi.useRealTimers();
    }
  });

  test('of a user with an authenticator app is its code alone, also for removing the app', async () => {
    const user = await server.signUp();
    const { json: factor } = await user.send('POST', '/auth/v1/factors', { json: { factor_type: 'totp' } });
    const verify = async (token: string) => {
      const challenge = await server.send('POST', `/auth/v1/factors/${factor.id}/challenge`, { token });
      return await server.send('POST', `/auth/v1/factors/${factor.id}/verify`, {
        token,
        json: {
          challenge_id: challenge.json.id,
          code: TOTP.generate({ secret: Secret.fromBase32(factor.totp.secret) }),
        },
      });
    };
    const token: string = (await verify(user.token)).json.access_token;
    const verification = '/api/platform/profile/verification';
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 });
    try {
      expect((await server.send('GET', verification, { token })).json).toEqual({ recent: false, method: 'totp' });
      const removal = await server.send('DELETE', `/auth/v1/factors/${factor.id}`, { token });
      expect([removal.status, removal.json.error_code]).toEqual([422, 'verification_needed']);
      const password = { method: 'password', password: user.password };
      await server.send('POST', verification, { token, json: password });
      expect((await server.send('GET', verification, { token })).json.recent).toBe(false);
      const proved: string = (await verify(token)).json.access_token;
      expect((await server.send('DELETE', `/auth/v1/factors/${factor.id}`, { token: proved })).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });
});
