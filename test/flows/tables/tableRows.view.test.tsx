import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor } from 'xstate';
import type { Port } from '../../../src/machines/parts/port.ts';
import { stagedEditsMachine, type RowsOutdated } from '../../../src/machines/tables/stagedEdits/stagedEdits.machine.ts';
import { TableWorkspace } from '../../../src/views/tables/TableWorkspace.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { recordingPort } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
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
      parent: createPort(() => {}) as unknown as Port<RowsOutdated>,
    },
  });

const click = (screen: Screen, name: string): void | 'elsewhere' => {
  const button = screen.queryByRole<HTMLButtonElement>('button', { name });
  if (button === null || button.disabled) return 'elsewhere';
  fireEvent.click(button);
  return undefined;
};

coverView(tableRowsModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <TableWorkspace
        table={boats}
        projectRef="abc"
        rows={flow}
        edits={unedited()}
        onCellOpened={() => {}}
        onReloaded={() => {}}
      />
    </InApp>
  ),
  does: {
    'view.changed': ({ view }, screen) => (view.sorts.length === 0 ? click(screen, 'name descending') : 'elsewhere'),
    'page.requested': ({ position }, screen) =>
      click(screen, position === null ? 'First page' : position.by === 'end' ? 'Last page' : 'Next page'),
    'rows.reloaded': (_, screen) => click(screen, 'Try again'),
    'count.requested': (_, screen) => click(screen, 'Count exactly'),
    'count.cancelled': (_, screen) => click(screen, 'Cancel count'),
  },
  sees: {
    'rows.reading': (screen, { context }) =>
      expect(screen.queryByRole('status', { name: 'Loading rows' }) !== null).toBe(context.page === null),
    'rows.ready': (screen) => {
      expect(screen.getByRole('grid', { name: 'Rows of boats' }).getAttribute('aria-rowcount')).toBe('3');
      expect(screen.getByText('2 rows on this page')).toBeTruthy();
    },
    'rows.failed': (screen) => expect(screen.getByText('Could not load the rows')).toBeTruthy(),
    'count.unknown': (screen) => expect(screen.getByRole('button', { name: 'Count exactly' })).toBeTruthy(),
    'count.counting': (screen) => expect(screen.getByRole('button', { name: 'Cancel count' })).toBeTruthy(),
    'count.counted': (screen) => expect(screen.getByText('2 rows')).toBeTruthy(),
    'count.failed': (screen) => expect(screen.getAllByText('Not like this.').length).toBeGreaterThan(0),
  },
});
