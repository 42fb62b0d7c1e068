import { setImmediate } from 'node:timers/promises';
import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor, type SnapshotFrom } from 'xstate';
import {
  stagedEditsMachine,
  type StagedEditsInput,
} from '../../../src/machines/tables/stagedEdits/stagedEdits.machine.ts';
import type { tableRowsMachine } from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { selectFilterDraft } from '../../../src/machines/tables/tableRows/tableRows.selectors.ts';
import { TableWorkspace } from '../../../src/views/tables/TableWorkspace.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { recordingPort } from '../../fixtures/screen.ts';
import { boats, ownColumns } from '../../fixtures/tables.ts';
import { coverView } from '../../support/coverView.ts';
import { createPort } from '../../support/fakeWorld.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { tableRowsModel } from './tableRows.model.ts';

/** Nothing is staged here: that is the other flow's matter. */
const unedited = () =>
  createActor(stagedEditsMachine, {
    input: {
      ref: 'abc',
      id: boats.id,
      port: recordingPort(),
      viewAs: null,
      columns: boats.columns,
      parent: createPort(() => {}) as unknown as StagedEditsInput['parent'],
    },
  });

const click = (screen: Screen, name: string): void | 'elsewhere' => {
  const button = screen.queryByRole<HTMLButtonElement>('button', { name, hidden: true });
  if (button === null || button.disabled) return 'elsewhere';
  fireEvent.click(button);
  return undefined;
};

const clickFilter = (screen: Screen): void => {
  fireEvent.click(screen.getByRole('button', { name: /^Filter(?:, changes not applied)?$/, hidden: true }));
};

/** The names of the columns, and whose rows they are. */
const seeColumns = (
  screen: Screen,
  { context: { hidden: away, viewAs } }: SnapshotFrom<typeof tableRowsMachine>,
): void => {
  expect(screen.queryByText('You see this table as anon') !== null).toBe(viewAs !== null);
  expect(
    screen.getByRole('button', { name: away.length === 0 ? 'Columns' : 'Columns (1 hidden)', hidden: true }),
  ).toBeTruthy();
};

coverView(tableRowsModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <TableWorkspace
        table={boats}
        projectRef="abc"
        rows={flow}
        edits={unedited()}
        columns={ownColumns()}
        onCellOpened={() => {}}
        onReferenceOpened={() => {}}
        onExported={() => {}}
        onReloaded={() => {}}
      />
    </InApp>
  ),
  does: {
    'view.changed': ({ view }, screen) => (view.sorts.length === 0 ? click(screen, 'name descending') : 'elsewhere'),
    'page.requested': ({ position }, screen) =>
      click(screen, position === null ? 'First page' : position.by === 'end' ? 'Last page' : 'Next page'),
    'rows.reloaded': (_, screen) => click(screen, 'Try again'),
    'address.changed': 'elsewhere',
    'table.described': 'elsewhere',
    'filter.recalled': 'elsewhere',
    'filter.opened': (_, screen) => clickFilter(screen),
    'filter.closed': (_, screen) => clickFilter(screen),
    'filter.typed': ({ typed }, screen) => {
      // The panel of a row covers it.
      if (screen.queryByRole('dialog') !== null) return 'elsewhere';
      if (typed === null) return click(screen, 'Discard changes');
      const field = screen.getByLabelText<HTMLInputElement>('Value');
      if (field.value === '1') return 'elsewhere';
      fireEvent.change(field, { target: { value: '1' } });
      return undefined;
    },
    // The order stays.
    'filter.applied': (_, screen) =>
      screen.queryByRole('button', { name: 'name descending', hidden: true }) ? 'elsewhere' : click(screen, 'Clear'),
    // In the menus of the grid and of the columns.
    'columns.hidden': 'elsewhere',
    'role.chosen': async (_, screen) => {
      const button = screen
        .queryAllByRole('button', { name: /^View as/ })
        .find((one) => one.getAttribute('aria-haspopup') === 'menu');
      // The panel of a row covers it.
      if (!button) return 'elsewhere';
      if (button.getAttribute('aria-expanded') !== 'true') fireEvent.click(button);
      await setImmediate();
      fireEvent.click(screen.getByText('anon', { selector: '[role^=menuitem] *' }).closest('[role^=menuitem]')!);
      return undefined;
    },
    'row.opened': 'elsewhere',
    'row.closed': (_, screen) => {
      const panel = screen.queryByRole('dialog');
      if (panel === null) return 'elsewhere';
      fireEvent.click(within(panel).getByRole('button', { name: 'Close' }));
      return undefined;
    },
    'count.requested': (_, screen) => click(screen, 'Count exactly'),
    'count.cancelled': (_, screen) => click(screen, 'Cancel count'),
  },
  sees: {
    'head.filtersClosed': (screen, snapshot) => {
      seeColumns(screen, snapshot);
      expect(screen.queryByRole('form', { name: 'Filter rows', hidden: true })).toBeNull();
    },
    'head.filtersOpen': (screen, snapshot) => {
      seeColumns(screen, snapshot);
      expect(screen.getByRole('form', { name: 'Filter rows', hidden: true })).toBeTruthy();
      expect(screen.queryByText('Your changes are not applied to the rows.') !== null).toBe(
        selectFilterDraft(snapshot) !== null,
      );
    },
    'rows.reading': (screen, { context }) =>
      expect(screen.queryByRole('status', { name: 'Loading rows', hidden: true }) !== null).toBe(context.page === null),
    'rows.ready': (screen) => {
      expect(screen.getByRole('grid', { name: 'Rows of boats', hidden: true }).getAttribute('aria-rowcount')).toBe('3');
      expect(screen.getByText('2 rows on this page')).toBeTruthy();
    },
    // The screen reads the table again, and what was there stays meanwhile.
    'rows.outdated': (screen) => expect(screen.getByRole('grid', { name: 'Rows of boats', hidden: true })).toBeTruthy(),
    'rows.failed': (screen) => expect(screen.getByText(/^Could not (?:load the rows|apply the filter)/)).toBeTruthy(),
    'row.closed': (screen) => expect(screen.queryByRole('dialog')).toBeNull(),
    'row.stored': (screen) => expect(screen.getByRole('dialog', { name: 'Row 1 of boats' })).toBeTruthy(),
    // The id of a row by a key that the table no longer has is that of no row.
    'row.staged': (screen, { context: { row } }) =>
      expect(
        screen.getByRole('dialog', { name: row === 'new-1' ? 'New row of boats' : 'Row 1 of boats' }),
      ).toBeTruthy(),
    'count.unknown': (screen) =>
      expect(screen.getByRole('button', { name: 'Count exactly', hidden: true })).toBeTruthy(),
    'count.counting': (screen) =>
      expect(screen.getByRole('button', { name: 'Cancel count', hidden: true })).toBeTruthy(),
    'count.counted': (screen) => expect(screen.getByText('2 rows')).toBeTruthy(),
    'count.failed': (screen) => expect(screen.getAllByText('Not like this.').length).toBeGreaterThan(0),
  },
});
