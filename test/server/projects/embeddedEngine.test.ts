import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readTableList } from '../../../server/projects/activity/tableList.ts';
import { maintainTables } from '../../../server/projects/databases/tableMaintenance.ts';
import {
  openEmbeddedEngine,
  type EmbeddedEngine,
  type EmbeddedEngineOptions,
} from '../../../server/projects/engines/embedded/embeddedEngine.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'basechart-engine-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

let folders = 0;
const newFolder = () => join(root, `database-${++folders}`);

const open = (options: Partial<EmbeddedEngineOptions> = {}): Promise<EmbeddedEngine> =>
  openEmbeddedEngine({ folder: newFolder(), cacheFolder: '.cache', create: true, extensions: [], ...options });

const run = (engine: EmbeddedEngine, sql: string, user?: string) =>
  engine.lease(
    async ({ client }) => (await client.query(sql)).rows as Record<string, unknown>[],
    user === undefined ? {} : { user },
  );

/** SQLSTATE and message of a failing statement. */
const failure = async (engine: EmbeddedEngine, sql: string, user?: string) => {
  try {
    await run(engine, sql, user);
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return { code, message };
  }
  return null;
};

const works = (engine: EmbeddedEngine) => run(engine, 'select 1 as one').then((rows) => rows.length === 1);

describe('an embedded engine', () => {
  const restarts: string[] = [];
  let engine: EmbeddedEngine;
  beforeAll(async () => {
    engine = await open({ onRestart: (reason) => restarts.push(reason) });
    await run(engine, 'create role dev login; create table public.kept(a int)');
  });
  afterAll(() => engine.stop());

  it('answers with its version', async () => {
    expect(await engine.version()).toMatch(/^18\.\d+$/);
  });

  it.each([
    [
      'endless recursion in SQL',
      'create function forever(i int) returns int language sql as $$ select forever(i + 1) $$; select forever(1)',
      '53200',
      /out of memory/,
    ],
    [
      'endless recursion in PL/pgSQL',
      'create function forever2(i int) returns int language plpgsql as $$ begin return forever2(i + 1); end $$; select forever2(1)',
      '54001',
      /stack depth/,
    ],
    ['an expression that is too long', `select ${'1+'.repeat(50_000)}1`, '54001', /stack depth/],
    [
      'an expression that is nested too deeply',
      `select ${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
      '42601',
      /memory exhausted/,
    ],
    ['a search that is nested too deeply', "select repeat('(', 1000000)::tsquery", '54001', /stack depth/],
    ['COPY TO PROGRAM', "copy (select 1) to program 'id'", 'XX000', /could not execute command/],
    ['COPY FROM PROGRAM', "copy kept from program 'echo 1'", 'XX000', /could not execute command/],
    ['COPY FROM STDIN, whose data never comes', 'copy kept from stdin', '57014', /COPY FROM STDIN is not supported/],
    [
      'COPY FROM STDIN among other statements',
      'select 1; copy kept from stdin; select 2',
      '57014',
      /COPY FROM STDIN is not supported/,
    ],
    [
      'a logical replication slot',
      "select pg_create_logical_replication_slot('s', 'pgoutput')",
      '55000',
      /replication slots/,
    ],
    [
      'a value that is too large',
      "select length(repeat(repeat('x', 1000000), 5000))",
      '54000',
      /requested length too large/,
    ],
  ])('survives %s without beginning anew', async (_, sql, code, message) => {
    const before = engine.restarts;
    expect(await failure(engine, sql)).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(await works(engine)).toBe(true);
    expect(engine.restarts).toBe(before);
  });

  it('begins anew when its own stack was overrun, and never answers as if nothing had happened', async () => {
    expect(await failure(engine, "select repeat('[', 1000000)::jsonb")).toEqual({
      code: '57P01',
      message: 'The database session was restarted: Maximum call stack size exceeded.',
    });
    expect(await works(engine)).toBe(true);
  });

  it('takes data for COPY FROM STDIN that comes along', async () => {
    await engine.lease(async ({ client }) => {
      const { connection } = client as unknown as {
        connection: { stream: NodeJS.WritableStream; once(event: string, listener: () => void): void };
      };
      const message = (type: string, body: string) => {
        const bytes = Buffer.alloc(5 + Buffer.byteLength(body));
        bytes.write(type);
        bytes.writeInt32BE(bytes.length - 1, 1);
        bytes.write(body, 5);
        return bytes;
      };
      const ready = new Promise<void>((resolve) => {
        connection.once('readyForQuery', resolve);
      });
      connection.stream.write(
        Buffer.concat([message('Q', 'copy kept from stdin\0'), message('d', '7\n8\n'), message('c', '')]),
      );
      await ready;
    });
    expect(await run(engine, 'select a from kept order by a')).toEqual([{ a: 7 }, { a: 8 }]);
  });

  it('is not ended by timeouts that would end its session', async () => {
    const before = engine.restarts;
    await engine.lease(async ({ client }) => {
      await client.query(
        "set idle_session_timeout = '1ms'; set idle_in_transaction_session_timeout = '1ms'; set transaction_timeout = '1ms'",
      );
      await client.query('begin');
      await new Promise((resolve) => {
        setImmediate(() => setTimeout(resolve, 5));
      });
      expect((await client.query('select 1')).rowCount).toBe(1);
    });
    await run(engine, "alter database postgres set idle_session_timeout = '1ms'");
    expect(await works(engine)).toBe(true);
    await run(engine, 'alter database postgres reset idle_session_timeout');
    expect(engine.restarts).toBe(before);
  });

  it('leaves nothing of a session to the next one', async () => {
    await run(
      engine,
      `
      set search_path = pg_catalog; set role dev; create temp table secret(a int); prepare p as select 1;
      select pg_advisory_lock(1); listen news; select set_config('request.jwt.claims', 'mine', false)`,
    );
    await run(engine, 'begin; create table public.abandoned(a int)');
    await failure(engine, 'begin; select 1/0');
    await engine.lease(async ({ client }) => {
      // A client that leaves in the middle of a statement without a Sync.
      const { connection } = client as unknown as {
        connection: {
          parse(query: object): void;
          bind(target: object): void;
          execute(target: object): void;
          flush(): void;
        };
      };
      connection.parse({ text: 'create table public.halfway(a int)' });
      connection.bind({});
      connection.execute({});
      connection.flush();
    });
    expect(
      await run(
        engine,
        `
      select current_user::text as user, current_setting('search_path') as path, to_regclass('secret') as temp, to_regclass('public.abandoned') as abandoned,
        to_regclass('public.halfway') as halfway, current_setting('request.jwt.claims', true) as claims,
        (select count(*)::int from pg_prepared_statements) as prepared, (select count(*)::int from pg_locks where locktype = 'advisory') as locks,
        (select count(*)::int from pg_listening_channels()) as channels`,
      ),
    ).toEqual([
      {
        user: 'basechart_admin',
        path: '"$user", public',
        temp: null,
        abandoned: null,
        halfway: null,
        claims: '',
        prepared: 0,
        locks: 0,
        channels: 0,
      },
    ]);
  });

  it('leaves nothing of a query of the pool to the next one', async () => {
    await engine.pool.query("select set_config('request.jwt.claims', 'mine', false)");
    const { rows } = await engine.pool.query("select current_setting('request.jwt.claims', true) as claims");
    expect(rows).toEqual([{ claims: '' }]);
  });

  it('serves sessions one after the other, in the order they were asked for', async () => {
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3, 4, 5].map((turn) =>
        engine.lease(async ({ client }) => {
          await client.query('begin');
          order.push(turn);
          await client.query('insert into kept values ($1)', [100 + turn]);
          order.push(turn);
          await client.query('commit');
        }),
      ),
    );
    expect(order).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  });

  it('mixes pool and sessions without confusing them', async () => {
    const jobs = Array.from({ length: 120 }, async (_, index) => {
      switch (index % 4) {
        case 0:
          return (await engine.pool.query<{ n: number }>('select $1::int as n', [index])).rows[0]?.n;
        case 1:
          return (await run(engine, `select ${index} as n`))[0]?.['n'];
        case 2:
          return (await run(engine, `begin; set local role dev; select ${index}`), index);
        default:
          return (await failure(engine, 'select 1/0'))?.code === '22012' ? index : -1;
      }
    });
    expect(await Promise.all(jobs)).toEqual(Array.from({ length: 120 }, (_, index) => index));
  });

  it('gives up waiting when asked to', async () => {
    const giveUp = new AbortController();
    const refusal = engine.lease(async () => {
      const waiting = engine.lease(() => Promise.resolve('never'), { signal: giveUp.signal });
      giveUp.abort(new Error('no longer wanted'));
      await expect(waiting).rejects.toThrow('no longer wanted');
      return 'held';
    });
    expect(await refusal).toBe('held');
    await expect(engine.lease(() => Promise.resolve(), { signal: giveUp.signal })).rejects.toThrow('no longer wanted');
  });

  describe('stops', () => {
    const cancelWhile = (sql: string) =>
      engine.lease(async (session) => {
        const query = session.client.query(sql).then(
          () => 'finished',
          (error: { code: string }) => error.code,
        );
        await new Promise((resolve) => {
          setTimeout(resolve, 30);
        });
        return { ...(await session.cancel()), code: await query };
      });

    it.each([
      ['a wait', 'select pg_sleep(60)'],
      ['a result that does not end', 'select generate_series(1, 1000000000)'],
      ['a computation that spills', 'select count(*) from generate_series(1, 100000000)'],
    ])('%s by asking', async (_, sql) => {
      const before = engine.restarts;
      expect(await cancelWhile(sql)).toEqual({ engineRestarted: false, code: '57014' });
      expect(engine.restarts).toBe(before);
      expect(await works(engine)).toBe(true);
    });

    it('a computation that never looks up by beginning anew, with what is committed', async () => {
      await run(engine, 'create table committed as select 1 as a');
      restarts.length = 0;
      expect(await cancelWhile('do $$ begin loop end loop; end $$')).toEqual({ engineRestarted: true, code: '57P01' });
      expect(restarts).toEqual(['a statement did not stop in time']);
      expect(await run(engine, 'select a from committed')).toEqual([{ a: 1 }]);
    });

    it('a session whose client has gone', async () => {
      void engine.lease(async ({ client }) => {
        void client.query('select pg_sleep(60)').catch(() => {});
        await new Promise(setImmediate);
      });
      expect(await works(engine)).toBe(true);
    });
  });

  it('leaves the processor to others while a statement waits, also after its memory has grown', async () => {
    await engine.lease(async ({ client }) => {
      for (const sql of ['select 1', "select length(repeat('x', 60000000))"]) {
        await client.query(sql);
        const [since, before] = [performance.now(), process.cpuUsage()];
        // Long beside what else this process does, such as collecting what the statement before has left.
        await client.query('select pg_sleep(2)');
        const { user, system } = process.cpuUsage(before);
        const elapsed = performance.now() - since;
        expect(elapsed).toBeGreaterThan(1_990);
        expect((user + system) / 1_000).toBeLessThan(elapsed * 0.6);
      }
    });
  });

  it('does not run ahead of a reader that has stopped reading', async () => {
    await engine.lease(async (session) => {
      const { connection } = session.client as unknown as { connection: { stream: NodeJS.ReadableStream } };
      const before = process.memoryUsage().arrayBuffers;
      const query = session.client.query("select repeat('x', 1000) from generate_series(1, 100000)");
      connection.stream.pause();
      // Time enough to compute all of it.
      await new Promise((resolve) => {
        setTimeout(resolve, 500);
      });
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
      connection.stream.resume();
      expect((await query).rowCount).toBe(100_000);
    });
  });

  it('says why, when a session ended between two statements', async () => {
    const other = await open();
    const ended = other.lease(async ({ client }) => {
      await other.stop();
      await client.query('select 1');
    });
    await expect(ended).rejects.toMatchObject({ code: 'engine_stopped' });
  });

  it('is tidied as autovacuum would, unless somebody wants it', async () => {
    await run(
      engine,
      'create table littered as select g from generate_series(1, 5000) g; delete from littered where g % 2 = 0',
    );
    const maintained = () =>
      run(
        engine,
        "select last_vacuum is not null as vacuumed, n_dead_tup::int as dead from pg_stat_user_tables where relname = 'littered'",
      );
    await maintainTables(engine, () => true);
    expect(await maintained()).toMatchObject([{ vacuumed: false }]);
    await maintainTables(engine, () => false);
    expect(await maintained()).toEqual([{ vacuumed: true, dead: 0 }]);
  });

  it('estimates the rows of a table before it is analyzed, and after a restart, which forgets the running counts', async () => {
    const folder = newFolder();
    const before = await open({ folder });
    const rowsIn = async (one: EmbeddedEngine) =>
      (await one.lease(readTableList)).tables.map(({ name, rows }) => [name, rows]);
    await run(before, 'create table kept as select g from generate_series(1, 10) g');
    expect(await rowsIn(before)).toEqual([['kept', 10]]);
    await maintainTables(before, () => false);
    await before.stop();
    const after = await open({ folder });
    await run(after, 'insert into kept values (11), (12), (13); delete from kept where g = 1');
    expect(await rowsIn(after)).toEqual([['kept', 12]]);
    await after.stop();
  });

  it('has one database, and no templates that every project would copy', async () => {
    const empty = await open({ folder: newFolder() });
    expect(await run(empty, 'select datname from pg_database')).toEqual([{ datname: 'postgres' }]);
    await empty.stop();
  });

  it('ends with its own process only what is in it: sessions end, files stay', async () => {
    const folder = newFolder();
    const first = await open({ folder });
    await run(first, 'create table survivors as select 1 as a');
    const running = first.lease(({ client }) => client.query('select pg_sleep(60)'));
    const waiting = first.lease(({ client }) => client.query('select 1'));
    const endings = Promise.allSettled([running, waiting]);
    await first.stop();
    expect((await endings).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(run(first, 'select 1')).rejects.toMatchObject({ code: 'engine_stopped' });
    const second = await open({ folder, create: false });
    expect(await run(second, 'select * from survivors')).toEqual([{ a: 1 }]);
    await second.stop();
  });
});

describe('a session of another role than the owner', () => {
  let engine: EmbeddedEngine;
  beforeAll(async () => {
    engine = await open();
    await run(
      engine,
      'create role dev login createrole; create role asleep nologin; create table private(a int); alter database postgres owner to dev',
    );
  });
  afterAll(() => engine.stop());

  it('is that role, as after a real login', async () => {
    expect(
      await run(
        engine,
        "select session_user::text as session, current_user::text as current, current_setting('is_superuser') as super",
        'dev',
      ),
    ).toEqual([{ session: 'dev', current: 'dev', super: 'off' }]);
  });

  it.each([
    'set session authorization basechart_admin',
    "select set_config('session_authorization', 'basechart_admin', false)",
    "do $$ begin execute 'set session authorization basechart_admin'; end $$",
    'set role basechart_admin',
    'alter role dev superuser',
    'create role other superuser',
    'update pg_authid set rolsuper = true',
    'grant basechart_admin to dev',
    "copy (select 1) to '/tmp/out'",
    "copy private from '/etc/passwd'",
    "copy (select 1) to program 'id'",
    "select pg_read_file('/etc/passwd')",
    "select lo_import('/etc/passwd')",
    "load '/tmp/library.so'",
    "create function evil() returns int language c as '/tmp/library.so'",
    "create tablespace elsewhere location '/tmp'",
    "alter system set archive_command = 'id'",
    'select * from private',
    'create event trigger snoop on ddl_command_end execute function now()',
    'select pg_reload_conf()',
  ])('may not %s', async (sql) => {
    expect((await failure(engine, sql, 'dev'))?.code).toMatch(/^(?:42501|42704|55P02|0LP01|58P01)$/);
    expect(await run(engine, "select current_setting('is_superuser') as super", 'dev')).toEqual([{ super: 'off' }]);
  });

  it('stays it through every way to reset a session', async () => {
    await engine.lease(
      async ({ client }) => {
        for (const way of [
          'reset session authorization',
          'set session authorization default',
          'reset role',
          'set role none',
          'reset all',
          'discard all',
          'begin; rollback',
        ]) {
          await client.query(way);
          expect([way, (await client.query('select session_user::text as who')).rows]).toEqual([way, [{ who: 'dev' }]]);
        }
      },
      { user: 'dev' },
    );
  });

  it('is the owner again for the next one', async () => {
    await run(engine, 'select 1', 'dev');
    expect(await run(engine, 'select session_user::text as who')).toEqual([{ who: 'basechart_admin' }]);
  });

  it('needs a role that may log in', async () => {
    expect(await failure(engine, 'select 1', 'asleep')).toMatchObject({ code: '28000' });
    expect(await failure(engine, 'select 1', 'nobody')).toMatchObject({ code: '28000' });
    expect(await failure(engine, 'select 1', 'no"bo\'dy\\')).toMatchObject({ code: '28000' });
    expect(await works(engine)).toBe(true);
  });

  it('finds what was set for its role and its database', async () => {
    await run(
      engine,
      "alter role dev set statement_timeout = '7s'; alter database postgres set work_mem = '5MB'; alter role dev in database postgres set application_name = 'mine'",
      'dev',
    );
    expect(
      await run(engine, "select current_setting('statement_timeout') as a, current_setting('work_mem') as b", 'dev'),
    ).toEqual([{ a: '7s', b: '5MB' }]);
  });

  it('cannot put functions of its own in the way of what the owner calls, nor lock the owner out', async () => {
    const folder = newFolder();
    const guarded = await open({ folder, guardOwner: true });
    await run(
      guarded,
      'create role dev login; create role other; grant other to dev; alter database postgres owner to dev',
    );
    await run(
      guarded,
      `
      create schema trap; create table trap.taken(who text); grant all on schema trap to public; grant all on trap.taken to public;
      create function trap.unnest(text[]) returns setof text language plpgsql as $$ begin insert into trap.taken values (current_user); return; end $$;
      create function trap.format(text, name, name) returns text language plpgsql as $$ begin insert into trap.taken values (current_user); return 'trap.bait'; end $$;
      create function trap.lower(text) returns text language plpgsql as $$ begin insert into trap.taken values (current_user); return 'x'; end $$;
      create table trap.bait(g int);
      alter database postgres set search_path = trap, pg_catalog; alter database postgres set role = other; alter role dev set search_path = trap, pg_catalog`,
      'dev',
    );
    await guarded.stop();
    const again = await open({ folder, guardOwner: true });
    await run(again, 'set role dev; insert into trap.bait select generate_series(1, 2000)', 'dev');
    await maintainTables(again, () => false);
    await again.extensions();
    expect(
      await run(again, "select lower('A') as a, current_user::text as who, current_setting('search_path') as path"),
    ).toEqual([{ a: 'a', who: 'basechart_admin', path: 'pg_catalog' }]);
    expect(await run(again, "select current_setting('search_path') as path, session_user::text as who", 'dev')).toEqual(
      [{ path: 'trap, pg_catalog', who: 'dev' }],
    );
    expect(await run(again, "select * from trap.taken where who = 'basechart_admin'")).toEqual([]);
    expect(
      await run(again, "select last_analyze is not null as maintained from pg_stat_user_tables where relname = 'bait'"),
    ).toEqual([{ maintained: true }]);
    await again.stop();
  });

  it('sees no file of the machine, even as superuser', async () => {
    const marker = join(root, 'marker');
    await writeFile(marker, 'outside');
    expect((await failure(engine, `select pg_read_file('${marker}')`))?.code).toBe('58P01');
    expect((await failure(engine, `select pg_read_file('../../../../../..${marker}')`))?.code).toBe('58P01');
    expect((await failure(engine, `copy (select 'x') to '${join(root, 'written')}'`))?.code).toBe('58P01');
    expect(await readdir(root)).not.toContain('written');
    expect(await readFile(marker, 'utf8')).toBe('outside');
  });
});

describe('every extension', () => {
  let engine: EmbeddedEngine;
  let names: string[];
  beforeAll(async () => {
    engine = await open({ extensions: 'all' });
    names = (await engine.extensions()).map(({ name }) => name);
    await run(engine, 'create role dev login; alter database postgres owner to dev');
  });
  afterAll(() => engine.stop());

  it('of the set is on offer', () => {
    expect(names).toEqual([
      'age',
      'amcheck',
      'autoinc',
      'bloom',
      'btree_gin',
      'btree_gist',
      'citext',
      'cube',
      'dict_int',
      'dict_xsyn',
      'earthdistance',
      'file_fdw',
      'fuzzystrmatch',
      'hstore',
      'insert_username',
      'intarray',
      'isn',
      'lo',
      'ltree',
      'moddatetime',
      'pageinspect',
      'pg_buffercache',
      'pg_freespacemap',
      'pg_hashids',
      'pg_ivm',
      'pg_stat_statements',
      'pg_surgery',
      'pg_textsearch',
      'pg_trgm',
      'pg_uuidv7',
      'pg_visibility',
      'pg_walinspect',
      'pgcrypto',
      'pgtap',
      'plpgsql',
      'refint',
      'seg',
      'tablefunc',
      'tcn',
      'tsm_system_rows',
      'tsm_system_time',
      'unaccent',
      'uuid-ossp',
      'vector',
    ]);
  });

  it('can be created by a developer, and does its work', async () => {
    const failures: string[] = [];
    for (const name of names) {
      const failed = await failure(engine, `create extension if not exists "${name}" cascade`, 'dev');
      if (failed) failures.push(`${name}: ${failed.message}`);
    }
    expect(failures).toEqual([]);
    expect(
      await run(
        engine,
        `
      select '[1,2,3]'::vector <-> '[1,2,4]' as distance, similarity('word', 'word') as similar, encode(digest('x', 'sha256'), 'hex') like '2d71%' as digest,
        unaccent('é') as plain, levenshtein('a', 'b') as steps, 'a=>1'::hstore -> 'a' as value, uuid_generate_v4() is not null as uuid,
        lower('ÄÖ') as lower`,
        'dev',
      ),
    ).toEqual([{ distance: 1, similar: 1, digest: true, plain: 'e', steps: 1, value: '1', uuid: true, lower: 'äö' }]);
    expect(await run(engine, "load 'auto_explain'")).toEqual([]);
  }, 60_000);

  it('is there after the engine began anew', async () => {
    await run(engine, 'create extension if not exists vector; create extension if not exists pg_stat_statements');
    await engine.lease(async (session) => {
      const endless = session.client.query('do $$ begin loop end loop; end $$').catch(() => {});
      await new Promise((resolve) => {
        setTimeout(resolve, 30);
      });
      expect(await session.cancel()).toEqual({ engineRestarted: true });
      await endless;
    });
    expect(await run(engine, "select '[1,2,3]'::vector as v")).toEqual([{ v: '[1,2,3]' }]);
    expect(
      Number((await run(engine, 'select count(*) as n from pg_stat_statements'))[0]?.['n']),
    ).toBeGreaterThanOrEqual(0);
  });
});

describe('a folder', () => {
  it('that is open is not opened again', async () => {
    const folder = newFolder();
    const engine = await open({ folder });
    await expect(open({ folder })).rejects.toMatchObject({
      code: 'data_folder_in_use',
      inFull: expect.stringContaining(`process ${process.pid}`),
    });
    await engine.stop();
    await (await open({ folder, create: false })).stop();
  });

  it('without a database is told so, and nothing is made', async () => {
    const folder = newFolder();
    await expect(open({ folder, create: false })).rejects.toMatchObject({ code: 'data_folder_missing' });
    await expect(readdir(join(folder, 'pgdata'))).rejects.toThrow('ENOENT');
  });

  it('that is no database is left as it is', async () => {
    const folder = newFolder();
    await mkdir(join(folder, 'pgdata'), { recursive: true });
    await writeFile(join(folder, 'pgdata', 'letter'), 'dear');
    await expect(open({ folder })).rejects.toMatchObject({ code: 'data_folder_corrupt' });
    expect(await readdir(join(folder, 'pgdata'))).toEqual(['letter']);
  });

  it.each([
    ['a control file cut short', async (data: string) => truncate(join(data, 'global/pg_control'), 100)],
    ['a log that is gone', async (data: string) => rm(join(data, 'pg_wal'), { recursive: true })],
    ['a version of another age', async (data: string) => writeFile(join(data, 'PG_VERSION'), '9.6\n')],
  ])('with %s says what is wrong, and nothing is deleted', async (_, damage) => {
    const folder = newFolder();
    await (await open({ folder })).stop();
    const data = join(folder, 'pgdata');
    await damage(data);
    const before = (await readdir(data, { recursive: true })).length;
    const error = await open({ folder }).then(
      () => null,
      (thrown: unknown) => thrown as { code: string; message: string },
    );
    expect(error).toMatchObject({ code: 'data_folder_corrupt', message: expect.stringContaining('Nothing in it was') });
    expect((await readdir(data, { recursive: true })).length).toBeGreaterThanOrEqual(before);
  });

  it('on a full disk is refused with a clear error, and nothing is lost once there is room again', async ({ skip }) => {
    const disk = newFolder();
    await mkdir(disk);
    skip(
      spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=110m', 'none', disk], { stdio: 'ignore' }).status !== 0,
      'making a disk needs rights that this user has not',
    );
    try {
      const folder = join(disk, 'database');
      const engine = await open({ folder });
      await run(engine, 'create table kept as select 1 as a');
      const filler = join(disk, 'filler');
      expect(() => {
        for (;;) appendFileSync(filler, Buffer.alloc(64 * 1024));
      }).toThrow(/ENOSPC/);
      await expect(open({ folder: join(disk, 'another') })).rejects.toMatchObject({ code: 'disk_full' });

      const refused = await failure(
        engine,
        'create table big as select repeat(md5(g::text), 100) from generate_series(1, 10000) g',
      );
      expect(refused?.code).toMatch(/^(?:53100|57P01|disk_full)$/);
      await rm(filler);
      await vi.waitFor(async () => expect(await run(engine, 'select a from kept')).toEqual([{ a: 1 }]), {
        timeout: 10_000,
        interval: 200,
      });
      expect(() => {
        for (;;) appendFileSync(filler, Buffer.alloc(64 * 1024));
      }).toThrow(/ENOSPC/);
      await engine.stop();
      await expect(open({ folder, create: false })).rejects.toMatchObject({
        code: 'disk_full',
        message: expect.stringContaining('was changed'),
      });

      await rm(filler);
      const last = await open({ folder, create: false });
      expect(await run(last, 'select a from kept')).toEqual([{ a: 1 }]);
      await run(last, 'insert into kept values (2)');
      await last.stop();
    } finally {
      spawnSync('umount', ['-l', disk], { stdio: 'ignore' });
    }
  });
});
