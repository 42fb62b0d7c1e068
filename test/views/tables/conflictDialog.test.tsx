/** The versions of a row that was changed meanwhile, beyond what the paths of the chart cover. */
import { cleanup, render, screen, within } from '@testing-library/react';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromCallback, waitFor } from 'xstate';
import type { CommitOutcome, RowsTaken } from '../../../src/contract/tables/changes.ts';
import type { ViewAs } from '../../../src/contract/tables/viewAs.ts';
import {
  stagedEditsMachine,
  type StagedEditsInput,
} from '../../../src/machines/tables/stagedEdits/stagedEdits.machine.ts';
import { selectIsConflicted } from '../../../src/machines/tables/stagedEdits/stagedEdits.selectors.ts';
import type { RowChanges } from '../../../src/machines/tables/stagedEdits/stagedRows.ts';
import type { TableRef } from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { deleting } from '../../../src/views/tables/cellCommands.ts';
import { ConflictDialog } from '../../../src/views/tables/ConflictDialog.tsx';
import { storedRows } from '../../../src/views/tables/shownRows.ts';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { held } from '../../fixtures/held.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { boats, twoBoats } from '../../fixtures/tables.ts';
import { createPort } from '../../support/fakeWorld.ts';

afterEach(cleanup);

type Conflict = Extract<CommitOutcome, { outcome: 'conflict' }>;

/** Deletes the second boat, whose notes are cut, and is answered with a conflict. */
async function conflicting(conflict: Omit<Conflict, 'outcome' | 'change'>) {
  const commit = held<CommitOutcome | RowsTaken, TableRef & { changes: RowChanges; viewAs: ViewAs | null }>();
  const edits = createActor(
    stagedEditsMachine.provide({
      actors: { storeEdits: fromCallback(() => {}), commitChanges: commit.logic },
    }),
    {
      input: {
        ref: 'abc',
        id: boats.id,
        port: recordingPort(),
        viewAs: null,
        columns: boats.columns,
        parent: createPort(() => {}) as unknown as StagedEditsInput['parent'],
      },
    },
  ).start();
  const rows = deleting(
    { table: boats, rows: storedRows(boats, twoBoats) },
    { fromRow: 1, toRow: 1, fromColumn: 0, toColumn: 0 },
  );
  edits.send({ type: 'rows.deleted', rows });
  edits.send({ type: 'commit.requested' });
  commit.last().answer({ outcome: 'conflict', change: 0, ...conflict });
  await waitFor(edits, selectIsConflicted);
  render(
    <InApp app={startTestApp()}>
      <ConflictDialog edits={edits} table={boats} />
    </InApp>,
  );
  return { edits, commit };
}

const read = { id: '2', name: 'Grace', active: null, doubled: '4' };
const dialog = async (name: string) => within(await screen.findByRole('alertdialog', { name }));
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

it('shows a long value that was changed beyond its beginning, and overwrites it when the user says so', async () => {
  const { edits, commit } = await conflicting({ cells: { ...read, notes: '{"beg' }, fingerprints: { notes: 'b8' } });
  expect(Object.values(commit.last().input.changes)).toMatchObject([{ old: read, fingerprints: { notes: 'a7' } }]);
  const rows = (await dialog('Row 2 of boats was changed')).getAllByRole('row');
  expect(rows.length).toBe(2);
  expect(cells(rows[1]!)).toEqual(['A long value', '{"beg…', 'Deleted']);
  act(() => edits.send({ type: 'conflict.overwritten' }));
  expect(Object.values(commit.last().input.changes)).toMatchObject([{ old: read, fingerprints: { notes: 'b8' } }]);
});

it('compares a value whole once it is no longer long', async () => {
  const { edits, commit } = await conflicting({ cells: { ...read, notes: 'short' }, fingerprints: {} });
  act(() => edits.send({ type: 'conflict.overwritten' }));
  expect(Object.values(commit.last().input.changes)).toMatchObject([
    { old: { ...read, notes: 'short' }, fingerprints: {} },
  ]);
});

it('says that a row is gone, rather than changed: the change of it can only be dropped', async () => {
  const { edits } = await conflicting({ cells: null });
  const gone = await dialog('Row 2 of boats is gone');
  expect(gone.getByRole<HTMLButtonElement>('button', { name: 'Overwrite with mine' }).disabled).toBe(true);
  act(() => gone.getByRole('button', { name: 'Discard my change' }).click());
  expect(edits.getSnapshot().context.staged.rows).toEqual([]);
});

it('offers to try again, and no overwriting, where the database prevents the change of a row that nobody changed', async () => {
  const { commit } = await conflicting({ cells: { ...read, notes: '{"beg' }, fingerprints: { notes: 'a7' } });
  const prevented = await dialog('Row 2 of boats is unchanged');
  expect(prevented.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Back to changes', 'Discard my change', 'Try again']),
  );
  expect(prevented.queryByText('Theirs')).toBeNull();
  act(() => prevented.getByRole('button', { name: 'Try again' }).click());
  expect(commit.calls).toHaveLength(2);
});
