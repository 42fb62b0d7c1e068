import { describe, expect, it } from 'vitest';
import {
  cellText,
  fittingWidth,
  hasWideGlyphs,
  isNumeric,
  textCapacity,
} from '../../../../src/views/parts/grid/cellText.ts';
import { createColumns } from '../../../../src/views/parts/grid/gridColumns.ts';
import {
  afterKey,
  at,
  adjacentCell,
  cellCount,
  columnsFrom,
  everything,
  fitted,
  headerRow,
  holds,
  rangeOf,
  rowsFrom,
  type Keystroke,
  type Selection,
} from '../../../../src/views/parts/grid/selection.ts';

const size = { rows: 100, columns: 6 };
const here = at({ row: 10, column: 2 });
const key = (name: string, { shift = false, mod = false } = {}): Keystroke => ({ key: name, shiftKey: shift, mod });
const pressed = (keystroke: Keystroke, selection: Selection = here) => afterKey(selection, keystroke, size, 20);

describe('the keyboard in a grid', () => {
  it.each<[name: string, keystroke: Keystroke, row: number, column: number]>([
    ['up', key('ArrowUp'), 9, 2],
    ['down', key('ArrowDown'), 11, 2],
    ['left', key('ArrowLeft'), 10, 1],
    ['right', key('ArrowRight'), 10, 3],
    ['a page up', key('PageUp'), 0, 2],
    ['a page down', key('PageDown'), 30, 2],
    ['to the row’s beginning', key('Home'), 10, 0],
    ['to the row’s end', key('End'), 10, 5],
    ['to the first cell', key('Home', { mod: true }), 0, 0],
    ['to the last cell', key('End', { mod: true }), 99, 5],
    ['to the top of the column', key('ArrowUp', { mod: true }), 0, 2],
    ['to its bottom', key('ArrowDown', { mod: true }), 99, 2],
  ])('goes %s', (_, keystroke, row, column) => expect(pressed(keystroke)).toEqual(at({ row, column })));

  it('goes into the header above the first row, and out of it', () => {
    const first = at({ row: 0, column: 2 });
    expect(pressed(key('ArrowUp'), first)).toEqual(at({ row: headerRow, column: 2 }));
    expect(pressed(key('ArrowDown'), at({ row: headerRow, column: 2 }))).toEqual(first);
    expect(pressed(key('ArrowUp', { shift: true }), first)).toEqual(first);
  });

  it('goes on row by row with Tab, and has no next cell at the end', () => {
    expect(adjacentCell({ row: 10, column: 2 }, false, size)).toEqual({ row: 10, column: 3 });
    expect(adjacentCell({ row: 10, column: 5 }, false, size)).toEqual({ row: 11, column: 0 });
    expect(adjacentCell({ row: 10, column: 0 }, true, size)).toEqual({ row: 9, column: 5 });
    expect(adjacentCell({ row: 99, column: 5 }, false, size)).toBeNull();
    expect(adjacentCell({ row: 0, column: 0 }, true, size)).toBeNull();
    expect(adjacentCell({ row: headerRow, column: 5 }, false, size)).toBeNull();
  });

  it('stops at the edges', () => {
    expect(pressed(key('ArrowRight'), at({ row: 99, column: 5 }))).toEqual(at({ row: 99, column: 5 }));
    expect(pressed(key('ArrowLeft'), at({ row: 0, column: 0 }))).toEqual(at({ row: 0, column: 0 }));
    expect(pressed(key('PageDown'), at({ row: 95, column: 0 }))).toEqual(at({ row: 99, column: 0 }));
  });

  it('stretches with Shift from where the selection began', () => {
    const wider = pressed(key('ArrowRight', { shift: true }))!;
    const taller = pressed(key('ArrowDown', { shift: true }), wider)!;
    expect(rangeOf(taller, size)).toEqual({ fromRow: 10, toRow: 11, fromColumn: 2, toColumn: 3 });
    const back = pressed(key('Home', { shift: true }), taller)!;
    expect(rangeOf(back, size)).toEqual({ fromRow: 10, toRow: 11, fromColumn: 0, toColumn: 2 });
    expect(pressed(key('Escape'), back)).toEqual(at({ row: 11, column: 0 }));
  });

  it('selects everything, a row, a column', () => {
    expect(rangeOf(pressed(key('a', { mod: true }))!, size)).toEqual({
      fromRow: 0,
      toRow: 99,
      fromColumn: 0,
      toColumn: 5,
    });
    expect(rangeOf(pressed(key(' ', { shift: true }))!, size)).toEqual({
      fromRow: 10,
      toRow: 10,
      fromColumn: 0,
      toColumn: 5,
    });
    expect(rangeOf(pressed(key(' ', { mod: true }))!, size)).toEqual({
      fromRow: 0,
      toRow: 99,
      fromColumn: 2,
      toColumn: 2,
    });
    expect(rangeOf(pressed(key(' '), at({ row: headerRow, column: 4 }))!, size)).toEqual({
      fromRow: 0,
      toRow: 99,
      fromColumn: 4,
      toColumn: 4,
    });
  });

  it('leaves other keys alone', () => {
    for (const name of ['x', 'Tab', 'a', ' ', 'F5']) expect(pressed(key(name))).toBeNull();
  });

  it('never leaves the data, whatever is pressed', () => {
    const keys = [
      'ArrowUp',
      'ArrowDown',
      'ArrowLeft',
      'ArrowRight',
      'PageUp',
      'PageDown',
      'Home',
      'End',
      'a',
      ' ',
      'Escape',
    ];
    let seed = 5;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    let selection = here;
    for (let round = 0; round < 2_000; round++) {
      selection =
        pressed(key(keys[random(keys.length)]!, { shift: random(2) === 0, mod: random(3) === 0 }), selection) ??
        selection;
      for (const { row, column } of [selection.anchor, selection.active]) {
        expect(row).toBeGreaterThanOrEqual(headerRow);
        expect(row).toBeLessThan(size.rows);
        expect(column).toBeGreaterThanOrEqual(0);
        expect(column).toBeLessThan(size.columns);
      }
      const range = rangeOf(selection, size);
      expect(range.fromRow).toBeGreaterThanOrEqual(0);
      expect(range.toRow).toBeLessThan(size.rows);
      expect(range.fromRow).toBeLessThanOrEqual(range.toRow);
    }
  });
});

describe('a selection', () => {
  it('counts and holds its cells', () => {
    const range = rangeOf({ anchor: { row: 5, column: 3 }, active: { row: 2, column: 1 } }, size);
    expect(cellCount(range)).toBe(12);
    expect([holds(range, 2, 1), holds(range, 5, 3), holds(range, 6, 1), holds(range, 3, 0)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(cellCount(rangeOf(everything(size), size))).toBe(600);
    expect(cellCount(rangeOf(rowsFrom(3, 5, size), size))).toBe(18);
    expect(cellCount(rangeOf(columnsFrom(1, 2, size), size))).toBe(200);
  });

  it('is fitted into another result, an empty one too', () => {
    expect(fitted(everything(size), { rows: 2, columns: 1 })).toEqual({
      anchor: { row: 1, column: 0 },
      active: { row: 0, column: 0 },
    });
    expect(cellCount(rangeOf(fitted(here, { rows: 0, columns: 3 }), { rows: 0, columns: 3 }))).toBe(0);
  });
});

describe('a cell’s text', () => {
  it('is one line that fits, NULL apart from the empty string', () => {
    expect(cellText(null, 10)).toBe('NULL');
    expect(cellText('', 10)).toBe('');
    expect(cellText('a\tb\r\nc', 10)).toBe('a⇥b␍↵c');
    expect(cellText('0123456789', 10)).toBe('0123456789');
    expect(cellText('0123456789a', 10)).toBe('012345678…');
    expect(cellText(`${'x'.repeat(500)}\n`, 10)).toHaveLength(10);
  });

  it('says when it may be wider than it has characters', () => {
    expect(['abc', 'Ünïcödé …', 'a↵b'].map(hasWideGlyphs)).toEqual([false, false, false]);
    expect(['漢字', '💥', 'Ω→'].map(hasWideGlyphs)).toEqual([true, true, true]);
  });

  it('stands right where it is a number', () => {
    expect(['int8', 'bigint', 'numeric(10,2)', 'double precision', 'money'].map((type) => isNumeric({ type }))).toEqual(
      [true, true, true, true, true],
    );
    expect(['text', 'int8[]', 'interval', 'numrange'].map((type) => isNumeric({ type }))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('has a column wide enough for the first values, within bounds', () => {
    const column = { name: 'n', type: 'text' };
    const width = fittingWidth(column, 0, [['twelve chars']]);
    expect(textCapacity(width)).toBeGreaterThanOrEqual(12);
    expect(fittingWidth(column, 0, [['x'.repeat(10_000)]])).toBeLessThanOrEqual(420);
    expect(fittingWidth(column, 0, [])).toBeGreaterThanOrEqual(64);
    // The only column of a plan has the grid for itself.
    expect(createColumns({ columns: [column], rows: [['x'.repeat(100)]] }).widths[0]).toBeGreaterThan(700);
    const [two] = createColumns({
      columns: [column, column],
      rows: [['x'.repeat(100), 'y']],
    }).widths;
    expect(two).toBe(420);
  });

  it('lets long values have the room beside the columns, until the user chooses a width', () => {
    const text = { name: 'n', type: 'text' };
    const given = createColumns({ columns: [text, text, text], rows: [['x'.repeat(70), 'y', 'z'.repeat(900)]] });
    const sum = () => given.widths.reduce((all, width) => all + width, 0);
    expect(given.fit(1_400)).toBe(true);
    expect(given.widths[0]).toBe(fittingWidth(text, 0, [['x'.repeat(70)]], 1_000));
    expect(given.widths[2]).toBeGreaterThan(420);
    expect(sum()).toBeLessThanOrEqual(1_400);
    expect(given.fit(1_400)).toBe(false);
    given.fit(500);
    expect(given.widths[2]).toBe(420);
    given.setWidth(1, 90);
    expect(given.fit(1_400)).toBe(false);
  });
});
