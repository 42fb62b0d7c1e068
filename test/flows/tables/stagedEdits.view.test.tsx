import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor } from 'xstate';
import { wholeTable } from '../../../src/contract/tables/rowAddress.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import { changeOf, countStaged } from '../../../src/machines/tables/stagedEdits/stagedRows.ts';
import {
  tableRowsMachine,
  type RoleChanged,
  type TableOutdated,
} from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { TableWorkspace } from '../../../src/views/tables/TableWorkspace.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { recordingPort } from '../../fixtures/screen.ts';
import { boats, ownColumns } from '../../fixtures/tables.ts';
import { coverView } from '../../support/coverView.ts';
import { createPort } from '../../support/fakeWorld.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { stagedEditsModel } from './stagedEdits.model.ts';

const nowhere = createPort(() => {}) as unknown as Port<RoleChanged | TableOutdated>;

/** Rows that never come: what is staged shows without them. */
const noRows = () =>
  createActor(tableRowsMachine, {
    input: {
      ref: 'abc',
      id: boats.id,
      port: recordingPort(),
      parent: nowhere,
      columns: [],
      key: ['id'],
      address: wholeTable,
    },
  });

const bar = (screen: Screen) => {
  const found = screen.queryByRole('group', { name: 'Staged changes', hidden: true });
  return found && within(found);
};

const press = (screen: Screen, name: string): void | 'elsewhere' => {
  const button = bar(screen)?.queryByRole<HTMLButtonElement>('button', { name, hidden: true });
  if (!button || button.disabled || button.getAttribute('aria-busy') === 'true') return 'elsewhere';
  fireEvent.click(button);
  return undefined;
};
const answer = (screen: Screen, name: string | RegExp): void | 'elsewhere' => {
  const question = screen.queryByRole('alertdialog');
  const button = question && within(question).queryByRole<HTMLButtonElement>('button', { name });
  if (!button || button.disabled) return 'elsewhere';
  fireEvent.click(button);
  return undefined;
};

coverView(stagedEditsModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <TableWorkspace
        table={boats}
        projectRef="abc"
        rows={noRows()}
        edits={flow}
        columns={ownColumns()}
        onCellOpened={() => {}}
        onReferenceOpened={() => {}}
        onExported={() => {}}
        onReloaded={() => {}}
      />
    </InApp>
  ),
  does: {
    'action.confirmed': (_, screen) => answer(screen, /^(?:Discard changes|Commit (?:as|with).*)$/),
    'action.cancelled': (_, screen) => answer(screen, /^(?:Cancel|Back to the changes)$/),
    'role.changed': 'elsewhere',
    'columns.described': 'elsewhere',
    // Only where a column is gone, which has a test of its own.
    'gone.leftOut': 'elsewhere',
    'edits.recalled': 'elsewhere',
    'rows.shared': 'elsewhere',
    'storage.refused': 'elsewhere',
    // In the grid, whose own tests cover its gestures.
    'cells.edited': 'elsewhere',
    'rows.inserted': 'elsewhere',
    'rows.deleted': 'elsewhere',
    'change.reverted': 'elsewhere',
    'edit.undone': (_, screen) => press(screen, 'Undo'),
    'edit.redone': (_, screen) => press(screen, 'Redo'),
    'discard.requested': (_, screen) => press(screen, 'Discard'),
    'commit.requested': (_, screen) => press(screen, 'Commit'),
    'commit.checked': (_, screen) => {
      const button = screen.queryByRole<HTMLButtonElement>('button', { name: 'Check now', hidden: true });
      if (!button || button.getAttribute('aria-busy') === 'true') return 'elsewhere';
      fireEvent.click(button);
      return undefined;
    },
    'conflict.overwritten': (_, screen) => answer(screen, /^(?:Overwrite with mine|Try again)$/),
    'conflict.yielded': (_, screen) => answer(screen, /^(?:Keep theirs|Drop my change)$/),
  },
  sees: {
    'work.idle': (screen, { context }) => {
      const count = countStaged(context.staged);
      const isShown = count + context.undoable.length + context.redoable.length > 0;
      expect(bar(screen) !== null).toBe(isShown);
      if (count > 0)
        expect(bar(screen)?.getByText(`${count} ${count === 1 ? 'change' : 'changes'} staged`)).toBeTruthy();
    },
    'work.committing': (screen) =>
      expect(bar(screen)?.getByRole('button', { name: 'Commit', hidden: true }).getAttribute('aria-busy')).toBe('true'),
    'work.settling': (screen) => expect(screen.getByText('Checking whether your changes were committed')).toBeTruthy(),
    'work.undecided': (screen) =>
      expect(screen.getByRole('button', { name: 'Check now', hidden: true }).getAttribute('aria-busy')).not.toBe(
        'true',
      ),
    'work.conflicted': (screen, { context: { refused, staged, sent } }) => {
      // A new row was never read, so none can be in its way.
      if (changeOf(staged, sent[0] ?? '')?.type === 'insert') return;
      const overwrite = within(screen.getByRole('alertdialog')).getByRole<HTMLButtonElement>('button', {
        name: /^(?:Overwrite with mine|Try again)$/,
      });
      expect(overwrite.disabled).toBe(refused?.outcome === 'conflict' && refused.cells === null);
    },
    'work.refused': (screen, { context: { refused } }) => {
      const why =
        refused?.outcome === 'otherKey'
          ? 'the key of boats was changed'
          : refused?.outcome === 'goneColumns'
            ? 'the column name of boats was dropped'
            : 'the database rejected a value in name';
      expect(screen.getByText(`Nothing was committed: ${why}`)).toBeTruthy();
    },
    'work.failed': (screen) => expect(screen.getByText('Could not commit the changes')).toBeTruthy(),
    'work.confirmingRole': (screen, { context: { viewAs } }) =>
      expect(
        screen.getByRole('alertdialog', { name: viewAs === null ? 'Commit as yourself?' : 'Commit as anon?' }),
      ).toBeTruthy(),
    'work.confirmingDiscard': (screen) =>
      expect(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard changes' })).toBeTruthy(),
    'storage.working': (screen) => expect(screen.queryByText('Staged changes are not stored')).toBeNull(),
    'storage.refused': (screen) => expect(screen.getByText('Staged changes are not stored')).toBeTruthy(),
  },
});
