import { createHmac } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Pool } from 'pg';
import { createRealTimeTestAuth, openAuthStorage, type TestAuth } from '../test/support/authService.ts';
import { percentile, type Figure } from './figure.ts';

const password = 'correct horse battery staple';
const secret = 'a-shared-secret-of-at-least-32-characters';
const settings = {
  GOTRUE_JWT_SECRET: secret,
  GOTRUE_RATE_LIMIT_VERIFY: '0',
  BASECHART_RATE_LIMIT_CODES: '0',
};
/** Fewer than the queue of hashes takes, so that none is refused. */
const atOnce = 4;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function serviceKey(): string {
  const input = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ role: 'service_role' })}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

/** The times of so many requests, in milliseconds. */
async function timesOf(count: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const times: number[] = [];
  for (let asked = 0; asked < count; asked++) {
    const since = performance.now();
    const { status } = await ask();
    if (status !== 200) throw new Error(`A request answered ${status}.`);
    times.push(performance.now() - since);
  }
  return times;
}

/** How many a second are done by several callers, each one after the other. */
async function perSecond(each: number, caller: (index: number) => () => Promise<{ status: number }>): Promise<number> {
  const since = performance.now();
  await Promise.all(Array.from({ length: atOnce }, (_, index) => timesOf(each, caller(index))));
  return (atOnce * each * 1_000) / (performance.now() - since);
}

/** Adds users up to a number, with their identities, and has Postgres gather its statistics. */
async function fill(pool: Pool, schema: string, from: number, to: number): Promise<void> {
  // One index is built afterwards, as when a dump is restored: for so many rows in one statement that is much faster.
  const { rows } = await pool.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where schemaname = '${schema}' and indexname = 'users_grams'`,
  );
  await pool.query(`drop index ${schema}.users_grams`);
  await pool.query(`
    insert into ${schema}.users
      (id, aud, role, email, phone, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'user' || n || '@example.com',
      (490000000000 + n)::text, '{}', jsonb_build_object('name', 'Person ' || n), moment, moment
    from generate_series(${from}, ${to}) n, lateral (select timestamptz '2026-01-01' + n * interval '1 s') t(moment)`);
  await pool.query(`
    insert into ${schema}.identities
      (id, user_id, provider, provider_id, identity_data, email, created_at, updated_at)
    select gen_random_uuid(), id, 'email', id::text, '{}', email, created_at, updated_at
    from ${schema}.users where phone >= '${490_000_000_000 + from}'`);
  await pool.query(rows[0]!.indexdef);
  await pool.query(`analyze ${schema}.users; analyze ${schema}.identities`);
}

async function benchSignInRates(auth: TestAuth): Promise<Figure[]> {
  const sessions = await Promise.all(
    Array.from({ length: atOnce }, async (_, index) => {
      const json = { email: `bench${index}@example.org`, password };
      return (await auth.send('POST', '/signup', { json })).json;
    }),
  );
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const signIns = await perSecond(
    10,
    (index) => () =>
      auth.send('POST', '/token?grant_type=password', { json: { email: `bench${index}@example.org`, password } }),
  );
  delay.disable();
  const refreshes = await perSecond(50, (index) => async () => {
    const answer = await auth.send('POST', '/token?grant_type=refresh_token', {
      json: { refresh_token: sessions[index].refresh_token },
    });
    sessions[index] = answer.json;
    return answer;
  });
  return [
    { name: `Sign-ins a second, ${atOnce} at once`, samples: [signIns], unit: '' },
    {
      name: 'Delay of the event loop while passwords are hashed, 99th percentile',
      samples: [delay.percentile(99) / 1e6],
      unit: 'ms',
      limit: { atMost: 20 },
    },
    { name: `Refreshes a second, ${atOnce} at once`, samples: [refreshes], unit: '' },
  ];
}

/** How much longer a sign-in is refused for an address without a user than for a wrong password; 1 tells nothing. */
async function benchRefusals(auth: TestAuth): Promise<Figure> {
  const refuse = async (email: string): Promise<number> => {
    const since = performance.now();
    const { status } = await auth.send('POST', '/token?grant_type=password', { json: { email, password: 'wrong' } });
    if (status !== 400) throw new Error(`A wrong password answered ${status}.`);
    return performance.now() - since;
  };
  const [known, unknown]: [number[], number[]] = [[], []];
  // In turns, so that what else the machine does meets both.
  for (let asked = 0; asked < 30; asked++) {
    known.push(await refuse('bench0@example.org'));
    unknown.push(await refuse(`nobody${asked}@example.org`));
  }
  return {
    name: 'Time to refuse an unknown address, compared with a wrong password',
    samples: [percentile(unknown, 50) / percentile(known, 50)],
    unit: '×',
    limit: { atMost: 1.2 },
  };
}

/** What a person may look for among a million users, and whether many of them match. */
const searches: readonly { name: string; filter: string; findsMany?: true }[] = [
  { name: 'an email address', filter: 'user777777@example.com' },
  { name: 'a part of one', filter: '77777@' },
  { name: 'a phone number', filter: '+49 0000 777777' },
  { name: 'a name', filter: 'Person 777777' },
  { name: 'two letters that no user has', filter: 'qx' },
  { name: 'nobody', filter: 'nobody-has-this' },
  { name: 'a part that all email addresses have', filter: 'example', findsMany: true },
  { name: 'a provider that all users have', filter: 'email', findsMany: true },
  { name: 'the beginning of all phone numbers', filter: '+49', findsMany: true },
];

async function benchUserList(auth: TestAuth, pool: Pool): Promise<Figure[]> {
  const token = serviceKey();
  const list = (query: string) => auth.send('GET', `/admin/users?per_page=50&${query}`, { token });
  const timed = async (name: string, query: string, atMost = 100): Promise<Figure> => ({
    name: `Page of 1,000,000 users: ${name}`,
    samples: await timesOf(3, () => list(query)),
    unit: 'ms',
    limit: { atMost },
  });
  const { rows } = await pool.query<{ id: string }>(
    `select id from ${auth.schema}.users where email = 'user500000@example.com' or email = 'user777777@example.com' order by email`,
  );
  const [middle, wanted] = rows;
  await list('page=1');
  return [
    await timed('the first', 'page=1'),
    await timed('the 10,000th', `after=${middle!.id}`),
    ...(await searches.reduce<Promise<Figure[]>>(
      async (done, { name, filter, findsMany }) => [
        ...(await done),
        await timed(name, `filter=${encodeURIComponent(filter)}`, findsMany ? 1_000 : 100),
      ],
      Promise.resolve([]),
    )),
    await timed('an ID', `filter=${wanted!.id}`),
  ];
}

/** Sign-ins, and what an auth service with many users still answers quickly. */
export async function benchAuth(): Promise<Figure[]> {
  const storage = await openAuthStorage();
  try {
    const auth = await createRealTimeTestAuth(storage.pool, settings);
    const rates = [...(await benchSignInRates(auth)), await benchRefusals(auth)];
    await fill(storage.pool, auth.schema, 1, 100_000);
    const { access_token: token } = (
      await auth.send('POST', '/signup', { json: { email: 'ada@example.org', password } })
    ).json;
    const reads = await timesOf(200, () => auth.send('GET', '/user', { token }));
    await fill(storage.pool, auth.schema, 100_001, 1_000_000);
    return [
      ...rates,
      {
        name: '`GET /user` of 100,000 users, 95th percentile',
        samples: [percentile(reads, 95)],
        unit: 'ms',
        limit: { atMost: 50 },
      },
      ...(await benchUserList(auth, storage.pool)),
    ];
  } finally {
    await storage.close();
  }
}
