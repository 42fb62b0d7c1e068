/** The panel of a row, beyond what the paths of its chart cover. */
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSelector } from '@xstate/react';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { rowIdOf } from '../../../src/contract/tables/rowKey.ts';
import type { TableDetail } from '../../../src/contract/tables/table.ts';
import {
  stagedEditsMachine,
  type StagedEditsInput,
} from '../../../src/machines/tables/stagedEdits/stagedEdits.machine.ts';
import { selectStaged } from '../../../src/machines/tables/stagedEdits/stagedEdits.selectors.ts';
import { RowPanel } from '../../../src/views/tables/RowPanel.tsx';
import { shownRows, storedRows, type ShownRow } from '../../../src/views/tables/shownRows.ts';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { recordingPort } from '../../fixtures/screen.ts';
import { boats, twoBoats } from '../../fixtures/tables.ts';
import { createPort } from '../../support/fakeWorld.ts';

afterEach(cleanup);

/** The panel of a row of `table`, with the rows of a page; its staged edits. */
function show(table: TableDetail, id: string, rows: readonly ShownRow[] = []) {
  const edits = createActor(stagedEditsMachine.provide({ actors: { storeEdits: fromCallback(() => {}) } }), {
    input: {
      ref: 'abc',
      id: table.id,
      port: recordingPort(),
      viewAs: null,
      columns: table.columns,
      parent: createPort(() => {}) as unknown as StagedEditsInput['parent'],
    },
  }).start();
  function Panel() {
    const staged = useSelector(edits, selectStaged);
    return (
      <RowPanel
        table={table}
        projectRef="abc"
        id={id}
        viewAs={null}
        flow={undefined}
        edits={edits}
        rows={shownRows(table, rows, staged)}
        onCellOpened={() => {}}
        onReferenceOpened={() => {}}
        onClose={() => {}}
      />
    );
  }
  render(
    <InApp app={startTestApp()}>
      <Panel />
    </InApp>,
  );
  return { edits, staged: () => selectStaged(edits.getSnapshot()).changes };
}

it('names a row by the values of its key in the order of the table’s', async () => {
  show({ ...boats, key: ['name', 'id'] }, rowIdOf({ name: 'Ada', id: '1' }));
  expect(await screen.findByRole('dialog', { name: 'Row Ada, 1 of boats' })).toBeTruthy();
});

it('stages no empty text for a number, and says so where it cannot be NULL', async () => {
  const { edits, staged } = show(boats, rowIdOf({ id: '1' }), storedRows(boats, twoBoats));
  const id = await screen.findByLabelText<HTMLInputElement>('id');
  await userEvent.clear(id);
  expect([id.value, staged().length]).toEqual(['', 0]);
  expect(screen.getByRole('alert').textContent).toBe('This column cannot be NULL. Enter a value.');
  await userEvent.type(id, '7');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(staged()).toMatchObject([{ type: 'update', values: { id: '7' } }]);
  // What is staged elsewhere meanwhile is shown.
  await userEvent.clear(id);
  await act(async () => {
    edits.send({ type: 'edit.undone' });
    await Promise.resolve();
  });
  expect([id.value, screen.queryByRole('alert')]).toEqual(['1', null]);
  await userEvent.type(id, '{Backspace}7');
  const name = screen.getByLabelText<HTMLInputElement>('name');
  await userEvent.clear(name);
  expect(staged()).toMatchObject([{ type: 'update', values: { id: '7', name: '' } }]);
});
