import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/contract/sql/query.ts';
import { arranged } from '../../../src/machines/sql/sqlRun/arrangedResult.ts';
import { asReceived, type Arrangement } from '../../../src/machines/sql/sqlRun/arrangement.ts';
import { ResultStore } from '../../../src/machines/sql/sqlRun/resultStore.ts';
import { summaryOf } from '../../../src/machines/sql/sqlRun/runSummary.ts';

const columns = [
  { name: 'n', type: 'numeric(20,2)', typeOid: 1700 },
  { name: 'label', type: 'text', typeOid: 25 },
];
const resultOf = (...rows: readonly (readonly [Cell, Cell])[]) => ({
  columns,
  rows,
  tag: `SELECT ${rows.length}`,
  rowCount: rows.length,
  more: false,
});
const column = (at: number, change: Partial<Arrangement>, ...rows: readonly (readonly [Cell, Cell])[]) =>
  arranged(resultOf(...rows), { ...asReceived, ...change }).rows.map((row) => row[at]);
const sorted = (at: number, descending: boolean, ...values: Cell[]) =>
  column(
    at,
    { sort: { column: at, descending } },
    ...values.map((value): [Cell, Cell] => (at === 0 ? [value, null] : [null, value])),
  );

describe('rows are sorted', () => {
  it('as numbers, exactly, with NaN and then NULL last', () => {
    expect(sorted(0, false, '10', '9', null, 'NaN', '-1.5', '9007199254740993', '9007199254740992')).toEqual([
      '-1.5',
      '9',
      '10',
      '9007199254740992',
      '9007199254740993',
      'NaN',
      null,
    ]);
    expect(sorted(0, true, '10', null, '9')).toEqual([null, '10', '9']);
  });

  it('as texts, by their code points, as the embedded databases do', () => {
    const texts = ['', 'Banana', 'Item 9', '_x', 'apple', 'item 10', '\uFF5E', '😀', null];
    expect(sorted(1, false, ...texts.toReversed())).toEqual(texts);
    expect(sorted(1, true, ...texts)).toEqual(texts.toReversed());
  });

  it.each<[type: string, typeOid: number, values: Cell[]]>([
    ['date', 1082, ['0044-03-15 BC', '0043-01-01 BC', '0001-01-01', '2024-02-29', '2024-03-01', '10000-01-01']],
    [
      'timestamp',
      1114,
      ['-infinity', '2026-01-01 00:00:00.123456', '2026-01-01 00:00:00.5', '2026-01-01 00:00:00.98765'],
    ],
    ['timestamp', 1114, ['0044-03-15 12:00:00 BC', '2026-01-01 00:00:00', '2026-01-02 00:00:00', 'infinity']],
    ['timestamptz', 1184, ['2026-10-25 02:59:00+02', '2026-10-25 02:01:00+01', '2026-10-25 07:00:00+05:30']],
    ['time', 1083, ['09:00:00.123456', '09:00:00.5', '10:00:00']],
    ['timetz', 1266, ['10:00:00+02', '09:30:00+00', '09:00:00-05']],
    ['interval', 1186, ['-1 days', '00:30:00', '01:00:00', '2 days', '2 days 00:00:00.5', '1 mon', '1 year -1 mons']],
    ['money', 790, ['-$1,000.00', '-$5.00', '$0.50', '$999.00', '$1,000.00']],
    ['numeric', 1700, ['-Infinity', '0.5', '2', '9007199254740993', 'Infinity', 'NaN']],
    ['integer[]', 1007, ['{2,1}', '{10}']],
    ['text[]', 1009, ['{}', '{Z}', '{a}', '{a,b}', '{a,NULL}', '{"a b"}', '{"a\\"c"}', '{"item 10"}', '{"item 9"}']],
    ['text[] with bounds', 1009, ['[0:1]={a,b}', '{a,c}', '{{b,a},{c,d}}']],
    ['uuid', 2950, ['10a00000-0000-4000-8000-000000000000', '9ab00000-0000-4000-8000-000000000000']],
    ['bytea', 17, [String.raw`\x10`, String.raw`\x9a`, String.raw`\xff`]],
    ['extensions.citext', 16_500, ['apple', 'Banana', 'cherry']],
    ['an enum of versions', 16_501, ['v9', 'v10']],
    ['inet', 869, ['10.0.0.9', '10.0.0.10']],
    ['varchar', 1043, ['V9', 'v10', 'v9']],
    ['timestamp in another style', 1114, ['1.2.2026', '10.1.2025']],
  ])('as %s', (type, typeOid, values) => {
    const rows = values.toReversed().map((value) => [value]);
    const result = { ...resultOf(), columns: [{ name: 'value', type, typeOid }], rows };
    const sort = { column: 0, descending: false };
    expect(arranged(result, { ...asReceived, sort }).rows.flat()).toEqual(values);
  });

  it('and equal ones keep their order', () => {
    const rows = [
      ['1', 'b'],
      ['1', 'a'],
      ['0', 'c'],
    ] as const;
    expect(column(1, { sort: { column: 0, descending: false } }, ...rows)).toEqual(['c', 'b', 'a']);
    expect(column(1, { sort: { column: 0, descending: true } }, ...rows)).toEqual(['b', 'a', 'c']);
  });
});

describe('rows are filtered', () => {
  const rows = [
    ['1', 'Halley'],
    ['2', 'Encke'],
    ['3', null],
  ] as const;

  it('by a part of their text in any case, by a value and by NULL, and by several columns at once', () => {
    const filtered = (
      ...filters: [number, Arrangement['filters'] extends ReadonlyMap<number, infer Filter> ? Filter : never][]
    ) => column(0, { filters: new Map(filters) }, ...rows);
    expect(filtered([1, { kind: 'contains', text: 'LEY' }])).toEqual(['1']);
    expect(filtered([1, { kind: 'is', value: 'Encke' }])).toEqual(['2']);
    expect(filtered([1, { kind: 'is', value: null }])).toEqual(['3']);
    expect(filtered([1, { kind: 'contains', text: 'e' }], [0, { kind: 'is', value: '2' }])).toEqual(['2']);
    expect(filtered([1, { kind: 'contains', text: '' }])).toEqual(['1', '2']);
  });
});

describe('a store', () => {
  function received() {
    const store = new ResultStore((callback) => callback());
    store.receive({ type: 'columns', result: 0, columns });
    store.receive({
      type: 'rows',
      result: 0,
      rows: [
        ['2', 'b'],
        ['1', 'a'],
      ],
    });
    return store;
  }

  it('shows a result as it is arranged, and keeps what was received', () => {
    const store = received();
    store.arrange(0, { ...asReceived, sort: { column: 0, descending: false }, hidden: new Set([0]) }, arranged);
    expect(store.results[0]!.columns.map(({ name }) => name)).toEqual(['label']);
    expect(store.results[0]!.rows).toEqual([['a'], ['b']]);
    expect(store.received[0]!.rows).toEqual([
      ['2', 'b'],
      ['1', 'a'],
    ]);
    expect(summaryOf(store).results).toEqual([expect.objectContaining({ rows: 2, columns: 2 })]);
    store.arrange(0, asReceived, arranged);
    expect(store.results[0]).toBe(store.received[0]);
  });

  it('shows the result as received again when more rows arrive', () => {
    const store = received();
    store.arrange(0, { ...asReceived, filters: new Map([[1, { kind: 'is', value: 'a' }]]) }, arranged);
    expect(store.results[0]!.rows).toHaveLength(1);
    store.receive({ type: 'rows', result: 0, rows: [['3', 'c']] });
    expect(store.results[0]!.rows).toHaveLength(3);
    expect(store.arrangementOf(0)).toBe(asReceived);
  });

  it('announces a change, so that what shows it is drawn again', () => {
    const store = received();
    let drawn = 0;
    store.watch(() => drawn++);
    store.arrange(0, { ...asReceived, sort: { column: 0, descending: true } }, arranged);
    expect(drawn).toBe(1);
  });
});
