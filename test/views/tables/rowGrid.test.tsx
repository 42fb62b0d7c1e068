/** Values that are typed in place while other rows come in. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { Failure } from '../../../src/contract/common/apiError.ts';
import type { RowChange } from '../../../src/contract/tables/changes.ts';
import { wholeTable } from '../../../src/contract/tables/rowAddress.ts';
import { rowIdOf } from '../../../src/contract/tables/rowKey.ts';
import type { RowPage } from '../../../src/contract/tables/rows.ts';
import type { TableDetail } from '../../../src/contract/tables/table.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import {
  stagedEditsMachine,
  type StagedEditsInput,
} from '../../../src/machines/tables/stagedEdits/stagedEdits.machine.ts';
import { changesByRow } from '../../../src/machines/tables/stagedEdits/stagedRows.ts';
import {
  tableRowsMachine,
  type RoleChanged,
  type TableOutdated,
} from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { selectIsReadingRows, selectView } from '../../../src/machines/tables/tableRows/tableRows.selectors.ts';
import { storedRows } from '../../../src/views/tables/shownRows.ts';
import { TableWorkspace } from '../../../src/views/tables/TableWorkspace.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { recordingPort, refusal } from '../../fixtures/screen.ts';
import { boats, column, numbersOf, ownColumns, twoBoats } from '../../fixtures/tables.ts';
import { createPort } from '../../support/fakeWorld.ts';

afterEach(cleanup);

const graceId = rowIdOf({ id: '2' });

const otherBoats: RowPage = {
  ...twoBoats,
  rows: [
    ['3', 'Edsger', null, 'true', '6'],
    ['4', 'Barbara', null, 'true', '8'],
  ],
  cut: [],
};

/** A table of boats with these pages. */
function showWorkspace(
  table: TableDetail,
  given: readonly RowPage[],
  rereadFailure: Failure | null = null,
  columnNames: readonly string[] = twoBoats.columns,
) {
  const pages = [...given];
  const rows = createActor(
    tableRowsMachine.provide({ actors: { readRows: fromPromise(() => Promise.resolve(pages.shift()!)) } }),
    {
      input: {
        ref: 'abc',
        id: boats.id,
        port: recordingPort(),
        parent: createPort(() => {}) as unknown as Port<RoleChanged | TableOutdated>,
        columns: columnNames,
        key: ['id'],
        address: wholeTable,
      },
    },
  ).start();
  const edits = createActor(stagedEditsMachine.provide({ actors: { storeEdits: fromCallback(() => {}) } }), {
    input: {
      ref: 'abc',
      id: boats.id,
      port: recordingPort(),
      viewAs: null,
      columns: boats.columns,
      parent: createPort(() => {}) as unknown as StagedEditsInput['parent'],
    },
  }).start();
  const app = startTestApp();
  const columns = ownColumns().start();
  const workspace = (shown: TableDetail) => (
    <InApp app={app}>
      <TableWorkspace
        table={shown}
        projectRef="abc"
        rows={rows}
        edits={edits}
        columns={columns}
        onCellOpened={() => {}}
        onReferenceOpened={() => {}}
        onExported={() => {}}
        onReloaded={() => {}}
        rereadFailure={rereadFailure}
      />
    </InApp>
  );
  const { rerender } = render(workspace(table));
  /** The table has been read again. */
  const readAgain = (altered: TableDetail) => rerender(workspace(altered));
  return { rows, edits, columns, readAgain, app };
}

/** The table of two boats, with the page that is read next. */
async function showBoats(table: TableDetail = boats, next: RowPage = otherBoats) {
  const { edits, ...others } = showWorkspace(table, [twoBoats, next]);
  const grid = screen.getByRole('grid', { name: 'Rows of boats' });
  await waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe('3'));
  const editor = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: /^name, row / });
  const typeIntoGrace = () => {
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) fireEvent.keyDown(grid, { key });
    fireEvent.change(editor()!, { target: { value: 'Hopper' } });
  };
  const press = (key: string) => act(async () => fireEvent.keyDown(editor()!, { key }));
  const staged = () => changesByRow(edits.getSnapshot().context.staged);
  return { ...others, grid, edits, editor, typeIntoGrace, press, staged };
}

const [idColumn, nameColumn, ...otherColumns] = boats.columns;
const shownGrid = () => screen.getByRole('grid', { name: 'Rows of boats' });
/** The row and the column of the active cell, as a screen reader counts them. */
const activeCell = () => {
  const active = document.querySelector(`#${shownGrid().getAttribute('aria-activedescendant')}`);
  return [active?.parentElement, active].map((one, place) =>
    one?.getAttribute(['aria-rowindex', 'aria-colindex'][place]!),
  );
};

const hopper = {
  type: 'update',
  key: { id: '2' },
  columns: numbersOf(boats, 'id', 'name'),
  old: { name: 'Grace' },
  values: { name: 'Hopper' },
  defaults: [],
};

describe('a value that is typed in place', () => {
  it('goes with its row when another tab inserts one above it', async () => {
    const { edits, editor, typeIntoGrace, press, staged } = await showBoats();
    typeIntoGrace();
    await act(async () =>
      edits.send({ type: 'rows.shared', rows: { 'new-1': { type: 'insert', values: { name: 'Theirs' } } } }),
    );
    expect([editor()?.value, editor()?.getAttribute('aria-label')]).toEqual(['Hopper', 'name, row 3']);
    await press('Enter');
    expect(staged()).toEqual({ 'new-1': { type: 'insert', values: { name: 'Theirs' } }, [graceId]: hopper });
  });

  it('stays the value of its row when another page is shown', async () => {
    const { rows, typeIntoGrace, press, staged } = await showBoats();
    typeIntoGrace();
    await act(async () => rows.send({ type: 'page.requested', position: twoBoats.next }));
    expect(await screen.findByText(/^This cell is no longer shown/)).toBeTruthy();
    await press('Enter');
    expect(staged()).toEqual({ [graceId]: hopper });
  });

  it('stays in its editor when another tab deletes the row', async () => {
    const { edits, editor, typeIntoGrace, press, staged } = await showBoats();
    typeIntoGrace();
    const deletion: RowChange = { type: 'delete', key: { id: '2' }, old: { id: '2', name: 'Grace' } };
    await act(async () => edits.send({ type: 'rows.shared', rows: { [graceId]: deletion } }));
    await press('Enter');
    expect([editor()?.value, staged()]).toEqual(['Hopper', { [graceId]: deletion }]);
    expect(screen.getByText(/^The value cannot be staged/)).toBeTruthy();
    await press('Escape');
    expect(editor()).toBeNull();
  });

  it('stays in its editor, with the focus, when another tab arranges the columns', async () => {
    const { columns, editor, typeIntoGrace, press, staged } = await showBoats();
    typeIntoGrace();
    editor()!.setSelectionRange(1, 3);
    await act(async () => columns.send({ type: 'columns.ordered', order: ['id', 'notes', 'name'] }));
    await act(async () => columns.send({ type: 'columns.frozen', names: ['notes'] }));
    expect(document.activeElement).toBe(editor());
    expect([editor()!.value, editor()!.selectionStart, editor()!.selectionEnd]).toEqual(['Hopper', 1, 3]);
    await press('Enter');
    expect([staged(), document.activeElement]).toEqual([{ [graceId]: hopper }, shownGrid()]);
    // Frozen columns come first.
    expect(activeCell()).toEqual(['3', '3']);
  });

  it('is staged in a column that was hidden meanwhile', async () => {
    const { rows, editor, typeIntoGrace, press, staged } = await showBoats();
    typeIntoGrace();
    await act(async () => rows.send({ type: 'columns.hidden', hidden: ['name'] }));
    expect(screen.getByText(/^This cell is no longer shown/)).toBeTruthy();
    expect([editor()?.value, document.activeElement]).toEqual(['Hopper', editor()]);
    await press('Enter');
    expect(staged()).toEqual({ [graceId]: hopper });
  });

  it('stays where it is when someone adds a column before its rows are read again', async () => {
    const { readAgain, editor, typeIntoGrace, press, staged } = await showBoats();
    typeIntoGrace();
    readAgain({ ...boats, columns: [idColumn!, column('port', 'text'), nameColumn!, ...otherColumns] });
    expect([editor()?.value, document.activeElement]).toEqual(['Hopper', editor()]);
    await press('Enter');
    expect(staged()).toEqual({ [graceId]: hopper });
  });

  it('stays in the same field, with its history, when the table is read again and has the same columns', async () => {
    const { readAgain, editor, typeIntoGrace } = await showBoats();
    typeIntoGrace();
    const [field, within] = [editor(), shownGrid()];
    field!.addEventListener('blur', () => expect.unreachable('The field was taken out of the page.'));
    readAgain({ ...boats, estimate: 9000 });
    expect([editor(), shownGrid(), document.activeElement]).toEqual([field, within, field]);
    expect(editor()).toBe(field);
    expect(shownGrid()).toBe(within);
  });

  it('can be copied when someone drops or renames its column', async () => {
    const { readAgain, editor, typeIntoGrace, press, staged } = await showBoats();
    typeIntoGrace();
    readAgain({ ...boats, columns: [idColumn!, ...otherColumns] });
    expect(screen.getByText(/^The table no longer has the column name/)).toBeTruthy();
    await press('Enter');
    expect([editor()?.value, document.activeElement, staged()]).toEqual(['Hopper', editor(), {}]);
    await press('Escape');
    expect([editor(), document.activeElement]).toEqual([null, shownGrid()]);
  });
});

it('keeps the focus and the active cell when the columns are arranged', async () => {
  const { grid, columns } = await showBoats();
  grid.focus();
  for (const key of ['ArrowDown', 'ArrowRight']) fireEvent.keyDown(grid, { key });
  await act(async () => columns.send({ type: 'columns.ordered', order: ['name', 'id', 'notes'] }));
  expect(document.activeElement).toBe(shownGrid());
  expect(activeCell()).toEqual(['3', '1']);
});

it('keeps the selected cells when a column is altered, and the active one between other columns', async () => {
  const { grid, readAgain, staged } = await showBoats();
  grid.focus();
  for (const key of ['ArrowRight', 'ArrowRight']) fireEvent.keyDown(grid, { key });
  fireEvent.keyDown(grid, { key: 'ArrowRight', shiftKey: true });
  readAgain({ ...boats, columns: boats.columns.map((one) => ({ ...one, comment: 'Altered' })) });
  await act(async () => fireEvent.keyDown(shownGrid(), { key: 'Delete' }));
  expect(staged()).toMatchObject({ [rowIdOf({ id: '1' })]: { values: { notes: null, active: null } } });
  readAgain({ ...boats, columns: boats.columns.toReversed() });
  expect(activeCell()).toEqual(['2', '2']);
});

describe('a cell that is emptied', () => {
  const sized = {
    ...boats,
    columns: [...boats.columns.slice(0, 2), column('berths', 'integer'), column('mark', 'bytea')],
  };
  const page: RowPage = {
    ...twoBoats,
    columns: sized.columns.map(({ name }) => name),
    rows: [['1', 'Ada', '4', '\\x01']],
    cut: [],
  };
  const showSized = async () => {
    const { edits, app } = showWorkspace(sized, [page], null, page.columns);
    await waitFor(() => expect(shownGrid().getAttribute('aria-rowcount')).toBe('2'));
    const press = (key: string) => act(async () => fireEvent.keyDown(document.activeElement!, { key }));
    const empty = async () => {
      await press('F2');
      fireEvent.change(document.activeElement!, { target: { value: '' } });
      await press('Tab');
    };
    act(() => shownGrid().focus());
    const staged = () => changesByRow(edits.getSnapshot().context.staged)[rowIdOf({ id: '1' })];
    const sent = vi.spyOn(app, 'send');
    const toasts = () =>
      sent.mock.calls.flatMap(([event]) => (event.type === 'toast.requested' ? [event.toast.title] : []));
    return { empty, press, staged, toasts };
  };

  it('is an empty text where its type has one, and NULL elsewhere', async () => {
    const { empty, press, staged } = await showSized();
    await press('ArrowRight');
    for (let cells = 0; cells < 3; cells++) await empty();
    expect(staged()).toMatchObject({ values: { name: '', berths: null, mark: '' } });
  });

  it('says at once where it can be neither, keeps what was there, and takes another value', async () => {
    const { empty, press, staged } = await showSized();
    await empty();
    const editor = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'id, row 1' });
    expect(screen.getByText('id cannot be NULL. Type a value, or press Escape.').id).toBe(
      editor.getAttribute('aria-describedby'),
    );
    fireEvent.input(editor, { target: { value: '7' } });
    expect(screen.queryByText(/cannot be NULL/)).toBeNull();
    await press('Tab');
    expect(staged()).toMatchObject({ values: { id: '7' } });
  });

  it('offers an empty text only for texts, and says which cells Delete cannot set to NULL', async () => {
    const { press, staged, toasts } = await showSized();
    const hasEmpty = async () => {
      await act(async () => fireEvent.contextMenu(shownGrid()));
      const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
      await act(async () => fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' }));
      await waitFor(() => expect(document.activeElement).toBe(shownGrid()));
      return items.includes('Set to empty string');
    };
    expect(await hasEmpty()).toBe(false);
    await press('Delete');
    expect(toasts()).toEqual(['id cannot be NULL']);
    await press('ArrowRight');
    expect(await hasEmpty()).toBe(true);
    await press('ArrowRight');
    expect(await hasEmpty()).toBe(false);
    await press('Delete');
    expect(staged()).toMatchObject({ values: { berths: null } });
    expect(toasts()).toHaveLength(1);
  });
});

it('sorts by the header of a column, keeps the keyboard there, and says so', async () => {
  const { rows } = showWorkspace(boats, [twoBoats, otherBoats, twoBoats, otherBoats, twoBoats, otherBoats, twoBoats]);
  await waitFor(() => expect(shownGrid().getAttribute('aria-rowcount')).toBe('3'));
  const press = (key: string, shiftKey = false) =>
    act(async () => fireEvent.keyDown(shownGrid(), { key, shiftKey, ctrlKey: key === 'Home' }));
  const sorts = () =>
    selectView(rows.getSnapshot()).sorts.map(({ column: name, descending }) => `${name}${descending ? ' down' : ''}`);
  const said = () =>
    screen.getAllByRole('columnheader').flatMap((head) => {
      const direction = head.getAttribute('aria-sort');
      return direction === null ? [] : [`${/^\w+/.exec(head.textContent)![0]} ${direction}`];
    });
  act(() => shownGrid().focus());
  await press('Home');
  await press('ArrowUp');
  await press('Enter');
  expect([sorts(), said(), document.activeElement === shownGrid()]).toEqual([['id'], ['id ascending'], true]);
  await press('ArrowRight');
  await press('Enter', true);
  await press('Enter', true);
  expect([sorts(), said()]).toEqual([
    ['id', 'name down'],
    ['id ascending', 'name descending'],
  ]);
  await press('Enter', true);
  expect(sorts()).toEqual(['id']);
  // JSON of other columns stays in the order without Shift.
  await press('Enter');
  expect(sorts()).toEqual(['name']);
});

it('marks the cells that have what is searched for', async () => {
  // Columns are drawn where there is room for them.
  const room = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  onTestFinished(() => room.mockRestore());
  await showBoats();
  const found = () => [...shownGrid().querySelectorAll('[data-match]')].map(({ textContent }) => textContent);
  const search = (text: string) =>
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find in these rows' }), { target: { value: text } });
  search('A');
  expect(found()).toContain('Ada');
  search('grace');
  expect(found()).toEqual(['Grace']);
  search('');
  expect(found()).toEqual([]);
});

it('shows a column that someone adds once its rows are read: then its cells are edited in place', async () => {
  const withPort: RowPage = {
    ...twoBoats,
    columns: ['port', ...twoBoats.columns],
    rows: twoBoats.rows.map((row) => ['Lisbon', ...row]),
    cut: [],
  };
  const { rows, readAgain } = await showBoats(boats, withPort);
  const header = () => screen.queryByRole('columnheader', { name: /^port/ });
  const altered = { ...boats, columns: [column('port', 'text'), ...boats.columns] };
  readAgain(altered);
  expect([header(), shownGrid().getAttribute('aria-colcount')]).toEqual([null, '5']);
  await act(async () => rows.send({ type: 'table.described', columns: withPort.columns, key: ['id'] }));
  await waitFor(() => expect(header()).toBeTruthy());
  fireEvent.keyDown(shownGrid(), { key: 'F2' });
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'port, row 1' }).value).toBe('Lisbon');
});

it('keeps the active cell in a column that someone renames', async () => {
  const renamed: RowPage = { ...twoBoats, columns: ['id', 'title', ...twoBoats.columns.slice(2)] };
  const { grid, rows, readAgain } = await showBoats(boats, renamed);
  fireEvent.keyDown(grid, { key: 'ArrowRight' });
  readAgain({ ...boats, columns: [idColumn!, column('title', 'text'), ...otherColumns] });
  await act(async () => rows.send({ type: 'table.described', columns: renamed.columns, key: ['id'] }));
  await waitFor(() => expect(screen.getByRole('columnheader', { name: /^title/ })).toBeTruthy());
  fireEvent.keyDown(shownGrid(), { key: 'F2' });
  expect(screen.getByRole('textbox', { name: 'title, row 1' })).toBeTruthy();
});

it('says why a table could not be read again, and promises no rows that do not come', async () => {
  const { rows } = showWorkspace(boats, [{ ...twoBoats, columns: ['id'] }], refusal);
  expect(screen.getByRole('status', { name: 'Loading rows' })).toBeTruthy();
  await waitFor(() => expect(selectIsReadingRows(rows.getSnapshot())).toBe(false));
  expect(screen.getByText('Could not read the table again')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading rows' })).toBeNull());
});

it('takes a column that the page was read without as unread', () => {
  const altered = { ...boats, columns: [column('port', 'text'), ...boats.columns.toReversed()] };
  const [, second] = storedRows(altered, twoBoats);
  expect(second).toMatchObject({
    id: graceId,
    stored: { values: { id: '2', name: 'Grace', active: null, doubled: '4' } },
    cells: [null, '4', null, '{"beg', 'Grace', '2'],
    cut: new Set([0, 3]),
  });
});

it.for<[string, Partial<TableDetail>, boolean]>([
  ['goes from cell to cell', {}, false],
  ['leaves the rows of a table without a key', { key: [], readOnly: 'no_key' }, true],
  ['leaves the rows of a view', { kind: 'view', key: [], readOnly: 'view' }, true],
])('Tab %s', async ([, more, leaves]) => {
  const { grid } = await showBoats({ ...boats, ...more });
  expect(fireEvent.keyDown(grid, { key: 'Tab' })).toBe(leaves);
});
