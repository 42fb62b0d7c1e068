import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CellRange } from '../../../../src/contract/sql/cellRange.ts';
import type { Cell } from '../../../../src/contract/sql/query.ts';
import { mountGrid, type Grid } from '../../../../src/views/parts/grid/grid.ts';
import { createEditor } from '../../../../src/views/parts/grid/gridEditor.ts';
import type { GridClasses, GridMenuRequest, GridOptions } from '../../../../src/views/parts/grid/gridOptions.ts';

const columns = [
  { name: 'id', type: 'bigint', typeOid: 20 },
  { name: 'name', type: 'text', typeOid: 25 },
  { name: 'note', type: 'text', typeOid: 25 },
];
const rowsTo = (count: number): (readonly Cell[])[] =>
  Array.from({ length: count }, (_, row) => [`${row}`, `name ${row}`, row % 2 === 0 ? null : 'odd']);
const classes = new Proxy({}, { get: (_, name) => String(name) }) as GridClasses;

const rowHeight = 28;
const window = { width: 800, height: rowHeight * 21 };
let host: HTMLElement;
let grid: Grid;

/** happy-dom lays nothing out: the grid is as large as it is said to be. */
beforeEach(() => {
  for (const [side, of] of [
    ['clientWidth', 'width'],
    ['clientHeight', 'height'],
  ] as const) {
    vi.spyOn(HTMLElement.prototype, side, 'get').mockImplementation(function size(this: HTMLElement) {
      return this.getAttribute('role') === 'grid' ? window[of] : 0;
    });
  }
  host = document.createElement('div');
  document.body.append(host);
});
afterEach(() => {
  grid.destroy();
  host.remove();
  vi.restoreAllMocks();
});

function mount(rows: (readonly Cell[])[], more: Partial<GridOptions> = {}) {
  const heard = {
    opened: [] as unknown[],
    copied: [] as CellRange[],
    selected: [] as CellRange[],
    menus: [] as GridMenuRequest[],
  };
  const options: GridOptions = {
    id: 'grid',
    data: { columns, rows },
    classes,
    rowHeight,
    label: 'Result 1',
    describedBy: 'help',
    onCellOpened: (position) => heard.opened.push(position),
    onCopyRequested: (range) => heard.copied.push(range),
    onSelected: (range) => heard.selected.push(range),
    onMenuRequested: (request) => heard.menus.push(request),
    ...more,
  };
  grid = mountGrid(host, options);
  return { ...heard, options };
}

const scroller = () => host.querySelector<HTMLElement>('[role=grid]')!;
const shownRows = () => [...host.querySelectorAll<HTMLElement>('[role=rowgroup] [role=row]:not([hidden])')];
const rowAt = (row: number) => shownRows().find((element) => element.getAttribute('aria-rowindex') === String(row + 2));
const textsOf = (row: number) =>
  [...(rowAt(row)?.querySelectorAll('[role=gridcell]') ?? [])].map((cell) => cell.textContent);
const press = (key: string, held: KeyboardEventInit = {}) =>
  scroller().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }));
const active = () =>
  document.getElementById(scroller().getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;
const scrollTo = (top: number) => {
  scroller().scrollTop = top;
  scroller().dispatchEvent(new Event('scroll'));
};

describe('the grid', () => {
  it('has elements for what is seen and a little more, and says how much there is', () => {
    mount(rowsTo(10_000));
    expect(['aria-rowcount', 'aria-colcount', 'aria-label'].map((name) => scroller().getAttribute(name))).toEqual([
      '10001',
      '3',
      'Result 1',
    ]);
    expect([...host.querySelectorAll('[role=columnheader]')].map(({ textContent }) => textContent)).toEqual([
      'id bigint',
      'name text',
      'note text',
    ]);
    expect(shownRows().length).toBeGreaterThanOrEqual(20);
    expect(shownRows().length).toBeLessThan(30);
    expect(textsOf(1)).toEqual(['1', 'name 1', 'odd']);
    expect(host.querySelector('.number')?.textContent?.split('\n').slice(0, 3)).toEqual(['1', '2', '3']);
  });

  it('frames the active cell and the selection also far away from where they began', () => {
    const rows = rowsTo(100_000);
    mount(rows);
    const box = (name: string) => host.querySelector<HTMLElement>(`.${name}:not([hidden])`)!.style;
    press('End', { ctrlKey: true });
    expect(box('active').height).toBe(`${rowHeight}px`);
    press('Home', { ctrlKey: true });
    expect(box('active').height).toBe(`${rowHeight}px`);
    press('End', { ctrlKey: true, shiftKey: true });
    const [, from] = /, ([\d.e+]+)px\)/.exec(box('range').transform)!;
    expect(Number(from) + Number.parseFloat(box('range').height)).toBe(rows.length * rowHeight);
  });

  it('says at once that its first cell is selected, or none where it has no rows', () => {
    expect(mount(rowsTo(100)).selected.at(-1)).toEqual({ fromRow: 0, toRow: 0, fromColumn: 0, toColumn: 0 });
    grid.destroy();
    const { selected, copied } = mount([]);
    press('c', { ctrlKey: true });
    expect([selected.at(-1), copied]).toMatchObject([{ fromRow: 0, toRow: -1 }, [{ fromRow: 0, toRow: -1 }]]);
  });

  it('marks an empty text and a value of no type', () => {
    mount([['', '', null]], {
      data: {
        columns: columns.map((column, at) => (at === 1 ? { ...column, type: 'void' } : column)),
        rows: [['', '', null]],
      },
    });
    const cells = [...host.querySelectorAll('[role=gridcell]')];
    expect(cells.map((cell) => ['empty', 'void', 'null'].filter((mark) => cell.hasAttribute(`data-${mark}`)))).toEqual([
      ['empty'],
      ['empty', 'void'],
      ['null'],
    ]);
  });

  it('tells NULL from a text, and numbers from texts', () => {
    mount([['1', 'NULL', null]]);
    const [id, name, note] = rowAt(0)!.querySelectorAll('[role=gridcell]');
    expect([name!.textContent, note!.textContent]).toEqual(['NULL', 'NULL']);
    expect([name!.hasAttribute('data-null'), note!.hasAttribute('data-null')]).toEqual([false, true]);
    expect([id!.getAttribute('data-numeric'), name!.getAttribute('data-numeric')]).toEqual(['true', 'false']);
  });

  it('keeps frozen columns in place, and reveals others beside them', () => {
    mount(rowsTo(10), { frozen: 1, widthOf: () => 350 });
    const frozen = () => [...rowAt(0)!.querySelectorAll('[data-frozen]')].map(({ textContent }) => textContent);
    const head = () => [...host.querySelectorAll('[role=columnheader][data-frozen]')].map(({ id }) => id);
    expect([frozen(), head(), textsOf(0)]).toEqual([['0'], ['grid-h-0'], ['0', 'name 0', 'NULL']]);
    press('End');
    // The last column ends where the grid ends.
    expect([active(), scroller().scrollLeft]).toEqual(['NULL', 1_050 - (window.width - 40)]);
    scroller().dispatchEvent(new Event('scroll'));
    expect([frozen(), textsOf(0).at(-1)]).toEqual([['0'], 'NULL']);
    press('Home');
    // A frozen cell is in view already.
    expect([active(), scroller().scrollLeft]).toEqual(['0', 1_050 - (window.width - 40)]);
  });

  it('freezes nothing where too little room would be left', () => {
    mount(rowsTo(10), { frozen: 2, widthOf: () => 400 });
    expect(host.querySelector('[data-frozen]')).toBeNull();
  });

  it('moves a column to where its header is dropped, and selects it where it is not moved', () => {
    const moves: [number, number][] = [];
    const { selected } = mount(rowsTo(10), { widthOf: () => 200, onMoved: (from, to) => moves.push([from, to]) });
    const [first] = host.querySelectorAll('[role=columnheader]');
    const point = (type: string, x: number, target: Element = scroller()) =>
      target.dispatchEvent(
        new PointerEvent(type, { bubbles: true, button: 0, pointerType: 'mouse', clientX: x, clientY: 1 }),
      );
    point('pointerdown', 10, first!);
    point('pointerup', 10);
    expect([moves, selected.at(-1)]).toEqual([[], { fromRow: 0, toRow: 9, fromColumn: 0, toColumn: 0 }]);
    point('pointerdown', 10, first!);
    point('pointermove', 450);
    expect(host.querySelector('.drop')!.hasAttribute('hidden')).toBe(false);
    point('pointerup', 450);
    expect([moves, host.querySelector('.drop')!.hasAttribute('hidden')]).toEqual([[[0, 2]], true]);
    point('pointerdown', 10, first!);
    point('pointermove', 450);
    point('pointercancel', 450);
    expect(moves).toHaveLength(1);
  });

  it('asks where a cell leads, by key and with Control', () => {
    const followed: unknown[] = [];
    mount(rowsTo(10), {
      data: { columns: columns.map((one) => ({ ...one, pointsTo: 'boats.id' })), rows: rowsTo(10) },
      onFollowed: (position) => followed.push(position),
    });
    expect(host.querySelector('[role=columnheader]')!.textContent).toBe('id bigint → boats.id');
    press('Enter', { altKey: true });
    expect(followed).toEqual([{ row: 0, column: 0 }]);
  });

  it('shows what is scrolled to in the same elements', () => {
    mount(rowsTo(10_000));
    const before = new Set(shownRows());
    scrollTo(5_000 * rowHeight);
    expect(textsOf(5_000)).toEqual(['5000', 'name 5000', 'NULL']);
    expect(textsOf(5_019)).toEqual(['5019', 'name 5019', 'odd']);
    expect(rowAt(0)).toBeUndefined();
    expect(shownRows().every((element) => before.has(element))).toBe(true);
    expect(rowAt(5_000)!.style.transform).toBe(`translateY(${5_000 * rowHeight}px)`);
    expect(host.querySelector('.number')?.textContent).toContain('5,001');
  });

  it('keeps the first visible row and the selection when the height of the rows changes', () => {
    mount(rowsTo(10_000));
    scrollTo(5_000 * rowHeight);
    press('ArrowDown');
    scrollTo(5_000 * rowHeight);
    grid.setRowHeight(24);
    expect(scroller().scrollTop).toBe(5_000 * 24);
    expect(rowAt(5_000)!.style.transform).toBe(`translateY(${5_000 * 24}px)`);
    expect(textsOf(5_023)).toEqual(['5023', 'name 5023', 'odd']);
    expect(grid.wanted()).toEqual({ fromRow: 1, toRow: 1, fromColumn: 0, toColumn: 0 });
    grid.setRowHeight(rowHeight);
    expect(scroller().scrollTop).toBe(5_000 * rowHeight);
  });

  it('ends with the last row after the height of the rows has changed there', () => {
    mount(rowsTo(10_000));
    press('End', { ctrlKey: true });
    grid.setRowHeight(24);
    expect(rowAt(9_999)!.style.transform).toBe(`translateY(${9_999 * 24}px)`);
    expect(active()).toBe('odd');
  });

  it('is walked by keys, brings where they lead into sight, and says where that is', () => {
    mount(rowsTo(10_000));
    expect(active()).toBe('0');
    press('ArrowDown');
    press('ArrowRight');
    expect(active()).toBe('name 1');
    press('End', { ctrlKey: true });
    expect(active()).toBe('odd');
    expect(textsOf(9_999)[0]).toBe('9999');
    press('Home', { ctrlKey: true });
    expect(active()).toBe('0');
    expect(press('ArrowDown'), 'the page does not scroll too').toBe(false);
  });

  it('has a frame around the cell or the head where the keyboard is, and around several only when they are selected', () => {
    const frames = () => [...host.querySelectorAll<HTMLElement>('.active, .range')].filter(({ hidden }) => !hidden);
    const names = () => frames().map(({ className }) => className);
    mount([]);
    expect(names()).toEqual([]);
    grid.destroy();
    mount(rowsTo(3));
    expect(names()).toEqual(['active']);
    press('ArrowDown', { shiftKey: true });
    expect(names().toSorted()).toEqual(['active', 'range']);
    press('ArrowUp');
    press('ArrowUp');
    press('ArrowRight');
    expect(active()).toContain('name');
    const [head, ...others] = frames();
    expect([
      others,
      head!.closest('[role=row]')?.contains(document.getElementById(scroller().getAttribute('aria-activedescendant')!)),
    ]).toEqual([[], true]);
    expect([head!.style.height, head!.style.width]).toEqual([`${rowHeight}px`, expect.stringMatching(/^[1-9]\d*px$/)]);
    expect(head!.style.transform).toMatch(/^translateX\([1-9]\d*px\)$/);
  });

  it('opens the cell that Enter is pressed on, and copies what is selected', () => {
    const heard = mount(rowsTo(50));
    expect(grid.wanted(), 'everything, as long as nothing was chosen').toEqual({
      fromRow: 0,
      toRow: 49,
      fromColumn: 0,
      toColumn: 2,
    });
    press('ArrowDown');
    press('Enter');
    expect(heard.opened).toEqual([{ row: 1, column: 0 }]);
    press('ArrowDown', { shiftKey: true });
    press('ArrowRight', { shiftKey: true });
    const range = { fromRow: 1, toRow: 2, fromColumn: 0, toColumn: 1 };
    expect([grid.wanted(), heard.selected.at(-1)]).toEqual([range, range]);
    expect([...host.querySelectorAll('[aria-selected=true]')].map(({ textContent }) => textContent)).toEqual([
      '1',
      'name 1',
      '2',
      'name 2',
    ]);
    press('c', { ctrlKey: true });
    expect(heard.copied).toEqual([range]);
    press('Escape');
    expect(host.querySelectorAll('[aria-selected=true]').length).toBe(0);
  });

  it('grows with its rows, and stays where it is', () => {
    const rows: (readonly Cell[])[] = [];
    mount(rows);
    expect(shownRows()).toEqual([]);
    rows.push(...rowsTo(3));
    grid.refresh();
    expect(shownRows().length).toBe(3);
    expect(active()).toBe('0');
    press('ArrowDown');
    rows.push(...rowsTo(2_000).slice(3));
    grid.refresh();
    expect(scroller().getAttribute('aria-rowcount')).toBe('2001');
    expect(active()).toBe('1');
  });

  it('makes columns wider by keys', () => {
    mount(rowsTo(3));
    const width = () => Number.parseFloat(host.querySelector<HTMLElement>('[role=columnheader]')!.style.width);
    const before = width();
    press('ArrowRight', { altKey: true, shiftKey: true });
    expect(width()).toBe(before + 16);
    press('ArrowLeft', { altKey: true, shiftKey: true });
    expect(width()).toBe(before);
  });

  it('keeps the widths that the user chose when sorted rows take the place of its own', () => {
    const { options } = mount(rowsTo(3));
    const widths = () => [...host.querySelectorAll<HTMLElement>('[role=columnheader]')].map(({ style }) => style.width);
    press('ArrowRight', { altKey: true, shiftKey: true });
    const chosen = widths();
    const sorted = { columns: columns.toReversed(), rows: rowsTo(3).map((row) => row.toReversed()) };
    for (const data of [{ columns, rows: rowsTo(3).toReversed() }, sorted])
      grid = grid.replaceWith({ ...options, data });
    expect(widths()).toEqual(chosen.toReversed());
  });

  it('opens the cell, or fits the column, that was pressed twice, whoever has the pointer then', () => {
    const heard = mount(rowsTo(3));
    const pressTwice = (target: Element, at: MouseEventInit = {}) => {
      target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerType: 'mouse', ...at }));
      scroller().dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
      // The grid holds the pointer of a press, so that browsers give it the clicks too.
      scroller().dispatchEvent(new MouseEvent('dblclick', { bubbles: true, ...at }));
    };
    pressTwice(rowAt(2)!.querySelectorAll('[role=gridcell]')[1]!, {
      clientX: Number.parseFloat(host.querySelector<HTMLElement>('[role=columnheader]')!.style.width) + 1,
      clientY: 2 * rowHeight + 1,
    });
    expect(heard.opened).toEqual([{ row: 2, column: 1 }]);
    const first = () => host.querySelector<HTMLElement>('[role=columnheader]')!;
    const before = first().style.width;
    press('ArrowLeft');
    press('ArrowRight', { altKey: true, shiftKey: true });
    expect(first().style.width).not.toBe(before);
    pressTwice(first().querySelector('[data-handle]')!);
    expect(first().style.width).toBe(before);
    expect(heard.opened).toHaveLength(1);
  });

  it('leaves nothing behind', () => {
    const heard = mount(rowsTo(3));
    const gone = scroller();
    grid.destroy();
    expect(host.childElementCount).toBe(0);
    gone.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
    expect(heard.opened).toEqual([]);
  });

  describe('is asked for a menu', () => {
    const asked = (element: Element, at: MouseEventInit = {}) =>
      element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));

    it('by a right click on a cell, which is selected unless it was among those selected', () => {
      const heard = mount(rowsTo(3));
      const [, second] = rowAt(0)!.querySelectorAll('[role=gridcell]');
      expect(asked(second!, { clientX: 100, clientY: 40 })).toBe(false);
      const { row, column } = heard.menus[0]!;
      expect(heard.menus).toEqual([{ row, column, x: 100, y: 40, byKey: false, owner: scroller().id }]);
      expect(heard.selected.at(-1)).toEqual({ fromRow: row, toRow: row, fromColumn: column, toColumn: column });
      press('a', { ctrlKey: true });
      asked(second!, { clientX: 100, clientY: 40 });
      expect(heard.selected.at(-1)).toMatchObject({ fromRow: 0, toRow: 2, fromColumn: 0, toColumn: 2 });
    });

    it('by a click on the button of a column, and by a right click on its head, which select nothing', () => {
      const heard = mount(rowsTo(3));
      const selected = heard.selected.length;
      const button = host.querySelector('[data-menu="1"]')!;
      button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true, button: 0 }));
      asked(host.querySelectorAll('[role=columnheader]')[0]!);
      expect(heard.menus.map(({ row, byKey }) => [row, byKey])).toEqual([
        [-1, false],
        [-1, false],
      ]);
      expect(heard.menus[0]!.column).toBe(1);
      expect(heard.selected).toHaveLength(selected);
    });

    it('by keys: of the column by Alt and the arrow down, of the cell by the key for menus', () => {
      const heard = mount(rowsTo(3));
      press('ArrowRight');
      press('ArrowDown', { altKey: true });
      asked(scroller());
      expect(heard.menus.map(({ row, column, byKey }) => [row, column, byKey])).toEqual([
        [-1, 1, true],
        [0, 1, true],
      ]);
    });
  });
});

describe('a grid that can be sorted', () => {
  const heads = () => [...host.querySelectorAll<HTMLElement>('[role=columnheader]')];
  const sorted = vi.fn<(column: number, isAdded: boolean) => void>();
  const mountSorted = (more: Partial<GridOptions> = {}) => {
    sorted.mockClear();
    const [first, ...others] = columns;
    const data = {
      columns: [
        { ...first!, sort: { descending: true, place: 2 } },
        ...others.map((column, at) => (at === 0 ? { ...column, sort: null } : column)),
      ],
      rows: rowsTo(3),
    };
    mount([], { data, onSorted: sorted, ...more });
  };

  it('shows by what, in which direction and in which order', () => {
    mountSorted();
    expect(heads().map((head) => head.getAttribute('aria-sort'))).toEqual(['descending', null, null]);
    expect(heads().map((head) => head.querySelector('[data-sort]')?.textContent ?? null)).toEqual(['↓2', '↑', null]);
  });

  it('is asked for by a click on a header, where that is wanted, but not by dragging over it or by its edge', () => {
    const drag = (column: number, to: number, part = '') => {
      const head = heads()[column]!;
      const pressed = { bubbles: true, cancelable: true, clientX: 0, clientY: 0 };
      (part === '' ? head : head.querySelector(part)!).dispatchEvent(new PointerEvent('pointerdown', pressed));
      scroller().dispatchEvent(new PointerEvent('pointermove', { ...pressed, clientX: to }));
      scroller().dispatchEvent(new PointerEvent('pointerup', { ...pressed, clientX: to }));
    };
    mountSorted();
    drag(0, 0);
    expect(sorted).not.toHaveBeenCalled();
    grid.destroy();
    mountSorted({ sortsByHeader: true });
    drag(0, 40);
    drag(0, 0, '[data-handle]');
    expect(sorted).not.toHaveBeenCalled();
    drag(1, 0, '[data-handle="0"]');
    expect(sorted).not.toHaveBeenCalled();
    drag(0, 1);
    expect(sorted.mock.calls).toEqual([[0, false]]);
  });

  it('keeps its selection when a header is clicked or tapped to sort, and selects columns that are dragged over', () => {
    const selected: unknown[] = [];
    mountSorted({ sortsByHeader: true, onSelected: (range) => selected.push(range) });
    const before = selected.length;
    const head = heads()[1]!;
    const pressed = { bubbles: true, cancelable: true, clientX: 0, clientY: 0 };
    head.dispatchEvent(new PointerEvent('pointerdown', pressed));
    scroller().dispatchEvent(new PointerEvent('pointerup', pressed));
    head.dispatchEvent(new PointerEvent('pointerdown', { ...pressed, pointerType: 'touch' }));
    head.dispatchEvent(new PointerEvent('click', { ...pressed, pointerType: 'touch' }));
    expect([sorted.mock.calls.length, selected.length]).toEqual([2, before]);
    head.dispatchEvent(new PointerEvent('pointerdown', pressed));
    scroller().dispatchEvent(new PointerEvent('pointermove', { ...pressed, clientX: 5 }));
    scroller().dispatchEvent(new PointerEvent('pointerup', { ...pressed, clientX: 5 }));
    expect([sorted.mock.calls.length, selected.at(-1)]).toEqual([
      2,
      { fromRow: 0, toRow: 2, fromColumn: 0, toColumn: 0 },
    ]);
  });

  it('is asked for by the arrow or by Enter in the header, with Shift after the others', () => {
    mountSorted();
    const click = (column: number, shiftKey: boolean) => {
      const arrow = heads()[column]!.querySelector('[data-sort]')!;
      arrow.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true, shiftKey }));
    };
    click(1, false);
    click(0, true);
    expect(document.activeElement).toBe(scroller());
    // The selection is as it was.
    press('ArrowUp');
    press('Enter');
    press('ArrowRight');
    press('Enter', { shiftKey: true });
    // Values of this column have no order.
    press('ArrowRight');
    press('Enter');
    expect(sorted.mock.calls).toEqual([
      [1, false],
      [0, true],
      [0, false],
      [1, true],
    ]);
  });
});

describe('a grid that can be edited', () => {
  /** Cells of the second column are texts, those of the third one of two words; the first is opened. */
  function mountEditable(rows: Cell[][], refusing: { id?: Cell } = {}, isReadOnly = false) {
    const heard = { opened: [] as unknown[], edits: [] as unknown[], others: [] as unknown[] };
    const other =
      (name: string) =>
      (...given: unknown[]) =>
        void heard.others.push([name, ...given]);
    grid = mountGrid(host, {
      id: 'grid',
      data: { columns, rows },
      classes,
      rowHeight,
      label: 'Rows of people',
      describedBy: 'help',
      onCellOpened: (position) => heard.opened.push(position),
      onCopyRequested: () => undefined,
      onSelected: () => undefined,
      onMenuRequested: () => undefined,
      marks: {
        cellAt: (row, column) => (row === 0 && column === 1 ? 'changed' : row === 1 && column === 2 ? 'default' : null),
        rowAt: (row) => (row === 2 ? 'deleted' : null),
      },
      editing: {
        create: createEditor,
        isEditable: () => rows.length > 0 && !isReadOnly,
        // A row is known by its first value.
        edit: ({ row, column }) => {
          const [id] = rows[row]!;
          return column === 0
            ? null
            : {
                value: rows[row]![column]!,
                choices: column === 2 ? [null, 'odd', 'even'] : null,
                position: () => {
                  const now = rows.findIndex(([one]) => one === id);
                  return now === -1 ? null : { row: now, column };
                },
                refusal: () => (id === refusing.id ? 'The value cannot be staged.' : null),
                onEdited: (value) => heard.edits.push([Number(id), column, value]),
              };
        },
        onCleared: other('cleared'),
        onPasted: other('pasted'),
        onFilledDown: other('filled'),
        onUndone: other('undone'),
        onRedone: other('redone'),
        onCommitted: other('committed'),
      },
    });
    return heard;
  }
  const editor = () => host.querySelector<HTMLTextAreaElement | HTMLSelectElement>('.editor');
  /** Whether Tab moves the focus out of the grid. */
  const leaves = (held: KeyboardEventInit = {}) =>
    scroller().dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true, ...held }));
  const note = () => host.querySelector('.note')?.textContent;
  const pressIn = (key: string, held: KeyboardEventInit = {}) =>
    editor()!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }));
  const cell = (row: number, column: number) => ({ fromRow: row, toRow: row, fromColumn: column, toColumn: column });

  it('edits a text in its place, and goes on below it or beside it', () => {
    const heard = mountEditable(rowsTo(10).map((row) => [...row]));
    press('ArrowRight');
    press('Enter');
    expect([editor()?.value, editor()?.getAttribute('aria-label')]).toEqual(['name 0', 'name, row 1']);
    editor()!.value = 'Ada';
    pressIn('Enter');
    expect([heard.edits, editor(), active()]).toEqual([[[0, 1, 'Ada']], null, 'name 1']);
    press('F2');
    // The caret stands at the end: what is typed is added.
    const { selectionStart, selectionEnd, value } = editor() as HTMLTextAreaElement;
    expect([selectionStart, selectionEnd]).toEqual([value.length, value.length]);
    editor()!.value = '';
    pressIn('Tab');
    expect([heard.edits.at(-1), active()]).toEqual([[1, 1, ''], 'DEFAULT']);
  });

  it('goes on with Tab from the cell that has the keyboard, and selects the next one alone', () => {
    mountEditable(rowsTo(5).map((row) => [...row]));
    press('ArrowRight');
    press('ArrowDown', { shiftKey: true });
    expect(host.querySelectorAll('[aria-selected]')).toHaveLength(2);
    expect([leaves({ shiftKey: true }), active()]).toEqual([false, '1']);
    expect(host.querySelectorAll('[aria-selected]')).toHaveLength(0);
  });

  it('goes from cell to cell with Tab, and is left with Escape and Tab, and at either end', () => {
    mountEditable(rowsTo(2).map((row) => [...row]));
    expect(leaves({ shiftKey: true })).toBe(true);
    expect([leaves(), active()]).toEqual([false, 'name 0']);
    expect([leaves(), leaves(), active()]).toEqual([false, false, '1']);
    expect([leaves({ shiftKey: true }), leaves(), active()]).toEqual([false, false, '1']);
    press('Escape');
    press('Shift', { shiftKey: true });
    expect([leaves({ shiftKey: true }), active()]).toEqual([true, '1']);
    press('Escape');
    expect([leaves(), leaves(), active()]).toEqual([true, false, 'name 1']);
    expect([leaves(), leaves()]).toEqual([false, true]);
    // From a cell that is being edited, it never leaves.
    press('F2');
    pressIn('Tab');
    expect([editor(), active()]).toEqual([null, 'DEFAULT']);
    press('ArrowUp');
    press('F2');
    pressIn('Tab');
    expect(active()).toBe('1');
  });

  it.for(['pointerdown', 'blur', 'focus'])(
    'goes on with Tab where Escape is not the last that came, but %s',
    (type) => {
      mountEditable(rowsTo(2).map((row) => [...row]));
      press('Escape');
      scroller().dispatchEvent(new Event(type));
      expect([leaves(), active()]).toEqual([false, 'name 0']);
    },
  );

  it('leaves a grid that only shows values by Tab, and one where nothing can be edited', () => {
    mount(rowsTo(2));
    expect(leaves()).toBe(true);
    grid.destroy();
    mountEditable(
      rowsTo(2).map((row) => [...row]),
      {},
      true,
    );
    expect(leaves()).toBe(true);
  });

  it('begins with the typed character, and forgets what Escape ends', () => {
    const heard = mountEditable(rowsTo(10).map((row) => [...row]));
    press('ArrowRight');
    press('x');
    expect(editor()?.value).toBe('x');
    pressIn('Escape');
    expect([editor(), heard.edits, active()]).toEqual([null, [], 'name 0']);
    press('Enter');
    pressIn('Enter');
    expect(heard.edits).toEqual([]);
  });

  it('keeps what was typed when the user leaves the cell, and keys of the editor do not move the selection', () => {
    const heard = mountEditable(rowsTo(10).map((row) => [...row]));
    press('ArrowRight');
    press('x');
    pressIn('ArrowDown');
    pressIn('Enter', { altKey: true });
    expect(active()).toBe('name 0');
    editor()!.dispatchEvent(new FocusEvent('blur'));
    expect([heard.edits, editor()]).toEqual([[[0, 1, 'x']], null]);
  });

  it('tells NULL from an empty text: an editor of NULL that is left empty changes nothing', () => {
    const rows: Cell[][] = [['1', null, null]];
    const heard = mountEditable(rows);
    press('ArrowRight');
    press('Enter');
    pressIn('Enter');
    expect(heard.edits).toEqual([]);
  });

  it('offers the values of a column that has few, NULL among them', () => {
    const heard = mountEditable(rowsTo(10).map((row) => [...row]));
    press('End');
    press('Enter');
    const choices = editor() as HTMLSelectElement;
    expect([...choices.options].map(({ text }) => text)).toEqual(['NULL', 'odd', 'even']);
    expect(choices.selectedIndex).toBe(0);
    choices.selectedIndex = 2;
    pressIn('Enter');
    expect(heard.edits).toEqual([[0, 2, 'even']]);
  });

  it('opens a cell that is not edited in its place, and any cell with the modifier', () => {
    const heard = mountEditable(rowsTo(10).map((row) => [...row]));
    press('Enter');
    press('ArrowRight');
    press('Enter', { ctrlKey: true });
    expect([heard.opened, editor()]).toEqual([
      [
        { row: 0, column: 0 },
        { row: 0, column: 1 },
      ],
      null,
    ]);
  });

  it('clears, fills down, undoes, redoes and pastes what is selected', () => {
    const heard = mountEditable(rowsTo(10).map((row) => [...row]));
    press('ArrowRight');
    press('Delete');
    press('ArrowDown', { shiftKey: true });
    press('d', { ctrlKey: true });
    press('z', { ctrlKey: true });
    press('Z', { ctrlKey: true, shiftKey: true });
    press('y', { ctrlKey: true });
    press('s', { ctrlKey: true });
    const data = new DataTransfer();
    data.setData('text/plain', 'a\tb');
    scroller().dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    const both = { ...cell(0, 1), toRow: 1 };
    expect(heard.others).toEqual([
      ['cleared', cell(0, 1)],
      ['filled', both],
      ['undone'],
      ['redone'],
      ['redone'],
      ['committed'],
      ['pasted', both, 'a\tb'],
    ]);
  });

  it('opens with F2 what is not edited in its place, and begins a choice with the typed letter', () => {
    const heard = mountEditable(rowsTo(10).map((row) => [...row]));
    press('F2');
    expect(heard.opened).toEqual([{ row: 0, column: 0 }]);
    press('End');
    press('E');
    pressIn('Enter');
    expect(heard.edits).toEqual([[0, 2, 'even']]);
  });

  it('takes back, commits and pastes without a row, and leaves a block that is pasted at a header', () => {
    const empty = mountEditable([]);
    const paste = () => {
      const data = new DataTransfer();
      data.setData('text/plain', 'a');
      scroller().dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    };
    press('y', { ctrlKey: true });
    press('s', { ctrlKey: true });
    press('Delete');
    paste();
    expect(empty.others).toEqual([['redone'], ['committed'], ['pasted', { ...cell(0, 0), toRow: -1 }, 'a']]);
    grid.destroy();
    const heard = mountEditable(rowsTo(2).map((row) => [...row]));
    press('ArrowUp');
    press('z', { ctrlKey: true });
    paste();
    expect(heard.others).toEqual([['undone']]);
  });

  it('keeps what is being typed when the page is left', () => {
    const heard = mountEditable(rowsTo(10).map((row) => [...row]));
    press('ArrowRight');
    press('x');
    globalThis.dispatchEvent(new Event('beforeunload'));
    globalThis.dispatchEvent(new Event('pagehide'));
    expect([heard.edits, editor()]).toEqual([[[0, 1, 'x']], null]);
  });

  it('shows what differs from the stored rows, and other rows when they are replaced', () => {
    const rows = rowsTo(10).map((row) => [...row]);
    mountEditable(rows);
    const marksOf = (row: number) =>
      [...rowAt(row)!.querySelectorAll<HTMLElement>('[role=gridcell]')].map(({ dataset }) => dataset['mark'] ?? null);
    expect([marksOf(0), rowAt(2)?.dataset['mark']]).toEqual([[null, 'changed', null], 'deleted']);
    expect(textsOf(1)).toEqual(['1', 'name 1', 'DEFAULT']);
    rows.splice(0, 10, ['7', 'seven', null]);
    grid.redraw();
    expect([shownRows().length, textsOf(0), scroller().getAttribute('aria-rowcount')]).toEqual([
      1,
      ['7', 'seven', 'NULL'],
      '2',
    ]);
  });

  it('moves an open editor with its row, with what is typed and the focus', () => {
    const rows = rowsTo(10).map((row) => [...row]);
    const heard = mountEditable(rows);
    grid.select({ row: 3, column: 1 });
    press('x');
    const open = editor() as HTMLTextAreaElement;
    open.value = 'xyz';
    open.setSelectionRange(1, 1);
    const before = open.style.top;
    // Another tab inserts a row.
    rows.unshift(['77', 'new', null]);
    grid.redraw();
    expect([editor(), document.activeElement, open.value, open.selectionStart]).toEqual([open, open, 'xyz', 1]);
    expect([open.getAttribute('aria-label'), active(), note()]).toEqual(['name, row 5', 'name 3', '']);
    expect(Number.parseFloat(open.style.top) - Number.parseFloat(before)).toBe(rowHeight);
    pressIn('Enter');
    expect([heard.edits, active()]).toEqual([[[3, 1, 'xyz']], 'name 4']);
  });

  it('keeps a value for the row that it was begun in where other rows are shown, and says so', () => {
    const rows = rowsTo(10).map((row) => [...row]);
    const heard = mountEditable(rows);
    const begin = () => {
      grid.select({ row: 8, column: 1 });
      press('x');
      rows.splice(
        0,
        rows.length,
        ...rowsTo(23)
          .slice(20)
          .map((row) => [...row]),
      );
      grid.redraw();
    };
    begin();
    expect(note()).toContain('no longer shown');
    expect([document.activeElement, editor()?.value]).toEqual([editor(), 'x']);
    pressIn('Enter');
    expect([heard.edits, editor(), note(), active()]).toEqual([[[8, 1, 'x']], null, undefined, 'name 22']);
    // When the row is shown again, the editor is back in it.
    rows.splice(0, rows.length, ...rowsTo(10).map((row) => [...row]));
    begin();
    rows.splice(
      0,
      rows.length,
      ...rowsTo(10)
        .slice(5)
        .map((row) => [...row]),
    );
    grid.redraw();
    expect([note(), editor()?.getAttribute('aria-label'), active()]).toEqual(['', 'name, row 4', 'name 8']);
    editor()!.dispatchEvent(new FocusEvent('blur'));
    expect(heard.edits).toEqual([
      [8, 1, 'x'],
      [8, 1, 'x'],
    ]);
  });

  it('keeps an editor open whose row takes no value any more, until Escape', () => {
    const refusing: { id?: Cell } = {};
    const heard = mountEditable(
      rowsTo(10).map((row) => [...row]),
      refusing,
    );
    grid.select({ row: 3, column: 1 });
    press('x');
    const open = editor()!;
    refusing.id = '3';
    pressIn('Enter');
    open.dispatchEvent(new FocusEvent('blur'));
    expect(note()).toContain('cannot be staged');
    // No other edit begins meanwhile.
    scroller().focus();
    grid.select({ row: 5, column: 1 });
    press('y');
    expect([host.querySelectorAll('.editor').length, editor(), document.activeElement]).toEqual([1, open, open]);
    expect([open.value, heard.edits]).toEqual(['x', []]);
    pressIn('Escape');
    expect([editor(), heard.edits, note()]).toEqual([null, [], undefined]);
  });

  it('keeps what is being typed when it is replaced by another grid', () => {
    const heard = mountEditable(rowsTo(10).map((row) => [...row]));
    press('ArrowRight');
    press('x');
    grid.destroy();
    expect(heard.edits).toEqual([[0, 1, 'x']]);
  });

  it('selects a cell that it is told to', () => {
    mountEditable(rowsTo(1_000).map((row) => [...row]));
    grid.select({ row: 500, column: 1 });
    expect(active()).toBe('name 500');
  });
});
