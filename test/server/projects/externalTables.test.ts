/** The table editor on a Postgres server: what the embedded engine cannot show, and what must be the same there. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitOutcomeSchema, type RowChange } from '../../../src/contract/tables/changes.ts';
import { exportEventSchema } from '../../../src/contract/tables/exportRows.ts';
import { importEventSchema } from '../../../src/contract/tables/importRows.ts';
import {
  cellMaxLength,
  everyRow,
  rowPageSchema,
  valueFileMax,
  type RowView,
} from '../../../src/contract/tables/rows.ts';
import { tableDetailSchema } from '../../../src/contract/tables/table.ts';
import { startCuttingProxy, type CuttingProxy } from '../../support/cutConnections.ts';
import { useHiddenEnumerations } from '../../support/hiddenEnumerations.ts';
import { patternsFound, usePatterns } from '../../support/patterns.ts';
import { createDatabase, postgresPrograms, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { createOrganization, createProject, rowsOf } from '../../support/projects.ts';
import { refusedColumns } from '../../support/refusedValues.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

describe.skipIf(postgresPrograms === undefined)('the tables of a project on a Postgres server', () => {
  let postgres: TestPostgres;
  let proxy: CuttingProxy;
  let server: TestServer;
  let ada: TestUser;
  let ref: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    proxy = await startCuttingProxy(await createDatabase(postgres, 'control'));
    server = await startTestServer({ env: { DATABASE_URL: proxy.url } });
    ada = await server.signUp();
    ref = await createProject(ada, await createOrganization(ada));
    await rowsOf(
      ada,
      ref,
      `create table people (id bigint primary key, name text not null, age int check (age >= 0));
       insert into people select n, 'Person ' || n, n % 50 from generate_series(1, 250) n;
       create table loose (a int, b text)`,
    );
  });
  afterAll(async () => {
    await server?.stop();
    await proxy?.stop();
    await postgres?.stop();
  });

  const path = (more = '') => `/api/platform/projects/${ref}/tables${more}`;
  const idOf = async (name: string): Promise<number> =>
    Number((await rowsOf(ada, ref, `select '${name}'::regclass::oid`))[0]?.[0]);
  const detail = async (name: string) =>
    v.parse(tableDetailSchema, (await ada.send('GET', path(`/${await idOf(name)}`))).json);
  const send = async (name: string, what: string, json: object) =>
    ada.send('POST', path(`/${await idOf(name)}/${what}`), { json });
  const read = async (name: string, view: Partial<RowView> = {}) =>
    v.parse(rowPageSchema, (await send(name, 'rows', { view: { ...everyRow, ...view }, position: null })).json);
  const commit = async (name: string, changes: RowChange[]) =>
    v.parse(commitOutcomeSchema, (await send(name, 'changes', { changes })).json);
  const lines = <Schema extends v.GenericSchema>(text: string, schema: Schema): v.InferOutput<Schema>[] =>
    text
      .trim()
      .split('\n')
      .map((line) => v.parse(schema, JSON.parse(line)));

  it('are filtered and edited by enumerations whose schema the role may not use', async () => {
    expect(await useHiddenEnumerations({ query: (sql) => rowsOf(ada, ref, sql), send })).toEqual(['3', '1']);
  });

  it('are found by patterns in columns of every collation', async () => {
    expect(await usePatterns({ query: (sql) => rowsOf(ada, ref, sql), read })).toEqual(patternsFound);
  });

  it('that a type refuses name the column of the value', async () => {
    const { named, wanted } = await refusedColumns({ query: (sql) => rowsOf(ada, ref, sql), commit });
    expect(named).toEqual(wanted);
  });

  it('are read by key and filter, and changed together or not at all', async () => {
    expect(await detail('people')).toMatchObject({ key: ['id'], readOnly: null });
    const page = await read('people', { filters: [{ column: 'name', operator: 'ilike', value: '%PERSON 12' }] });
    expect([page.rows, (await read('people')).next]).toEqual([
      [['12', 'Person 12', '12']],
      { by: 'key', values: { id: '100' }, backward: false },
    ]);
    const rename: RowChange = {
      type: 'update',
      key: { id: '1' },
      old: { name: 'Person 1' },
      values: { name: 'Ada' },
      defaults: [],
    };
    expect(
      await commit('people', [rename, { type: 'insert', values: { id: '1001', name: 'New', age: '-1' } }]),
    ).toMatchObject({ outcome: 'failed', change: 1, column: 'age', constraint: 'people_age_check' });
    expect(await commit('people', [rename, { type: 'delete', key: { id: '2' }, old: { name: 'Person 2' } }])).toEqual({
      outcome: 'committed',
      count: 2,
    });
    expect(await commit('people', [rename])).toMatchObject({ outcome: 'conflict', cells: { name: 'Ada' } });
  });

  it('take the good rows of a file, and give the rows of a filter or a selection as a file', async () => {
    const request = {
      read: { format: 'delimited', encoding: 'utf-8', delimiter: ',', hasHeader: true, nullText: '' },
      target: { by: 'table', id: await idOf('people') },
      sources: ['id', 'name', 'age'],
      columns: ['id', 'name', 'age'].map((name, source) => ({ name, source })),
      onError: 'skip',
    };
    const bad = new Map([
      [1, 'x,Bad,1'],
      [1_500, '5000,Bad,-1'],
      [3_000, '7,Twice,1'],
    ]);
    const file = Array.from({ length: 3_000 }, (_, n) => bad.get(n + 1) ?? `${10_000 + n},Imported ${n},`);
    const answer = await ada.send('POST', path('/import'), {
      body: `${JSON.stringify(request)}\nid,name,age\n${file.join('\n')}\n`,
    });
    expect(lines(answer.text, importEventSchema).at(-1)).toMatchObject({ committed: true, rows: 2_997, rejected: 3 });
    const exported = async (more: object) => {
      const { text } = await send('people', 'export', {
        view: everyRow,
        columns: ['id', 'age'],
        format: 'csv',
        ...more,
      });
      const events = lines(text, exportEventSchema);
      return [events.map((event) => (event.type === 'part' ? event.text : '')).join(''), events.at(-1)?.type];
    };
    const [all] = await exported({ view: { ...everyRow, where: 'id >= 10000' } });
    expect(all!.split('\r\n').slice(0, 2)).toEqual(['id,age', '10001,']);
    expect(all!.split('\r\n')).toHaveLength(2_997 + 2);
    expect(await exported({ only: { by: 'key', keys: [{ id: '7' }, { id: '8' }] } })).toEqual([
      'id,age\r\n7,7\r\n8,8\r\n',
      'end',
    ]);
  });

  it('get a commit once, and tell the truth of it, when its connection is cut before or after it', async () => {
    const insert: RowChange = { type: 'insert', values: { a: '1', b: 'once' } };
    const count = async () => Number((await rowsOf(ada, ref, 'select count(*) from loose'))[0]?.[0]);
    for (const [when, outcome] of [
      ['before', { outcome: 'none' }],
      ['after', { outcome: 'committed', count: 2 }],
    ] as const) {
      const id = randomUUID();
      const before = await count();
      proxy.cut(`basechart_${ref}`, when);
      const lost = await send('loose', 'changes', { commit: id, changes: [insert, insert] });
      expect(lost.status, lost.text).toBeGreaterThanOrEqual(500);
      expect((await ada.send('POST', path(`/commits/${id}/settle`))).json).toEqual(outcome);
      const again = await send('loose', 'changes', { commit: id, changes: [insert, insert] });
      expect([again.status, again.json.code]).toEqual([409, 'commit_settled']);
      expect([when, (await count()) - before]).toEqual([when, outcome.outcome === 'none' ? 0 : 2]);
    }
  });

  it('hold a value of 50 MB, of which a page reads the beginning, and an editor only what it can send', async () => {
    const length = 50 * 1024 * 1024;
    await rowsOf(
      ada,
      ref,
      `create table long (id int primary key, body text); insert into long values (1, repeat('x', ${length})), (2, 'short')`,
    );
    const page = await read('long');
    expect([page.cut, page.rows[0]?.[1]?.length, page.rows[1]]).toEqual([
      // Its end is not read: the version of the row tells whether it changed.
      [[0, 1, expect.stringMatching(/^x\d+$/)]],
      cellMaxLength,
      ['2', 'short'],
    ]);
    const { json } = await send('long', 'value', { key: { id: '1' }, column: 'body', maxBytes: valueFileMax });
    expect(json).toEqual({ value: null, leftOutBytes: length });
    // As somebody else's change, it would not fit beside one's own.
    const conflict = await send('long', 'changes', {
      commit: randomUUID(),
      changes: [{ type: 'delete', key: { id: '1' }, old: { body: 'x' } }],
    });
    expect([conflict.status, conflict.json.message]).toEqual([413, expect.stringContaining('More than 32 MB')]);
    // The row is changed and deleted without it.
    expect(
      await commit('long', [
        { type: 'update', key: { id: '1' }, old: { id: '1' }, values: { id: '3' }, defaults: [] },
        { type: 'delete', key: { id: '3' }, old: { id: '3' } },
      ]),
    ).toEqual({ outcome: 'committed', count: 2 });
  });

  it('of which some columns are granted are read', async () => {
    const admin = new Client({ connectionString: postgres.url.replace(/\/postgres$/, `/basechart_${ref}`) });
    await admin.connect();
    try {
      await admin.query(`
        create table lent (id int primary key, body text);
        alter table lent disable row level security;
        insert into lent values (1, repeat('l', 3000));
        grant select (id, body) on lent to "basechart_${ref}"`);
    } finally {
      await admin.end();
    }
    expect((await read('lent')).cut).toEqual([[0, 1, expect.stringMatching(/^-?\d+$/)]]);
  });

  it('that belong to another server are read, and take new rows', async () => {
    const admin = new Client({ connectionString: postgres.url.replace(/\/postgres$/, `/basechart_${ref}`) });
    await admin.connect();
    try {
      await admin.query(`
        create extension postgres_fdw with schema public;
        create server other foreign data wrapper postgres_fdw
          options (host '127.0.0.1', port '${new URL(postgres.url).port}', dbname 'basechart_${ref}');
        create user mapping for "basechart_${ref}" server other options (user 'postgres', password_required 'false');
        grant usage on foreign server other to "basechart_${ref}"`);
    } finally {
      await admin.end();
    }
    await rowsOf(
      ada,
      ref,
      `create table long_far (id bigint, body text);
       insert into long_far values (1, repeat('f', 3000));
       create table heirs (id bigint primary key, body text);
       create foreign table far_heirs () inherits (heirs) server other options (schema_name 'public', table_name 'long_far')`,
    );
    // The wrapper gives all rows one version, which no change would change.
    expect((await read('heirs')).cut).toEqual([[0, 1, expect.stringMatching(/^-?\d+$/)]]);
    expect((await read('long_far')).cut).toEqual([[0, 1, expect.stringMatching(/^x/)]]);
    await rowsOf(
      ada,
      ref,
      `create foreign table far (id bigint, name text, age int) server other options (schema_name 'public', table_name 'people');
       create foreign table fixed (id bigint) server other options (schema_name 'public', table_name 'people', updatable 'false')`,
    );
    expect(await detail('far')).toMatchObject({ kind: 'foreign table', key: [], readOnly: 'foreign_no_key' });
    expect(await detail('fixed')).toMatchObject({ readOnly: 'foreign_table' });
    const insert: RowChange = { type: 'insert', values: { id: '77777', name: 'Far', age: '7' } };
    expect(await commit('far', [insert])).toEqual({ outcome: 'committed', count: 1 });
    expect((await read('far', { where: 'id = 77777' })).rows).toEqual([['77777', 'Far', '7']]);
  });
});
