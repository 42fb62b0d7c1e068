import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { embeddedOwner } from '../../../server/projects/engines/embedded/configuration.ts';
import { openEmbeddedEngine } from '../../../server/projects/engines/embedded/embeddedEngine.ts';
import { createSemaphore, type Semaphore } from '../../../server/projects/engines/external/semaphore.ts';
import type { ProjectStop } from '../../../server/projects/lifecycle/projectStop.ts';
import { QueryRun, type LeaseSession, type QueryRequest } from '../../../server/projects/queries/runQuery.ts';
import type { QueryEvent } from '../../../src/contract/sql/query.ts';
import { errorLocation } from '../../../src/machines/sql/sqlRun/errorLocation.ts';
import { failedStatement } from '../../../src/machines/sql/sqlRun/failedStatement.ts';
import { endlessStatement, startPostgres } from '../../support/postgres.ts';

interface Place {
  lease: LeaseSession;
  owner: string;
  admin(sql: string): Promise<unknown>;
  restartsToStop: boolean;
  close(): Promise<void>;
}

async function embedded(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'basechart-query-'));
  const engine = await openEmbeddedEngine({
    folder: join(folder, 'db'),
    cacheFolder: '.cache',
    create: true,
    extensions: [],
  });
  return {
    lease: (work, options) => engine.lease(work, options),
    admin: (sql) => engine.pool.query(sql),
    restartsToStop: true,
    owner: embeddedOwner,
    async close() {
      await engine.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The session contract of `Engine.lease` on a server of its own. */
async function real(): Promise<Place> {
  const server = await startPostgres();
  const connect = async (user: string) => {
    const client = new Client({ connectionString: server.url.replace('postgres@', `${user}@`) });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const admin = await connect('postgres');
  return {
    async lease(work, { user = 'postgres' }) {
      const client = await connect(user);
      const {
        rows: [row],
      } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      try {
        return await work({
          client,
          backendPid: row!.pid,
          async cancel() {
            await admin.query('select pg_cancel_backend($1)', [row!.pid]);
            return { engineRestarted: false };
          },
        });
      } finally {
        await client.end();
      }
    },
    admin: (sql) => admin.query(sql),
    restartsToStop: false,
    owner: 'postgres',
    async close() {
      await admin.end();
      await server.stop();
    },
  };
}

/** As sessions of an external server are limited. */
const inTurns =
  (lease: LeaseSession, turns: Semaphore): LeaseSession =>
  async (work, options) => {
    await turns.acquire(options.signal, options.onWait);
    try {
      return await lease(work, options);
    } finally {
      turns.release();
    }
  };

describe.each([
  ['the embedded engine', embedded],
  ['a real Postgres', real],
])('running SQL on %s', (_, open) => {
  let place: Place;
  beforeAll(async () => {
    place = await open();
    await place.admin('create role developer login');
    await place.admin('grant create, usage on schema public to developer');
  });
  afterAll(() => place.close());

  async function run(
    sql: string,
    options: Partial<Omit<QueryRequest, 'sql'>> & {
      during?: (run: QueryRun, event: QueryEvent) => void;
      slow?: (event: QueryEvent) => Promise<void>;
      stopping?: () => void;
      projectStop?: ProjectStop;
      cancelRequested?: boolean;
      lease?: LeaseSession;
    } = {},
  ) {
    const { during, slow, stopping = () => {}, projectStop = null, cancelRequested = false, ...rest } = options;
    const { lease = place.lease, ...request } = rest;
    const events: QueryEvent[] = [];
    const causes: unknown[] = [];
    const query: QueryRun = new QueryRun(
      { sql, user: 'developer', timeoutMs: 20_000, ...request },
      {
        async emit(event) {
          events.push(event);
          during?.(query, event);
          await slow?.(event);
        },
        async begun() {},
        stopping,
        projectStop: () => Promise.resolve(projectStop),
        cancelRequested: () => Promise.resolve(cancelRequested),
        broke: (cause) => void causes.push(cause),
      },
    );
    const outcome = await query.run(lease);
    const of = <Type extends QueryEvent['type']>(type: Type) =>
      events.filter((event): event is Extract<QueryEvent, { type: Type }> => event.type === type);
    return {
      events,
      outcome,
      causes,
      of,
      rows: of('rows').flatMap((event) => event.rows),
      error: of('error')[0]?.error,
      end: of('end')[0]!,
    };
  }

  it('gives values as Postgres writes them, with names and types', async () => {
    const { of, rows, outcome, error } =
      await run(`select 9007199254740993::bigint as big, 1.10::numeric(10,2) as money, timestamptz '2026-01-02 03:04:05.123456+00' at time zone 'utc' as moment,
      null::text as nothing, '' as empty, array[1,2] as list, '{"a": 1}'::jsonb as doc, true as yes`);
    expect(error).toBeUndefined();
    expect(of('columns')[0]!.columns.map(({ name, type }) => [name, type])).toEqual([
      ['big', 'bigint'],
      ['money', 'numeric(10,2)'],
      ['moment', 'timestamp without time zone'],
      ['nothing', 'text'],
      ['empty', 'text'],
      ['list', 'integer[]'],
      ['doc', 'jsonb'],
      ['yes', 'boolean'],
    ]);
    expect(rows).toEqual([
      ['9007199254740993', '1.10', '2026-01-02 03:04:05.123456', null, '', '{1,2}', '{"a": 1}', 't'],
    ]);
    expect(outcome.outcome).toBe('succeeded');
  });

  it('names every type of Postgres as Postgres does', async () => {
    const { rows } = await run(`
      select format_type(oid, null) from pg_type
      where typnamespace = 'pg_catalog'::regnamespace and typtype = 'b' and typname not like 'pg\\_%'`);
    // Without a length these two mean one of 1.
    const names = rows.map(([name]) => name!).filter((name) => !/^(?:character|bit)(?:\[\])?$/.test(name));
    expect(names.length).toBeGreaterThan(100);
    const { of, error } = await run(
      `select ${names.map((name) => `null::${name}`).join(', ')}, pg_notify('a', ''), row(1)`,
    );
    expect(error).toBeUndefined();
    expect(of('columns')[0]!.columns.map(({ type }) => type)).toEqual([...names, 'void', 'record']);
  });

  it('names types with a length or a scale in several results of a run', async () => {
    const { of, error } = await run(
      `select 1::numeric(10,2) as price; select 'a'::varchar(5) as code, 2::numeric(4,1) as rate`,
    );
    expect(error).toBeUndefined();
    expect(of('columns').map(({ columns }) => columns.map(({ type }) => type))).toEqual([
      ['numeric(10,2)'],
      ['character varying(5)', 'numeric(4,1)'],
    ]);
  });

  it('gives a result for every statement, and names types made on the way', async () => {
    const { of } =
      await run(`create type mood as enum ('calm'); create table diary (day int, mood mood); insert into diary values (1, 'calm'), (2, 'calm'); -- a note; with a semicolon
      select mood from diary; drop table diary; drop type mood`);
    expect(of('complete').map(({ result, tag, rowCount }) => [result, tag, rowCount])).toEqual([
      [0, 'CREATE TYPE', null],
      [1, 'CREATE TABLE', null],
      [2, 'INSERT 0 2', 2],
      [3, 'SELECT 2', 2],
      [4, 'DROP TABLE', null],
      [5, 'DROP TYPE', null],
    ]);
    expect(of('columns')).toMatchObject([{ result: 3, columns: [{ name: 'mood', type: 'mood' }] }]);
  });

  it('counts the rows that a statement wrote into a new table', async () => {
    const { of } = await run(
      'create temp table copied as select n from generate_series(1, 25) n; select n into temp again from copied; select count(*) from again',
    );
    expect(of('complete').map(({ tag, rowCount }) => [tag, rowCount])).toEqual([
      ['SELECT 25', 25],
      ['SELECT 25', 25],
      ['SELECT 1', 1],
    ]);
  });

  it('is one transaction unless the text says otherwise', async () => {
    await run('create table kept (id int)');
    const { error } = await run('insert into kept values (1); select 1 / 0');
    expect(error).toMatchObject({ code: '22012', message: 'division by zero' });
    expect((await run('select count(*) from kept')).rows).toEqual([['0']]);
    await run('begin; insert into kept values (2); commit; select 1 / 0');
    expect((await run('select count(*) from kept')).rows).toEqual([['1']]);
    await run('drop table kept');
  });

  it('rolls a transaction back that was left open, and says so', async () => {
    const { of } = await run('begin; create table never (id int)');
    expect(of('notice')).toMatchObject([{ severity: 'WARNING', code: '25P01' }]);
    expect((await run("select to_regclass('never')")).rows).toEqual([[null]]);
  });

  it('asks for no COMMIT where an error kept it from being reached', async () => {
    const { error, of } = await run('begin; select 1; select 1 / 0; commit');
    expect(error).toMatchObject({ code: '22012' });
    expect(of('notice')).toEqual([]);
  });

  it('runs what may not run inside a transaction, alone', async () => {
    await run('create table dusty (id int)');
    expect((await run('vacuum dusty')).of('complete')).toMatchObject([{ tag: 'VACUUM' }]);
    expect((await run('select 1; vacuum dusty')).error).toMatchObject({ code: '25001' });
    await run('drop table dusty');
  });

  it.each([
    ['nothing', ''],
    ['a comment', '-- nothing here'],
    ['semicolons', ' ; ; '],
  ])('has no result for %s', async (_name, sql) => {
    const { events } = await run(sql);
    expect(events).toEqual([{ type: 'end', durationMs: expect.any(Number) as number, engineRestarted: false }]);
  });

  it('stops at the row limit and says that there are more', async () => {
    const { of, rows } = await run('select generate_series(1, 1000000000) as n; select 2', { rowLimit: 250 });
    expect(rows).toHaveLength(251);
    expect(of('complete')).toMatchObject([
      { tag: 'SELECT 250', rowCount: 250, more: true },
      { tag: 'SELECT 1', more: false },
    ]);
    const exact = await run('select * from generate_series(1, 250) as n', { rowLimit: 250 });
    expect(exact.of('complete')).toMatchObject([{ tag: 'SELECT 250', more: false }]);
  });

  describe('while another query has the only session', () => {
    let release: () => Promise<void>;
    let lease: LeaseSession;
    beforeEach(async () => {
      const isHeld = Promise.withResolvers<void>();
      const isOver = Promise.withResolvers<void>();
      ({ lease } = place);
      if (!place.restartsToStop) place.lease = inTurns(lease, createSemaphore(1));
      const holding = place.lease(
        async () => {
          isHeld.resolve();
          await isOver.promise;
        },
        { user: 'developer' },
      );
      release = async () => {
        isOver.resolve();
        await holding;
      };
      await isHeld.promise;
    });
    afterEach(async () => {
      await release();
      place.lease = lease;
    });

    it('says that it waits, which is no part of its own time, and nothing where none has', async () => {
      const isQueued = Promise.withResolvers<void>();
      const startedAt = performance.now();
      const next = run('select 1', {
        during(_run, { type }) {
          if (type === 'queued') isQueued.resolve();
        },
      });
      await isQueued.promise;
      const waitedMs = performance.now() - startedAt;
      await release();
      const { of, rows } = await next;
      expect(of('queued').map(({ ahead }) => ahead)).toEqual([0, null]);
      expect(of('end')[0]!.durationMs).toBeLessThan(waitedMs);
      expect(rows).toEqual([['1']]);
      expect((await run('select 2')).of('queued')).toEqual([]);
    });

    it('counts no time where it is canceled before its turn', async () => {
      const { of, outcome } = await run('select 1', {
        during(query, { type }) {
          if (type === 'queued') void query.stop('cancelled');
        },
      });
      expect(of('end')[0]!.durationMs).toBeNull();
      expect(outcome).toMatchObject({ outcome: 'cancelled', durationMs: null });
    });

    it('holds it no longer than its time limit although nobody reads that its turn has come', async () => {
      const isQueued = Promise.withResolvers<void>();
      const isStopping = Promise.withResolvers<void>();
      const next = run('select 1', {
        timeoutMs: 50,
        async slow(event) {
          if (event.type !== 'queued') return;
          isQueued.resolve();
          if (event.ahead === null) await isStopping.promise;
        },
        stopping: isStopping.resolve,
      });
      await isQueued.promise;
      await release();
      const { outcome, rows, of } = await next;
      expect(of('end')[0]!.cancelled).toBe(false);
      expect(outcome).toMatchObject({ outcome: 'failed', error: 'The query timed out after 0.05 s.' });
      expect(rows).toEqual([]);
      expect((await run('select 2')).rows).toEqual([['2']]);
    });
  });

  it('waits for a slow reader instead of reading ahead', async () => {
    let waiting = 0;
    let most = 0;
    const { rows } = await run('select n, repeat(md5(n::text), 30) from generate_series(1, 20000) as n', {
      async slow() {
        waiting += 1;
        most = Math.max(most, waiting);
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        waiting -= 1;
      },
    });
    expect(rows).toHaveLength(20_000);
    expect(rows.at(-1)![0]).toBe('20000');
    expect(most).toBe(1);
  });

  it.each([
    ['the statement that holds it', "select 'ä😀', 1;\nselect *\nfrom missing;", 'missing', '42P01'],
    ['a text that Postgres cannot parse', 'select 1; selct 2', 'selct', '42601'],
    ['after characters of two units', "select '😀😀', nope", 'nope', '42703'],
  ])('points an error at its place in %s', async (_name, sql, word, code) => {
    const { error, outcome } = await run(sql);
    expect(error).toMatchObject({ code, position: sql.indexOf(word) + 1 });
    expect(outcome).toMatchObject({ outcome: 'failed', error: error!.message });
  });

  it.each([
    ['that Postgres cannot parse', 'selct 3'],
    ['that names a table that is missing', 'select * from missing'],
    ['that fails while it runs', 'select 1 / 0'],
  ])('leads an error to the statement %s', async (_name, failing) => {
    const sql = `select $q$;\n;$q$; -- first;\n/* ; */ select ';' /* ; /* ; */ */;\n${failing};\nselect 4`;
    const { error, of } = await run(sql);
    const failed = failedStatement(sql, of('complete'), error!)!;
    expect([failed.number, failed.count, sql.slice(failed.position - 1)]).toEqual([3, 4, `${failing};\nselect 4`]);
    expect(errorLocation({ sql, line: 1 }, failed.position).line).toBe(4);
  });

  it('carries hint, detail and context of an error', async () => {
    await run('create table once (id int primary key); insert into once values (1)');
    expect((await run('insert into once values (1)')).error).toMatchObject({
      code: '23505',
      detail: 'Key (id)=(1) already exists.',
      severity: 'ERROR',
    });
    expect((await run("do $$ begin raise exception 'stop' using hint = 'go'; end $$")).error).toMatchObject({
      code: 'P0001',
      hint: 'go',
      where: expect.stringContaining('PL/pgSQL') as string,
    });
    await run('drop table once');
  });

  it('hears a deferred constraint at the commit', async () => {
    await run('create table pairs (id int primary key, other int references pairs deferrable initially deferred)');
    expect((await run('insert into pairs values (1, 2)')).error).toMatchObject({ code: '23503' });
    expect((await run('select count(*) from pairs')).rows).toEqual([['0']]);
    await run('drop table pairs');
  });

  it('passes notices on in their order', async () => {
    const { events } = await run(
      "do $$ begin raise notice 'one'; raise warning 'two' using hint = 'look'; end $$; select 3",
    );
    expect(events.map((event) => event.type)).toEqual([
      'notice',
      'notice',
      'complete',
      'columns',
      'rows',
      'complete',
      'end',
    ]);
    expect(events.slice(0, 2)).toMatchObject([
      { severity: 'NOTICE', message: 'one' },
      { severity: 'WARNING', message: 'two', hint: 'look' },
    ]);
  });

  it('shows what COPY writes, and refuses the COPY that would wait for data', async () => {
    const { of, rows } = await run("copy (select 1, 'a' union all select 2, null) to stdout");
    expect(rows).toEqual([['1\ta'], ['2\t\\N']]);
    expect(of('complete')).toMatchObject([{ tag: 'COPY 2', rowCount: 2 }]);
    expect((await run("copy (select 'one' || chr(10) || 'ü') to stdout (format csv)")).rows).toEqual([
      ['"one'],
      ['ü"'],
    ]);
    expect((await run('copy (select 1 where false) to stdout')).of('complete')).toMatchObject([{ tag: 'COPY 0' }]);
    await run('create table fed (id int)');
    expect((await run('copy fed from stdin')).error?.message).toMatch(/COPY FROM STDIN/);
    expect((await run("copy (select 1) to program 'cat'")).error?.code).toBe('42501');
    expect((await run('drop table fed; select 1')).rows).toEqual([['1']]);
  });

  it('runs as a role that is no superuser and cannot become one', async () => {
    expect((await run("select current_user, session_user, current_setting('is_superuser')")).rows).toEqual([
      ['developer', 'developer', 'off'],
    ]);
    for (const escape of [
      `set session authorization ${place.owner}`,
      `set role ${place.owner}`,
      `select set_config('role', '${place.owner}', false)`,
      'reset session authorization; create role evil superuser',
    ]) {
      expect((await run(escape)).error?.code).toBe('42501');
    }
    expect((await run('reset role; reset session authorization; select current_user')).rows).toEqual([['developer']]);
  });

  it('is stopped by a cancel while it computes, and the next one runs', async () => {
    const { error, end, outcome } = await run('select 1; select count(*) from generate_series(1, 100000000000)', {
      during: (query, event) => {
        if (event.type === 'complete') void query.stop('cancelled');
      },
    });
    expect(error).toMatchObject({ code: '57014', message: 'The query was canceled.' });
    expect(outcome.outcome).toBe('cancelled');
    expect(end.engineRestarted && !place.restartsToStop).toBe(false);
    expect((await run('select 7')).rows).toEqual([['7']]);
  });

  it('says that the server stopped, where that ends it', async () => {
    const { error, outcome } = await run('select 1; select pg_sleep(60)', {
      during: (query, event) => {
        if (event.type === 'complete') void query.stop('interrupted');
      },
    });
    expect(error).toEqual({ code: '57P01', message: 'The server stopped while this query was running.' });
    expect(outcome.outcome).toBe('failed');
  });

  it('says that its project ended the session, and only where that did', async () => {
    const ended = (sql: string, lease?: LeaseSession) => run(sql, { projectStop: 'restart', ...(lease && { lease }) });
    const message = 'The project restarted while this query was running.';
    const broken: LeaseSession = (work, options) =>
      place.lease((session) => {
        const { client } = session;
        setTimeout(300).then(
          () => client.connection.stream.destroy(),
          () => {},
        );
        return work(session);
      }, options);
    const { error, causes } = await ended('select 1; select pg_sleep(2)', broken);
    expect(error).toMatchObject({ message });
    expect(causes).toEqual([]);
    // What the SQL itself says keeps its words, also where it says the same.
    const raised = await ended("do $$ begin raise sqlstate '57P01' using message = 'gone'; end $$");
    expect(raised.error).toMatchObject({ code: '57P01', message: 'gone' });
    expect((await ended('select 1; select 1 / 0')).error?.code).toBe('22012');
  });

  it('hides no fault of ours behind a project that stops', async () => {
    const fault = new TypeError('not a function');
    const faulty: LeaseSession = async (work, options) => {
      await place.lease(work, options);
      throw fault;
    };
    const { error, causes } = await run('select 1', { projectStop: 'pause', lease: faulty });
    expect(causes).toEqual([fault]);
    expect(error?.message).toBe("Something unexpected went wrong; the server's log has the details.");
  });

  it('is cancelled although the first wish to stop it does not get through', async () => {
    let wishes = 0;
    const lease: LeaseSession = (work, options) =>
      place.lease(
        (session) =>
          work({
            ...session,
            cancel: () =>
              ++wishes === 1 ? Promise.reject(new Error('sorry, too many clients already')) : session.cancel(),
          }),
        options,
      );
    const query: QueryRun = new QueryRun(
      { sql: 'select pg_sleep(60)', user: 'developer', timeoutMs: 100 },
      {
        async emit() {},
        async begun() {},
        stopping() {},
        projectStop: async () => null,
        cancelRequested: async () => false,
        broke() {},
      },
    );
    expect(await query.run(lease)).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('0.1 s') as string,
    });
    expect(wishes).toBeGreaterThan(1);
  });

  it('is stopped at its time limit, which is not called a cancel', async () => {
    const { error, outcome, events } = await run('select pg_sleep(60)', { timeoutMs: 200 });
    expect(events.at(-1)).toMatchObject({ type: 'end', cancelled: false });
    expect(error).toMatchObject({ code: '57014', message: expect.stringContaining('0.2 s') as string });
    expect(outcome).toMatchObject({ outcome: 'failed' });
    expect(outcome.durationMs).toBeLessThan(15_000);
  });

  const stopsItself = "do $$ begin raise 'enough' using errcode = 'query_canceled'; end $$";

  it('failed where its own SQL stops it, with the words of that', async () => {
    const { events, error, outcome } = await run(stopsItself);
    expect(error).toMatchObject({ code: '57014', message: 'enough' });
    expect(events.at(-1)).not.toHaveProperty('cancelled');
    expect(outcome).toMatchObject({ outcome: 'failed', error: 'enough' });
  });

  it('failed at a limit that its own SQL has set, with the words of Postgres', async () => {
    // The embedded engine has no timers, and so no such limit.
    if (place.restartsToStop) return;
    const { events, outcome } = await run(`set statement_timeout = '50ms'; ${endlessStatement}`);
    expect(events.at(-1)).not.toHaveProperty('cancelled');
    expect(outcome).toMatchObject({ outcome: 'failed', error: 'canceling statement due to statement timeout' });
  });

  it('is canceled where its user asked another server for it', async () => {
    const { events, error, outcome } = await run(stopsItself, { cancelRequested: true });
    expect(error).toEqual({ code: '57014', message: 'The query was canceled.' });
    expect(events.at(-1)).toMatchObject({ type: 'end', cancelled: true });
    expect(outcome.outcome).toBe('cancelled');
    const other = await run('select 1 / 0', { cancelRequested: true });
    expect(other.outcome).toMatchObject({ outcome: 'failed', error: 'division by zero' });
  });

  it('undoes its work when its reader has gone', async () => {
    await run('create table gone (id int)');
    const query: QueryRun = new QueryRun(
      {
        sql: 'insert into gone values (1); select * from generate_series(1, 100000)',
        user: 'developer',
        timeoutMs: 20_000,
      },
      {
        async begun() {},
        stopping() {},
        projectStop: async () => null,
        cancelRequested: async () => false,
        broke() {},
        async emit(event) {
          if (event.type === 'rows') throw new Error('the reader has gone');
        },
      },
    );
    await expect(
      query.run(place.lease).then(
        () => 'ended',
        () => 'ended',
      ),
    ).resolves.toBe('ended');
    expect((await run('select count(*) from gone')).rows).toEqual([['0']]);
    await run('drop table gone');
  });

  it('passes on rows that suddenly grow, however many it asked for at once', async () => {
    const { rows, of } = await run(
      "select case when n > 900 then repeat('x', 200000) end from generate_series(1, 1200) as n",
    );
    expect(rows).toHaveLength(1_200);
    const sizes = of('rows').map((event) => JSON.stringify(event.rows).length);
    expect(Math.max(...sizes)).toBeLessThan(2_000_000);
  });

  it.each([
    ['in a row', "select repeat('x', 20000000)"],
    ['in a line of COPY', "copy (select repeat('x', 20000000)) to stdout"],
  ])('refuses a value that is too large to be held, %s', async (_name, sql) => {
    await run('create table if not exists before (id int)');
    const { error, outcome } = await run(`insert into before values (1); ${sql}`);
    expect(error).toMatchObject({ code: '54000', message: expect.stringContaining('16 MB') as string });
    expect(outcome.outcome).toBe('failed');
    expect((await run('select count(*) from before')).rows).toEqual([['0']]);
  });

  it('passes a COPY on while the database writes it, as fast as its reader takes it', async () => {
    let held = 0;
    const { rows, of, outcome } = await run(
      "copy (select n, repeat('ü', 500) from generate_series(1, 5000) n) to stdout",
      {
        async slow() {
          held += 1;
          await setTimeout(1);
        },
      },
    );
    expect(rows).toHaveLength(5_000);
    expect(rows.filter(([line], index) => line !== `${index + 1}\t${'ü'.repeat(500)}`)).toEqual([]);
    expect(of('complete')).toMatchObject([{ tag: 'COPY 5000', rowCount: 5_000, more: false }]);
    expect(of('columns')).toHaveLength(1);
    expect(held).toBeGreaterThan(10);
    expect(outcome.outcome).toBe('succeeded');
  });

  it('shows the first lines of a COPY that has more than its limit', async () => {
    const { rows, of } = await run('copy (select generate_series(1, 100000)) to stdout; select 7', { rowLimit: 3 });
    expect(rows).toEqual([['1'], ['2'], ['3'], ['7']]);
    expect(of('complete')).toMatchObject([
      { tag: 'COPY 100000', rowCount: 3, more: true },
      { tag: 'SELECT 1', rowCount: 1, more: false },
    ]);
  });

  it.each([
    ['is canceled', (query: QueryRun) => void query.stop('cancelled'), '57014'],
    [
      'has no reader left',
      () => {
        throw new Error('the reader has gone');
      },
      'XX000',
    ],
  ])('ends a COPY that %s in the middle, and undoes what came before it', async (_name, during, code) => {
    await run('create table if not exists before (id int); delete from before');
    const { error } = await run('insert into before values (1); copy (select generate_series(1, 2000000)) to stdout', {
      during: (query, event) => {
        if (event.type === 'rows') during(query);
      },
    });
    expect(error?.code).toBe(code);
    expect((await run('select count(*) from before')).rows).toEqual([['0']]);
  });

  it('says where a COPY failed, after the lines before it', async () => {
    const { rows, error } = await run('copy (select 1 / (90000 - n) from generate_series(1, 100000) n) to stdout');
    expect(rows.length).toBeGreaterThan(10_000);
    expect(error?.code).toBe('22012');
    expect((await run('select 1')).rows).toEqual([['1']]);
  });

  it('keeps only so many notices, and says how many it left out', async () => {
    const { of } = await run("do $$ begin for i in 1..10007 loop raise notice '%', i; end loop; end $$");
    const notices = of('notice');
    expect(notices).toHaveLength(10_001);
    expect(notices.at(-1)?.message).toBe('7 more notices were left out.');
  });

  it('keeps only so much of notices', async () => {
    const { of, error } = await run(
      "do $$ begin for i in 1..200 loop raise notice '%', repeat('x', 100000); end loop; end $$",
    );
    expect(error).toBeUndefined();
    expect(of('notice')).toHaveLength(42);
    expect(of('notice').at(-1)?.message).toBe('159 more notices were left out.');
  });

  it('survives a statement that recurses without end', async () => {
    const { error } = await run(
      'create function dive(n int) returns int language plpgsql as $$ begin return dive(n + 1); end $$; select dive(1)',
    );
    expect(error?.code).toBe('54001');
    expect((await run('select 1')).rows).toEqual([['1']]);
  });
});
