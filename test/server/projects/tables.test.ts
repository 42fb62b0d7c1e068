/** The table editor's API: tables, their rows and the changes of them. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { changeStatement } from '../../../server/projects/tables/changes.ts';
import { pageStatement, type Statement } from '../../../server/projects/tables/readStatement.ts';
import { commitOutcomeSchema, type RowChange } from '../../../src/contract/tables/changes.ts';
import { exportEventSchema } from '../../../src/contract/tables/exportRows.ts';
import { firstColumns, newColumn, type NewTable } from '../../../src/contract/tables/newTable.ts';
import {
  cellMaxLength,
  everyRow,
  rowsWithText,
  rowPageSchema,
  type RowPage,
  rowPageSize,
  valueFileMax,
  type RowFilter,
  type RowPosition,
  type RowView,
} from '../../../src/contract/tables/rows.ts';
import {
  addedShapeColumn,
  storedShapeSchema,
  type Shape,
  type StoredShape,
} from '../../../src/contract/tables/shape.ts';
import { shapeLosses } from '../../../src/contract/tables/shapeLosses.ts';
import { shapeSuggestionsSchema, targetSuggestionsMax } from '../../../src/contract/tables/shapeSuggestions.ts';
import {
  dependantsMax,
  tableDetailSchema,
  tablePageSchema,
  listedPoliciesMax,
  tablePageSize,
  type Dependants,
  type TablePage,
} from '../../../src/contract/tables/table.ts';
import { memberNames } from '../../fixtures/memberNames.ts';
import { useHiddenEnumerations } from '../../support/hiddenEnumerations.ts';
import { patternsFound, usePatterns } from '../../support/patterns.ts';
import { command, createOrganization, createProject, rowsOf } from '../../support/projects.ts';
import { refusedColumns } from '../../support/refusedValues.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

let server: TestServer;
let ada: TestUser;
let eve: TestUser;
let ref: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  eve = await server.signUp();
  ref = await createProject(ada, await createOrganization(ada));
  await rowsOf(
    ada,
    ref,
    `create table people (id bigint primary key, name text not null, age int, note text default 'none');
     insert into people select n, 'Person ' || n, case when n % 7 = 0 then null else n % 50 end from generate_series(1, 250) n;
     create table kinds (code text not null, place int not null, unique (code, place));
     create table loose (a int, b text);
     insert into loose select n, 'row ' || n from generate_series(1, 150) n;
     create view adults as select * from people where age >= 18;
     create type mood as enum ('sad', 'ok', 'happy');
     create table orders (
       id int generated always as identity primary key, person bigint references people, state mood default 'ok',
       total numeric(12, 2) check (total >= 0), doubled numeric generated always as (total * 2) stored
     );`,
  );
});
afterAll(() => server?.stop());

const path = (more = '') => `/api/platform/projects/${ref}/tables${more}`;
const idOf = async (name: string): Promise<number> => {
  const [[id] = []] = await rowsOf(ada, ref, `select '${name}'::regclass::oid`);
  return Number(id);
};
const detail = async (name: string) =>
  v.parse(tableDetailSchema, (await ada.send('GET', path(`/${await idOf(name)}`))).json);
const send = async (name: string, what: string, json: object) =>
  ada.send('POST', path(`/${await idOf(name)}/${what}`), { json });
const read = async (name: string, view: Partial<RowView> = {}, position: RowPosition | null = null) => {
  const answer = await send(name, 'rows', { view: { ...everyRow, ...view }, position });
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  return v.parse(rowPageSchema, answer.json);
};
const commit = async (name: string, changes: RowChange[]) => {
  const answer = await send(name, 'changes', { changes });
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  return v.parse(commitOutcomeSchema, answer.json);
};
const firstOf = (page: { rows: (string | null)[][] }) => page.rows.map(([id]) => id);

describe('the tables of a project', () => {
  it('are listed by schema and name, with their kind', async () => {
    const list = v.parse(tablePageSchema, (await ada.send('GET', path())).json);
    expect(list.schemas).toContain('public');
    expect(list.schemas).not.toContain('pg_catalog');
    expect(list.tables.map(({ name, kind }) => [name, kind])).toEqual([
      ['adults', 'view'],
      ['kinds', 'table'],
      ['loose', 'table'],
      ['orders', 'table'],
      ['people', 'table'],
    ]);
    const found = v.parse(tablePageSchema, (await ada.send('GET', path('?search=OPL'))).json);
    expect(found.tables.map(({ name }) => name)).toEqual(['people']);
  });

  it('come in pages', async () => {
    await rowsOf(
      ada,
      ref,
      `create schema many; do $$ begin for n in 1..${tablePageSize + 1} loop
         execute format('create table many.%I ()', 't' || lpad(n::text, 4, '0')); end loop; end $$`,
    );
    const first = v.parse(tablePageSchema, (await ada.send('GET', path('?schema=many'))).json);
    expect([first.tables.length, first.next]).toEqual([tablePageSize, first.tables.at(-1)?.name]);
    const rest = v.parse(tablePageSchema, (await ada.send('GET', path(`?schema=many&after=${first.next}`))).json);
    expect([rest.tables.map(({ name }) => name), rest.next]).toEqual([[`t0${tablePageSize + 1}`], null]);
  });

  it('are described with their policies, as far as they can be listed', async () => {
    await rowsOf(
      ada,
      ref,
      `create schema guarded; create table guarded.slips (id int primary key);
       create policy "Anyone can read" on guarded.slips for select to anon, authenticated using (true);
       create policy "Not at night" on guarded.slips as restrictive using (true); select 1`,
    );
    const described = await detail('guarded.slips');
    expect([described.policies, described.policyList]).toEqual([
      2,
      [
        { name: 'Anyone can read', command: 'select', roles: ['anon', 'authenticated'], restrictive: false },
        { name: 'Not at night', command: 'all', roles: ['public'], restrictive: true },
      ],
    ]);
    await rowsOf(
      ada,
      ref,
      `do $$ begin for n in 1..${listedPoliciesMax} loop
         execute format('create policy %I on guarded.slips for insert with check (true)', 'z' || n); end loop; end $$;
       select 1`,
    );
    const many = await detail('guarded.slips');
    expect([many.policies, many.policyList?.length]).toEqual([listedPoliciesMax + 2, listedPoliciesMax]);
  });

  it('are described with their columns, key and reasons', async () => {
    const orders = await detail('orders');
    expect(orders).toMatchObject({ name: 'orders', key: ['id'], readOnly: null, rowSecurity: true, policies: 0 });
    const [id, person, state, total, doubled] = orders.columns;
    expect(id).toMatchObject({ generated: true, type: 'integer', nullable: false });
    expect(person?.reference).toMatchObject({ schema: 'public', table: 'people', column: 'id' });
    expect(state).toMatchObject({ labels: ['sad', 'ok', 'happy'], default: "'ok'::mood" });
    expect(total).toMatchObject({ type: 'numeric(12,2)', baseType: 'numeric' });
    expect(doubled).toMatchObject({ generated: true, default: null });
    expect(await detail('kinds')).toMatchObject({ key: ['code', 'place'], readOnly: null, estimate: 0 });
    expect(await detail('loose')).toMatchObject({ key: [], readOnly: 'no_key' });
    expect(await detail('adults')).toMatchObject({ key: ['id'], readOnly: null, kind: 'view' });
  });

  it('are listed with their sizes and estimated rows on request', async () => {
    await rowsOf(ada, ref, 'analyze people');
    const list = v.parse(tablePageSchema, (await ada.send('GET', path('?sizes=true'))).json);
    const [people, adults] = ['people', 'adults'].map((name) => list.tables.find((table) => table.name === name));
    expect([people?.rows, (people?.bytes ?? 0) > 8_000]).toEqual([250, true]);
    expect([adults?.rows, adults?.bytes]).toEqual([null, null]);
    const plain = v.parse(tablePageSchema, (await ada.send('GET', path())).json);
    expect(plain.tables.some(({ bytes }) => bytes !== undefined)).toBe(false);
  });

  it('are suggested with their unique keys, beside the types of the database', async () => {
    await rowsOf(
      ada,
      ref,
      `create schema "Dock 1"; create type "Dock 1"."Berth's" as enum ('a'); create domain email as text;
       create type pair as (a int, b int);
       create table "Dock 1"."Ships" (code text unique, id int primary key, place int, unique (place, code));
       create table "Dock 1".views_of (a int); create unique index on "Dock 1".views_of (a) where a > 0;
       create unique index on "Dock 1".views_of ((a + 1));
       create table "Dock 1".later (a int unique deferrable);
       create table "Dock 1".whole (id int primary key) partition by range (id);
       create table "Dock 1".part partition of "Dock 1".whole for values from (0) to (9)`,
    );
    const all = v.parse(shapeSuggestionsSchema, (await ada.send('GET', path('/suggestions'))).json);
    expect(all.types).toEqual(expect.arrayContaining([`"Dock 1"."Berth's"`, 'email', 'mood', 'pair']));
    expect(all.types.filter((name) => /\[\]|people|^_/.test(name))).toEqual([]);
    expect(all.targets.filter(({ schema }) => schema === 'Dock 1')).toEqual([
      {
        schema: 'Dock 1',
        table: 'Ships',
        keys: [
          [{ name: 'id', type: 'integer' }],
          [{ name: 'code', type: 'text' }],
          [
            { name: 'place', type: 'integer' },
            { name: 'code', type: 'text' },
          ],
        ],
      },
      { schema: 'Dock 1', table: 'whole', keys: [[{ name: 'id', type: 'integer' }]] },
    ]);
    // Rows go to any table, and through the whole to its parts.
    expect(all.tables.filter(({ schema }) => schema === 'Dock 1').map(({ name }) => name)).toEqual([
      'Ships',
      'later',
      'views_of',
      'whole',
    ]);
    const sought = async (search: string) =>
      v.parse(
        shapeSuggestionsSchema,
        (await ada.send('GET', path(`/suggestions?search=${encodeURIComponent(search)}`))).json,
      );
    expect((await sought('PEOPLE')).tables).toEqual([{ id: await idOf('people'), schema: 'public', name: 'people' }]);
    const found = async (search: string) => (await sought(search)).targets.map(({ table }) => table);
    expect([await found('SHIP'), await found('dock 1.s'), await found("'; --")]).toEqual([['Ships'], ['Ships'], []]);
    expect(await found('x'.repeat(5_000))).toEqual([]);
    expect((await ada.send('GET', path('/suggestions?search=a%00b'))).status).toBe(400);
    await rowsOf(ada, ref, 'drop schema "Dock 1" cascade; drop domain email; drop type pair');
  });

  it('are suggested up to a limit', async () => {
    await rowsOf(
      ada,
      ref,
      `create schema crowd; do $$ begin for n in 1..${targetSuggestionsMax + 1} loop
         execute format('create table crowd.%I (id int primary key)', 't' || n); end loop; end $$`,
    );
    const { json } = await ada.send('GET', path('/suggestions?search=crowd.'));
    const { targets, tables } = v.parse(shapeSuggestionsSchema, json);
    expect([targets.length, tables.length]).toEqual([targetSuggestionsMax, targetSuggestionsMax]);
    await rowsOf(ada, ref, 'drop schema crowd cascade');
  });

  it('that are views can be edited where Postgres makes the changes, by the key that they show', async () => {
    await rowsOf(
      ada,
      ref,
      `create table crew (id int primary key, name text, pay int);
       insert into crew values (1, 'Ada', 10), (2, 'Grace', 20);
       create view paid as select name as who, id as number, pay * 2 as twice from crew where pay > 5;
       create view paid_more as select who, number from paid;
       create view anonymous as select name from crew;
       create view totals as select count(*) as n from crew`,
    );
    const paid = await detail('paid');
    expect([paid.key, paid.readOnly]).toEqual([['number'], null]);
    expect(paid.columns.map(({ name, generated }) => [name, generated])).toEqual([
      ['who', false],
      ['number', false],
      ['twice', true],
    ]);
    expect((await detail('paid_more')).key).toEqual(['number']);
    expect((await detail('anonymous')).readOnly).toBe('view_no_key');
    expect((await detail('totals')).readOnly).toBe('view');
    for (const name of ['paid', 'paid_more'])
      expect(
        await commit(name, [
          { type: 'update', key: { number: '2' }, old: { who: 'Grace' }, values: { who: 'Joan' }, defaults: [] },
          { type: 'update', key: { number: '2' }, old: { who: 'Joan' }, values: { who: 'Grace' }, defaults: [] },
        ]),
      ).toEqual({ outcome: 'committed', count: 2 });
    expect((await read('paid', { sorts: [{ column: 'who', descending: true }] })).rows).toEqual([
      ['Grace', '2', '40'],
      ['Ada', '1', '20'],
    ]);
  });

  it('that do not exist answer 404', async () => {
    for (const id of ['0', '999999999', '99999999999', 'people', '-1', '1;select'])
      expect((await ada.send('GET', path(`/${encodeURIComponent(id)}`))).json).toMatchObject({
        code: 'table_not_found',
      });
    const [[catalog] = []] = await rowsOf(ada, ref, "select 'pg_class'::regclass::oid");
    expect((await ada.send('GET', path(`/${catalog}`))).status).toBe(404);
  });

  it('of another organization are as if there were none', async () => {
    const id = await idOf('people');
    const view = everyRow;
    const attempts = [
      eve.send('GET', path()),
      eve.send('GET', path('/suggestions')),
      eve.send('GET', path(`/${id}`)),
      eve.send('POST', path(`/${id}/rows`), { json: { view, position: null } }),
      eve.send('POST', path(`/${id}/count`), { json: { view } }),
      eve.send('POST', path(`/${id}/value`), { json: { key: { id: '1' }, column: 'name' } }),
      eve.send('POST', path(`/${id}/changes`), { json: { changes: [{ type: 'delete', key: { id: '1' }, old: {} }] } }),
    ];
    for (const answer of await Promise.all(attempts))
      expect([answer.status, answer.json.code]).toEqual([404, 'project_not_found']);
    expect((await server.send('GET', path())).status).toBe(401);
    expect(await rowsOf(ada, ref, 'select count(*) from people')).toEqual([['250']]);
  });
});

describe('a table', () => {
  const create = (table: Partial<NewTable>) =>
    ada.send('POST', path(), {
      json: { schema: 'public', name: 'harbors', comment: '', rowSecurity: true, columns: [...firstColumns], ...table },
    });

  it('is created with its columns, keys, comment and row level security', async () => {
    const columns = [
      ...firstColumns,
      newColumn({
        name: 'person',
        dataType: 'bigint',
        comment: "The ship's master",
        references: { schema: 'public', table: 'people', column: 'id', onDelete: 'cascade', onUpdate: 'no action' },
      }),
      newColumn({
        name: 'code "x"',
        dataType: 'varchar(8)',
        nullable: false,
        unique: true,
        default: "'none'",
        check: `"code ""x""" <> ''`,
      }),
    ];
    const created = await create({ comment: "Where it's calm", columns });
    expect(created.status).toBe(201);
    const table = v.parse(tableDetailSchema, (await ada.send('GET', path(`/${created.json.id}`))).json);
    expect(table).toMatchObject({ name: 'harbors', comment: "Where it's calm", key: ['id'], rowSecurity: true });
    expect(table.columns.map(({ name, type, nullable }) => [name, type, nullable])).toEqual([
      ['id', 'bigint', false],
      ['created_at', 'timestamp with time zone', false],
      ['person', 'bigint', true],
      ['code "x"', 'character varying(8)', false],
    ]);
    expect(table.columns[2]).toMatchObject({
      comment: "The ship's master",
      reference: { table: 'people', column: 'id' },
    });
    const open = await create({ name: 'open', rowSecurity: false, columns: [] });
    expect((await ada.send('GET', path(`/${open.json.id}`))).json).toMatchObject({ rowSecurity: false, columns: [] });
  });

  it('is created whole or not at all, with the words of Postgres', async () => {
    const refused = async (table: Partial<NewTable>) => {
      const { status, json } = await create({ name: 'refused', ...table });
      return [status, json.code];
    };
    expect(await refused({ columns: [newColumn({ name: 'a', dataType: 'no_such_type' })] })).toEqual([400, '42704']);
    expect(await refused({ name: 'people' })).toEqual([400, '42P07']);
    expect(await refused({ schema: 'nowhere' })).toEqual([400, '3F000']);
    expect(await refused({ columns: [newColumn({ name: 'a', default: '1); drop table people; --' })] })).toEqual([
      400,
      '42601',
    ]);
    expect(await refused({ columns: [newColumn({ name: 'a' }), newColumn({ name: 'a ' })] })).toEqual([
      400,
      'validation_failed',
    ]);
    expect(await refused({ name: 'é'.repeat(32) })).toEqual([400, 'validation_failed']);
    expect(await rowsOf(ada, ref, "select to_regclass('refused'), count(*) from people")).toEqual([[null, '250']]);
  });

  it('is dropped, but never what depends on it', async () => {
    const { id } = (await create({ name: 'needed' })).json;
    await rowsOf(ada, ref, 'create view needs as select * from needed');
    const dependants = async (table: unknown, by = ada) => {
      const answer = await by.send('GET', path(`/${String(table)}/dependants`));
      return [answer.status, (answer.json as Partial<Dependants>).names];
    };
    expect(await dependants(id)).toEqual([200, ['view needs']]);
    expect(await dependants(await idOf('needs'))).toEqual([200, []]);
    expect((await dependants(id, eve))[0]).toBe(404);
    expect((await dependants(4_000_000_000))[0]).toBe(404);
    const refused = await ada.send('DELETE', path(`/${id}`));
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { code: 'table_needed', description: 'view needs depends on table needed' },
    ]);
    expect((await ada.send('DELETE', path(`/${await idOf('needs')}`))).status).toBe(204);
    expect((await ada.send('DELETE', path(`/${id}`))).status).toBe(204);
    expect((await ada.send('DELETE', path(`/${id}`))).json.code).toBe('table_not_found');
    const others = (await ada.send('GET', path())).json as TablePage;
    expect((await eve.send('DELETE', path(`/${others.tables[0]?.id}`))).status).toBe(404);
  });

  it('are known with everything that has to be dropped before them, however much that is', async () => {
    const { id } = (await create({ name: 'popular' })).json;
    await rowsOf(
      ada,
      ref,
      // What goes with the table: a check, a policy, a trigger and its place in a publication.
      `alter table popular add check (id > 0);
       create policy own on popular using (id = 1);
       create function keep() returns trigger language plpgsql as 'begin return new; end';
       create trigger kept before update of created_at on popular for each row when (new.id > 1) execute function keep();
       create publication news for table popular where (id > 2);
       create table fans (id int primary key, idol bigint references popular, copy popular, copies popular[]);
       create function first_popular() returns popular language sql as 'select null::popular';
       do $$ begin for n in 1..${dependantsMax} loop execute 'create view popular_' || n || ' as select ' || n || ' as n from popular'; end loop; end $$`,
    );
    const { json } = await ada.send('GET', path(`/${String(id)}/dependants`));
    const { names, total } = json as Dependants;
    expect([names.length, total]).toEqual([dependantsMax, dependantsMax + 4]);
    expect(names.slice(0, 4)).toEqual([
      'column copies of table fans',
      'column copy of table fans',
      'constraint fans_idol_fkey on table fans',
      'function first_popular()',
    ]);
    await rowsOf(ada, ref, 'drop table popular cascade; drop table fans; drop publication news; drop function keep()');
  });

  it('tell which foreign keys point to them', async () => {
    expect((await detail('people')).referencedBy).toContainEqual({
      id: await idOf('orders'),
      schema: 'public',
      table: 'orders',
      column: 'person',
      target: 'id',
      others: [],
    });
    expect((await detail('orders')).referencedBy).toEqual([]);
  });

  it('tell where each column of a key of several columns points', async () => {
    await rowsOf(
      ada,
      ref,
      `create table teams (code text, region text, primary key (code, region));
       create table members (id int primary key, area text, team text, foreign key (team, area) references teams)`,
    );
    const [teams, members] = [await detail('teams'), await detail('members')];
    const key = { id: teams.id, schema: 'public', table: 'teams' };
    expect(members.columns.map(({ reference }) => reference)).toEqual([
      null,
      { ...key, column: 'region', others: [{ name: 'team', target: 'code' }] },
      { ...key, column: 'code', others: [{ name: 'area', target: 'region' }] },
    ]);
    const others = [{ name: 'area', target: 'region' }];
    expect(teams.referencedBy).toEqual([
      { id: members.id, schema: 'public', table: 'members', column: 'team', target: 'code', others },
    ]);
  });
});

describe('rows', () => {
  it('come in pages by their key, forward, backward and from the end', async () => {
    const first = await read('people');
    expect([firstOf(first)[0], firstOf(first).at(-1), first.previous]).toEqual(['1', String(rowPageSize), null]);
    const second = await read('people', {}, first.next);
    expect([firstOf(second)[0], firstOf(second).length]).toEqual([String(rowPageSize + 1), rowPageSize]);
    expect(firstOf(await read('people', {}, second.previous))).toEqual(firstOf(first));
    const last = await read('people', {}, { by: 'end' });
    expect([firstOf(last).at(-1), last.next]).toEqual(['250', null]);
    expect(firstOf(last).length).toBe(rowPageSize);
    const beforeLast = await read('people', {}, last.previous);
    expect(firstOf(beforeLast).at(-1)).toBe(String(250 - rowPageSize));
    expect((await read('people', {}, beforeLast.next)).rows).toEqual(last.rows);
  });

  it('keep their order over pages, with nulls last, whatever they are sorted by', async () => {
    for (const sorts of [
      [{ column: 'age', descending: false }],
      [{ column: 'age', descending: true }],
      [
        { column: 'age', descending: true },
        { column: 'name', descending: false },
      ],
    ]) {
      const order = sorts.map(({ column, descending }) => `${column} ${descending ? 'desc' : 'asc'}`).join(', ');
      const expected = await rowsOf(ada, ref, `select id from people order by ${order}, id`);
      const seen: (string | null | undefined)[] = [];
      for (let position: RowPosition | null = null, page; page === undefined || position !== null;) {
        page = await read('people', { sorts }, position);
        seen.push(...firstOf(page));
        position = page.next;
      }
      expect(seen).toEqual(expected.map(([id]) => id));
      const back: (string | null | undefined)[] = [];
      for (let position: RowPosition | null = { by: 'end' }; position !== null;) {
        const page = await read('people', { sorts }, position);
        back.unshift(...firstOf(page));
        position = page.previous;
      }
      expect(back).toEqual(seen);
    }
  });

  it('are found by patterns in columns of every collation', async () => {
    expect(await usePatterns({ query: (sql) => rowsOf(ada, ref, sql), read })).toEqual(patternsFound);
  });

  it('of a table without a key are read by offset', async () => {
    const first = await read('loose', { sorts: [{ column: 'a', descending: false }] });
    expect(first.next).toEqual({ by: 'offset', offset: rowPageSize });
    const second = await read('loose', { sorts: [{ column: 'a', descending: false }] }, first.next);
    expect([firstOf(second)[0], second.next, second.previous]).toEqual(['101', null, { by: 'offset', offset: 0 }]);
    expect((await send('loose', 'rows', { view: everyRow, position: { by: 'end' } })).status).toBe(412);
  });

  it('are filtered by several conditions and by SQL', async () => {
    const filters = (list: RowView['filters']) => read('people', { filters: list });
    expect(firstOf(await filters([{ column: 'id', operator: 'in', value: '3, 5,8' }]))).toEqual(['3', '5', '8']);
    expect(firstOf(await filters([{ column: 'name', operator: 'ilike', value: '%PERSON 12' }]))).toEqual(['12']);
    const containing = async (value: string, column = 'name') =>
      firstOf(await filters([{ column, operator: 'contains', value }]));
    expect(await containing('SON 24')).toEqual([
      '24',
      ...Array.from({ length: 10 }, (_, place) => String(240 + place)),
    ]);
    expect(await containing('49', 'id')).toEqual(['49', '149', '249']);
    // Patterns are found as they are typed.
    for (const value of ['%', '_', '\\', 'person_1', 'person%1', "'; drop table people --"])
      expect(await containing(value), value).toEqual([]);
    await rowsOf(
      ada,
      ref,
      String.raw`create table marks (id int primary key, mark text);
      insert into marks values (1, '50% off'), (2, 'a_b'), (3, 'c:\dir'), (4, 'plain'), (5, null)`,
    );
    const marked = async (value: string) =>
      firstOf(await read('marks', { filters: [{ column: 'mark', operator: 'contains', value }] }));
    expect([await marked('0%'), await marked('A_'), await marked(String.raw`:\D`), await marked('')]).toEqual([
      ['1'],
      ['2'],
      ['3'],
      ['1', '2', '3', '4'],
    ]);
    expect(
      firstOf(
        await filters([
          { column: 'age', operator: 'is null', value: '' },
          { column: 'id', operator: '<=', value: '14' },
        ]),
      ),
    ).toEqual(['7', '14']);
    expect(firstOf(await filters([{ column: 'id', operator: 'like', value: '24_' }])).length).toBe(10);
    const between = async (value: string, column = 'id') =>
      firstOf(await filters([{ column, operator: 'between', value }]));
    expect(await between('248,249')).toEqual(['248', '249']);
    expect(await between('249,""')).toEqual(['249', '250']);
    expect(await between('"",2')).toEqual(['1', '2']);
    expect((await between('"",""')).length).toBe(rowPageSize);
    expect(await between("Person 98,'; drop table people --", 'name')).toEqual([]);
    expect(
      firstOf(
        await filters([
          { column: 'id', operator: 'not in', value: '1, 3,"5"' },
          { column: 'id', operator: '<', value: '7' },
        ]),
      ),
    ).toEqual(['2', '4', '6']);
    expect((await filters([{ column: 'id', operator: 'not in', value: '' }])).rows.length).toBe(rowPageSize);
    expect(firstOf(await read('people', { where: "name like '%9' and id < 30 -- old" }))).toEqual(['9', '19', '29']);
    // Values that Postgres does not take the type of from the column.
    await rowsOf(
      ada,
      ref,
      `create schema "odd types"; create type "odd types".place as (street text, number int);
       create table places (at "odd types".place primary key, relation regclass, code character(3));
       insert into places select format('(Main,%s)', n)::"odd types".place, case when n = 7 then 'people'::regclass end, 'ab' || n % 2
         from generate_series(1, 130) n`,
    );
    const place = (operator: RowFilter['operator'], value: string, column = 'at') =>
      read('places', { filters: [{ column, operator, value }] });
    expect(firstOf(await place('=', '(Main,7)'))).toEqual(['(Main,7)']);
    expect(firstOf(await place('in', '"(Main,7)","(Main,8)"'))).toEqual(['(Main,7)', '(Main,8)']);
    expect(firstOf(await place('=', 'people', 'relation'))).toEqual(['(Main,7)']);
    expect((await place('=', 'ab0', 'code')).rows).toHaveLength(65);
    const beyond = await read('places', {}, (await read('places')).next);
    expect(firstOf(beyond).at(-1)).toBe('(Main,130)');
    const counted = await send('people', 'count', { view: { ...everyRow, where: 'id > 200' } });
    expect(counted.json).toEqual({ count: 50 });
  });

  it('are found by a text in any column, whatever signs it has', async () => {
    await rowsOf(
      ada,
      ref,
      String.raw`create table signs (id int primary key, note text, data jsonb);
        insert into signs values (1, 'say "hi"', '{}'), (2, 'c:\dir', null), (3, 'it''s', '{"deck": 7}'), (4, 'Älter', null)`,
    );
    const found = async (text: string) => firstOf(await read('signs', rowsWithText(text)));
    expect(await found('"HI"')).toEqual(['1']);
    expect(await found(String.raw`c:\dir`)).toEqual(['2']);
    expect(await found("it's")).toEqual(['3']);
    expect(await found('"deck": 7')).toEqual(['3']);
    expect(await found('%')).toEqual([]);
    expect(await found(' ')).toEqual(['1', '2', '3', '4']);
  });

  it('are refused with the words of Postgres, and a condition cannot write', async () => {
    const refused = async (view: Partial<RowView>) => {
      const { status, json } = await send('people', 'rows', { view: { ...everyRow, ...view }, position: null });
      return [status, json.code, json.message];
    };
    expect(await refused({ filters: [{ column: 'id', operator: '=', value: 'x' }] })).toEqual([
      400,
      '22P02',
      expect.stringContaining('bigint'),
    ]);
    for (const operator of ['between', 'not in'] as const)
      expect((await refused({ filters: [{ column: 'id', operator, value: "1,x' or true" }] }))[1]).toBe('22P02');
    expect(await refused({ filters: [{ column: 'id', operator: 'between', value: '1,2,3' }] })).toEqual([
      400,
      'validation_failed',
      'The range of "id" takes two values: from and to.',
    ]);
    expect(await refused({ where: 'nothing > 1' })).toEqual([400, '42703', expect.stringContaining('nothing')]);
    expect(await refused({ filters: [{ column: 'x"; drop', operator: '=', value: '' }] })).toEqual([
      400,
      'unknown_column',
      'The table has no column "x"; drop".',
    ]);
    expect((await refused({ where: 'true); commit; delete from people; select (true' }))[1]).toBe('42601');
    await rowsOf(
      ada,
      ref,
      'create function wipe() returns boolean language sql as $$ delete from people; select true $$',
    );
    expect((await refused({ where: 'wipe()' }))[1]).toBe('25006');
    expect(await rowsOf(ada, ref, 'select count(*) from people')).toEqual([['250']]);
  });

  it('hold the beginning of a long value, and the whole of it is read by its key', async () => {
    const long = `${'é😀'.repeat(cellMaxLength)}end`;
    await rowsOf(
      ada,
      ref,
      `create table texts (id int primary key, body text); insert into texts values (1, '${long}')`,
    );
    const { rows, cut } = await read('texts');
    expect([rows[0]?.[1], cut]).toEqual([
      Array.from(long).slice(0, cellMaxLength).join(''),
      [[0, 1, expect.any(String)]],
    ]);
    const whole = await send('texts', 'value', { key: { id: '1' }, column: 'body' });
    expect(whole.json).toEqual({ value: long, leftOutBytes: null });
    expect((await send('texts', 'value', { key: { id: '2' }, column: 'body' })).json.code).toBe('row_not_found');
  });
});

describe('the structure of a table', () => {
  const shapeOf = async (name: string) =>
    v.parse(storedShapeSchema, (await ada.send('GET', path(`/${await idOf(name)}/shape`))).json);
  const alter = async (name: string, change: (stored: StoredShape) => Partial<Shape>, version?: string) => {
    const stored = await shapeOf(name);
    return ada.send('PUT', path(`/${await idOf(name)}/shape`), {
      json: { version: version ?? stored.version, shape: { ...stored.shape, ...change(stored) } },
    });
  };

  beforeAll(() =>
    rowsOf(
      ada,
      ref,
      `create table ports (
         id int generated always as identity primary key, name text default 'x' not null, depth text, code int unique,
         twice int generated always as (code * 2) stored
       );
       comment on table ports is 'Where boats are'; comment on column ports.depth is 'In meters';
       insert into ports (name, depth, code) values ('a', '12', 1), ('b', '7', 2);
       create table piers (id int primary key, port int references ports);
       create view deep as select id from ports`,
    ),
  );

  it('is told with its constraints and what depends on it', async () => {
    const { shape, dependants } = await shapeOf('ports');
    expect(shape).toMatchObject({ name: 'ports', comment: 'Where boats are' });
    expect(
      shape.columns.map(({ name, dataType, nullable, identity, generated }) => [
        name,
        dataType,
        nullable,
        identity,
        generated,
      ]),
    ).toEqual([
      ['id', 'integer', false, true, ''],
      ['name', 'text', false, false, ''],
      ['depth', 'text', true, false, ''],
      ['code', 'integer', true, false, ''],
      ['twice', 'integer', true, false, '(code * 2)'],
    ]);
    expect(shape.columns[2]?.comment).toBe('In meters');
    expect(shape.constraints.map(({ kind, definition }) => [kind, definition])).toEqual([
      ['primary key', 'PRIMARY KEY (id)'],
      ['unique', 'UNIQUE (code)'],
    ]);
    expect(dependants).toEqual(['constraint piers_port_fkey on table piers', 'view deep']);
  });

  it('is changed in one transaction, from the version that the form began with', async () => {
    const before = await shapeOf('ports');
    const answer = await alter('ports', ({ shape: { columns, constraints } }) => ({
      comment: '',
      columns: [
        ...columns.map((column) =>
          column.name === 'depth'
            ? { ...column, name: 'Depth "m"', dataType: 'integer', using: '"Depth ""m"""::integer', nullable: false }
            : column,
        ),
        { ...addedShapeColumn, name: 'open', dataType: 'boolean', default: 'true', nullable: false },
      ],
      constraints: [...constraints, { storedName: null, kind: 'check', definition: 'check (code > 0)' }],
    }));
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
    expect(await rowsOf(ada, ref, 'select name, "Depth ""m""", open from ports order by id')).toEqual([
      ['a', '12', 't'],
      ['b', '7', 't'],
    ]);
    const stale = await alter('ports', () => ({ name: 'docks' }), before.version);
    expect([stale.status, stale.json.code]).toEqual([409, 'shape_changed']);
  });

  it('is not changed at all when Postgres refuses a part of it', async () => {
    const answer = await alter('ports', ({ shape: { columns } }) => ({
      name: 'docks',
      columns: [...columns, { ...addedShapeColumn, name: 'bad', dataType: 'no_such_type' }],
    }));
    expect([answer.status, answer.json]).toMatchObject([
      400,
      { code: '42704', message: expect.stringContaining('no_such_type') },
    ]);
    const two = await alter('ports', ({ shape: { constraints } }) => ({
      constraints: [...constraints, { storedName: null, kind: 'check', definition: 'check (true); drop table piers' }],
    }));
    expect(two.status).toBe(400);
    expect((await shapeOf('ports')).shape.name).toBe('ports');
    expect(await rowsOf(ada, ref, 'select count(*) from piers')).toEqual([['0']]);
  });

  it('is copied with its rows, whose numbers go on, or without', async () => {
    const id = await idOf('ports');
    const copy = await ada.send('POST', path(`/${id}/duplicate`), { json: { name: 'Copy "1"', rows: true } });
    expect([copy.status, copy.json]).toEqual([201, { id: await idOf('"Copy ""1"""') }]);
    await rowsOf(ada, ref, `insert into "Copy ""1""" (name, "Depth ""m""", code) values ('c', 1, 3)`);
    expect(await rowsOf(ada, ref, 'select id, name, twice from "Copy ""1""" order by id')).toEqual([
      ['1', 'a', '2'],
      ['2', 'b', '4'],
      ['3', 'c', '6'],
    ]);
    expect(await rowsOf(ada, ref, `select relrowsecurity from pg_class where relname = 'Copy "1"'`)).toEqual([['t']]);
    await ada.send('POST', path(`/${id}/duplicate`), { json: { name: 'bare', rows: false } });
    expect(await rowsOf(ada, ref, 'select count(*) from bare')).toEqual([['0']]);
    const taken = await ada.send('POST', path(`/${id}/duplicate`), { json: { name: 'bare', rows: false } });
    expect([taken.status, taken.json.code]).toEqual([400, '42P07']);
  });

  it('stays when all rows are deleted, unless others refer to them', async () => {
    const refused = await ada.send('POST', path(`/${await idOf('ports')}/truncate`), {
      json: { restartIdentity: true },
    });
    expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining('foreign key')]);
    const copy = '"Copy ""1"""';
    await ada.send('POST', path(`/${await idOf(copy)}/truncate`), { json: { restartIdentity: true } });
    await rowsOf(ada, ref, `insert into ${copy} (name, "Depth ""m""", code) values ('again', 1, 1)`);
    expect(await rowsOf(ada, ref, `select id, name from ${copy}`)).toEqual([['1', 'again']]);
  });

  it('belongs to tables, and to members of the organization', async () => {
    const view = await ada.send('GET', path(`/${await idOf('deep')}/shape`));
    expect([view.status, view.json.code]).toEqual([400, 'not_a_table']);
    const id = await idOf('ports');
    const json = { name: 'x', rows: true, restartIdentity: true };
    const answers = await Promise.all([
      eve.send('GET', path(`/${id}/shape`)),
      eve.send('POST', path(`/${id}/truncate`), { json }),
      eve.send('POST', path(`/${id}/duplicate`), { json }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('a change of types', () => {
  /** Values that show what a type holds and another one may not. */
  const samples: Readonly<Record<string, readonly string[]>> = {
    smallint: ['32767'],
    integer: ['2147483647', '12'],
    bigint: ['9007199254740993', '12'],
    numeric: ['1.23456789012345678', '12'],
    'numeric(6,2)': ['1234.56', '1.25'],
    'numeric(20,0)': ['12345678901234567891', '12'],
    'numeric(4)': ['1234'],
    real: ['0.1234567', '1.5'],
    'double precision': ['0.12345678901234568', '1.5'],
    money: ['1.25'],
    boolean: ['t'],
    text: ['abcdef', '12', 'ab ', 'long '.repeat(20)],
    name: ['abc'],
    '"char"': ['a'],
    'varchar(5)': ['abcde', 'ab '],
    'varchar(3)': ['abc', 'ab '],
    'char(4)': ['abcd'],
    date: ['2020-02-03'],
    timestamp: ['2020-02-03 04:05:06.789'],
    'timestamp(0)': ['2020-02-03 04:05:06'],
    timestamptz: ['2020-02-03 04:05:06.789+00'],
    time: ['04:05:06.789'],
    'time(0)': ['04:05:06'],
    timetz: ['04:05:06.789+00'],
    interval: ['3 days 04:05:06.789'],
    'interval(0)': ['3 days 04:05:06'],
    json: ['{"b": 1, "a": 2, "b": 3}'],
    jsonb: ['{"a": 1}'],
    uuid: ['5f0c6b2a-8f0e-4b1e-9d55-0123456789ab'],
    bytea: ['\\xff'],
    inet: ['10.0.0.1/8'],
    cidr: ['10.0.0.0/8'],
    'bit varying(8)': ['10101'],
    'text[]': ['{ab,c}'],
    'numeric(6,2)[]': ['{1.25}'],
    'integer[]': ['{1,2}'],
  };
  const types = Object.keys(samples);

  it('is told to lose something exactly where Postgres lets it', async () => {
    const given = types.flatMap((type) => (samples[type] ?? []).map((value) => [type, value]));
    await rowsOf(
      ada,
      ref,
      `create table converted (${types.map((type) => `"${type.replaceAll('"', '""')}" ${type}`).join(', ')});
       create function conversions(given json) returns table (source text, target text, is_lost boolean) language plpgsql as $$
       declare sample json; stored text; back text;
       begin
         for sample in select * from json_array_elements(given) loop
           source := sample->>0;
           for target in select attname from pg_attribute where attrelid = 'converted'::regclass and attnum > 0 loop
             begin
               -- Storing converts as altering a type does: by casts for assignment.
               execute format('insert into converted (%1$I) values (%2$L::%3$s) returning %1$I::text', target, sample->>1, source) into stored;
             exception when others then continue;
             end;
             begin
               execute format('select %L::%s::%s::text, %L::%3$s::text', stored, target, source, sample->>1) into back, stored;
               is_lost := back is distinct from stored;
             exception when others then is_lost := true;
             end;
             return next;
           end loop;
         end loop;
       end $$`,
    );
    const conversions = await rowsOf(
      ada,
      ref,
      `select source || ' to ' || target, bool_or(is_lost) from conversions('${JSON.stringify(given)}') group by 1`,
    );
    const column = { ...addedShapeColumn, storedName: 'value', name: 'value' };
    const shape = { name: 'converted', comment: '', rowSecurity: true, columns: [column], constraints: [] };
    const told = (pair: string) => {
      const [before = '', after = ''] = pair.split(' to ');
      const [found] = shapeLosses(
        { shape: { ...shape, columns: [{ ...column, dataType: before }] } },
        { ...shape, columns: [{ ...column, dataType: after }] },
      );
      // The zone of the session gives it back here.
      return found !== undefined && found.loss !== 'zone';
    };
    // Postgres has no way back from money to whole numbers.
    const known = conversions.filter(([pair]) => !/^(?:small|big)?int(?:eger)? to money$/.test(String(pair)));
    const wrong = known.filter(([pair, isLost]) => told(String(pair)) !== (isLost === 'true' || isLost === 't'));
    expect([wrong, conversions.length > types.length * 2]).toEqual([[], true]);
  });
});

describe('extremes', () => {
  it('are read: as many columns as a table can have', async () => {
    await rowsOf(
      ada,
      ref,
      `do $$ begin
         execute 'create table widest (' || (select string_agg('c' || n || ' int', ', ') from generate_series(1, 1600) n) || ')';
         insert into widest (c1, c1600) values (1, 1600);
       end $$`,
    );
    const page = await read('widest');
    expect([page.columns.length, page.rows[0]?.[0], page.rows[0]?.[1599]]).toEqual([1600, '1', '1600']);
  });

  it('are read: a value of 8 MB, of which a page holds the beginning, and an editor only what it can send', async () => {
    const length = 8 * 1024 * 1024;
    await rowsOf(
      ada,
      ref,
      `create table long (id int primary key, body text); insert into long values (1, repeat('x', ${length})), (2, null)`,
    );
    const page = await read('long');
    expect([page.cut, page.rows[0]?.[1]?.length]).toEqual([[[0, 1, expect.any(String)]], cellMaxLength]);
    const value = async (key: string, maxBytes?: number) =>
      (await send('long', 'value', { key: { id: key }, column: 'body', maxBytes })).json;
    expect(await value('1', valueFileMax)).toEqual({ value: null, leftOutBytes: length });
    expect(await value('2', valueFileMax)).toEqual({ value: null, leftOutBytes: null });
    expect((await value('1')).value.length).toBe(length);
  });
});

describe('as another role', () => {
  beforeAll(() =>
    rowsOf(
      ada,
      ref,
      `create table notes (id int primary key, owner uuid, body text);
       insert into notes values (1, null, 'public'), (2, '11111111-1111-4111-8111-111111111111', 'own');
       alter table notes enable row level security;
       grant select, update on notes to anon, authenticated;
       create policy "public" on notes for select to anon using (owner is null);
       create policy "claims" on notes to authenticated
         using (owner::text = current_setting('request.jwt.claims', true)::json ->> 'sub' or owner is null)`,
    ),
  );
  const anon = { role: 'anon', user: null };
  const ids = async (viewAs: object | null) => {
    const answer = await send('notes', 'rows', { view: everyRow, position: null, viewAs });
    return v.parse(rowPageSchema, answer.json).rows.map(([id]) => id);
  };

  it('rows are those that policies show', async () => {
    expect(await ids(null)).toEqual(['1', '2']);
    expect(await ids(anon)).toEqual(['1']);
    expect((await send('notes', 'count', { view: everyRow, viewAs: anon })).json).toEqual({ count: 1 });
    const hidden = await send('notes', 'value', { key: { id: '2' }, column: 'body', viewAs: anon });
    expect(hidden.json.code).toBe('row_not_found');
    // The next request has the developer's rights again.
    expect(await ids(null)).toEqual(['1', '2']);
  });

  it('rows are filtered and edited by enumerations whose schema the role may not use', async () => {
    expect(await useHiddenEnumerations({ query: (sql) => rowsOf(ada, ref, sql), send })).toEqual(['3', '1']);
  });

  it('an index finds the rows of a key of a domain of an enumeration', async () => {
    await rowsOf(
      ada,
      ref,
      `create type grade as enum ('low', 'high');
       create domain level as grade;
       create table levels (level level, id int, primary key (level, id));
       insert into levels select case when n % 2 = 0 then 'low' else 'high' end::grade, n from generate_series(1, 5000) n;
       analyze levels`,
    );
    const table = await detail('levels');
    const planOf = async ({ text, values }: Statement) => {
      const written = text.replaceAll(/\$(\d+)/g, (_, place) => `'${values[Number(place) - 1]}'`);
      return (await rowsOf(ada, ref, `explain ${written}`)).join('\n');
    };
    const readable = { table: { ...table, hasVersions: true, nondeterministic: [] }, viewAs: null };
    const page = pageStatement(readable, everyRow, { by: 'key', values: { level: 'high', id: '7' }, backward: false });
    expect(await planOf(page)).toMatch(/Index Cond: \(ROW\(level, id\) \S+ ROW\('high'::grade, 7\)\)/);
    const removal = changeStatement(readable, { type: 'delete', key: { level: 'high', id: '7' }, old: {} });
    expect(await planOf(removal)).toMatch(/Index Cond: \(.*level.*= 'high'::grade\) AND \(id = 7\)\)/);
  });

  it('rows of a user are those that the claims of that user show', async () => {
    const created = await ada.send('POST', `/api/platform/auth/${ref}/users`, {
      json: { email: 'grace@example.com', password: 'correct horse', email_confirm: true },
    });
    await rowsOf(ada, ref, `update notes set owner = '${created.json.id}' where id = 2`);
    expect(await ids({ role: 'authenticated', user: null })).toEqual(['1']);
    expect(await ids({ role: 'authenticated', user: 'Grace@example.com' })).toEqual(['1', '2']);
    expect(await ids({ role: 'authenticated', user: created.json.id })).toEqual(['1', '2']);
    const nobody = await send('notes', 'rows', {
      view: everyRow,
      position: null,
      viewAs: { role: 'authenticated', user: 'ada@example.com' },
    });
    expect([nobody.status, nobody.json.code]).toEqual([404, 'user_not_found']);
  });

  it('changes are made with its rights, or refused', async () => {
    const update: RowChange = {
      type: 'update',
      key: { id: '1' },
      old: { body: 'public' },
      values: { body: 'x' },
      defaults: [],
    };
    const refused = await send('notes', 'changes', { viewAs: anon, changes: [update] });
    // No policy lets it update the row, so none is reached.
    expect(refused.json).toMatchObject({ outcome: 'conflict' });
    const insert = await send('notes', 'changes', { viewAs: anon, changes: [{ type: 'insert', values: { id: '3' } }] });
    expect(insert.json).toMatchObject({ outcome: 'failed', error: { code: '42501' } });
    const other = await send('notes', 'rows', {
      view: everyRow,
      position: null,
      viewAs: { role: 'postgres', user: null },
    });
    expect(other.status).toBe(400);
    expect(await rowsOf(ada, ref, 'select body from notes where id = 1')).toEqual([['public']]);
  });
});

describe('an export', () => {
  const file = async (name: string, request: object) => {
    const answer = await send(name, 'export', { view: everyRow, format: 'csv', ...request });
    if (answer.status !== 200) return answer;
    const events = answer.text
      .trim()
      .split('\n')
      .map((line) => v.parse(exportEventSchema, JSON.parse(line)));
    const parts = events.flatMap((event) => (event.type === 'part' ? [event] : []));
    return {
      text: parts.map(({ text }) => text).join(''),
      rows: parts.reduce((sum, { rows }) => sum + rows, 0),
      largest: Math.max(...parts.map(({ rows }) => rows)),
      ends: events.at(-1)?.type,
    };
  };

  it('has every row of the filter, whole and in order, in the columns that are asked for', async () => {
    await rowsOf(
      ada,
      ref,
      `create table cargo (id int primary key, what text, weight numeric(8, 1));
       insert into cargo select n, repeat('x', 3000) || n, n / 2.0 from generate_series(1, 1234) n`,
    );
    const all = await file('cargo', { columns: ['id'] });
    // However short rows are, those of the next part may have half a megabyte each: 128 MB may arrive for a part.
    expect(all).toMatchObject({ rows: 1234, largest: 200, ends: 'end' });
    const some = await file('cargo', {
      view: { ...everyRow, where: 'id <= 2', sorts: [{ column: 'id', descending: true }] },
      columns: ['weight', 'what'],
    });
    expect(some).toMatchObject({
      text: `weight,what\r\n1.0,${'x'.repeat(3000)}2\r\n0.5,${'x'.repeat(3000)}1\r\n`,
    });
    expect(
      await file('cargo', { columns: ['id'], format: 'json', view: { ...everyRow, where: 'false' } }),
    ).toMatchObject({ text: '[\n]\n', rows: 0, ends: 'end' });
    const inserts = (await file('cargo', {
      columns: ['id', 'weight'],
      format: 'sql',
      view: { ...everyRow, where: 'id = 7' },
    })) as { text: string };
    await rowsOf(ada, ref, `create table cargo2 (like cargo); ${inserts.text.replace('cargo', 'cargo2')}`);
    expect(await rowsOf(ada, ref, 'select id, weight = 3.5 from cargo2')).toEqual([['7', 't']]);
  });

  it('as SQL can be run, also of columns whose values Postgres counts or computes', async () => {
    await rowsOf(
      ada,
      ref,
      `create table counted (id int generated always as identity, n int, twice int generated always as (n * 2) stored);
       insert into counted (n) values (4), (null);
       create table derived (one int generated always as (1) stored); insert into derived default values`,
    );
    const sqlOf = async (name: string, columns: string[]) => {
      const exported = await file(name, { columns, format: 'sql' });
      return 'text' in exported ? exported.text : '';
    };
    const sql = (await sqlOf('counted', ['twice', 'id', 'n'])) + (await sqlOf('derived', ['one']));
    await rowsOf(ada, ref, `truncate counted, derived; ${sql}`);
    expect(await rowsOf(ada, ref, 'select id, n, twice from counted order by id')).toEqual([
      ['1', '4', '8'],
      ['2', null, null],
    ]);
    expect(await rowsOf(ada, ref, 'select one from derived')).toEqual([['1']]);
    await rowsOf(ada, ref, 'drop table counted, derived');
  });

  it('has the rows that are selected alone: by their keys, or by their places', async () => {
    const sorts = [{ column: 'id', descending: true }];
    expect(
      await file('cargo', {
        // The filter no longer shows one of them.
        view: { ...everyRow, sorts, where: 'id < 5' },
        only: { by: 'key', keys: [{ id: '3' }, { id: '7' }, { id: '5000' }] },
        columns: ['id', 'weight'],
      }),
    ).toMatchObject({ text: 'id,weight\r\n7,3.5\r\n3,1.5\r\n', rows: 2, ends: 'end' });
    expect(
      await file('kinds', { only: { by: 'key', keys: [{ code: 'a', place: '1' }] }, columns: ['code'] }),
    ).toMatchObject({
      rows: 0,
      ends: 'end',
    });
    expect(
      await file('loose', {
        view: { ...everyRow, sorts: [{ column: 'a', descending: false }] },
        only: { by: 'offset', offset: 100, count: 2 },
        columns: ['a'],
      }),
    ).toMatchObject({ text: 'a\r\n101\r\n102\r\n' });
    const refused = { only: { by: 'key', keys: [{ id: '1', other: '2' }] }, columns: ['id'] };
    expect(await file('cargo', refused)).toMatchObject({ status: 412, json: { code: 'key_changed' } });
    expect(await file('cargo', { ...refused, only: { by: 'key', keys: [{ id: '1) or true --' }] } })).toMatchObject({
      status: 400,
      json: { code: '22P02' },
    });
  });

  it('is refused before it begins, for a condition, a column, or a stranger', async () => {
    expect(await file('cargo', { columns: ['id'], view: { ...everyRow, where: 'nothing = 1' } })).toMatchObject({
      status: 400,
      json: { code: '42703' },
    });
    expect(await file('cargo', { columns: ['nothing'] })).toMatchObject({
      status: 400,
      json: { code: 'unknown_column' },
    });
    const id = await idOf('cargo');
    const json = { view: everyRow, columns: ['id'], format: 'csv' };
    expect((await eve.send('POST', path(`/${id}/export`), { json })).status).toBe(404);
    // A condition cannot end the transaction that only reads.
    const two = await file('cargo', { columns: ['id'], view: { ...everyRow, where: 'true); drop table cargo; --' } });
    expect(two).toMatchObject({ status: 400 });
  });

  it('says that it broke off when a row fails in the middle', async () => {
    const broken = await file('cargo', {
      columns: ['id'],
      view: { ...everyRow, where: 'case when id = 1000 then 1 / (id - 1000) = 0 else true end' },
    });
    expect(broken).toMatchObject({ ends: 'error' });
  });
});

describe('a table that is given another key', () => {
  it('takes no change, and shows no page, by the key from before', async () => {
    await rowsOf(
      ada,
      ref,
      `create table moved (id int primary key, place int not null, name text);
       insert into moved select n, 201 - n, 'Row ' || n from generate_series(1, 200) n`,
    );
    const { next } = await read('moved');
    expect(next).toEqual({ by: 'key', values: { id: '100' }, backward: false });
    await rowsOf(ada, ref, 'alter table moved drop constraint moved_pkey, add primary key (place)');
    const update = (key: Record<string, string>, name: string): RowChange => ({
      type: 'update',
      key,
      old: {},
      values: { name },
      defaults: [],
    });
    // The same value is that of another row now.
    const changes = [update({ place: '1' }, 'New'), update({ id: '1' }, 'Old')];
    expect(await commit('moved', changes)).toEqual({ outcome: 'otherKey', change: 1, key: ['place'] });
    for (const key of [{ id: '1', place: '200' }, { '': '1' }, Object.fromEntries([['__proto__', '1']])])
      expect(await commit('moved', [{ type: 'delete', key, old: {} }])).toMatchObject({ outcome: 'otherKey' });
    expect(await rowsOf(ada, ref, `select count(*) from moved where name like 'Row %'`)).toEqual([['200']]);
    expect(await commit('moved', [changes[0]!])).toEqual({ outcome: 'committed', count: 1 });
    expect(await rowsOf(ada, ref, `select id from moved where name = 'New'`)).toEqual([['200']]);
    const keyChanged = { status: 412, json: { code: 'key_changed' } };
    expect(await send('moved', 'rows', { view: everyRow, position: next })).toMatchObject(keyChanged);
    expect(await send('moved', 'value', { key: { id: '1' }, column: 'name' })).toMatchObject(keyChanged);
    const only = { by: 'key', keys: [{ id: '1' }] };
    expect(await send('moved', 'export', { view: everyRow, only, columns: ['name'], format: 'csv' })).toMatchObject(
      keyChanged,
    );
    await rowsOf(ada, ref, 'alter table moved drop constraint moved_pkey');
    expect(await commit('moved', [changes[0]!])).toEqual({ outcome: 'otherKey', change: 0, key: [] });
    expect(await send('moved', 'rows', { view: everyRow, position: next })).toMatchObject(keyChanged);
  });

  it('takes no key that is a list, without the names of its columns', async () => {
    for (const key of [['1'], {}, 'id', null, { id: 1 }])
      expect(await send('people', 'changes', { changes: [{ type: 'delete', key, old: {} }] })).toMatchObject({
        status: 400,
        json: { code: 'validation_failed' },
      });
  });
});

describe('changes', () => {
  it('are made in one transaction', async () => {
    expect(
      await commit('people', [
        { type: 'insert', values: { id: '1001', name: '' } },
        {
          type: 'update',
          key: { id: '1' },
          old: { name: 'Person 1', age: '1' },
          values: { name: 'Ada', age: null },
          defaults: ['note'],
        },
        { type: 'delete', key: { id: '2' }, old: { id: '2', name: 'Person 2', age: '2', note: 'none' } },
      ]),
    ).toEqual({ outcome: 'committed', count: 3 });
    expect(await rowsOf(ada, ref, 'select * from people where id in (1, 2, 1001) order by id')).toEqual([
      ['1', 'Ada', null, 'none'],
      ['1001', '', null, 'none'],
    ]);
  });

  it('are all left out when a row is not as it was read', async () => {
    const outcome = await commit('people', [
      { type: 'update', key: { id: '3' }, old: { age: '3' }, values: { age: '33' }, defaults: [] },
      { type: 'update', key: { id: '4' }, old: { age: '99' }, values: { age: '44' }, defaults: [] },
    ]);
    expect(outcome).toEqual({
      outcome: 'conflict',
      change: 1,
      cells: { age: '4' },
    });
    expect(await commit('people', [{ type: 'delete', key: { id: '4444' }, old: {} }])).toMatchObject({ cells: null });
    expect(await rowsOf(ada, ref, 'select age from people where id in (3, 4) order by id')).toEqual([['3'], ['4']]);
  });

  it('find out that a long value was changed beyond what a page holds of it', async () => {
    const long = 'é'.repeat(cellMaxLength);
    await rowsOf(
      ada,
      ref,
      `create table letters (id int primary key, body text, data jsonb, huge text);
       create view posted as select * from letters;
       insert into letters select n, repeat('é', ${cellMaxLength}) || n, to_jsonb(repeat('b', 3000)),
         case when n = 3 then repeat('h', 2000000) end from generate_series(1, 5) n;
       insert into letters values (6, repeat('é', ${cellMaxLength}), null, null)`,
    );
    const deleteOf = async (name: string, id: string): Promise<Extract<RowChange, { type: 'delete' }>> => {
      const { columns, rows, cut } = await read(name);
      const place = rows.findIndex(([first]) => first === id);
      const fingerprints = Object.fromEntries(
        cut.filter(([row]) => row === place).map(([, column, fingerprint]) => [columns[column]!, fingerprint]),
      );
      const whole = columns.flatMap((column, index) =>
        Object.hasOwn(fingerprints, column) ? [] : [[column, rows[place]![index] ?? null] as const],
      );
      return { type: 'delete', key: { id }, old: Object.fromEntries(whole), fingerprints };
    };
    // As many characters as are shown are no long value, however many bytes they have.
    const exact = await deleteOf('letters', '6');
    expect([exact.old['body'], exact.fingerprints]).toEqual([long, {}]);

    for (const name of ['letters', 'posted']) {
      const [first, second, huge] = [await deleteOf(name, '1'), await deleteOf(name, '2'), await deleteOf(name, '3')];
      expect(Object.keys(huge.fingerprints ?? {})).toEqual(['body', 'data', 'huge']);
      await rowsOf(
        ada,
        ref,
        `update letters set body = body || '!' where id = 1; update letters set body = 'short' where id = 2;
         update letters set huge = huge || '!' where id = 3`,
      );
      const conflict = await commit(name, [first]);
      if (conflict.outcome !== 'conflict') throw new Error(conflict.outcome);
      const { cells, fingerprints = {} } = conflict;
      // The beginning is the same; the fingerprint is not.
      expect([cells?.['body'], fingerprints['body'] === first.fingerprints?.['body']]).toEqual([long, false]);
      // In a table, that of a page is the version of the row, which every change of the row changes.
      expect(fingerprints['data'] === first.fingerprints?.['data']).toBe(name === 'posted');
      // A value that is no longer long is compared whole from now on.
      const shortened = await commit(name, [second]);
      if (shortened.outcome !== 'conflict') throw new Error(shortened.outcome);
      expect([shortened.cells?.['body'], Object.keys(shortened.fingerprints ?? {})]).toEqual(['short', ['data']]);
      expect(await commit(name, [huge])).toMatchObject({ outcome: 'conflict' });
      // As the user overwrites it: with what the conflict told.
      expect(await commit(name, [{ ...first, fingerprints }])).toEqual({ outcome: 'committed', count: 1 });
      expect(await commit(name, [await deleteOf(name, '3')])).toEqual({ outcome: 'committed', count: 1 });
      await rowsOf(
        ada,
        ref,
        `insert into letters select n, repeat('é', ${cellMaxLength}) || n, to_jsonb(repeat('b', 3000)),
           case when n = 3 then repeat('h', 2000000) end from unnest(array[1, 3]) n;
         update letters set body = repeat('é', ${cellMaxLength}) || 2 where id = 2`,
      );
    }

    const hostile = { ...exact, old: {}, fingerprints: { body: "x' or true --" } };
    expect(await commit('letters', [hostile])).toMatchObject({ outcome: 'conflict' });
    const unknown = await send('letters', 'changes', { changes: [{ ...exact, fingerprints: { nowhere: 'x' } }] });
    expect([unknown.status, unknown.json.code]).toEqual([400, 'unknown_column']);
  });

  it('overwrite a long row once, although an earlier change of the same commit changes it', async () => {
    await rowsOf(
      ada,
      ref,
      `create table replies (id int primary key, parent int references replies on delete set null, body text);
       insert into replies values (1, null, 'short'), (2, 1, repeat('r', 3000))`,
    );
    const { cut } = await read('replies');
    const first: RowChange = { type: 'delete', key: { id: '1' }, old: { id: '1', body: 'short' } };
    const second: RowChange = {
      type: 'delete',
      key: { id: '2' },
      old: { id: '2', parent: '1' },
      fingerprints: { body: cut[0]![2] },
    };
    const conflict = await commit('replies', [first, second]);
    if (conflict.outcome !== 'conflict') throw new Error(conflict.outcome);
    const { change, cells, fingerprints = {} } = conflict;
    expect([change, cells?.['parent'], Object.keys(fingerprints)]).toEqual([1, null, ['body']]);
    const { body: _, ...old } = cells ?? {};
    expect(await commit('replies', [first, { ...second, old, fingerprints }])).toEqual({
      outcome: 'committed',
      count: 2,
    });
  });

  it('of a long value are found out in a role too, which need not see the version of a row', async () => {
    await rowsOf(
      ada,
      ref,
      `create table memos (id int primary key, body text); grant select (id, body), delete on memos to anon;
       alter table memos disable row level security;
       insert into memos values (1, repeat('m', 2000000))`,
    );
    const viewAs = { role: 'anon', user: null };
    const page = (await send('memos', 'rows', { view: everyRow, position: null, viewAs })).json as RowPage;
    const [[, , fingerprint] = []] = page.cut;
    expect(fingerprint).toMatch(/^-?\d+$/);
    const change = { type: 'delete', key: { id: '1' }, old: { id: '1' }, fingerprints: { body: fingerprint } };
    await rowsOf(ada, ref, "update memos set body = body || '!'");
    expect((await send('memos', 'changes', { viewAs, changes: [change] })).json).toMatchObject({ outcome: 'conflict' });
    await rowsOf(ada, ref, "update memos set body = rtrim(body, '!')");
    expect((await send('memos', 'changes', { viewAs, changes: [change] })).json).toMatchObject({
      outcome: 'committed',
    });
  });

  it('follow columns that are renamed, and say which are gone', async () => {
    await rowsOf(
      ada,
      ref,
      `create table shapes (id int primary key, name text, note text, other text);
       insert into shapes select n, 'name ' || n, 'note ' || n, 'other ' || n from generate_series(1, 5) n`,
    );
    const numbers = Object.fromEntries((await detail('shapes')).columns.map(({ name, number }) => [name, number]));
    expect(numbers).toEqual({ id: 1, name: 2, note: 3, other: 4 });
    const of = (...names: string[]) => ({ columns: Object.fromEntries(names.map((name) => [name, numbers[name]!])) });
    const update = (id: string, name: string, before = `name ${id}`): RowChange => ({
      type: 'update',
      ...of('id', 'name'),
      key: { id },
      old: { name: before },
      values: { name },
      defaults: [],
    });
    // The two exchange their names, and the key gets another one.
    await rowsOf(
      ada,
      ref,
      `alter table shapes rename name to was; alter table shapes rename note to name;
       alter table shapes rename was to note; alter table shapes rename id to pk`,
    );
    expect(
      await commit('shapes', [
        update('1', 'New'),
        { type: 'insert', ...of('id', 'name'), values: { id: '9', name: 'Ninth' } },
      ]),
    ).toEqual({ outcome: 'committed', count: 2 });
    expect(await rowsOf(ada, ref, 'select pk, note, name from shapes where pk in (1, 9) order by pk')).toEqual([
      ['1', 'New', 'note 1'],
      ['9', 'Ninth', null],
    ]);
    // Conflicts and refusals are told in the names of the change.
    expect(await commit('shapes', [update('2', 'New', 'stale')])).toEqual({
      outcome: 'conflict',
      change: 0,
      cells: { name: 'name 2' },
    });
    await rowsOf(ada, ref, "alter table shapes add check (note <> 'Refused')");
    expect(await commit('shapes', [update('2', 'Refused')])).toMatchObject({ outcome: 'failed', column: 'name' });

    await rowsOf(ada, ref, 'alter table shapes drop column note; alter table shapes add column note text');
    const both: RowChange = {
      ...update('2', 'Lost'),
      ...of('id', 'name', 'other'),
      old: { name: 'name 2', other: 'other 2' },
      values: { name: 'Lost', other: 'Kept' },
    } as RowChange;
    const later = { type: 'insert' as const, ...of('name'), values: { name: 'Lost' } };
    expect(await commit('shapes', [both])).toEqual({ outcome: 'goneColumns', change: 0, columns: ['name'] });
    expect(await commit('shapes', [{ type: 'insert', ...of('id'), values: { id: '8' } }, later])).toEqual({
      outcome: 'goneColumns',
      change: 1,
      columns: ['name'],
    });
    // A row to delete is compared in the columns that are left.
    const removal = (other: string): RowChange => ({
      type: 'delete',
      ...of('id', 'name', 'note', 'other'),
      key: { id: '3' },
      old: { id: '3', name: 'name 3', note: 'note 3', other },
    });
    expect(await commit('shapes', [removal('stale')])).toMatchObject({
      outcome: 'conflict',
      cells: { id: '3', note: 'note 3', other: 'other 3' },
    });
    expect(await commit('shapes', [removal('other 3')])).toEqual({ outcome: 'committed', count: 1 });

    // Another column with the name of the key finds other rows.
    await rowsOf(
      ada,
      ref,
      `alter table shapes drop column pk; alter table shapes add column id int;
       update shapes set id = 6 - substr(other, 7)::int; delete from shapes where id is null;
       alter table shapes add primary key (id)`,
    );
    expect(await commit('shapes', [removal('other 3')])).toEqual({ outcome: 'otherKey', change: 0, key: ['id'] });
    const hostile = { ...update('1', 'x'), columns: { name: 1e300 } };
    expect((await send('shapes', 'changes', { changes: [hostile] })).json).toMatchObject({ outcome: 'goneColumns' });
    const odd = { ...update('1', 'x'), columns: { name: 'two' } };
    expect((await send('shapes', 'changes', { changes: [odd] })).status).toBe(400);
  });

  it('that Postgres refuses tell the change, the column and the constraint', async () => {
    const outcome = await commit('orders', [
      { type: 'insert', values: { total: '1.50' } },
      { type: 'insert', values: { total: '-1' } },
    ]);
    expect(outcome).toMatchObject({
      outcome: 'failed',
      change: 1,
      column: 'total',
      constraint: 'orders_total_check',
      error: { code: '23514', message: expect.stringContaining('orders_total_check') },
    });
    expect(await rowsOf(ada, ref, 'select count(*) from orders')).toEqual([['0']]);
    expect(await commit('people', [{ type: 'insert', values: { id: '5', name: 'Twice' } }])).toMatchObject({
      column: 'id',
      error: { code: '23505', detail: 'Key (id)=(5) already exists.' },
    });
    expect(await commit('people', [{ type: 'insert', values: { id: '2000' } }])).toMatchObject({
      column: 'name',
      error: { code: '23502' },
    });
    await rowsOf(
      ada,
      ref,
      'create table later (id int primary key, other int references later deferrable initially deferred)',
    );
    expect(await commit('later', [{ type: 'insert', values: { id: '1', other: '2' } }])).toMatchObject({
      outcome: 'failed',
      column: 'other',
      error: { code: '23503' },
    });
  });

  it('that a type refuses name the column of the value', async () => {
    const { named, wanted } = await refusedColumns({ query: (sql) => rowsOf(ada, ref, sql), commit });
    expect(named).toEqual(wanted);
  });

  it('whose answer was lost can be asked for, and are never made once they are settled', async () => {
    const settle = async (id: string, user = ada) => user.send('POST', path(`/commits/${id}/settle`));
    const insert: RowChange = { type: 'insert', values: { a: '7', b: 'settled' } };
    const [made, refused, givenUp] = [randomUUID(), randomUUID(), randomUUID()];
    expect((await send('loose', 'changes', { commit: made, changes: [insert, insert] })).status).toBe(200);
    expect((await settle(made)).json).toEqual({ outcome: 'committed', count: 2 });
    await send('later', 'changes', {
      commit: refused,
      changes: [{ type: 'insert', values: { id: '1', other: '2' } }],
    });
    expect((await settle(refused)).json).toEqual({ outcome: 'none' });
    expect((await settle(givenUp)).json).toEqual({ outcome: 'none' });
    for (const id of [made, givenUp]) {
      const again = await send('loose', 'changes', { commit: id, changes: [insert] });
      expect([again.status, again.json.code]).toEqual([409, 'commit_settled']);
    }
    expect(await rowsOf(ada, ref, `select count(*) from loose where b = 'settled'`)).toEqual([['2']]);
    expect((await settle(made, eve)).status).toBe(404);
    expect((await settle('1; drop table people')).json.code).toBe('validation_failed');
  });

  it('of names that need quotes reach that table and no other', async () => {
    await rowsOf(
      ada,
      ref,
      `create schema "odd "".s"; create table "odd "".s"."select" ("a.""b" int primary key, "😀" text);
       insert into "odd "".s"."select" values (1, 'x')`,
    );
    const name = '"odd "".s"."select"';
    expect(
      await commit(name, [
        { type: 'update', key: { 'a."b': '1' }, old: { '😀': 'x' }, values: { '😀': 'y' }, defaults: [] },
      ]),
    ).toMatchObject({ outcome: 'committed' });
    expect((await read(name, { sorts: [{ column: 'a."b', descending: true }] })).rows).toEqual([['1', 'y']]);
    const odd = await send(name, 'changes', {
      changes: [{ type: 'insert', values: { 'x") values (1); drop table people; --': '1' } }],
    });
    expect([odd.status, odd.json.code]).toEqual([400, 'unknown_column']);
  });

  it('of columns that are named like members of every object are made and compared', async () => {
    const columns = memberNames.map((name) => `"${name}" text`).join(', ');
    await rowsOf(ada, ref, `create table oddities (id int primary key, ${columns})`);
    const by = (value: string) => Object.fromEntries(memberNames.map((name) => [name, `${name} ${value}`]));
    const cells = (value: string) => memberNames.map((name) => `${name} ${value}`);
    const inserted = await commit('oddities', [{ type: 'insert', values: { id: '1', ...by('a') } }]);
    expect(inserted).toEqual({ outcome: 'committed', count: 1 });
    expect((await read('oddities')).rows).toEqual([['1', ...cells('a')]]);
    const update: RowChange = { type: 'update', key: { id: '1' }, old: by('a'), values: by('b'), defaults: [] };
    expect(await commit('oddities', [update])).toEqual({ outcome: 'committed', count: 1 });
    expect((await read('oddities')).rows).toEqual([['1', ...cells('b')]]);
    const conflict = await commit('oddities', [{ type: 'delete', key: { id: '1' }, old: by('a') }]);
    expect(conflict.outcome === 'conflict' && Object.entries(conflict.cells ?? {})).toEqual(Object.entries(by('b')));
    const wrong = await send('oddities', 'changes', {
      changes: [{ ...update, old: Object.fromEntries([['__proto__', { constructor: 7 }]]) }],
    });
    expect([wrong.status, wrong.json.code]).toEqual([400, 'validation_failed']);
  });

  it('bring any value of any type back as it was written', async () => {
    const values: Record<string, readonly string[]> = {
      bigint: ['9223372036854775807', '-9223372036854775808'],
      numeric: ['123456789012345678901234567890.123456789', '1.10', 'NaN', '0.00', 'Infinity'],
      'double precision': ['0.1', '1e-300', '-0', 'Infinity', 'NaN'],
      real: ['1.1', '3.4028235e+38'],
      text: ['', ' ', 'null', 'NULL', "it's", 'a\nb\tc', '\\x41', '😀é', '"', '{}'],
      'character(5)': ['ab   ', '     '],
      'character varying(4)': ['ab', 'ab  '],
      boolean: ['true', 'false'],
      date: ['2024-02-29', '0044-03-15 BC', 'infinity'],
      time: ['23:59:59.999999', '24:00:00'],
      'timestamp with time zone': ['2024-02-29 12:00:00.123456+00', '-infinity'],
      interval: ['1 year 2 mons 3 days 04:05:06.789', '-1 days'],
      uuid: ['00000000-0000-0000-0000-000000000000'],
      json: ['{"a": 1,  "a": 2}', 'null', '[1, 2.0]', '"text"'],
      jsonb: ['{"a": 1.10}', 'null', '[]'],
      bytea: ['\\x', '\\x00ff', '\\x5c'],
      'integer[]': ['{}', '{1,NULL,3}', '{{1,2},{3,4}}', '[0:1]={1,2}'],
      'text[]': ['{"a,b","",NULL,"NULL","\\"\\\\"}'],
      int4range: ['empty', '[1,10)', '(,5)'],
      inet: ['192.168.0.1/24', '::1'],
      point: ['(1.5,-2)'],
      mood: ['sad', 'happy'],
      xml: ['<a b="c">d</a>'],
      'bit varying(8)': ['', '1010'],
      tsvector: ["'a':1 'fat':2B"],
      money: ['$1,234.50'],
    };
    // One column for each type: a row has the value of that place, or NULL where the type has fewer.
    const types = Object.keys(values);
    const count = Math.max(...Object.values(values).map(({ length }) => length));
    const written = Array.from({ length: count }, (_, at) => types.map((type) => values[type]?.[at] ?? null));
    const cells = (row: readonly (string | null)[]) => Object.fromEntries(row.map((value, at) => [`v${at}`, value]));
    await rowsOf(
      ada,
      ref,
      `create table typed (id int primary key, ${types.map((type, at) => `v${at} ${type}`).join(', ')})`,
    );
    await commit(
      'typed',
      written.map((row, index) => ({ type: 'insert', values: { id: String(index), ...cells(row) } })),
    );
    const shown = async () => (await read('typed')).rows.map((row) => row.slice(1));
    expect(await shown()).toEqual(written);
    const moved = [...written.slice(1), written[0]!];
    const changes = written.map((row, index): RowChange => {
      const change = { key: { id: String(index) }, old: cells(row), values: cells(moved[index]!) };
      return { type: 'update', ...change, defaults: [] };
    });
    expect(await commit('typed', changes)).toEqual({ outcome: 'committed', count });
    expect(await shown()).toEqual(moved);
  });

  it('that take too long are refused, and nothing of them stays', async () => {
    const { timeout } = AbortSignal;
    const limits: number[] = [];
    // A hundredth of each limit.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms);
      return timeout.call(AbortSignal, ms / 100);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    await rowsOf(
      ada,
      ref,
      `create table heavy (id int primary key);
       create view endless as select n from (select generate_series(1, 10000000000) as n) as numbers where n < 0;
       create function lift() returns trigger language plpgsql as
         $$ begin perform count(*) from endless; return new; end $$;
       create trigger lifting before insert on heavy for each row execute function lift();`,
    );
    const refusal = async (name: string, what: string, json: object) => {
      const { status, json: answer } = await send(name, what, json);
      return [status, answer.code];
    };
    const page = { view: everyRow, position: null };
    expect(await refusal('endless', 'rows', page)).toEqual([504, 'rows_too_slow']);
    expect(await refusal('endless', 'count', { view: everyRow })).toEqual([504, 'count_too_slow']);
    const insert = { type: 'insert', values: { id: '1' } };
    expect(await refusal('heavy', 'changes', { changes: [insert] })).toEqual([504, 'changes_too_slow']);
    expect(limits).toEqual(expect.arrayContaining([15_000, 30_000, 60_000]));
    expect((await read('heavy')).rows).toEqual([]);
  });

  it('need a project that runs', async () => {
    const id = await idOf('people');
    await command(ada, ref, 'pause');
    const answer = await ada.send('POST', path(`/${id}/rows`), { json: { view: everyRow, position: null } });
    expect(answer.status).toBe(409);
  });
});
