/** Values of every type in the table editor: what Postgres accepts comes back unchanged when it is shown, edited and committed. */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commitOutcomeSchema, type RowChange } from '../../../src/contract/tables/changes.ts';
import { everyRow, rowPageSchema } from '../../../src/contract/tables/rows.ts';
import { tableDetailSchema } from '../../../src/contract/tables/table.ts';
import { editDelta, noneStaged } from '../../../src/machines/tables/stagedEdits/stagedRows.ts';
import { cellEdit } from '../../../src/views/tables/cellCommands.ts';
import { editorOf } from '../../../src/views/tables/cellRules.ts';
import { shownRows, storedRows } from '../../../src/views/tables/shownRows.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';
import { createOrganization, createProject, rowsOf } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

let server: TestServer;
let ada: TestUser;
let ref: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  ref = await createProject(ada, await createOrganization(ada));
  await rowsOf(
    ada,
    ref,
    `create type mood as enum ('sad', 'ok, or so', 'happy "maybe"', '');
     create type place as (name text, at point, tags text[]);
     create domain short as varchar(8) check (value <> 'never');`,
  );
});
afterAll(() => server?.stop());

/** Every character but NUL, which Postgres has not, and halves of pairs, which are no characters. */
const text = fc.string({ unit: anyCharacter, maxLength: 40 }).map((value) => value.replaceAll('\0', '').toWellFormed());
const tricky = fc.constantFrom(
  '',
  ' ',
  '  a ',
  'null',
  'NULL',
  'default',
  "it's",
  'a\nb\tc\r\n',
  '\\x41',
  '\\',
  '"',
  '{}',
  ',',
);
const anyText = fc.oneof(text, tricky);
const whole = (bits: number) => fc.bigInt(-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n).map(String);
const digits = (least: number, most: number) =>
  fc.stringMatching(new RegExp(`^[0-9]{${least},${most}}$`)).filter((value) => /^\d+$/.test(value));
const two = (low: number, high: number) =>
  fc.integer({ min: low, max: high }).map((value) => String(value).padStart(2, '0'));
// Dates begin in 4714 BC.
const year = fc.integer({ min: 1, max: 4_700 }).map((value) => String(value).padStart(4, '0'));
const date = fc
  .tuple(year, two(1, 12), two(1, 28), fc.constantFrom('', ' BC'))
  .map(([y, m, d, era]) => `${y}-${m}-${d}${era}`);
const day = fc.tuple(year, two(1, 12), two(1, 28)).map((parts) => parts.join('-'));
const time = fc
  .tuple(two(0, 23), two(0, 59), two(0, 59), digits(1, 6))
  .map(([hour, minute, second, part]) => `${hour}:${minute}:${second}.${part}`);
const zone = fc
  .tuple(fc.constantFrom('+', '-'), two(0, 14), fc.constantFrom('00', '30', '45'))
  .map(([sign, h, m]) => `${sign}${h}:${m}`);
const timestamp = fc.tuple(day, time).map((parts) => parts.join(' '));
const double = fc.double().map((value) => (Object.is(value, -0) ? '-0' : String(value)));
const hex = fc.uint8Array({ maxLength: 60 }).map((bytes) => `\\x${Buffer.from(bytes).toString('hex')}`);
/** `jsonb` writes a number without an exponent: a longer one than a page of rows holds is edited whole, elsewhere. */
const shortNumber = (_: string, value: unknown): unknown =>
  typeof value === 'number' && (Math.abs(value) > 1e100 || Math.abs(value) < 1e-50) ? Math.sign(value) : value;
const spaced = fc
  .tuple(fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' }), fc.constantFrom(undefined, 1, 2))
  .map(([value, indent]) => JSON.stringify(value, shortNumber, indent).replaceAll('\\u0000', '').toWellFormed());
const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`;
const arrayOf = (elements: fc.Arbitrary<string>) =>
  fc
    .array(fc.option(elements, { nil: null }), { maxLength: 6 })
    .map((values) => `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`);
const number = fc.integer({ min: -1_000, max: 1_000 });
const point = fc
  .tuple(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), number)
  .map(([x, y]) => `(${x},${y})`);
const rangeOf = fc
  .tuple(number, fc.integer({ min: 1, max: 90 }), fc.constantFrom('[', '('), fc.constantFrom(']', ')'))
  .map(([from, size, open, close]) => `${open}${from},${from + size}${close}`);
const bits = fc.stringMatching(/^[01]{0,24}$/);

/** Texts that Postgres takes for a value of the type. */
const types: Record<string, fc.Arbitrary<string>> = {
  smallint: whole(16),
  integer: whole(32),
  bigint: whole(64),
  oid: fc.bigInt(0n, 2n ** 32n - 1n).map(String),
  numeric: fc.oneof(
    fc.tuple(fc.constantFrom('', '-'), digits(1, 40), digits(1, 30)).map(([sign, a, b]) => `${sign}${a}.${b}`),
    fc.constantFrom('NaN', 'Infinity', '-Infinity', '0.000', '1e5'),
  ),
  'numeric(20,4)': fc.tuple(digits(1, 16), digits(1, 4)).map((parts) => parts.join('.')),
  money: fc.tuple(digits(1, 12), digits(2, 2)).map((parts) => parts.join('.')),
  'double precision': fc.oneof(double, fc.constantFrom('NaN', 'Infinity', '-Infinity')),
  real: fc.float().map((value) => (Object.is(value, -0) ? '-0' : String(value))),
  boolean: fc.constantFrom('true', 'false', 't', 'no', '1'),
  text: anyText,
  'character varying(12)': anyText.map((value) => [...value].slice(0, 12).join('')),
  'character(6)': anyText.map((value) => [...value].slice(0, 6).join('')),
  name: anyText.map((value) => [...value].slice(0, 12).join('')),
  short: fc.string({ unit: 'grapheme-ascii', maxLength: 8 }).filter((value) => value !== 'never'),
  mood: fc.constantFrom('sad', 'ok, or so', 'happy "maybe"', ''),
  uuid: fc.uuid(),
  date: fc.oneof(date, fc.constantFrom('infinity', '-infinity')),
  time: fc.oneof(time, fc.constant('24:00:00')),
  'time with time zone': fc.tuple(time, zone).map((parts) => parts.join('')),
  timestamp: fc.oneof(timestamp, fc.constantFrom('infinity', '-infinity', '0044-03-15 12:00 BC')),
  'timestamp with time zone': fc.oneof(
    fc.tuple(timestamp, zone).map((parts) => parts.join('')),
    fc.constantFrom('infinity', '-infinity'),
  ),
  interval: fc
    .tuple(number, number, number, number, number, digits(1, 6))
    .map(([y, m, d, h, s, part]) => `${y} years ${m} mons ${d} days ${h} hours ${s}.${part} seconds`),
  json: spaced,
  jsonb: spaced,
  bytea: hex,
  'integer[]': fc.oneof(arrayOf(whole(32)), fc.constantFrom('{{1,2},{3,NULL}}', '[0:1]={1,2}', '{}')),
  'text[]': arrayOf(anyText),
  'jsonb[]': arrayOf(spaced),
  'timestamp[]': arrayOf(timestamp),
  int4range: fc.oneof(rangeOf, fc.constantFrom('empty', '(,)', '[5,)')),
  numrange: rangeOf,
  int4multirange: fc.array(rangeOf, { maxLength: 4 }).map((ranges) => `{${ranges.join(',')}}`),
  tstzrange: fc.tuple(day, day).map((days) => `[${days.toSorted().join(',')}]`),
  inet: fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map((parts) => parts.join('/')),
  ),
  macaddr: fc.uint8Array({ minLength: 6, maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  'bit varying(24)': bits,
  'bit(4)': fc.stringMatching(/^[01]{4}$/),
  point,
  box: fc.tuple(point, point).map((points) => points.join(',')),
  path: fc.array(point, { minLength: 1, maxLength: 4 }).map((points) => `[${points.join(',')}]`),
  polygon: fc.array(point, { minLength: 1, maxLength: 4 }).map((points) => `(${points.join(',')})`),
  circle: fc.tuple(point, fc.nat(1_000)).map(([center, radius]) => `<${center},${radius}>`),
  tsvector: fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 5 }).map((words) => words.join(' ')),
  tsquery: fc
    .array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 4 })
    .map((words) => words.join(' & ')),
  xml: fc.stringMatching(/^[a-z0-9 ]{0,20}$/).map((content) => `<a b="c">${content}</a>`),
  pg_lsn: fc.tuple(fc.nat(9_999), fc.nat(9_999)).map(([high, low]) => `${high}/${low}`),
  place: fc.tuple(anyText, point).map(([name, at]) => `(${quoted(name)},"${at}","{a,""b c""}")`),
};

const path = (id: string | null | undefined, what = '') => `/api/platform/projects/${ref}/tables/${id}${what}`;
const rows = 20;

describe('a value of the type', () => {
  test.for(Object.entries(types))('%s comes back unchanged', async ([type, values]) => {
    await rowsOf(
      ada,
      ref,
      `drop table if exists typed; create table typed (id int primary key, given ${type}, edited ${type})`,
    );
    const [[id] = []] = await rowsOf(ada, ref, `select 'typed'::regclass::oid`);
    const table = v.parse(tableDetailSchema, (await ada.send('GET', path(id))).json);
    const read = async () => {
      const { json } = await ada.send('POST', path(id, '/rows'), { json: { view: everyRow, position: null } });
      return v.parse(rowPageSchema, json);
    };
    const commit = async (changes: RowChange[]) => {
      const { json } = await ada.send('POST', path(id, '/changes'), { json: { changes } });
      return v.parse(commitOutcomeSchema, json);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: rows, maxLength: rows }), async (given) => {
        await rowsOf(ada, ref, 'truncate typed');
        const inserts = given.map((value, index): RowChange => ({
          type: 'insert',
          values: { id: String(index), given: value },
        }));
        expect(await commit(inserts)).toEqual({ outcome: 'committed', count: rows });
        const page = await read();
        const shown = shownRows(table, storedRows(table, page), noneStaged);
        const typed = shown.map(({ cells }) => cells[1] ?? null);
        expect(typed.every((value) => value !== null)).toBe(true);
        // Each value that is shown is typed into the cell beside it, as it is shown.
        const edits = shown.flatMap((_, row) => {
          expect(editorOf(table, shown[row], 2)).not.toBeNull();
          return cellEdit({ table, rows: shown }, row, 2, typed[row]!);
        });
        const staged = Object.values(editDelta(noneStaged, edits)).filter((change) => change !== null);
        expect(await commit(staged)).toEqual({ outcome: 'committed', count: rows });
        expect((await read()).rows.map(([, , value]) => value)).toEqual(typed);
        // The same bytes, and a value that is based on what was shown is no conflict.
        expect(await rowsOf(ada, ref, 'select id from typed where given::text is distinct from edited::text')).toEqual(
          [],
        );
        const back = shownRows(table, storedRows(table, await read()), noneStaged);
        const swapped = back.flatMap((_, row) => cellEdit({ table, rows: back }, row, 1, typed[(row + 1) % rows]!));
        const next = Object.values(editDelta(noneStaged, swapped)).filter((change) => change !== null);
        const outcome = next.length === 0 ? null : await commit(next);
        expect(outcome?.outcome ?? 'committed').toBe('committed');
        expect((await read()).rows.map(([, value]) => value)).toEqual([...typed.slice(1), typed[0]]);
      }),
      { seed: 7, numRuns: 1, endOnFailure: true },
    );
  });
});
