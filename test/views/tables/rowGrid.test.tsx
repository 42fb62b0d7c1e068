/** Values that are typed in place while other rows come in. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { RowChange } from '../../../src/contract/tables/changes.ts';
import { wholeTable } from '../../../src/contract/tables/rowAddress.ts';
import type { RowPage } from '../../../src/contract/tables/rows.ts';
import type { TableDetail } from '../../../src/contract/tables/table.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import { stagedEditsMachine, type RowsOutdated } from '../../../src/machines/tables/stagedEdits/stagedEdits.machine.ts';
import { changesByRow, rowIdOf } from '../../../src/machines/tables/stagedEdits/stagedRows.ts';
import {
  tableRowsMachine,
  type RoleChanged,
  type TableOutdated,
} from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { TableWorkspace } from '../../../src/views/tables/TableWorkspace.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { recordingPort } from '../../fixtures/screen.ts';
import { boats, ownColumns, twoBoats } from '../../fixtures/tables.ts';
import { createPort } from '../../support/fakeWorld.ts';

afterEach(cleanup);

const graceId = rowIdOf(['2']);

/** The table of two boats, whose next page has others. */
async function showBoats(table: TableDetail = boats) {
  const pages: RowPage[] = [
    twoBoats,
    {
      ...twoBoats,
      rows: [
        ['3', 'Edsger', null, 'true', '6'],
        ['4', 'Barbara', null, 'true', '8'],
      ],
      cut: [],
    },
  ];
  const rows = createActor(
    tableRowsMachine.provide({ actors: { readRows: fromPromise(() => Promise.resolve(pages.shift()!)) } }),
    {
      input: {
        ref: 'abc',
        id: boats.id,
        port: recordingPort(),
        parent: createPort(() => {}) as unknown as Port<RoleChanged | TableOutdated>,
        columns: twoBoats.columns,
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
      parent: createPort(() => {}) as unknown as Port<RowsOutdated>,
    },
  }).start();
  render(
    <InApp app={startTestApp()}>
      <TableWorkspace
        table={table}
        projectRef="abc"
        rows={rows}
        edits={edits}
        columns={ownColumns()}
        onCellOpened={() => {}}
        onReferenceOpened={() => {}}
        onExported={() => {}}
        onReloaded={() => {}}
      />
    </InApp>,
  );
  const grid = screen.getByRole('grid', { name: 'Rows of boats' });
  await waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe('3'));
  const editor = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: /^name, row / });
  const typeIntoGrace = () => {
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) fireEvent.keyDown(grid, { key });
    fireEvent.change(editor()!, { target: { value: 'Hopper' } });
  };
  const press = (key: string) => act(async () => fireEvent.keyDown(editor()!, { key }));
  const staged = () => changesByRow(edits.getSnapshot().context.staged);
  return { grid, rows, edits, editor, typeIntoGrace, press, staged };
}

const hopper = { type: 'update', key: ['2'], old: { name: 'Grace' }, values: { name: 'Hopper' }, defaults: [] };

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
    expect(await screen.findByText(/^This row is no longer shown/)).toBeTruthy();
    await press('Enter');
    expect(staged()).toEqual({ [graceId]: hopper });
  });

  it('stays in its editor when another tab deletes the row', async () => {
    const { edits, editor, typeIntoGrace, press, staged } = await showBoats();
    typeIntoGrace();
    const deletion: RowChange = { type: 'delete', key: ['2'], old: { id: '2', name: 'Grace' } };
    await act(async () => edits.send({ type: 'rows.shared', rows: { [graceId]: deletion } }));
    await press('Enter');
    expect([editor()?.value, staged()]).toEqual(['Hopper', { [graceId]: deletion }]);
    expect(screen.getByText(/^The value cannot be staged/)).toBeTruthy();
    await press('Escape');
    expect(editor()).toBeNull();
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
