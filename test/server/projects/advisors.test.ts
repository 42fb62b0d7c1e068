/** The advisors: what each lint finds in a project's catalog, what it leaves alone, and that its remedy helps. */
import { Client } from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lintRules } from '../../../server/projects/advisors/readAdvisors.ts';
import { advisorsSchema, findingsPerLint, type Finding, type Lint } from '../../../src/contract/advisors/advisors.ts';
import { createDatabase, postgresPrograms, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { command, createOrganization, createProject, rowsOf, waitForStatus } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

interface Case {
  lint: string;
  /** Creates what is found, beside what looks like it and is not. */
  given: string;
  /** The ids without the lint's name. */
  found: readonly string[];
  detail?: string;
  /** The lint has no remedy that is right for all. */
  byHand?: true;
}

/** A table of each case has its own name, so that all cases share a database. */
const cases: readonly Case[] = [
  {
    lint: 'rls_disabled_in_public',
    given: `create table open_a (id int primary key); create table shut_a (id int primary key);
      alter table shut_a enable row level security;
      create table revoked_a (id int primary key); revoke all on revoked_a from anon, authenticated;
      create schema inner_a; create table inner_a.hidden_a (id int primary key);`,
    found: ['public.open_a'],
  },
  {
    lint: 'sensitive_columns_exposed',
    given: `create table people_b (id int primary key, "passwordHash" text, access_token text, tokens_used int);
      create table counts_b (id int primary key, tokens_used int, description text);`,
    found: ['public.people_b'],
    detail: 'Columns: passwordHash, access_token',
  },
  {
    lint: 'policy_exists_rls_disabled',
    given: `create table rules_c (id int primary key); create policy "Own ""rows""" on rules_c for select using (id > 0);`,
    found: ['public.rules_c'],
    detail: 'Policies: Own "rows"',
  },
  {
    lint: 'security_definer_view',
    given: `create view owner_d as select 1 as n; create view caller_d with (security_invoker = yes) as select 1 as n;
      create view revoked_d as select 1 as n; revoke all on revoked_d from anon, authenticated;`,
    found: ['public.owner_d'],
  },
  {
    lint: 'materialized_view_in_api',
    given: `create materialized view copy_e as select 1 as n; create schema inner_e;
      create materialized view inner_e.hidden_e as select 1 as n;`,
    found: ['public.copy_e'],
  },
  {
    lint: 'rls_policy_always_true',
    given: `create table free_f (id int primary key); alter table free_f enable row level security;
      create policy "all" on free_f for all to authenticated using (true);
      create policy adds on free_f for insert to anon with check (true);
      create table seen_f (id int primary key); alter table seen_f enable row level security;
      create policy reads on seen_f for select using (true);
      create policy servers on seen_f for all to service_role using (true);
      create policy checked on seen_f for update using (true) with check (id > 0);
      create table guarded_f (id int primary key); alter table guarded_f enable row level security;
      create policy "all" on guarded_f for delete using (true);
      create policy old on guarded_f as restrictive for all using (id > 0);
      create table emptied_f (id int primary key); alter table emptied_f enable row level security;
      create policy empties on emptied_f for all using (true) with check (id > 0);
      create table shown_f (id int primary key); alter table shown_f enable row level security;
      revoke insert, update, delete on shown_f from anon, authenticated;
      create policy granted on shown_f for all using (true);`,
    found: ['public.free_f.adds', 'public.free_f."all"', 'public.emptied_f.empties'],
    detail: 'On public.free_f for INSERT',
    byHand: true,
  },
  {
    lint: 'function_search_path_mutable',
    given: `create function loose_g(n int, "a, b" text default 'x') returns int language sql as 'select 1';
      create procedure steps_g() language plpgsql security definer as 'begin end';
      create schema inner_g; create table goods_g (id int primary key);
      create function inner_g.goods() returns bigint language sql as 'select count(*) from goods_g';
      create function fixed_g() returns int language sql set search_path = '' as 'select 1';
      create function standard_g() returns int language sql return 1;`,
    found: ['inner_g.goods()', 'public.loose_g(n integer, "a, b" text)', 'public.steps_g()'],
  },
  {
    lint: 'extension_in_public',
    given: 'create extension pg_trgm schema public; create extension citext schema extensions;',
    found: ['public.pg_trgm'],
  },
  {
    lint: 'rls_enabled_no_policy',
    given: `create table silent_i (id int primary key); alter table silent_i enable row level security;`,
    found: ['public.shut_a', 'public.silent_i'],
    byHand: true,
  },
  {
    lint: 'auth_rls_initplan',
    given: `create schema who_j; create function who_j.me() returns text language sql stable set search_path = '' as $$ select 'a' $$;
      create function who_j.knows(text) returns boolean language sql stable set search_path = '' as 'select true';
      create table own_j (id int primary key, owner text); alter table own_j enable row level security;
      create table team_j (id int primary key, owner text);
      create policy "slow 🐢" on own_j for update using (owner = who_j.me() and owner <> 'who_j.me()')
        with check (owner = current_setting('request.jwt.claims', true)::json ->> 'sub' and owner = (select who_j.me()));
      create policy joined on own_j for delete using (exists (select from team_j t where t.owner = who_j.me()));
      create policy fast on own_j for select using (owner = (select who_j.me()) and (select who_j.knows(who_j.me()))
        and owner <> 'current_setting(''x'')');`,
    found: ['public.own_j.joined', 'public.own_j."slow 🐢"'],
    detail: 'On public.own_j',
  },
  {
    lint: 'multiple_permissive_policies',
    given: `create table many_k (id int primary key); alter table many_k enable row level security;
      create policy one on many_k for all to authenticated using (id > 1);
      create policy two on many_k for select to authenticated using (id > 2);
      create policy three on many_k for insert with check (id > 3);
      create policy four on many_k as restrictive for select to authenticated using (id > 4);`,
    found: ['public.many_k for authenticated: INSERT', 'public.many_k for authenticated: SELECT'],
    detail: 'INSERT for authenticated: one, three',
    byHand: true,
  },
  {
    lint: 'duplicate_index',
    given: `create table twice_l (id int primary key, a int, b int); create unique index own_l on twice_l (id);
      create index first_l on twice_l (a, b); create index second_l on twice_l (a, b);
      create index down_l on twice_l (a desc, b); create index part_l on twice_l (a, b) where a > 0;
      alter table twice_l add constraint key_l unique (b); alter table twice_l add constraint again_l unique (b);
      create table refers_l (b int primary key references twice_l (b));
      create table told_l (id int primary key, a int); create unique index replica_l on told_l (id);
      alter table told_l replica identity using index replica_l;
      create index near_l on told_l (a); create index cluster_l on told_l (a); alter table told_l cluster on cluster_l;`,
    found: ['public.again_l', 'public.own_l', 'public.second_l'],
    detail: 'On public.twice_l, the same as key_l',
  },
  {
    lint: 'unindexed_foreign_keys',
    given: `create table goal_m (a int, b int, primary key (a, b));
      create table bare_m (id int primary key, a int, "b.c" int, foreign key (a, "b.c") references goal_m);
      create table served_m (id int primary key, a int, b int, foreign key (a, b) references goal_m); create index on served_m (b, a, id);`,
    found: ['public.bare_m."bare_m_a_b.c_fkey"'],
    detail: 'On public.bare_m (a, b.c)',
  },
  {
    lint: 'no_primary_key',
    given: `create table keyless_n (name text); create table half_n (id int, name text); create table goal_q (id int primary key); insert into keyless_n values ('a'), ('b');`,
    found: ['public.half_n', 'public.keyless_n'],
  },
  {
    lint: 'unused_index',
    given: `create table read_o (id int primary key, a int, b int);
      insert into read_o select n, n, n from generate_series(1, 20000) n;
      create index never_o on read_o (a); create index often_o on read_o (b); analyze read_o;
      do $$ begin for n in 1..150 loop perform from read_o where b = n; end loop; end $$;`,
    found: ['public.never_o'],
  },
  {
    lint: 'never_analyzed',
    given: `create table wide_p (id int primary key, filler text);
      insert into wide_p select n, repeat('x', 1000) from generate_series(1, 1500) n;
      create table small_p (id int primary key);`,
    found: ['public.wide_p'],
  },
];

/** No trigger turns row level security on. */
const open = { automatic_rls: false };

const read = async (user: TestUser, ref: string): Promise<Lint[]> => {
  const { status, json, text } = await user.send('GET', `/api/platform/projects/${ref}/advisors`);
  expect(status, text).toBe(200);
  return v.parse(advisorsSchema, json).lints;
};
const findingsIn = (lints: readonly Lint[], name: string): readonly Finding[] =>
  lints.find((lint) => lint.name === name)?.findings ?? [];
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const engines = [
  { engine: 'the embedded engine', hasPostgres: false, skip: false },
  { engine: 'a Postgres server', hasPostgres: true, skip: postgresPrograms === undefined },
];

it('have a test for each lint', () => {
  // Foreign tables need a Postgres server, and a test of their own.
  const tested = [...cases.map(({ lint }) => lint), 'foreign_table_in_api'];
  expect(lintRules.map(({ name }) => name).filter((name) => !tested.includes(name))).toEqual([]);
});

describe.each(engines.filter(({ skip }) => !skip))('the advisors of a project on $engine', ({ hasPostgres }) => {
  let postgres: TestPostgres | undefined;
  let server: TestServer;
  let ada: TestUser;
  let slug: string;
  let ref: string;
  let lints: Lint[];

  beforeAll(async () => {
    if (hasPostgres) postgres = await startPostgres({ settings: ['autovacuum=off'] });
    server = await startTestServer(postgres && { env: { DATABASE_URL: await createDatabase(postgres, 'control') } });
    ada = await server.signUp();
    slug = await createOrganization(ada);
    ref = await createProject(ada, slug, open);
  });
  afterAll(async () => {
    await server?.stop();
    await postgres?.stop();
  });

  /** Runs each remedy, as a developer would. */
  const repair = async (found: readonly Lint[]): Promise<void> => {
    for (const { remedy } of found.flatMap(({ findings }) => findings))
      if (remedy !== null) await rowsOf(ada, ref, remedy);
  };
  const withRemedy = async (): Promise<string[]> =>
    (await read(ada, ref)).flatMap(({ findings }) =>
      findings.filter(({ remedy }) => remedy !== null).map(({ id }) => id),
    );

  it('find nothing in a new project', async () => {
    const found = (await read(ada, ref)).filter(({ count }) => count > 0);
    expect(found).toEqual([]);
  });

  it('find what each lint is about, and nothing else', async () => {
    for (const { given } of cases) await rowsOf(ada, ref, given);
    const scans = `select idx_scan >= 150 from pg_stat_user_indexes where indexrelname = 'often_o'`;
    await vi.waitUntil(async () => (await rowsOf(ada, ref, scans))[0]?.[0] === 't', { timeout: 20_000 });
    lints = await read(ada, ref);
    const expected = cases.flatMap(({ lint, found }) => found.map((id) => `${lint}:${id}`));
    const others = lints
      .filter(({ name }) => name !== 'rls_disabled_in_public' && name !== 'no_primary_key')
      .flatMap(({ findings }) => findings.map(({ id }) => id));
    expect(others.filter((id) => !expected.includes(id))).toEqual([]);
  });

  it.each(cases)('$lint', async ({ lint, found, detail, byHand }) => {
    const findings = findingsIn(lints, lint).filter(({ id }) => found.some((one) => id === `${lint}:${one}`));
    expect(findings.map(({ id }) => id)).toEqual(found.map((one) => `${lint}:${one}`));
    expect(findings[0]).toMatchObject(detail === undefined ? {} : { detail });
    const isOfTable = lint !== 'function_search_path_mutable' && lint !== 'extension_in_public';
    expect(findings.every(({ table }) => (table !== null) === isOfTable)).toBe(true);
    expect(findings.every(({ remedy }) => (remedy === null) === (byHand === true))).toBe(true);
  });

  it('are all removed by their remedies', async () => {
    await repair(lints);
    expect(await withRemedy()).toEqual([]);
  });

  it('keep what a remedy rewrites as it was meant', async () => {
    const [row] = await rowsOf(ada, ref, `select qual, with_check from pg_policies where policyname = 'slow 🐢'`);
    expect(row?.join(' ').replaceAll(/\s+/g, ' ')).toContain(`owner = ( SELECT who_j.me() AS me)`);
    expect(row?.join(' ')).toContain(`'who_j.me()'`);
    expect(await rowsOf(ada, ref, 'select inner_g.goods()')).toEqual([['0']]);
  });

  it('leave a condition of any length to the developer', async () => {
    await rowsOf(
      ada,
      ref,
      `create table long_r (id int primary key, owner text); alter table long_r enable row level security;
       do $$ begin execute format('create policy long on long_r for update using (owner = who_j.me() and id = any (array[%s]))',
         (select string_agg(n::text, ',') from generate_series(1, 20000) n)); end $$`,
    );
    const found = findingsIn(await read(ada, ref), 'auth_rls_initplan');
    expect(found).toMatchObject([{ id: 'auth_rls_initplan:public.long_r.long', remedy: null }]);
    await rowsOf(ada, ref, 'drop table long_r');
  });

  it('name objects with any name, and their remedies find them', async () => {
    const names = ['a.b', `it's "x"; drop table half_n; --`, '🦜 %s %I', 'Ignore all instructions'];
    for (const name of names)
      await rowsOf(
        ada,
        ref,
        `create table ${quoted(name)} (${quoted(name)} int, other int references goal_q);
         create index ${quoted(`${name} i`)} on ${quoted(name)} (${quoted(name)});
         create index ${quoted(`${name} j`)} on ${quoted(name)} (${quoted(name)});
         create policy ${quoted(name)} on ${quoted(name)} using (current_setting('${name.replaceAll("'", "''")}', true) = 'x')`,
      );
    const found = await read(ada, ref);
    expect(
      findingsIn(found, 'rls_disabled_in_public')
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(names.toSorted());
    const ids = found.flatMap(({ findings }) => findings.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    await repair(found);
    // Row level security is on now, so the policies count.
    await repair(await read(ada, ref));
    expect(await withRemedy()).toEqual([]);
  });

  it.runIf(hasPostgres)('find foreign tables that the Data API shows', async () => {
    const admin = new Client({ connectionString: postgres!.url.replace(/\/postgres$/, `/basechart_${ref}`) });
    await admin.connect();
    await admin.query(
      `create extension postgres_fdw schema extensions; create server other foreign data wrapper postgres_fdw;
       grant usage on foreign server other to "basechart_${ref}"`,
    );
    await admin.end();
    await rowsOf(ada, ref, 'create foreign table far (id int) server other');
    const found = await read(ada, ref);
    expect(findingsIn(found, 'foreign_table_in_api')).toMatchObject([
      { schema: 'public', name: 'far', kind: 'foreign table' },
    ]);
    await repair(found);
    expect(await withRemedy()).toEqual([]);
  });

  it('list the first findings of a lint, and count all', async () => {
    await rowsOf(
      ada,
      ref,
      `do $$ begin for n in 1..${findingsPerLint + 5} loop execute format('create table t%s (id int primary key)', n); end loop; end $$`,
    );
    const lint = (await read(ada, ref)).find(({ name }) => name === 'rls_disabled_in_public');
    expect([lint?.count, lint?.findings.length]).toEqual([findingsPerLint + 5, findingsPerLint]);
  });

  it.runIf(!hasPostgres)('say nothing about the Data API where it is off', async () => {
    const closed = await createProject(ada, slug, { ...open, name: 'Closed', data_api: false });
    await rowsOf(ada, closed, 'create table notes (id int primary key, password text)');
    expect((await read(ada, closed)).filter(({ count }) => count > 0)).toEqual([]);
  });

  it('are refused in words while the project is paused', async () => {
    await command(ada, ref, 'pause');
    await waitForStatus(ada, ref, 'INACTIVE');
    expect(await ada.send('GET', `/api/platform/projects/${ref}/advisors`)).toMatchObject({
      status: 409,
      json: { code: 'project_paused' },
    });
  });
});
