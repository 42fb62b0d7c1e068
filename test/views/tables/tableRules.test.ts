/** What the table editor shows and sends, without the page around it. */
import { describe, expect, it } from 'vitest';
import type { CellRange } from '../../../src/contract/sql/cellRange.ts';
import type { RowChange } from '../../../src/contract/tables/changes.ts';
import { queryOfRows, rowAddressIn, wholeTable } from '../../../src/contract/tables/rowAddress.ts';
import { unnamedKey } from '../../../src/contract/tables/rowKey.ts';
import { everyRow, sortsMax, type RowSort } from '../../../src/contract/tables/rows.ts';
import type { TableColumn, TableDetail } from '../../../src/contract/tables/table.ts';
import {
  changeOf,
  editDelta,
  noneStaged,
  stagedFrom,
  withDelta,
  type RowChanges,
  type StagedRows,
} from '../../../src/machines/tables/stagedEdits/stagedRows.ts';
import type { OpenedExport } from '../../../src/machines/tables/tableScreen/tableScreen.machine.ts';
import {
  cellEdit,
  cellsWith,
  clearing,
  copyOf,
  cutIn,
  defaulting,
  deleting,
  fillingDown,
  generating,
  pasting,
} from '../../../src/views/tables/cellCommands.ts';
import { editorOf, isMoment, pastedBlock } from '../../../src/views/tables/cellRules.ts';
import { changeSql } from '../../../src/views/tables/changeSql.ts';
import { gridMenu, type GridMenuPlace } from '../../../src/views/tables/gridMenu.ts';
import { pointedRow, pointingRows } from '../../../src/views/tables/references.ts';
import { columnMenu, type RowCommands } from '../../../src/views/tables/rowMenus.ts';
import { selectedRows } from '../../../src/views/tables/selectedRows.ts';
import {
  cellMarkOf,
  newRowIdBelow,
  placeOfNewRow,
  rowMarkOf,
  shownRows,
  storedRows,
  withColumns,
  type ShownRow,
} from '../../../src/views/tables/shownRows.ts';
import { nextSorts } from '../../../src/views/tables/sorting.ts';
import { memberNames } from '../../fixtures/memberNames.ts';
import { boats, column, twoBoats } from '../../fixtures/tables.ts';

const show = (staged: RowChanges = {}, table = boats) =>
  shownRows(table, storedRows(table, twoBoats), stagedFrom(staged));
const here = (staged: RowChanges = {}, table = boats) => ({ table, rows: show(staged, table) });
const whole = (row: number) => ({ fromRow: row, toRow: row, fromColumn: 0, toColumn: boats.columns.length - 1 });
const update: RowChange = {
  type: 'update',
  key: { id: '1' },
  old: { name: 'Ada', active: 'true' },
  values: { name: 'New' },
  defaults: ['active'],
};

describe('a JSON list that is pasted', () => {
  const range = { fromRow: 0, toRow: 0, fromColumn: 1, toColumn: 1 };

  it('goes to the columns of the same names, and lists to the columns in their order', () => {
    const text = '[{"notes": {"deck": 2}, "name": "Grace", "other": 1}, {"name": "Joan", "notes": null}]';
    expect(pasting(here(), range, text).cells.map(({ row, column: name, value }) => [row, name, value])).toEqual([
      ['{"id":"1"}', 'name', 'Grace'],
      ['{"id":"1"}', 'notes', '{"deck":2}'],
      ['{"id":"2"}', 'name', 'Joan'],
    ]);
    expect(pasting(here(), range, '[["Ada", true]]').cells.map(({ value }) => value)).toEqual(['Ada', 'true']);
  });

  it('is a text where it is no list of rows', () => {
    for (const text of ['[1, 2]', '[{"a": ', '{"name": "x"}'])
      expect(pasting(here(), range, text).cells.map(({ value }) => value)).toEqual([text]);
  });
});

describe('a selection that is exported', () => {
  const range = { fromRow: 0, toRow: 2, fromColumn: 1, toColumn: 2 };
  const added: RowChanges = { new: { type: 'insert', values: {} }, '{"id":"1"}': update };
  const read = { view: everyRow, position: null, viewAs: null };

  it('has its stored rows by their keys, and its columns', () => {
    expect(selectedRows(boats, show(added), range, read)).toEqual({
      view: everyRow,
      viewAs: null,
      only: { by: 'key', keys: [{ id: '1' }, { id: '2' }] },
      rows: 2,
      columns: ['name', 'notes'],
    });
    expect(selectedRows(boats, show(added), { ...range, toRow: 0 }, read)).toBeNull();
    expect(selectedRows(boats, show(added), null, read)).toBeNull();
  });

  it('has its rows by their places in what the page was read with where the table has no key', () => {
    const table = { ...boats, key: [] };
    const view = { ...everyRow, where: 'id > 1' };
    const placed = (fromRow: number, offset: number) =>
      selectedRows(
        table,
        show(added, table),
        { ...range, fromRow },
        { view, viewAs: null, position: { by: 'offset', offset } },
      );
    expect(placed(0, 100)).toMatchObject({ view, only: { by: 'offset', offset: 100, count: 2 } });
    expect(placed(2, 100)).toMatchObject({ view, only: { by: 'offset', offset: 101, count: 1 } });
  });
});

describe('the menu of a cell', () => {
  const added: RowChanges = { new: { type: 'insert', values: {} } };

  /** The entry that exports the selection, and what is exported by it. */
  const exportIn = (row: number, selected: CellRange | null) => {
    const opened: OpenedExport[] = [];
    const rows = show(added);
    const items = gridMenu({
      table: boats,
      visible: boats,
      projectRef: 'abc',
      view: everyRow,
      viewAs: null,
      rows: { shown: rows, whole: rows },
      selected,
      exportOf: (range) => ({
        scope: 'cells',
        exported: {
          name: boats.name,
          view: everyRow,
          viewAs: null,
          columns: [],
          total: null,
          selected: selectedRows(boats, rows, range, { view: everyRow, position: null, viewAs: null }),
        },
      }),
      onExported: (opening) => opened.push(opening),
      openCell: () => {},
      openReference: () => {},
      openRow: () => {},
      // Nothing else of the menu is used.
      commands: {} as GridMenuPlace['commands'],
      edits: {} as GridMenuPlace['edits'],
      arrange: {} as GridMenuPlace['arrange'],
    })({ row, column: 1, x: 0, y: 0, byKey: true, owner: 'grid' });
    const entry = items.find(({ key }) => key === 'export');
    if (entry?.kind !== 'action') throw new Error('There is no such entry.');
    entry.onSelect();
    return { disabled: entry.disabled, keys: opened.map(({ exported }) => exported.selected?.only) };
  };

  it('exports the selection, or its cell alone, where a row of it is stored', () => {
    const both = { fromRow: 0, toRow: 1, fromColumn: 1, toColumn: 1 };
    const ada = [{ by: 'key', keys: [{ id: '1' }] }];
    expect(exportIn(0, both)).toEqual({ disabled: false, keys: ada });
    expect(exportIn(1, null)).toEqual({ disabled: false, keys: ada });
    expect([exportIn(0, { ...both, toRow: 0 }).disabled, exportIn(0, null).disabled]).toEqual([true, true]);
  });
});

describe('a UUID that is generated', () => {
  it('is another one for each cell of that type', () => {
    const table = { ...boats, columns: [boats.columns[0]!, column('code', 'uuid')] };
    let count = 0;
    const edits = generating(
      { table, rows: storedRows(table, { ...twoBoats, columns: ['id', 'code'], cut: [] }) },
      { fromRow: 0, toRow: 1, fromColumn: 0, toColumn: 1 },
      () => `uuid ${(count += 1)}`,
    );
    expect(edits.map(({ row, column: name, value }) => [row, name, value])).toEqual([
      ['{"id":"1"}', 'code', 'uuid 1'],
      ['{"id":"2"}', 'code', 'uuid 2'],
    ]);
  });
});

describe('a text that is looked for in the rows', () => {
  it('is found in any case, row by row, and nowhere when it is empty', () => {
    expect(cellsWith(show(), 'A')).toEqual([
      { row: 0, column: 1 },
      { row: 1, column: 1 },
    ]);
    expect(cellsWith(show(), '"deck"')).toEqual([{ row: 0, column: 2 }]);
    expect([cellsWith(show(), ''), cellsWith(show(), 'null')]).toEqual([[], []]);
  });
});

describe('the shown rows', () => {
  it('are those of the page with what is staged, the new ones first', () => {
    const rows = show({
      '{"id":"1"}': update,
      '{"id":"2"}': { type: 'delete', key: { id: '2' }, old: {} },
      new: { type: 'insert', values: { name: '' } },
    });
    expect(rows.map(({ cells }) => cells.slice(0, 4))).toEqual([
      [null, '', null, null],
      ['1', 'New', '{"deck": 1}', null],
      ['2', 'Grace', '{"beg', null],
    ]);
    expect(rows.map((row) => rowMarkOf(row, null))).toEqual(['inserted', null, 'deleted']);
    const marksOf = (row: number) => boats.columns.map((one) => cellMarkOf(rows[row]!, one, null));
    expect([marksOf(0), marksOf(1)]).toEqual([
      ['default', null, null, 'default', 'default'],
      [null, 'changed', null, 'default', null],
    ]);
    expect(cellMarkOf(rows[1]!, boats.columns[1]!, { row: '{"id":"1"}', column: 'name' })).toBe('failed');
    expect(rowMarkOf(rows[1]!, { row: '{"id":"1"}', column: null })).toBe('conflict');
    expect(rowMarkOf(rows[2]!, { row: '{"id":"2"}', column: null })).toBe('refusedDeletion');
  });

  it('have what was pasted below them at the end, in its order, and other new rows where the next one follows', () => {
    const insert = (name: string) => ({ type: 'insert' as const, values: { name } });
    const [first, second] = [newRowIdBelow(), newRowIdBelow()];
    const rows = show({ [first]: insert('a'), new: insert('top'), [second]: insert('b') });
    expect(rows.map(({ cells }) => cells[1])).toEqual(['top', 'Ada', 'Grace', 'a', 'b']);
    expect([placeOfNewRow(rows), placeOfNewRow(show()), placeOfNewRow([])]).toEqual([1, 0, 0]);
  });

  it('are the same objects as long as nothing of them changes: an edit of one costs what one row costs', () => {
    const base = storedRows(boats, twoBoats);
    const staged = stagedFrom({ new: { type: 'insert', values: { name: '' } }, '{"id":"1"}': update });
    const before = shownRows(boats, base, staged);
    const after = shownRows(boats, base, withDelta(staged, { '{"id":"1"}': { ...update, values: { name: 'Newer' } } }));
    expect(after.map((row, index) => row === before[index])).toEqual([true, false, true]);
    const fewer = { ...boats, columns: boats.columns.slice(0, 2) };
    expect(withColumns(boats, fewer, before)[0]).toBe(withColumns(boats, fewer, after)[0]);
  });

  it('know a row by its key, and none without one', () => {
    expect(show().map(({ id }) => id)).toEqual(['{"id":"1"}', '{"id":"2"}']);
    expect(show({}, { ...boats, key: [] }).map(({ id, stored }) => [id, stored])).toEqual([
      [null, null],
      [null, null],
    ]);
    // A key of which only the beginning is known identifies no row.
    expect(show({}, { ...boats, key: ['notes'] }).map(({ id }) => id)).toEqual(['{"notes":"{\\"deck\\": 1}"}', null]);
  });

  it('have no old value of what was cut', () => {
    expect(Object.keys(show()[1]?.stored?.values ?? {})).toEqual(['id', 'name', 'active', 'doubled']);
  });
});

describe('columns that are named like members of every object', () => {
  const odd: TableDetail = {
    ...boats,
    key: ['id'],
    columns: [column('id', 'integer', { nullable: false }), ...memberNames.map((name) => column(name, 'text'))],
  };
  const page = {
    ...twoBoats,
    columns: odd.columns.map(({ name }) => name),
    rows: [
      ['1', ...memberNames],
      ['2', ...memberNames],
    ],
    cut: memberNames.map((_, index) => [1, index + 1, `f${index}`] as const),
  };
  const base = storedRows(odd, page);
  const shown = (staged: StagedRows) => shownRows(odd, base, staged);
  const marksOf = (row: ShownRow) => odd.columns.map((one) => cellMarkOf(row, one, null));
  const none = memberNames.map(() => null);

  it('show what is stored where another column is changed, and nothing in a new row', () => {
    const staged = stagedFrom({
      new: { type: 'insert', values: {} },
      '{"id":"1"}': { type: 'update', key: { id: '1' }, old: { id: '1' }, values: { id: '7' }, defaults: [] },
      '{"id":"2"}': { type: 'update', key: { id: '2' }, old: { id: '2' }, values: { id: '8' }, defaults: [] },
    });
    const [added, first, second] = shown(staged);
    expect([added, first].map((row) => row?.cells)).toEqual([
      [null, ...none],
      ['7', ...memberNames],
    ]);
    expect([added, first].map((row) => row && marksOf(row))).toEqual([
      [null, ...none],
      ['changed', ...none],
    ]);
    expect(second?.cut).toEqual(new Set(memberNames.map((_, index) => index + 1)));
  });

  it('are edited, changed back and pasted like others', () => {
    const typed = memberNames.map((_, index) => `new ${index}`);
    const edits = typed.flatMap((value, index) => cellEdit({ table: odd, rows: base }, 0, index + 1, value));
    const staged = withDelta(noneStaged, editDelta(noneStaged, edits));
    expect(shown(staged)[0]?.cells).toEqual(['1', ...typed]);
    const change = changeOf(staged, '{"id":"1"}');
    expect(change?.type === 'update' && [change.old, change.values].map((values) => Object.entries(values))).toEqual([
      memberNames.map((name) => [name, name]),
      memberNames.map((name, index) => [name, typed[index]]),
    ]);
    const back = memberNames.flatMap((name, index) =>
      cellEdit({ table: odd, rows: shown(staged) }, 0, index + 1, name),
    );
    expect(editDelta(staged, back)).toEqual({ '{"id":"1"}': null });
    const range = { fromRow: 0, toRow: 0, fromColumn: 0, toColumn: memberNames.length };
    expect(pasting({ table: odd, rows: base }, range, '[{"toString": "a"}]').cells.map(({ value }) => value)).toEqual([
      'a',
    ]);
  });

  it('lead nowhere from a row that has no value of them', () => {
    const back = { id: 2, schema: 'public', table: 'legs', column: 'trip', target: 'constructor', others: [] };
    expect(pointingRows(base[1]!.stored!, back)).toBeNull();
    expect(pointingRows(base[0]!.stored!, back)).toMatchObject([{ value: 'constructor' }]);
  });
});

describe('a cell', () => {
  const editors = (row: number, staged: RowChanges = {}, table = boats) =>
    boats.columns.map((_, index) => editorOf(table, show(staged, table)[row], index));

  it('is edited in its place, by choosing where there is little to choose from', () => {
    expect(editors(0)).toEqual([
      { value: '1', choices: null },
      { value: 'Ada', choices: null },
      { value: '{"deck": 1}', choices: null },
      { value: 'true', choices: [null, 'true', 'false'] },
      null,
    ]);
    const labelled = { ...boats, columns: [column('mood', 'mood', { nullable: false, labels: ['sad', 'ok'] })] };
    expect(editorOf(labelled, show({}, boats)[0], 0)?.choices).toEqual(['sad', 'ok']);
  });

  it('is opened where it is cut, long, or cannot be edited', () => {
    expect(editors(1)[2]).toBeNull();
    expect(
      editors(0, { '{"id":"1"}': { type: 'delete', key: { id: '1' }, old: {} } }).every((one) => one === null),
    ).toBe(true);
    expect(editors(0, {}, { ...boats, readOnly: 'view' }).every((one) => one === null)).toBe(true);
    const long = { ...update, values: { name: 'x'.repeat(201) }, defaults: [] };
    expect(editors(0, { '{"id":"1"}': long })[1]).toBeNull();
  });

  it('is cleared, filled down and set to its default where its column allows it', () => {
    expect(clearing(here(), whole(0)).map((edit) => [edit.column, edit.value])).toEqual([
      ['notes', null],
      ['active', null],
    ]);
    expect(defaulting(here(), whole(1)).map((edit) => [edit.column, edit.toDefault])).toEqual([
      ['id', true],
      ['active', true],
    ]);
    const filled = fillingDown(here(), { ...whole(0), toRow: 1, fromColumn: 1, toColumn: 3 });
    expect(filled.map(({ row, column: name, value }) => [row, name, value])).toEqual([
      ['{"id":"2"}', 'name', 'Ada'],
      ['{"id":"2"}', 'active', 'true'],
    ]);
  });

  it('is not filled down where only its beginning is known', () => {
    const rows = [{ ...show()[0]!, cut: new Set([1]) }, show()[1]!];
    const range = { ...whole(0), toRow: 1, fromColumn: 1, toColumn: 3 };
    expect(fillingDown({ ...here(), rows }, range).map(({ column: name }) => name)).toEqual(['active']);
    expect([cutIn(rows, { ...range, toRow: 0 }), cutIn(rows, whole(1))]).toEqual([1, 1]);
  });
});

describe('a pasted block', () => {
  it('is read as spreadsheets write it', () => {
    expect(pastedBlock('a\tb\r\nc\t')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ]);
    expect(pastedBlock('"two\nlines"\t"a ""quote"""\n')).toEqual([['two\nlines', 'a "quote"']]);
    expect(pastedBlock('')).toEqual([['']]);
  });

  it('goes from the first cell on, and continues with new rows', () => {
    const { cells, added } = pasting(
      here(),
      { fromRow: 1, toRow: 1, fromColumn: 1, toColumn: 1 },
      'Lin\t{}\tfalse\nbeyond\t\t\t7',
    );
    expect(cells.map(({ row, column: name, value }) => [row, name, value])).toEqual([
      ['{"id":"2"}', 'name', 'Lin'],
      ['{"id":"2"}', 'active', 'false'],
    ]);
    // The last column is computed by Postgres.
    expect(added).toEqual([{ name: 'beyond', notes: null, active: null }]);
    const view = pasting(here({}, { ...boats, readOnly: 'view' }), whole(0), 'a\tb\nc\td\ne\tf');
    expect(view).toEqual({ cells: [], added: [] });
  });

  it('becomes new rows in a table without rows, also a single value', () => {
    const empty = { ...here(), rows: [] };
    const nowhere = { fromRow: 0, toRow: -1, fromColumn: 1, toColumn: 1 };
    expect(pasting(empty, nowhere, 'Lin')).toEqual({ cells: [], added: [{ name: 'Lin' }] });
    expect(pasting(empty, nowhere, 'Lin\nGrace').added).toEqual([{ name: 'Lin' }, { name: 'Grace' }]);
  });

  it('of one value fills the selection, and is NULL where an empty text is no value', () => {
    const range = { fromRow: 0, toRow: 1, fromColumn: 1, toColumn: 3 };
    expect(pasting(here(), range, '').cells.map(({ column: name, value }) => [name, value])).toEqual([
      ['name', ''],
      ['notes', null],
      ['active', null],
      ['name', ''],
      ['active', null],
    ]);
  });
});

describe('rows', () => {
  it('are deleted as far as they can be', () => {
    const staged: RowChanges = {
      new: { type: 'insert', values: {} },
      '{"id":"2"}': { type: 'delete', key: { id: '2' }, old: {} },
    };
    expect(deleting(here(staged), { ...whole(0), toRow: 2 }).map(({ row }) => row)).toEqual(['new', '{"id":"1"}']);
    expect(deleting(here(staged, { ...boats, readOnly: 'no_key' }), { ...whole(0), toRow: 2 })).toMatchObject([
      { row: 'new' },
    ]);
  });

  it('are copied without what Postgres fills in itself', () => {
    expect(copyOf(boats, show()[0]!)).toEqual({ name: 'Ada', notes: '{"deck": 1}', active: 'true' });
    expect(copyOf(boats, show()[1]!)).toEqual({ name: 'Grace', active: null });
  });
});

describe('an order of rows', () => {
  const full: RowSort[] = Array.from({ length: sortsMax }, (_, place) => ({
    column: `column ${place}`,
    descending: false,
  }));

  it('takes no column past the most that it can have, and drops none for it', () => {
    expect(nextSorts(full.slice(1), 'other', true)).toEqual([...full.slice(1), { column: 'other', descending: false }]);
    expect(nextSorts(full, 'other', true)).toBeNull();
    expect(nextSorts(full, 'column 3', true)?.at(3)).toEqual({ column: 'column 3', descending: true });
    expect(nextSorts(full, 'other', false)).toEqual([{ column: 'other', descending: false }]);
  });

  it('is offered in the menu of a column as far as it takes the column', () => {
    const place = { index: 0, count: 2, isFrozen: false, frozen: 0 };
    const disabled = (sorts: RowSort[]) =>
      columnMenu(boats.columns[1]!, place, { ...everyRow, sorts }, {} as RowCommands)
        .filter(({ key }) => key.startsWith('then'))
        .map((item) => 'disabled' in item && item.disabled);
    expect([disabled(full.slice(1)), disabled(full)]).toEqual([
      [false, false],
      [true, true],
    ]);
  });
});

describe('the SQL of a change', () => {
  it('quotes what has to be quoted', () => {
    const odd = { ...boats, name: 'select' };
    expect(changeSql(odd, { type: 'insert', values: {} })).toBe('insert into public."select" default values;');
    expect(changeSql(odd, { type: 'insert', values: { id: '1', name: null } })).toBe(
      'insert into public."select" (id, name)\nvalues (1, null);',
    );
    expect(changeSql(odd, { ...update, key: { 'a "b': "it's" }, values: { name: "O'Brien" } })).toBe(
      `update public."select"\nset name = 'O''Brien', active = default\nwhere "a ""b" = 'it''s';`,
    );
    // An older version stored no names.
    expect(changeSql(boats, { type: 'delete', key: unnamedKey(['7', '*/ or true']), old: {} })).toBe(
      'delete from public.boats\nwhere false /* the columns of its key are not known: 7, * / or true */;',
    );
    expect(changeSql(boats, { type: 'delete', key: { id: '1' }, old: {} })).toBe(
      'delete from public.boats\nwhere id = 1;',
    );
    // Only what Postgres reads as the same value without quotes has none.
    const values = { id: 'NaN', name: '7', active: 'true', notes: 'false' };
    expect(changeSql(boats, { type: 'insert', values })).toBe(
      "insert into public.boats (id, name, active, notes)\nvalues ('NaN', '7', true, 'false');",
    );
    // A real is not equal to its digits as a number, and the others are compared with no number.
    for (const baseType of ['real', 'money', 'xid', 'xid8', 'cid']) {
      const priced = { schema: 'public', name: 'boats', columns: [{ name: 'id', baseType }] };
      expect(changeSql(priced, { type: 'delete', key: { id: '1.1' }, old: {} })).toBe(
        "delete from public.boats\nwhere id = '1.1';",
      );
    }
    const gone = { schema: 'public', name: 'boats' };
    expect(changeSql(gone, { type: 'delete', key: { id: '1' }, old: {} })).toBe(
      "delete from public.boats\nwhere id = '1';",
    );
  });
});

describe('a key of several columns', () => {
  const trips: TableDetail = {
    ...boats,
    key: ['id'],
    columns: [
      column('id', 'integer', { nullable: false }),
      column('boat', 'text', {
        reference: {
          id: 1,
          schema: 'public',
          table: 'boats',
          column: 'name',
          others: [{ name: 'harbor', target: 'at' }],
        },
      }),
      column('harbor', 'text'),
    ],
  };
  const [boatOf] = trips.columns.slice(1) as [TableColumn];
  const page = { ...twoBoats, columns: ['id', 'boat', 'harbor'], rows: [['1', 'Ada', 'Turku']], cut: [] };
  const row = (staged: RowChanges = {}) => shownRows(trips, storedRows(trips, page), stagedFrom(staged))[0]!;
  const filters = (name: string, at: string) => [
    { column: 'name', operator: '=', value: name },
    { column: 'at', operator: '=', value: at },
  ];

  it('points with all of them, also those that are staged or hidden, and nowhere with a NULL', () => {
    const moved = row({
      '{"id":"1"}': {
        type: 'update',
        key: { id: '1' },
        old: { harbor: 'Turku' },
        values: { harbor: 'Oslo' },
        defaults: [],
      },
    });
    const narrow = { ...trips, columns: [boatOf] };
    expect(pointedRow(trips, row(), boatOf)).toEqual(filters('Ada', 'Turku'));
    expect(pointedRow(trips, moved, boatOf)).toEqual(filters('Ada', 'Oslo'));
    expect(pointedRow(narrow, { ...moved, cells: ['Ada'] }, boatOf)).toEqual(filters('Ada', 'Oslo'));
    const nowhere = row({
      '{"id":"1"}': {
        type: 'update',
        key: { id: '1' },
        old: { harbor: 'Turku' },
        values: { harbor: null },
        defaults: [],
      },
    });
    expect([pointedRow(trips, nowhere, boatOf), pointedRow(trips, row(), trips.columns[2]!)]).toEqual([null, null]);
  });

  it('is followed back from the row that it points to', () => {
    const back = {
      id: 2,
      schema: 'public',
      table: 'legs',
      column: 'trip',
      target: 'boat',
      others: [{ name: 'from', target: 'harbor' }],
    };
    expect(pointingRows(row().stored!, back)).toEqual([
      { column: 'trip', operator: '=', value: 'Ada' },
      { column: 'from', operator: '=', value: 'Turku' },
    ]);
  });
});

describe('the address of rows', () => {
  it('says the filters, the order and the page', () => {
    const address = {
      view: {
        filters: [{ column: 'a&b', operator: 'ilike' as const, value: '%=?' }],
        where: "name = 'x'",
        sorts: [{ column: 'id', descending: true }],
      },
      position: { by: 'key' as const, values: { id: '1', name: null }, backward: true },
      viewAs: { role: 'authenticated' as const, user: 'ada@example.com' },
      hidden: ['a,b'],
      row: '{"id":"1"}',
    };
    expect(rowAddressIn(queryOfRows(address) as Record<string, string>)).toEqual(address);
    expect(queryOfRows(wholeTable)).toEqual({});
  });

  it('leaves out what it does not understand', () => {
    const nothing = wholeTable;
    expect(rowAddressIn({ filter: '{', sort: '[{"column":1}]', after: '{"by":"magic"}', sql: 'a\0' })).toEqual(nothing);
    expect(rowAddressIn({ filter: '[{"column":"a","operator":"drop","value":""}]' })).toEqual(nothing);
    // Keys of older versions, which did not name their columns.
    expect(rowAddressIn({ row: '["1"]', after: '{"by":"key","values":["1"],"backward":false}' })).toEqual(nothing);
  });
});

it('a moment is what each zone writes in its own way', () => {
  expect(isMoment({ baseType: 'timestamp with time zone' })).toBe(true);
  expect(isMoment({ baseType: 'timestamp without time zone' })).toBe(false);
});
