/** Whether the dashboard understands each plan that the embedded Postgres writes, in both of its formats. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../../server/http/log.ts';
import { openStorage } from '../../../server/storage.ts';
import { parsePlan } from '../../../src/contract/sql/parsePlan.ts';

type Storage = Awaited<ReturnType<typeof openStorage>>;

const tables = `
  create table harbors (id int primary key, name text, country text);
  create table boats (id int primary key, harbor_id int references harbors, name text, berths int, built date);
  insert into harbors select n, 'Harbor ' || n, 'NL' from generate_series(1, 50) n;
  insert into boats select n, 1 + n % 50, 'Boat ' || n, n % 12, date '2000-01-01' + n % 500 from generate_series(1, 2000) n;
  create index boats_harbor on boats (harbor_id);
  create table events (at date not null, kind text) partition by range (at);
  create table events_2024 partition of events for values from ('2024-01-01') to ('2025-01-01');
  create table events_rest partition of events default;
  create function audit() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger audit after update on boats for each row execute function audit();
  create table "a on ""b""" (id int primary key);
  analyze;`;

/** Each kind of node, and options that change the lines below them. */
const explained: readonly (readonly [options: string, statement: string])[] = [
  [
    'analyze, buffers',
    'select h.country, count(*) from boats b join harbors h on h.id = b.harbor_id group by 1 order by 2 limit 2',
  ],
  [
    'verbose',
    'with old as materialized (select * from boats) select a.name from old a left join old b on a.id = b.harbor_id',
  ],
  [
    'analyze',
    'select name, (select count(*) from boats b where b.harbor_id = h.id) from harbors h where id in (select harbor_id from boats)',
  ],
  ['analyze', 'select * from boats where berths > (select avg(berths) from boats)'],
  ['analyze', "select * from events where at >= '2024-06-01' and kind = E'it''s\\n  ->  not\\ta \\\\ node'"],
  ['analyze', 'update boats set berths = berths + 1 where id < 20'],
  ['analyze, timing off, summary off, costs off', 'select * from boats where id = 7'],
  ['analyze', 'with recursive t(n) as (select 1 union all select n + 1 from t where n < 20) select sum(n) from t'],
  ['costs off', 'select harbor_id, berths, count(*) from boats group by grouping sets ((harbor_id), (berths), ())'],
  ['analyze, verbose', 'select harbor_id, built, count(*) from boats group by rollup (harbor_id, built)'],
  ['analyze, settings, wal, memory, serialize', 'select * from boats order by name'],
  ['costs off', 'select id from boats except select id from harbors'],
  ['analyze', 'select id, row_number() over (partition by harbor_id order by built) from boats'],
  ['verbose', "update events set kind = 'x' where at < '2024-01-03'"],
  ['analyze', 'select * from boats where harbor_id = 7 or id = 8'],
  ['analyze', 'select * from boats order by harbor_id, name limit 10'],
  ['analyze', "insert into harbors values (1, 'a') on conflict (id) do nothing"],
  ['costs off', 'merge into boats b using harbors h on b.id = h.id when matched then delete'],
  [
    'analyze',
    'select * from boats b, lateral (select * from harbors h where h.id = b.harbor_id limit 1) x where b.id = -1',
  ],
  ['costs off', 'select * from "a on ""b""" "it\'s" where id = 3'],
  ['', 'select * from boats tablesample system (10) for update'],
  [
    'costs off',
    'select * from unnest(array[1, 2]) u, rows from (generate_series(1, 2), generate_series(1, 3)) g, (values (1), (2)) v',
  ],
  ['', "select * from xmltable('/a' passing '<a/>' columns b text), boats where boats.ctid = '(0,1)'"],
  ['', 'select generate_series(1, 3)'],
];

let folder: string;
let storage: Storage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basechart-plans-'));
  storage = await openStorage({
    databaseUrl: null,
    dataFolder: folder,
    cacheFolder: resolve(import.meta.dirname, '../../../.cache'),
    log: createLogger({ level: 'silent', format: 'json' }),
  });
  await storage.pool.query(tables);
});

afterAll(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

async function planOf(options: string, statement: string) {
  const { rows } = await storage.pool.query(`explain (${options}) ${statement}`);
  const lines = rows.map((row) => (row as Record<string, unknown>)['QUERY PLAN']);
  return parsePlan(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
}

it.each(explained)('explain (%s) %s', async (options, statement) => {
  const text = await planOf(options || 'costs', statement);
  const json = await planOf(`${options || 'costs'}, format json`, statement);
  const shape = (plan: typeof text) =>
    plan?.nodes.map(({ depth, subplan, operation, relation, index }) => [
      depth,
      subplan,
      operation,
      // Only the text has names as SQL writes them.
      relation?.replaceAll('"', ''),
      index,
    ]);
  expect(text).not.toBeNull();
  expect(shape(json)).toEqual(shape(text));
});
