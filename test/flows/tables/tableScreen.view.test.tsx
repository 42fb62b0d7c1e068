import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { TablePage } from '../../../src/views/tables/TablePage.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import { tableScreenModel } from './tableScreen.model.ts';

coverView(tableScreenModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <TablePage flow={flow} projectRef="abc" />
    </InApp>
  ),
  does: {
    'project.opened': 'elsewhere',
    'rows.outdated': 'elsewhere',
    'role.changed': 'elsewhere',
    'table.outdated': 'elsewhere',
    'cell.accepted': 'elsewhere',
    // In the grid, whose own tests cover its gestures.
    'cell.opened': 'elsewhere',
    'reference.opened': 'elsewhere',
    'table.reloaded': (_, screen) => {
      const button =
        screen.queryByRole('button', { name: 'Try again' }) ?? screen.queryByRole('button', { name: 'Reload table' });
      if (!button) return 'elsewhere';
      fireEvent.click(button);
      return undefined;
    },
    'export.opened': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Export rows' }));
    },
    'export.closed': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    },
    'reference.closed': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    },
    'cell.closed': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    },
  },
  sees: {
    awaitingProject: (screen) => expect(screen.getByRole('status', { name: 'Opening the table' })).toBeTruthy(),
    describing: (screen) =>
      expect(
        screen.queryByRole('status', { name: 'Opening the table' }) ??
          screen.queryByRole('heading', { name: /boats$/ }),
      ).toBeTruthy(),
    failed: (screen, { context }) => {
      const isMissing = context.failure?.reason === 'table_not_found';
      expect(screen.getByText(isMissing ? 'This table does not exist' : 'Could not open the table')).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Try again' }) === null).toBe(isMissing);
      expect(screen.queryByRole('link', { name: 'Back to the tables' }) !== null).toBe(isMissing);
    },
    'open.description.current': (screen) => expect(screen.queryByText('Could not read the table again')).toBeNull(),
    'open.description.rereading': (screen) =>
      expect(screen.queryByRole('status', { name: 'Opening the table' })).toBeNull(),
    'open.description.outdated': (screen) => expect(screen.getByText('Could not read the table again')).toBeTruthy(),
    'open.work.grid': (screen) => expect(screen.getByRole('heading', { name: /boats$/ })).toBeTruthy(),
    'open.work.exporting': (screen) => expect(screen.getByRole('dialog', { name: 'Export rows' })).toBeTruthy(),
    'open.work.reference': (screen) => expect(screen.getByRole('dialog', { name: 'boat: row of boats' })).toBeTruthy(),
    'open.work.cell': (screen) => expect(screen.getByRole('dialog', { name: 'notes' })).toBeTruthy(),
  },
});
