import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, waitFor, type Actor } from 'xstate';
import type { TableDetail } from '../../../src/contract/tables/table.ts';
import type { ResourceView } from '../../../src/machines/parts/port.ts';
import { cellEditorMachine, type StoreCell } from '../../../src/machines/tables/cellEditor/cellEditor.machine.ts';
import { selectText } from '../../../src/machines/tables/cellEditor/cellEditor.selectors.ts';
import { selectComputed } from '../../../src/machines/tables/reference/reference.selectors.ts';
import { stagedEditsMachine } from '../../../src/machines/tables/stagedEdits/stagedEdits.machine.ts';
import { selectStaged } from '../../../src/machines/tables/stagedEdits/stagedEdits.selectors.ts';
import type { StoredRow } from '../../../src/machines/tables/stagedEdits/stagedRows.ts';
import type { TableRef } from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { selectView } from '../../../src/machines/tables/tableRows/tableRows.selectors.ts';
import { tableScreenMachine } from '../../../src/machines/tables/tableScreen/tableScreen.machine.ts';
import {
  selectCellEditor,
  selectEdits,
  selectHasTableFailed,
  selectReference,
  selectRereadFailure,
  selectRows,
  selectTable,
} from '../../../src/machines/tables/tableScreen/tableScreen.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { ordersDetail, refusal, screenInput } from '../../fixtures/screen.ts';
import { boats, numbersOf } from '../../fixtures/tables.ts';
import { coverChart } from '../../support/cover.ts';
import { notes } from './cellEditor.model.ts';
import { boatOfTrip } from './reference.model.ts';
import { rename } from './stagedEdits.model.ts';
import { tableScreenModel } from './tableScreen.model.ts';

coverChart(tableScreenModel);

describe('a table in the editor', () => {
  let read: ReturnType<typeof held<TableDetail, TableRef>>;
  let flow: Actor<typeof tableScreenMachine>;
  /** What is typed in the editor of a value and not staged. */
  let draft: StoreCell['draft'];

  beforeEach(() => {
    read = held();
    const stagedEdits = stagedEditsMachine.provide({ actors: { storeEdits: fromCallback(() => {}) } });
    draft = null;
    const storeDraft = fromCallback<StoreCell, TableRef & { row: string; column: string }>(({ receive }) => {
      receive((event) => {
        draft = event.draft;
      });
    });
    const cellEditor = cellEditorMachine.provide({ actors: { storeDraft } });
    flow = createActor(tableScreenMachine.provide({ actors: { readTable: read.logic, stagedEdits, cellEditor } }), {
      input: {
        ...screenInput({
          resources: {
            watch: (_, seen) => {
              (seen as (view: ResourceView) => void)({
                data: ordersDetail('ACTIVE_HEALTHY'),
                failure: null,
                refreshing: false,
              });
              return () => {};
            },
          },
          query: { sort: '[{"column":"name","descending":true}]', after: 'nonsense' },
        }),
        params: { ref: 'abc', id: String(boats.id) },
      },
    }).start();
  });

  const hopper = {
    type: 'update',
    key: { id: '1' },
    columns: numbersOf(boats, 'id', 'name'),
    old: { name: 'Ada' },
    values: { name: 'Hopper' },
    defaults: [],
  };
  const staged = () => selectStaged(selectEdits(flow.getSnapshot())!.getSnapshot()).changes;
  const flows = () => [selectRows, selectEdits, selectCellEditor].map((select) => select(flow.getSnapshot()));
  /** A change is staged, and a cell is open. */
  const stageAndOpen = async () => {
    read.last().answer(boats);
    await waitFor(flow, (snapshot) => selectRows(snapshot) !== undefined);
    selectEdits(flow.getSnapshot())!.send({ type: 'cells.edited', cells: [rename('Hopper')] });
    flow.send({ type: 'cell.opened', cell: notes });
    expect(staged()).toEqual([hopper]);
  };

  it('shows the rows that the address asks for, as far as it can be understood', async () => {
    expect(read.last().input).toEqual({ ref: 'abc', id: boats.id });
    read.last().answer(boats);
    const rows = (await waitFor(flow, (snapshot) => selectRows(snapshot) !== undefined)).children.rows!;
    expect(selectView(rows.getSnapshot()).sorts).toEqual([{ column: 'name', descending: true }]);
    expect([selectTable(flow.getSnapshot()), selectEdits(flow.getSnapshot()) !== undefined]).toEqual([boats, true]);
  });

  it('says why it cannot be opened', async () => {
    read.last().fail(refusal);
    await waitFor(flow, selectHasTableFailed);
    flow.send({ type: 'table.reloaded' });
    expect(read.calls).toHaveLength(2);
  });

  it('says which columns of a key Postgres computes, and what the row has there', async () => {
    read.last().answer(boats);
    await waitFor(flow, (snapshot) => selectRows(snapshot) !== undefined);
    const { column } = boatOfTrip;
    const reference = { ...column.reference!, others: [{ name: 'doubled', target: 'id' }] };
    const cell = { ...boatOfTrip, column: { ...column, reference } };
    const computedOf = (stored: StoredRow | null) => {
      flow.send({ type: 'reference.opened', cell: { ...cell, stored } });
      const computed = selectComputed(selectReference(flow.getSnapshot())!.getSnapshot());
      flow.send({ type: 'reference.closed' });
      return computed;
    };
    expect(computedOf({ key: { id: '7' }, values: { doubled: '14' } })).toEqual([{ column: 'doubled', value: '14' }]);
    expect(computedOf(null)).toEqual([{ column: 'doubled', value: null }]);
  });

  it('stages the row that is chosen', async () => {
    read.last().answer({ ...boats, columns: [...boats.columns, boatOfTrip.column] });
    const edits = (await waitFor(flow, (snapshot) => selectEdits(snapshot) !== undefined)).children.edits!;
    flow.send({ type: 'reference.opened', cell: boatOfTrip });
    const edit = { row: '{"id":"7"}', stored: boatOfTrip.stored, column: 'boat', value: '2', toDefault: false };
    flow.send({ type: 'cell.accepted', cells: [edit] });
    expect(selectStaged(edits.getSnapshot()).changes).toMatchObject([{ type: 'update', values: { boat: '2' } }]);
  });

  it('opens one cell at a time', async () => {
    read.last().answer(boats);
    await waitFor(flow, (snapshot) => selectRows(snapshot) !== undefined);
    flow.send({ type: 'cell.opened', cell: notes });
    expect(selectCellEditor(flow.getSnapshot())).toBeDefined();
    flow.send({ type: 'cell.closed' });
    expect(selectCellEditor(flow.getSnapshot())).toBeUndefined();
  });

  it('keeps what is open and staged when someone alters the table', async () => {
    await stageAndOpen();
    const before = flows();
    const isSame = () => flows().every((one, place) => one !== undefined && one === before[place]);
    flow.send({ type: 'table.outdated' });
    expect([isSame(), staged()]).toEqual([true, [hopper]]);
    const altered = { ...boats, columns: boats.columns.slice(0, 2) };
    read.last().answer(altered);
    await waitFor(flow, (snapshot) => selectTable(snapshot) === altered);
    expect([isSame(), staged()]).toEqual([true, [hopper]]);
    expect(selectRows(flow.getSnapshot())!.getSnapshot().context.columns).toEqual(['id', 'name']);
    const [id, name] = boats.columns;
    const renamed = { ...boats, columns: [id!, { ...name!, name: 'title' }] };
    flow.send({ type: 'table.outdated' });
    read.last().answer(renamed);
    await waitFor(flow, (snapshot) => selectTable(snapshot) === renamed);
    expect(staged()).toMatchObject([{ old: { title: 'Ada' }, values: { title: 'Hopper' } }]);
  });

  it('shows the same columns, also to those who compare objects, when none of them has changed', async () => {
    await stageAndOpen();
    const readAs = async (table: TableDetail) => {
      flow.send({ type: 'table.reloaded' });
      read.last().answer(structuredClone(table));
      await waitFor(flow, (snapshot) => snapshot.matches({ open: { description: 'current' } }));
      return selectTable(flow.getSnapshot());
    };
    expect((await readAs(boats))?.columns).toBe(boats.columns);
    const grown = await readAs({ ...boats, estimate: 9000 });
    expect(grown?.estimate).toBe(9000);
    expect(grown?.columns).toBe(boats.columns);
  });

  it('stages nothing in a column that someone drops while its value is open', async () => {
    await stageAndOpen();
    const editor = selectCellEditor(flow.getSnapshot())!;
    editor.send({ type: 'text.changed', text: '{"deck": 9}' });
    const readAs = async (table: TableDetail) => {
      flow.send({ type: 'table.outdated' });
      read.last().answer(table);
      await waitFor(flow, (snapshot) => selectTable(snapshot) === table);
    };
    await readAs({ ...boats, columns: boats.columns.filter(({ name }) => name !== notes.column.name) });
    for (const type of ['value.accepted', 'default.chosen'] as const) {
      editor.send({ type });
      expect([staged(), selectText(editor.getSnapshot()), draft]).toEqual([
        [hopper],
        '{"deck": 9}',
        { text: '{"deck": 9}', from: notes.text },
      ]);
    }
    expect(selectCellEditor(flow.getSnapshot())).toBe(editor);
    // It is there again.
    await readAs({ ...boats });
    editor.send({ type: 'value.accepted' });
    expect(staged()).toMatchObject([{ values: { name: 'Hopper', notes: '{"deck": 9}' } }]);
    expect([selectCellEditor(flow.getSnapshot()), draft]).toEqual([undefined, null]);
  });

  it('has what is staged of a table that was dropped before it was opened', async () => {
    read.last().fail(refusal);
    await waitFor(flow, selectHasTableFailed);
    const edits = selectEdits(flow.getSnapshot())!;
    edits.send({ type: 'rows.inserted', rows: [{ row: 'new', cells: { name: 'Typed' } }] });
    expect(staged()).toMatchObject([{ values: { name: 'Typed' } }]);
    edits.send({ type: 'discard.requested' });
    edits.send({ type: 'action.confirmed' });
    expect(staged()).toEqual([]);
  });

  it('keeps the same when the table was dropped, and says so', async () => {
    await stageAndOpen();
    flow.send({ type: 'table.reloaded' });
    read.last().fail(refusal);
    await waitFor(flow, (snapshot) => selectRereadFailure(snapshot) !== null);
    expect([selectTable(flow.getSnapshot()), selectCellEditor(flow.getSnapshot()) !== undefined, staged()]).toEqual([
      boats,
      true,
      [hopper],
    ]);
    flow.send({ type: 'table.reloaded' });
    expect([read.calls.length, selectRereadFailure(flow.getSnapshot())]).toEqual([3, null]);
  });
});
