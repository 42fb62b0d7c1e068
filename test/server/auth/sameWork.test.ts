/** What a caller could measure: for an address with a user and for one without, the service does the same work. */
import { createHook } from 'node:async_hooks';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestAuth, openAuthStorage, type SimulatedTestAuth } from '../../support/authService.ts';
import type { Answer } from '../../support/server.ts';

/** How many passwords were hashed, as Node says it: a stand-in would have to be there before another file loads the service. */
const hashes = { count: 0 };
const counting = createHook({
  init(_, type) {
    if (type === 'ARGON2REQUEST') hashes.count++;
  },
});

const password = 'correct horse battery staple';
let storage: Awaited<ReturnType<typeof openAuthStorage>>;
/** The statements that a service has sent, without their values. */
let statements: string[] = [];
let auth: SimulatedTestAuth;

/** A pool that notes what is sent through it. */
const listening = (pool: Pool): Pool =>
  new Proxy(pool, {
    get: (target, key) =>
      key === 'connect'
        ? async () => {
            const client = await target.connect();
            return new Proxy(client, {
              get: (inner, name) => {
                const value: unknown = Reflect.get(inner, name);
                if (typeof value !== 'function') return value;
                if (name !== 'query') return value.bind(inner);
                return (text: string, values?: unknown[]) => {
                  statements.push(text);
                  return inner.query(text, values);
                };
              },
            });
          }
        : Reflect.get(target, key),
  });

beforeAll(async () => {
  counting.enable();
  storage = await openAuthStorage();
}, 60_000);
afterAll(async () => {
  counting.disable();
  await storage?.close();
});

let addresses = 0;
const newEmail = () => `person${++addresses}@example.com`;

async function workOf(ask: () => Promise<Answer>) {
  statements = [];
  hashes.count = 0;
  const { status, text } = await ask();
  expect(statements.length).toBeGreaterThan(0);
  return { status, text, hashes: hashes.count, statements: [...statements] };
}

const post = (path: string, json: object) => () => auth.send('POST', path, { json });

const settings = {
  GOTRUE_MAILER_AUTOCONFIRM: 'false',
  GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
  GOTRUE_RATE_LIMIT_EMAIL_SENT: '0',
};

/** A confirmed user, who has just signed up. */
async function confirmedUser(): Promise<string> {
  const email = await waitingUser();
  await storage.pool.query(`update ${auth.schema}.users set email_confirmed_at = now() where email = $1`, [email]);
  return email;
}
/** A user who has not confirmed the address yet; a minute has passed since the message. */
async function waitingUser(): Promise<string> {
  const email = newEmail();
  expect((await auth.send('POST', '/signup', { json: { email, password } })).status).toBe(200);
  auth.clock.advance(61);
  return email;
}

beforeEach(async () => {
  auth = await createTestAuth(listening(storage.pool), settings);
});

test('a sign-in is refused alike for a wrong password, for a user without one, and without a user', async () => {
  const [email, nameless] = [await confirmedUser(), await confirmedUser()];
  await storage.pool.query(`update ${auth.schema}.users set encrypted_password = null where email = $1`, [nameless]);
  const signIn = (address: string) => workOf(post('/token?grant_type=password', { email: address, password: 'wrong' }));
  const known = await signIn(email);
  expect(known).toMatchObject({ status: 400, hashes: 1 });
  expect(await signIn(nameless)).toEqual(known);
  expect(await signIn(newEmail())).toEqual(known);
});

test('a recovery is answered alike with and without a user', async () => {
  const recover = (email: string) => workOf(post('/recover', { email }));
  const known = await recover(await confirmedUser());
  expect(known).toMatchObject({ status: 200, text: '{}', hashes: 0 });
  expect(await recover(newEmail())).toEqual(known);
  expect(auth.mails.rehearsals).toBe(1);
});

test('a confirmation is sent again alike where a user waits, where one is confirmed, and without a user', async () => {
  const resend = (email: string) => workOf(post('/resend', { type: 'signup', email }));
  const waiting = await resend(await waitingUser());
  expect(waiting).toMatchObject({ status: 200, text: '{}' });
  expect(await resend(await confirmedUser())).toEqual(waiting);
  expect(await resend(newEmail())).toEqual(waiting);
});

test.each(['/otp', '/magiclink'])(
  '%s answers alike with and without a user, where nobody can sign up',
  async (path) => {
    const email = await confirmedUser();
    const closed = await createTestAuth(
      listening(storage.pool),
      { ...settings, GOTRUE_DISABLE_SIGNUP: 'true' },
      { schema: auth.schema },
    );
    const ask = (address: string) => workOf(() => closed.send('POST', path, { json: { email: address } }));
    const known = await ask(email);
    expect(known).toMatchObject({ status: 200, text: '{}' });
    expect(await ask(newEmail())).toEqual(known);
  },
);

test('a code is refused alike with and without a user', async () => {
  const verify = (email: string) => workOf(post('/verify', { type: 'email', email, token: '123456' }));
  const known = await verify(await confirmedUser());
  expect(known.status).toBe(403);
  expect(await verify(newEmail())).toEqual(known);
});

test('a sign-up hashes the password and answers alike, whether or not a confirmed user has the address', async () => {
  const signUp = (email: string) => workOf(post('/signup', { email, password }));
  const [taken, free] = [await signUp(await confirmedUser()), await signUp(newEmail())];
  for (const { status, hashes: count, text } of [taken, free]) {
    expect([status, count]).toEqual([200, 1]);
    expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(JSON.parse(free.text)));
  }
  expect(auth.mails.rehearsals).toBe(1);
});
