/** The import of files into tables: what is read, what is rejected, and that nothing is half imported. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportEventSchema, type ExportFormat } from '../../../src/contract/tables/exportRows.ts';
import {
  importEventSchema,
  rejectedMax,
  type ImportEvent,
  type ImportRequest,
  type ReadOptions,
} from '../../../src/contract/tables/importRows.ts';
import { newColumn } from '../../../src/contract/tables/newTable.ts';
import { everyRow } from '../../../src/contract/tables/rows.ts';
import { memberNames } from '../../fixtures/memberNames.ts';
import { createOrganization, createProject, rowsOf } from '../../support/projects.ts';
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
    `create type mood as enum ('sad', 'happy');
     create table people (id bigint primary key, name text not null, note varchar(5), age int check (age >= 0), mood mood,
       tags text[], extra jsonb, made timestamptz default '2020-01-01 00:00:00+00');`,
  );
});
afterAll(() => server?.stop());

const csv: ReadOptions = { format: 'delimited', encoding: 'utf-8', delimiter: ',', hasHeader: true, nullText: '' };

const idOf = async (name: string): Promise<number> => {
  const [[id] = []] = await rowsOf(ada, ref, `select '${name}'::regclass::oid`);
  return Number(id);
};

/** A request for a table whose columns have the names of the file's. */
const into = async (table: string, sources: string[], more: Partial<ImportRequest> = {}): Promise<ImportRequest> => ({
  read: csv,
  target: { by: 'table', id: await idOf(table) },
  sources,
  columns: sources.map((name, source) => ({ name, source })),
  onError: 'stop',
  ...more,
});

const send = (request: object, file: string, user = ada) =>
  user.send('POST', `/api/platform/projects/${ref}/tables/import`, { body: `${JSON.stringify(request)}\n${file}` });

async function run(request: ImportRequest, file: string): Promise<ImportEvent[]> {
  const answer = await send(request, file);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  return answer.text
    .trim()
    .split('\n')
    .map((line) => v.parse(importEventSchema, JSON.parse(line)));
}
const rejectedIn = (events: readonly ImportEvent[]) =>
  events.flatMap((event) => (event.type === 'rejected' ? event.rows : []));
const countOf = async (table: string) => Number((await rowsOf(ada, ref, `select count(*) from ${table}`))[0]?.[0]);

describe('an import', () => {
  it('reads every type as an INSERT does, and tells NULL and an empty text apart', async () => {
    const events = await run(
      await into('people', ['id', 'name', 'note', 'age', 'mood', 'tags', 'extra']),
      `\uFEFFid,name,note,age,mood,tags,extra\r\n1,"Ada, ""A""\r\nL",,36,happy,"{a,b}","{""a"": 1}"\r\n\r\n` +
        `2,"","",,sad,"[""c"", ""d""]",\n3,ö😀,abc,,,,`,
    );
    expect(events.at(-1)).toEqual({ type: 'end', committed: true, rows: 3, rejected: 0, id: await idOf('people') });
    expect(
      await rowsOf(ada, ref, 'select id, name, note, age, mood, tags, extra, made is not null from people order by id'),
    ).toEqual([
      ['1', 'Ada, "A"\r\nL', null, '36', 'happy', '{a,b}', '{"a": 1}', 't'],
      ['2', '', '', null, 'sad', '{c,d}', null, 't'],
      ['3', 'ö😀', 'abc', null, null, null, null, 't'],
    ]);
  });

  it('keeps nothing where one row is bad, and tells each with its line and reason', async () => {
    const file = `id,name,note,age\n10,Ann,,1\n11,"Bo\nB",,-1\n12,,,1\n1,Twice,,\n13,Long,abcdef,\n14,Few\n15,x\0y,,\n16,Eve,,x\n`;
    const events = await run(await into('people', ['id', 'name', 'note', 'age']), file);
    expect(events.at(-1)).toMatchObject({ type: 'end', committed: false, rows: 0, rejected: 7 });
    const rejected = rejectedIn(events);
    expect(Object.fromEntries(rejected.map(({ line, reason }) => [line, reason]))).toEqual({
      3: expect.stringContaining('people_age_check'),
      5: expect.stringContaining('null value in column "name"'),
      6: expect.stringContaining('Key (id)=(1) already exists'),
      7: expect.stringContaining('value too long for type character varying(5)'),
      8: 'The row has 2 fields instead of 4.',
      9: expect.stringContaining('NUL'),
      10: expect.stringContaining('invalid input syntax for type integer: "x"'),
    });
    expect(rejected.find(({ line }) => line === 3)?.cells).toEqual(['11', 'Bo\nB', null, '-1']);
    expect(await countOf('people')).toBe(3);
  });

  it('keeps the good rows of 100,000 where three are bad and the user wants to skip them', async () => {
    await rowsOf(ada, ref, 'create table many (n int primary key, word text)');
    const bad = new Map([
      [777, 'x'],
      [50_001, '50000'],
      [99_999, '99999999999'],
    ]);
    const lines = Array.from(
      { length: 100_000 },
      (_, index) => `${bad.get(index + 1) ?? index + 1}\tword ${index + 1}`,
    );
    const request = await into('many', ['n', 'word'], {
      onError: 'skip',
      read: { ...csv, delimiter: '\t', hasHeader: false },
    });
    const events = await run(request, lines.join('\r\n'));
    expect(events.at(-1)).toMatchObject({ committed: true, rows: 99_997, rejected: 3 });
    expect(
      rejectedIn(events)
        .map(({ line }) => line)
        .toSorted((a, b) => a - b),
    ).toEqual([777, 50_001, 99_999]);
    expect(await countOf('many')).toBe(99_997);
    const progress = events.flatMap((event) => (event.type === 'progress' ? [event.rows] : []));
    expect(progress.length).toBeGreaterThan(0);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  });

  it('creates the table with its rows, or neither', async () => {
    const table = {
      schema: 'public',
      name: 'ports',
      comment: '',
      rowSecurity: true,
      columns: [
        newColumn({ name: 'code', dataType: 'text', primaryKey: true, nullable: false }),
        newColumn({ name: 'big', dataType: 'numeric' }),
      ],
      constraints: [],
    };
    const request: ImportRequest = {
      read: { ...csv, format: 'ndjson' },
      target: { by: 'newTable', table },
      sources: ['code', 'big'],
      columns: [
        { name: 'code', source: 0 },
        { name: 'big', source: 1 },
      ],
      onError: 'stop',
    };
    const refused = await run(request, '{"code": "A"}\n{"code": "A"}\n{bad\n[1]\n');
    expect(refused.at(-1)).toEqual({ type: 'end', committed: false, rows: 0, rejected: 3, id: null });
    expect(
      rejectedIn(refused)
        .map(({ line }) => line)
        .toSorted(),
    ).toEqual([2, 3, 4]);
    expect(await rowsOf(ada, ref, `select to_regclass('ports')`)).toEqual([[null]]);
    const made = await run(request, '{"code": "A", "big": 12345678901234567890.10}\r\n\r\n{"big": null, "code": "B"}');
    expect(made.at(-1)).toMatchObject({ committed: true, rows: 2, id: await idOf('ports') });
    expect(await rowsOf(ada, ref, `select code, big from ports order by code`)).toEqual([
      ['A', '12345678901234567890.10'],
      ['B', null],
    ]);
    expect(await rowsOf(ada, ref, `select relrowsecurity from pg_class where relname = 'ports'`)).toEqual([['t']]);
  });

  it('reads a JSON list with nested values, numbers as they are written', async () => {
    await rowsOf(ada, ref, 'create table docs (id bigint, body jsonb, list int[], said text)');
    const request = await into('docs', ['id', 'body', 'list', 'said'], { read: { ...csv, format: 'json' } });
    const file = `[\n {"id": 9007199254740993, "body": {"a": [1.50, "]},{"]}, "list": [1, 2], "said": "\\"hi\\""},\n {"id": 2, "said": true}\n]\n`;
    expect((await run(request, file)).at(-1)).toMatchObject({ committed: true, rows: 2 });
    expect(await rowsOf(ada, ref, 'select * from docs order by id desc')).toEqual([
      ['9007199254740993', '{"a": [1.50, "]},{"]}', '{1,2}', '"hi"'],
      ['2', null, null, 'true'],
    ]);
    for (const [broken, words] of [
      ['{"a": 1}', 'has to be a JSON list'],
      ['[{"id": 1}', 'ends before'],
      ['[{"id": 1}] x', 'has text after'],
      ['', 'empty'],
    ])
      expect((await run(request, broken!)).at(-1)).toMatchObject({
        type: 'error',
        message: expect.stringContaining(words!),
      });
    expect((await run(request, '[]')).at(-1)).toMatchObject({ committed: true, rows: 0 });
  });

  it('reads other encodings, and refuses a file that is not in the one that was chosen', async () => {
    await rowsOf(ada, ref, 'create table words (word text)');
    const bytes = (text: string) => Buffer.from(text, 'latin1');
    const request = { ...(await into('words', ['word'])), read: { ...csv, encoding: 'windows-1252' } };
    const post = (head: object, file: Buffer) =>
      fetch(`${server.origin}/api/platform/projects/${ref}/tables/import`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${ada.token}` },
        body: Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), file]),
      }).then((answer) => answer.text());
    expect(await post(request, bytes('word\nschön\n'))).toContain('"committed":true');
    expect(await rowsOf(ada, ref, 'select word from words')).toEqual([['schön']]);
    expect(await post({ ...request, read: csv }, bytes('word\nschön\n'))).toContain('not encoded as utf-8');
    expect(
      await post({ ...request, read: { ...csv, encoding: 'utf-16le' } }, Buffer.from('word\n😀\n', 'utf16le')),
    ).toContain('"committed":true');
  });

  it('ends where a quote is never closed, or where far too many rows are bad', async () => {
    const request = await into('many', ['n', 'word'], { onError: 'skip' });
    expect((await run(request, 'n,word\n200001,"never\nends\n')).at(-1)).toMatchObject({
      message: 'A quote that opens after line 1 is not closed. Nothing was imported.',
    });
    const rows = Array.from({ length: rejectedMax.stop + 2 }, (_, index) => `x${index},y`).join('\n');
    expect((await run({ ...request, onError: 'stop' }, `n,word\n${rows}`)).at(-1)).toMatchObject({
      message: expect.stringMatching(
        /^More than 100 rows are bad, the last one in line 102: .*Nothing was imported\.$/,
      ),
    });
    expect(await countOf('many')).toBe(99_997);
  });

  it('is refused before it begins for a table, a column, a right, a body or a stranger', async () => {
    const request = await into('many', ['n', 'word']);
    expect((await send({ ...request, target: { by: 'table', id: 1 } }, '')).json).toMatchObject({
      code: 'table_not_found',
    });
    expect((await send({ ...request, columns: [{ name: 'nothing', source: 0 }] }, 'n\n1')).json).toMatchObject({
      code: 'unknown_column',
    });
    expect(
      (
        await send(
          {
            ...request,
            columns: [
              { name: 'n', source: 0 },
              { name: 'n', source: 1 },
            ],
          },
          '',
        )
      ).status,
    ).toBe(400);
    expect((await send({ ...request, columns: [] }, '')).status).toBe(400);
    expect((await send(request, 'n,word\n1,a', eve)).status).toBe(404);
    await rowsOf(ada, ref, 'create view seen as select n + 1 as n from many');
    expect((await send(await into('seen', ['n']), 'n\n1')).json).toMatchObject({
      code: expect.stringMatching(/^0A000|55000$/),
    });
    expect((await ada.send('POST', `/api/platform/projects/${ref}/tables/import`)).json).toMatchObject({
      code: 'bad_json',
    });
    const hostile = {
      ...request,
      target: {
        by: 'newTable',
        table: {
          schema: 'public',
          name: 'h',
          comment: '',
          rowSecurity: true,
          columns: [newColumn({ name: 'n', dataType: 'int); drop table many; --' })],
        },
      },
    };
    expect((await send(hostile, 'n\n1')).status).toBe(400);
    expect(await countOf('many')).toBe(99_997);
  });

  it('that breaks off, or is cancelled, leaves no row behind', async () => {
    await rowsOf(
      ada,
      ref,
      `create table slow (n int); create function wait() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.05); return new; end $$; create trigger t before insert on slow for each statement execute function wait()`,
    );
    const request = await into('slow', ['n']);
    const file = `n\n${Array.from({ length: 100_000 }, (_, n) => n).join('\n')}`;
    const cancel = new AbortController();
    const answer = await fetch(`${server.origin}/api/platform/projects/${ref}/tables/import`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ada.token}` },
      body: `${JSON.stringify(request)}\n${file}`,
      signal: cancel.signal,
    });
    const reader = answer.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    cancel.abort();
    expect(await countOf('slow')).toBe(0);
  });

  it('brings an export back, in columns that are named like members of every object', async () => {
    const columns = memberNames.map((name) => `"${name}" text`).join(', ');
    const names = ['id', ...memberNames];
    await rowsOf(
      ada,
      ref,
      `create table oddities (id int primary key, ${columns}); create table copies (like oddities)`,
    );
    const values = memberNames.map((name) => `'${name}'`).join(', ');
    await rowsOf(ada, ref, `insert into oddities values (1, ${values}), (2, null${', null'.repeat(5)})`);
    const stored = await rowsOf(ada, ref, 'select * from oddities order by id');
    const exported = async (format: ExportFormat): Promise<string> => {
      const url = `/api/platform/projects/${ref}/tables/${await idOf('oddities')}/export`;
      const answer = await ada.send('POST', url, { json: { view: everyRow, format, columns: names } });
      return answer.text
        .trim()
        .split('\n')
        .map((line) => v.parse(exportEventSchema, JSON.parse(line)))
        .map((event) => (event.type === 'part' ? event.text : ''))
        .join('');
    };
    const json = await exported('json');
    const ndjson = [...json.matchAll(/^\{.*\}/gm)].join('\n');
    const files: [file: string, read: ReadOptions][] = [
      [await exported('csv'), csv],
      [await exported('spreadsheet'), csv],
      [json, { ...csv, format: 'json' }],
      [ndjson, { ...csv, format: 'ndjson' }],
    ];
    for (const [file, read] of files) {
      const events = await run(await into('copies', names, { read }), file);
      expect(events.at(-1)).toMatchObject({ committed: true, rows: 2, rejected: 0 });
      expect(await rowsOf(ada, ref, 'delete from copies returning *')).toEqual(stored);
    }
    await rowsOf(ada, ref, (await exported('sql')).replaceAll('oddities', 'copies'));
    expect(await rowsOf(ada, ref, 'select * from copies order by id')).toEqual(stored);
    // A new table gets them too.
    const table = {
      schema: 'public',
      name: 'others',
      comment: '',
      rowSecurity: true,
      columns: names.map((name) => newColumn({ name, dataType: 'text' })),
      constraints: [],
    };
    const request = await into('copies', names, { read: { ...csv, format: 'json' } });
    const made = await run({ ...request, target: { by: 'newTable', table } }, json);
    expect(made.at(-1)).toMatchObject({ committed: true, rows: 2 });
    expect(await rowsOf(ada, ref, 'select * from others order by id')).toEqual(stored);
  });

  it('whose answer was lost can be asked for', async () => {
    const commit = randomUUID();
    await run(await into('words', ['word'], { commit }), 'word\nlost\n');
    const settled = await ada.send('POST', `/api/platform/projects/${ref}/tables/commits/${commit}/settle`);
    expect(settled.json).toEqual({ outcome: 'committed', count: 1 });
    expect((await run(await into('words', ['word'], { commit }), 'word\nagain\n')).at(-1)).toMatchObject({
      type: 'error',
    });
    expect(await rowsOf(ada, ref, `select count(*) from words where word = 'again'`)).toEqual([['0']]);
  });
});
