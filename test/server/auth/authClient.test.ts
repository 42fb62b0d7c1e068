/** The auth service as its real client library sees it. */
import { AuthClient, type AuthError, type GoTrueClient, type Session } from '@supabase/auth-js';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRealTimeTestAuth, openAuthStorage, type TestAuth } from '../../support/authService.ts';

let storage: Awaited<ReturnType<typeof openAuthStorage>>;
let pool: Pool;

beforeAll(async () => {
  storage = await openAuthStorage();
  pool = storage.pool;
});
afterAll(() => storage?.close());

const password = 'correct horse battery staple';
let people = 0;
const newEmail = () => `client${++people}@example.com`;

function createClient({ fetch }: TestAuth, flowType: 'implicit' | 'pkce' = 'pkce'): GoTrueClient {
  const kept = new Map<string, string>();
  return new AuthClient({
    url: 'http://localhost/auth/v1',
    fetch,
    flowType,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: true,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => {
        kept.set(key, value);
      },
      removeItem: (key) => {
        kept.delete(key);
      },
    },
  });
}

const sessionOf = ({ data, error }: { data: { session: Session | null }; error: AuthError | null }): Session => {
  expect(error).toBeNull();
  if (data.session === null) throw new Error('There is no session.');
  return data.session;
};

test.each(['implicit', 'pkce'] as const)('signs up, in, refreshes, updates and out (%s)', async (flowType) => {
  const auth = await createRealTimeTestAuth(pool);
  const client = createClient(auth, flowType);
  const email = newEmail();
  const first = sessionOf(await client.signUp({ email, password, options: { data: { name: 'Ada' } } }));
  expect(first.user).toMatchObject({ email, user_metadata: { name: 'Ada' } });

  const signedIn = sessionOf(await client.signInWithPassword({ email, password }));
  expect(signedIn.user.id).toBe(first.user.id);

  const refreshed = sessionOf(await client.refreshSession());
  expect(refreshed.refresh_token).not.toBe(signedIn.refresh_token);

  const { data: updated, error } = await client.updateUser({ data: { name: 'Grace' } });
  expect(error).toBeNull();
  expect(updated.user?.user_metadata.name).toBe('Grace');
  expect((await client.getUser()).data.user?.user_metadata.name).toBe('Grace');

  expect((await client.signOut({ scope: 'local' })).error).toBeNull();
  expect((await client.getSession()).data.session).toBeNull();
  expect((await client.getUser(refreshed.access_token)).error?.name).toBe('AuthSessionMissingError');
  expect((await client.getUser(first.access_token)).data.user?.id).toBe(first.user.id);
});

test('refusals arrive with their code and words', async () => {
  const auth = await createRealTimeTestAuth(pool);
  const client = createClient(auth);
  const email = newEmail();
  sessionOf(await client.signUp({ email, password }));
  expect((await client.signUp({ email, password })).error).toMatchObject({
    code: 'user_already_exists',
    status: 422,
    message: 'User already registered',
  });
  expect((await client.signInWithPassword({ email, password: 'wrong' })).error).toMatchObject({
    code: 'invalid_credentials',
    status: 400,
    message: 'Invalid login credentials',
  });
  expect((await client.signUp({ email: newEmail(), password: '123' })).error).toMatchObject({
    name: 'AuthWeakPasswordError',
    code: 'weak_password',
    reasons: ['length'],
  });
  expect((await client.refreshSession({ refresh_token: 'unknown' })).error).toMatchObject({
    code: 'refresh_token_not_found',
    status: 400,
  });
  expect((await client.updateUser({ password })).error).toMatchObject({ code: 'same_password', status: 422 });
});

test('the published key verifies tokens without asking the service', async () => {
  const auth = await createRealTimeTestAuth(pool);
  const client = createClient(auth);
  const session = sessionOf(await client.signUp({ email: newEmail(), password }));
  const { data, error } = await client.getClaims(session.access_token);
  expect(error).toBeNull();
  expect(data?.header).toMatchObject({ alg: 'ES256' });
  expect(data?.claims).toMatchObject({ sub: session.user.id, session_id: expect.any(String), aal: 'aal1' });
});

test('signing out elsewhere is a missing session here', async () => {
  const auth = await createRealTimeTestAuth(pool);
  const [here, there] = [createClient(auth), createClient(auth)];
  const email = newEmail();
  sessionOf(await here.signUp({ email, password }));
  sessionOf(await there.signInWithPassword({ email, password }));
  expect((await there.signOut({ scope: 'others' })).error).toBeNull();
  expect((await here.getUser()).error).toMatchObject({
    name: 'AuthSessionMissingError',
    message: 'Auth session missing!',
  });
  expect((await there.getUser()).error).toBeNull();
});

/** The tokens of the newest mail. */
function newestMail({ mails }: TestAuth): { link: URL; hash: string; code: string } {
  const text = mails.sent.at(-1)?.text ?? '';
  const link = new URL(/https?:\/\/\S+\/verify\?\S+/.exec(text)?.[0] ?? 'none:');
  return { link, hash: link.searchParams.get('token') ?? '', code: /code: (\d+)/.exec(text)?.[1] ?? '' };
}

/** Where following the link of the newest mail leads. */
async function follow(auth: TestAuth): Promise<URL> {
  const response = await auth.fetch(newestMail(auth).link, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'none:');
}

test('a forgotten password is reset with the code of the link (pkce)', async () => {
  const auth = await createRealTimeTestAuth(pool);
  const client = createClient(auth);
  const email = newEmail();
  sessionOf(await client.signUp({ email, password }));
  await client.signOut();
  const redirectTo = 'http://localhost:3000/reset-password';
  expect((await client.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
  const landing = await follow(auth);
  expect(landing.origin + landing.pathname).toBe(redirectTo);
  const events: string[] = [];
  client.onAuthStateChange((event) => events.push(event));
  sessionOf(await client.exchangeCodeForSession(landing.searchParams.get('code') ?? ''));
  expect(events).toContain('PASSWORD_RECOVERY');
  expect((await client.updateUser({ password: 'another long password' })).error).toBeNull();
  sessionOf(await client.signInWithPassword({ email, password: 'another long password' }));
  const other = createClient(auth);
  expect((await other.exchangeCodeForSession(landing.searchParams.get('code') ?? '')).error).not.toBeNull();
});

test('a forgotten password is reset with the session of the link (implicit)', async () => {
  const auth = await createRealTimeTestAuth(pool);
  const client = createClient(auth, 'implicit');
  const email = newEmail();
  sessionOf(await client.signUp({ email, password }));
  expect((await client.resetPasswordForEmail(email)).error).toBeNull();
  const fragment = new URLSearchParams((await follow(auth)).hash.slice(1));
  expect(fragment.get('type')).toBe('recovery');
  sessionOf(
    await client.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    }),
  );
  expect((await client.updateUser({ password: 'another long password' })).error).toBeNull();
});

test('signs in with a link or code, and confirms a sign-up', async () => {
  const auth = await createRealTimeTestAuth(pool, {
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_SMTP_MAX_FREQUENCY: '0',
  });
  const client = createClient(auth, 'implicit');
  const email = newEmail();
  const { data, error } = await client.signUp({ email, password });
  expect({ error, session: data.session, email: data.user?.email }).toEqual({ error: null, session: null, email });
  expect((await client.signInWithPassword({ email, password })).error).toMatchObject({ code: 'email_not_confirmed' });
  expect((await client.resend({ type: 'signup', email })).error).toBeNull();
  sessionOf(await client.verifyOtp({ type: 'signup', token_hash: newestMail(auth).hash }));

  expect((await client.signInWithOtp({ email })).error).toBeNull();
  expect((await client.verifyOtp({ type: 'email', email, token: '000000' })).error).toMatchObject({
    code: 'otp_expired',
  });
  const { code } = newestMail(auth);
  sessionOf(await client.verifyOtp({ type: 'email', email, token: code }));

  expect((await client.reauthenticate()).error).toBeNull();
  const { data: changing } = await client.updateUser({ email: newEmail() });
  expect(changing.user).toMatchObject({ email, new_email: expect.any(String) });
  const half = await client.verifyOtp({ type: 'email_change', token_hash: newestMail(auth).hash });
  expect({ error: half.error, session: half.data.session }).toEqual({ error: null, session: null });
});
