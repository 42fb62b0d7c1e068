import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/contract/sql/query.ts';
import {
  csvField,
  jsonKeys,
  jsonValue,
  resultText,
  spreadsheetField,
  tsvField,
  wholeOf,
  type ResultTable,
  type TextFormat,
} from '../../../src/contract/sql/resultText.ts';

const table: ResultTable = {
  columns: [
    { name: 'id', type: 'int8' },
    { name: 'name', type: 'text' },
    { name: 'name', type: 'jsonb' },
    { name: 'on', type: 'bool' },
  ],
  rows: [
    ['9007199254740993', 'a "quoted", b', '{"a": 1}', 't'],
    [null, '', null, 'f'],
    ['-1', 'tab\there', '[]', null],
  ],
};

const all = (format: TextFormat, withHeader = true, source = table) =>
  [...resultText(source, wholeOf(source), format, withHeader)].join('');

/** Reads CSV as RFC 4180 and COPY … CSV do: an unquoted empty field is NULL. */
function readCsv(text: string): Cell[][] {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let at = 0;
  while (at < text.length) {
    let field: Cell;
    if (text[at] === '"') {
      field = '';
      at++;
      for (;;) {
        if (text[at] === '"' && text[at + 1] === '"') {
          field += '"';
          at += 2;
        } else if (text[at] === '"') {
          at++;
          break;
        } else field += text[at++];
      }
    } else {
      const end = /[,\r]/.exec(text.slice(at))!.index + at;
      field = end === at ? null : text.slice(at, end);
      at = end;
    }
    row.push(field);
    if (text[at] === ',') at++;
    else {
      rows.push(row);
      row = [];
      at += 2;
    }
  }
  return rows;
}

describe('a result as text', () => {
  it('is CSV with a header, NULL apart from the empty string', () => {
    expect(all('csv')).toBe(
      'id,name,name,on\r\n9007199254740993,"a ""quoted"", b","{""a"": 1}",t\r\n,"",,f\r\n-1,tab\there,[],\r\n',
    );
  });

  it('is TSV for pasting, without a line end at its end', () => {
    expect(all('tsv', false)).toBe(
      '9007199254740993\t"a ""quoted"", b"\t"{""a"": 1}"\tt\n\t\t\tf\n-1\t"tab\there"\t[]\t',
    );
  });

  it('is JSON that keeps what a double would round', () => {
    expect(JSON.parse(all('json'))).toEqual([
      { id: '9007199254740993', name: 'a "quoted", b', name_2: { a: 1 }, on: true },
      { id: null, name: '', name_2: null, on: false },
      { id: '-1', name: 'tab\there', name_2: [], on: null },
    ]);
  });

  it('is a valid empty list, or a header alone, without rows', () => {
    const empty = { ...table, rows: [] };
    expect(JSON.parse(all('json', true, empty))).toEqual([]);
    expect(all('csv', true, empty)).toBe('id,name,name,on\r\n');
  });

  it('takes a rectangle', () => {
    expect([...resultText(table, { fromRow: 1, toRow: 2, fromColumn: 0, toColumn: 1 }, 'tsv', true)].join('')).toBe(
      'id\tname\n\t\n-1\t"tab\there"',
    );
  });

  it('comes in pieces that can be written one by one', () => {
    const long = {
      columns: [{ name: 'a', type: 'text' }],
      rows: Array.from({ length: 5_000 }, (_, index) => [`${index} ${'x'.repeat(100)}`]),
    };
    const pieces = [...resultText(long, wholeOf(long), 'csv', true)];
    expect(pieces.length).toBeGreaterThan(5);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(66 * 1024);
    expect(readCsv(pieces.join('')).slice(1)).toEqual(long.rows);
  });

  it('reads back from CSV exactly, whatever is in it', () => {
    const parts = ['"', ',', '\r', '\n', '\t', '=', '+', '@', "'", 'a', '1', ' ', 'é', '💥', 'NULL'];
    let seed = 11;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    const cell = (): Cell =>
      random(6) === 0 ? null : Array.from({ length: random(5) }, () => parts[random(parts.length)]!).join('');
    for (let round = 0; round < 200; round++) {
      const width = 1 + random(4);
      const source = {
        columns: Array.from({ length: width }, (_, index) => ({ name: `c${index}`, type: 'text' })),
        rows: Array.from({ length: 1 + random(5) }, () => Array.from({ length: width }, cell)),
      };
      expect(readCsv(all('csv', false, source))).toEqual(source.rows);
      expect(JSON.parse(all('json', false, source)).map((row: object) => Object.values(row))).toEqual(source.rows);
    }
  });
});

describe('a field', () => {
  it.each(['=1+1', '+cmd|x', '-2+3', '@SUM(a)', '\t=1', '\r=1'])(
    '%j cannot run as a formula in CSV for spreadsheets',
    (value) => {
      expect(spreadsheetField(value)).toBe(`"'${value}"`);
      expect(readCsv(`${csvField(value)}\r\n`)).toEqual([[value]]);
    },
  );

  it.each(['-1', '+4.5', '-1e-7', '-Infinity', '2026-01-01', 'a=b', ''])(
    '%j stays what it is in CSV for spreadsheets',
    (value) => {
      expect(spreadsheetField(value)).toBe(csvField(value));
    },
  );

  it('is quoted for pasting only where it would break the block', () => {
    expect([null, '', 'a b', 'a\tb', 'a\nb', 'say "x"'].map(tsvField)).toEqual([
      '',
      '',
      'a b',
      '"a\tb"',
      '"a\nb"',
      '"say ""x"""',
    ]);
  });

  it.each<[value: Cell, type: string, json: string]>([
    ['1', 'int4', '1'],
    ['1.50', 'numeric', '"1.50"'],
    ['12345678901234567890', 'int8', '"12345678901234567890"'],
    ['1.5', 'float8', '1.5'],
    ['NaN', 'float8', '"NaN"'],
    ['-Infinity', 'double precision', '"-Infinity"'],
    ['t', 'bool', 'true'],
    ['f', 'boolean', 'false'],
    ['{"b":1.10}', 'json', '{"b":1.10}'],
    [null, 'jsonb', 'null'],
    ['{1,2}', '_int4', '"{1,2}"'],
  ])('%j of type %s is %s in JSON', (value, type, json) => expect(jsonValue(value, type)).toBe(json));

  it('has a key of its own in JSON', () => {
    expect(jsonKeys(['a', 'a_2', 'a', 'a', '?column?'].map((name) => ({ name })))).toEqual([
      'a',
      'a_2',
      'a_3',
      'a_4',
      '?column?',
    ]);
  });
});
