import { createHmac, randomUUID } from 'node:crypto';
/** What holders of a service key do with users, and what others try. */
import { hash as bcrypt } from '@node-rs/bcrypt';
import { AuthClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../server/auth/passwords.ts';
import {
  createRealTimeTestAuth,
  createTestAuth,
  openAuthStorage,
  type SimulatedTestAuth,
} from '../../support/authService.ts';
import type { Answer } from '../../support/server.ts';

let storage: Awaited<ReturnType<typeof openAuthStorage>>;
let pool: Pool;
let auth: SimulatedTestAuth;

const secret = 'a-shared-secret-of-at-least-32-characters';
const settings = {
  GOTRUE_JWT_SECRET: secret,
  GOTRUE_SMTP_MAX_FREQUENCY: '0',
  GOTRUE_RATE_LIMIT_EMAIL_SENT: '0',
  GOTRUE_RATE_LIMIT_VERIFY: '0',
  GOTRUE_URI_ALLOW_LIST: 'https://app.example.com/**',
  BASECHART_RATE_LIMIT_CODES: '0',
};

beforeAll(async () => {
  storage = await openAuthStorage();
  pool = storage.pool;
  auth = await createTestAuth(pool, { ...settings, GOTRUE_MAILER_AUTOCONFIRM: 'false' });
});
afterAll(() => storage?.close());

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const mint = (claims: object) => {
  const input = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
};
const key = mint({ role: 'service_role' });

const password = 'correct horse battery staple';
const newEmail = () => `${randomUUID()}@example.com`;
const ask = (method: string, path: string, json?: object, service = auth) =>
  service.send(method, path, { token: key, ...(json && { json }) });
const create = async (json: object = {}, service = auth) => {
  const { status, json: user, text } = await ask('POST', '/admin/users', { email: newEmail(), ...json }, service);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return user;
};
const signIn = (email: string, words = password, service = auth) =>
  service.send('POST', '/token?grant_type=password', { json: { email, password: words } });
const expectRefusal = ({ status, json }: Answer, expected: { status: number; code: string; message?: string }) =>
  expect({ status, ...json }).toMatchObject(expected);
const listOf = async (query: string, service = auth) => {
  const answer = await ask('GET', `/admin/users?${query}`, undefined, service);
  expect(answer.status).toBe(200);
  return { ...answer, emails: answer.json.users.map(({ email }: { email: string }) => email) as string[] };
};

describe('who may', () => {
  const id = randomUUID();
  const calls = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${id}`],
    ['PUT', `/admin/users/${id}`],
    ['DELETE', `/admin/users/${id}`],
    ['GET', `/admin/users/${id}/factors`],
    ['PUT', `/admin/users/${id}/factors/${id}`],
    ['DELETE', `/admin/users/${id}/factors/${id}`],
    ['GET', `/admin/users/${id}/sessions`],
    ['DELETE', `/admin/users/${id}/sessions`],
    ['DELETE', `/admin/users/${id}/sessions/${id}`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
    ['GET', '/admin/audit'],
    ['GET', '/admin/sso/providers'],
    ['POST', '/admin/sso/providers'],
    ['GET', `/admin/sso/providers/${id}`],
    ['PUT', `/admin/sso/providers/${id}`],
    ['DELETE', `/admin/sso/providers/${id}`],
  ] as const;

  test('every route is listed here', () => {
    const routes = auth.service.routes.routes.filter(
      ({ method, path }) => method !== 'ALL' && /^\/(?:admin|invite)/.test(path),
    );
    expect(routes.length).toBe(calls.length);
  });

  test('no user, no anonymous key, no other caller reaches any of them', async () => {
    const email = newEmail();
    await create({ email, password, email_confirm: true });
    const { json: session } = await signIn(email);
    for (const [method, path] of calls) {
      const refusal = async (token: string | undefined) => {
        const { status, json } = await auth.send(method, path, token === undefined ? {} : { token });
        return { method, path, status, code: json.code };
      };
      expect(await refusal(undefined)).toEqual({ method, path, status: 401, code: 'no_authorization' });
      for (const token of [session.access_token, mint({ role: 'anon', exp: 4_000_000_000 })])
        expect(await refusal(token)).toEqual({ method, path, status: 403, code: 'not_admin' });
      const forged = `${key.slice(0, -4)}AAAA`;
      expect(await refusal(forged)).toEqual({ method, path, status: 403, code: 'bad_jwt' });
      expect((await auth.send(method, path, { headers: { apikey: key } })).status).toBe(401);
    }
  });

  test('a session of a user with the service role counts as long as it lives', async () => {
    const email = newEmail();
    await create({ email, password, email_confirm: true, role: 'service_role' });
    const { json: session } = await signIn(email);
    const list = () => auth.send('GET', '/admin/users', { token: session.access_token });
    expect((await list()).status).toBe(200);
    await auth.send('POST', '/logout', { token: session.access_token });
    expectRefusal(await list(), { status: 403, code: 'session_not_found' });
  });
});

describe('listing users', () => {
  test('pages newest first, with the total and the links that the client library reads', async () => {
    const listing = await createTestAuth(pool, settings);
    const emails = Array.from({ length: 7 }, (_, n) => `user${n}@example.com`);
    for (const email of emails) {
      listing.clock.advance(1);
      await create({ email }, listing);
    }
    const newest = emails.toReversed();
    const first = await listOf('page=1&per_page=3', listing);
    expect(first.emails).toEqual(newest.slice(0, 3));
    expect(first.json.aud).toBe('authenticated');
    expect(first.headers.get('X-Total-Count')).toBe('7');
    const next =
      /^<\/admin\/users\?(page=2&per_page=3&after=[\da-f-]+)>; rel="next", <[^>]+page=3[^>]*>; rel="last"$/.exec(
        first.headers.get('Link') ?? '',
      )?.[1];
    expect((await listOf(next ?? '', listing)).emails).toEqual(newest.slice(3, 6));
    expect((await listOf('page=2&per_page=3', listing)).emails).toEqual(newest.slice(3, 6));
    expect((await listOf('page=9&per_page=3', listing)).headers.get('Link')).toMatch(
      /^<[^>]+page=3[^>]*>; rel="last"$/,
    );
    const last = await listOf('page=3&per_page=3', listing);
    expect(last.emails).toEqual(newest.slice(6));
    expect(last.headers.get('Link')).not.toContain('next');
    expect((await listOf('sort=created_at%20asc&per_page=2', listing)).emails).toEqual(emails.slice(0, 2));
    expect((await listOf('page=&per_page=', listing)).emails).toEqual(newest);
  });

  test('are estimated where they are more than 50,000, and their pages stay the same', async () => {
    const crowd = await createTestAuth(pool, settings, { schema: 'auth_crowd' });
    await pool.query(`
      insert into auth_crowd.users
        (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', n || '@example.com', '{}', '{}',
        timestamptz '2026-01-01' + n * interval '1 second', now()
      from generate_series(1, 50200) as n`);
    await pool.query('analyze auth_crowd.users');
    const first = await listOf('per_page=2', crowd);
    expect(first.emails).toEqual(['50200@example.com', '50199@example.com']);
    expect(Number(first.headers.get('X-Total-Count'))).toBe(50_200);
    const after = first.json.users.at(-1).id;
    expect((await listOf(`per_page=2&after=${after}`, crowd)).emails).toEqual([
      '50198@example.com',
      '50197@example.com',
    ]);
  });

  test('the next page is right also when users were added or deleted meanwhile', async () => {
    const listing = await createTestAuth(pool, settings);
    const add = async () => {
      listing.clock.advance(1);
      return (await create({}, listing)).id as string;
    };
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) ids.unshift(await add());
    const next = /<\/admin\/users\?([^>]+)>; rel="next"/.exec(
      (await listOf('per_page=2', listing)).headers.get('Link') ?? '',
    )?.[1];
    await add();
    const idsOf = async (query: string) =>
      (await listOf(query, listing)).json.users.map(({ id }: { id: string }) => id);
    expect(await idsOf(next ?? '')).toEqual(ids.slice(2, 4));
    await ask('DELETE', `/admin/users/${new URLSearchParams(next).get('after')}`, undefined, listing);
    expect(await idsOf(next ?? '')).toHaveLength(2);
  });

  test('finds users by address, name, phone and id, taking wildcards literally', async () => {
    const listing = await createTestAuth(pool, settings);
    const ada = await create({ email: 'ada_l@example.com', user_metadata: { full_name: 'Ada Lovelace' } }, listing);
    await create({ email: 'adaxl@example.com', phone: '+4912345' }, listing);
    const found = async (filter: string) =>
      (await listOf(`filter=${encodeURIComponent(filter)}`, listing)).emails.toSorted();
    expect(await found('ADA')).toEqual(['ada_l@example.com', 'adaxl@example.com']);
    expect(await found('ada_l')).toEqual(['ada_l@example.com']);
    expect(await found('lovelace')).toEqual(['ada_l@example.com']);
    expect(await found('+49123')).toEqual(['adaxl@example.com']);
    expect(await found(ada.id)).toEqual(['ada_l@example.com']);
    expect(await found('+49 (123) 45')).toEqual(['adaxl@example.com']);
    for (const short of ['xl', 'x', 'XL@', 'm']) expect(await found(short)).toContain('adaxl@example.com');
    expect(await found('xl')).toHaveLength(1);
    for (const none of ['%', '\\', "'", "' or 1=1 --", 'com\nada', '2345', 'lace\n', '🙂'])
      expect(await found(none)).toEqual([]);
    expect((await ask('GET', '/admin/users?filter=%00', undefined, listing)).status).toBe(400);
  });

  test('counts the users that a search finds up to 1,000, and pages through all of them', async () => {
    const crowd = await createTestAuth(pool, settings, { schema: 'auth_found' });
    await pool.query(`
      insert into auth_found.users
        (id, aud, role, email, phone, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', 'person' || n || '@example.com', (490000000 + n)::text,
        '{}', '{"name": "Élise"}', timestamptz '2026-01-01' + n * interval '1 second', now()
      from generate_series(1, 1100) as n`);
    await pool.query(`
      insert into auth_found.identities
        (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
      select gen_random_uuid(), id, 'acme', id::text, '{}', now(), now() from auth_found.users`);
    await create({ email: 'ada@example.com' }, crowd);
    for (const filter of ['PERSON', '+49', 'acme', 'Élise']) {
      const first = await listOf(`per_page=1000&filter=${encodeURIComponent(filter)}`, crowd);
      expect(first.emails.slice(0, 2), filter).toEqual(['person1100@example.com', 'person1099@example.com']);
      expect(first.headers.get('X-Total-Count')).toBe('1001');
      const next = /<\/admin\/users\?([^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '')?.[1];
      const second = await listOf(next ?? '', crowd);
      expect(second.emails, filter).toHaveLength(100);
      expect(second.emails.at(-1)).toBe('person1@example.com');
      expect(second.headers.get('Link')).not.toContain('next');
    }
    const few = await listOf('per_page=3&filter=person10', crowd);
    expect(few.headers.get('X-Total-Count')).toBe('111');
    expect(few.emails).toEqual(['person1099@example.com', 'person1098@example.com', 'person1097@example.com']);
  });

  test.each(['page=-1', 'per_page=x', 'page=1e9', 'sort=email'])('refuses %s', async (query) => {
    expectRefusal(await ask('GET', `/admin/users?${query}`), { status: 400, code: 'validation_failed' });
  });
});

describe('creating a user', () => {
  test('stores exactly what was given, confirms nothing and sends nothing', async () => {
    const email = newEmail();
    const sent = auth.mails.sent.length;
    const user = await create({
      email: email.toUpperCase(),
      password,
      user_metadata: { name: 'Ada' },
      app_metadata: { plan: 'pro' },
    });
    expect(user).toMatchObject({ email, phone: '', role: 'authenticated', aud: 'authenticated', is_anonymous: false });
    expect(user).not.toHaveProperty('email_confirmed_at');
    expect(user.user_metadata).toEqual({ name: 'Ada' });
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'], plan: 'pro' });
    expect(user.identities).toEqual([expect.objectContaining({ provider: 'email', email })]);
    expect(auth.mails.sent).toHaveLength(sent);
    expectRefusal(await signIn(email), { status: 400, code: 'email_not_confirmed' });
    expect(JSON.stringify(user)).not.toMatch(/argon2|password/);
  });

  test('takes an id, a role, a phone number, a confirmation and a ban', async () => {
    const [id, email] = [randomUUID(), newEmail()];
    const user = await create({
      id: id.toUpperCase(),
      email,
      phone: '+49 1234567',
      email_confirm: true,
      phone_confirm: true,
      role: 'editor',
      ban_duration: '1h30m',
    });
    const moment = auth.clock.now();
    expect(user).toMatchObject({
      id,
      phone: '491234567',
      role: 'editor',
      email_confirmed_at: moment.toISOString(),
      phone_confirmed_at: moment.toISOString(),
      banned_until: new Date(moment.getTime() + 5_400_000).toISOString(),
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
      user_metadata: { email_verified: true, phone_verified: true },
    });
    expect(user.identities.map(({ provider }: { provider: string }) => provider).toSorted()).toEqual([
      'email',
      'phone',
    ]);
    expectRefusal(await ask('POST', '/admin/users', { id, email: newEmail() }), {
      status: 422,
      code: 'email_exists',
    });
    expectRefusal(await ask('POST', '/admin/users', { phone: '491234567' }), { status: 422, code: 'phone_exists' });
  });

  test.each([
    ['bcrypt', async () => await bcrypt(password, 4)],
    ['argon2id', async () => await hashPassword(password)],
  ])('a %s hash from elsewhere signs in, and is stored as argon2id from then on', async (_kind, hash) => {
    const imported = await hash();
    const email = newEmail();
    const { id } = await create({ email, password_hash: imported, email_confirm: true });
    expect((await signIn(email, 'wrong')).status).toBe(400);
    expect((await signIn(email)).status).toBe(200);
    const { rows } = await pool.query(`select encrypted_password from ${auth.schema}.users where id = $1`, [id]);
    expect(rows[0].encrypted_password).toMatch(/^\$argon2id\$/);
    expect((await signIn(email)).status).toBe(200);
  });

  test('refuses what cannot be a user', async () => {
    const email = newEmail();
    await create({ email });
    const refusals = [
      [{}, 400, 'validation_failed'],
      [{ email }, 422, 'email_exists'],
      [{ email: 'nonsense' }, 400, 'validation_failed'],
      [{ email: newEmail(), id: 'nonsense' }, 400, 'validation_failed'],
      [{ email: newEmail(), password: 'short' }, 422, 'weak_password'],
      [{ email: newEmail(), password, password_hash: 'x' }, 400, 'validation_failed'],
      [{ email: newEmail(), password_hash: 'x' }, 400, 'validation_failed'],
      // It would take gigabytes or minutes to verify.
      [
        { email: newEmail(), password_hash: '$argon2id$v=19$m=99999999,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA' },
        400,
      ],
      [{ email: newEmail(), password_hash: `$2b$31$${'a'.repeat(53)}` }, 400, 'validation_failed'],
      [{ email: newEmail(), ban_duration: 'forever' }, 400, 'validation_failed'],
      [{ email: newEmail(), ban_duration: '999999999999999h' }, 400, 'validation_failed'],
      [{ email: newEmail(), user_metadata: [] }, 400, 'bad_json'],
    ] as const;
    for (const [json, status, code = 'validation_failed'] of refusals)
      expectRefusal(await ask('POST', '/admin/users', json), { status, code });
  });

  test('at the same moment only one gets the address', async () => {
    const email = newEmail();
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', '/admin/users', { email })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });
});

describe('changing a user', () => {
  test('merges metadata; sets the address at once, with its identity', async () => {
    const { id } = await create({ user_metadata: { a: 1, b: 2 }, app_metadata: { plan: 'free' } });
    const email = newEmail();
    const { json } = await ask('PUT', `/admin/users/${id}`, {
      email,
      email_confirm: true,
      user_metadata: { b: null, c: 3 },
      app_metadata: { plan: 'pro' },
    });
    expect(json).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      user_metadata: { a: 1, c: 3, email_verified: true },
      app_metadata: { plan: 'pro', provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', email, identity_data: { email, email_verified: true } }],
    });
    expect(json.user_metadata).not.toHaveProperty('b');
    expect((await ask('GET', `/admin/users/${id}`)).json).toEqual(json);
  });

  test('a new password ends all sessions; a ban keeps the user out until it ends', async () => {
    const email = newEmail();
    const { id } = await create({ email, password, email_confirm: true });
    const { json: session } = await signIn(email);
    const user = () => auth.send('GET', '/user', { token: session.access_token });
    expect((await user()).status).toBe(200);
    expect((await ask('PUT', `/admin/users/${id}`, { password: 'another long password' })).status).toBe(200);
    expectRefusal(await user(), { status: 403, code: 'session_not_found' });
    expect((await signIn(email)).status).toBe(400);
    expect((await signIn(email, 'another long password')).status).toBe(200);
    await ask('PUT', `/admin/users/${id}`, { ban_duration: '24h' });
    expectRefusal(await signIn(email, 'another long password'), { status: 400, code: 'user_banned' });
    await ask('PUT', `/admin/users/${id}`, { ban_duration: 'none' });
    expect((await signIn(email, 'another long password')).status).toBe(200);
  });

  test('refuses addresses of others and users that do not exist', async () => {
    const [first, second] = [await create(), await create()];
    expectRefusal(await ask('PUT', `/admin/users/${first.id}`, { email: second.email }), {
      status: 422,
      code: 'email_exists',
    });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const json = method === 'PUT' ? {} : undefined;
      expectRefusal(await ask(method, `/admin/users/${randomUUID()}`, json), { status: 404, code: 'user_not_found' });
      expect((await ask(method, '/admin/users/no-uuid', json)).status).toBe(404);
    }
  });
});

describe('deleting a user', () => {
  test('removes the user and all sessions; the log keeps only that it happened', async () => {
    const email = newEmail();
    const { id } = await create({ email, password, email_confirm: true });
    const { json: session } = await signIn(email);
    expect(await ask('DELETE', `/admin/users/${id}`)).toMatchObject({ status: 200, json: {} });
    expectRefusal(await auth.send('GET', '/user', { token: session.access_token }), {
      status: 403,
      code: 'user_not_found',
    });
    expectRefusal(await ask('GET', `/admin/users/${id}`), { status: 404, code: 'user_not_found' });
    const { text } = await ask('GET', `/admin/audit?user_id=${id}`);
    expect(JSON.parse(text)).toEqual([expect.objectContaining({ action: 'user_deleted', details: { by: 'admin' } })]);
    await create({ email });
  });

  test('softly, it keeps the id and nothing that tells whose it was; the address is free again', async () => {
    const email = newEmail();
    const { id } = await create({ email, password, email_confirm: true, user_metadata: { name: 'Ada' } });
    const { json: session } = await signIn(email);
    expect((await ask('DELETE', `/admin/users/${id}`, { should_soft_delete: true })).status).toBe(200);
    const { json, text } = await ask('GET', `/admin/users/${id}`);
    expect(json).toMatchObject({ id, deleted_at: expect.any(String), user_metadata: {}, app_metadata: {} });
    expect(text).not.toContain(email);
    expect(text).not.toContain('Ada');
    expect((await auth.send('GET', '/user', { token: session.access_token })).status).toBe(403);
    expect((await signIn(email)).status).toBe(400);
    expectRefusal(await ask('PUT', `/admin/users/${id}`, {}), { status: 404, code: 'user_not_found' });
    await create({ email });
  });
});

describe('links', () => {
  const generate = (json: object, service = auth) => ask('POST', '/admin/generate_link', json, service);
  const follow = async (actionLink: string) => {
    const { headers } = await auth.send('GET', `/verify${new URL(actionLink).search}`);
    const location = new URL(headers.get('location') ?? 'none:');
    return {
      page: location.origin + location.pathname,
      ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
    };
  };

  test.each(['recovery', 'magiclink'] as const)('a %s link signs in, and no mail is sent', async (type) => {
    const { id, email } = await create({ password, email_confirm: true });
    const sent = auth.mails.sent.length;
    const { status, json } = await generate({ type, email, redirect_to: 'https://app.example.com/welcome' });
    expect({ status, ...json }).toMatchObject({
      status: 200,
      id,
      email,
      verification_type: type,
      redirect_to: 'https://app.example.com/welcome',
      email_otp: expect.stringMatching(/^\d{6}$/),
    });
    expect(new URL(json.action_link).searchParams.get('token')).toBe(json.hashed_token);
    expect(auth.mails.sent).toHaveLength(sent);
    expect(await follow(json.action_link)).toMatchObject({
      page: 'https://app.example.com/welcome',
      access_token: expect.any(String),
      type,
    });
  });

  test('a sign-up link adds the user, whom its code confirms', async () => {
    const email = newEmail();
    const { json } = await generate({ type: 'signup', email, password, data: { name: 'Ada' } });
    expect(json).toMatchObject({ email, user_metadata: { name: 'Ada' }, verification_type: 'signup' });
    const verified = await auth.send('POST', '/verify', { json: { type: 'signup', email, token: json.email_otp } });
    expect(verified.json.user.email_confirmed_at).toBeDefined();
    expect((await signIn(email)).status).toBe(200);
    expectRefusal(await generate({ type: 'signup', email, password }), { status: 422, code: 'email_exists' });
    expectRefusal(await generate({ type: 'invite', email }), { status: 422, code: 'email_exists' });
  });

  test('a magic link for an unknown address signs up; other links need a user', async () => {
    expect((await generate({ type: 'magiclink', email: newEmail() })).json.verification_type).toBe('signup');
    expectRefusal(await generate({ type: 'recovery', email: newEmail() }), { status: 404, code: 'user_not_found' });
    expectRefusal(await generate({ type: 'email_change_new', email: newEmail(), new_email: newEmail() }), {
      status: 404,
      code: 'user_not_found',
    });
    expectRefusal(await generate({ type: 'nonsense', email: newEmail() }), { status: 400, code: 'validation_failed' });
    expectRefusal(await generate({ type: 'signup', email: newEmail() }), { status: 400, code: 'validation_failed' });
    const { json } = await generate({ type: 'invite', email: newEmail(), redirect_to: 'https://evil.example' });
    expect(json.redirect_to).toBe('http://127.0.0.1:3000');
  });

  test('both links of a change of address together change it', async () => {
    const { id, email } = await create({ email_confirm: true });
    const newAddress = newEmail();
    const { json: current } = await generate({ type: 'email_change_current', email, new_email: newAddress });
    const { json: next } = await generate({ type: 'email_change_new', email, new_email: newAddress });
    expect([current.verification_type, next.verification_type]).toEqual(['email_change', 'email_change']);
    expect(await follow(current.action_link)).toMatchObject({ message: expect.stringContaining('accepted') });
    expect((await ask('GET', `/admin/users/${id}`)).json.email).toBe(email);
    expect(await follow(next.action_link)).toMatchObject({ access_token: expect.any(String) });
    expect((await ask('GET', `/admin/users/${id}`)).json.email).toBe(newAddress);
    expectRefusal(await generate({ type: 'email_change_new', email: newAddress, new_email: (await create()).email }), {
      status: 422,
      code: 'email_exists',
    });
  });

  test('an invitation is mailed; its link makes a confirmed user, without the password of an impostor', async () => {
    const email = newEmail();
    // Another person signs up with the address before its owner is invited.
    await auth.send('POST', '/signup', { json: { email, password } });
    const { status, json } = await ask('POST', '/invite', { email, data: { team: 'a' } });
    expect({ status, ...json }).toMatchObject({ status: 200, email, invited_at: expect.any(String) });
    const mail = auth.mails.sent.at(-1);
    expect(mail).toMatchObject({ to: email, subject: 'You are invited' });
    const link = /https?:\/\/\S+\/verify\?\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(new URL(link).searchParams.get('type')).toBe('invite');
    expect(await follow(link)).toMatchObject({ access_token: expect.any(String), type: 'invite' });
    expect((await signIn(email)).status).toBe(400);
    expectRefusal(await ask('POST', '/invite', { email }), { status: 422, code: 'email_exists' });
    expectRefusal(await ask('POST', '/invite', { email: '' }), { status: 400, code: 'validation_failed' });
  });

  test('an invitation that cannot be sent leaves no user', async () => {
    const email = newEmail();
    auth.mails.refused = true;
    expect((await ask('POST', '/invite', { email })).status).toBe(500);
    auth.mails.refused = false;
    expect((await listOf(`filter=${email}`)).emails).toEqual([]);
  });
});

test('factors of a user are listed as a bare array, renamed and removed', async () => {
  const email = newEmail();
  const { id } = await create({ email, password, email_confirm: true });
  const { json: session } = await signIn(email);
  const token = session.access_token;
  const { json: factor } = await auth.send('POST', '/factors', { token, json: { factor_type: 'totp' } });
  const { json: challenge } = await auth.send('POST', `/factors/${factor.id}/challenge`, { token });
  const code = TOTP.generate({
    secret: Secret.fromBase32(factor.totp.secret),
    timestamp: auth.clock.now().getTime(),
  });
  const { json: verified } = await auth.send('POST', `/factors/${factor.id}/verify`, {
    token,
    json: { challenge_id: challenge.id, code },
  });
  const path = `/admin/users/${id}/factors`;
  expect(JSON.parse((await ask('GET', path)).text)).toEqual([
    expect.objectContaining({ id: factor.id, factor_type: 'totp', status: 'verified' }),
  ]);
  expect((await ask('GET', path)).text).not.toContain(factor.totp.secret);
  expect((await ask('PUT', `${path}/${factor.id}`, { friendly_name: 'Tablet' })).json.friendly_name).toBe('Tablet');
  const other = await create();
  expectRefusal(await ask('DELETE', `/admin/users/${other.id}/factors/${factor.id}`), {
    status: 404,
    code: 'mfa_factor_not_found',
  });
  expect((await ask('DELETE', `${path}/${factor.id}`)).json).toMatchObject({ id: factor.id });
  expect((await ask('GET', path)).text).toBe('[]');
  expect((await auth.service.authenticate(`Bearer ${verified.access_token}`)).aal).toBe('aal1');
});

test('the client library administers users', async () => {
  const service = await createRealTimeTestAuth(pool, settings);
  const { admin } = new AuthClient({
    url: 'http://localhost/auth/v1',
    fetch: service.fetch,
    headers: { Authorization: `Bearer ${key}` },
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });
  const email = newEmail();
  const created = await admin.createUser({ email, password, email_confirm: true, user_metadata: { name: 'Ada' } });
  const id = created.data.user?.id ?? '';
  expect(created.data.user).toMatchObject({ email, user_metadata: { name: 'Ada' } });
  expect((await admin.getUserById(id)).data.user?.email).toBe(email);
  expect((await admin.updateUserById(id, { app_metadata: { plan: 'pro' } })).data.user?.app_metadata).toMatchObject({
    plan: 'pro',
  });
  await admin.createUser({ email: newEmail() });
  const { data } = await admin.listUsers({ page: 1, perPage: 1 });
  expect(data).toMatchObject({ total: 2, nextPage: 2, lastPage: 2 });
  const { data: generated } = await admin.generateLink({ type: 'magiclink', email });
  expect(generated.properties).toMatchObject({ verification_type: 'magiclink', email_otp: expect.any(String) });
  expect((await admin.inviteUserByEmail(newEmail())).data.user?.invited_at).toBeDefined();
  expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([]);
  expect((await admin.deleteUser(id)).error).toBeNull();
  expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
});
