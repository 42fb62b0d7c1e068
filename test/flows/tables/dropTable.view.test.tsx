import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import { DropTableDialog } from '../../../src/views/tables/DropTableDialog.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { dropTableModel } from './dropTable.model.ts';

const dialog = (screen: Screen) => within(screen.getByRole('alertdialog', { name: 'Drop boats?' }));
const confirm = (screen: Screen) => dialog(screen).getByRole<HTMLButtonElement>('button', { name: 'Drop' });
const isBusy = (screen: Screen) => expect(confirm(screen).getAttribute('aria-busy')).toBe('true');

coverView(dropTableModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <DropTableDialog flow={flow} />
    </InApp>
  ),
  does: {
    'action.confirmed': (_, screen) => {
      const name = dialog(screen).queryByRole('textbox');
      if (name === null) {
        expect(confirm(screen).disabled).toBe(true);
        return 'elsewhere';
      }
      fireEvent.change(name, { target: { value: 'boats' } });
      fireEvent.click(confirm(screen));
      return undefined;
    },
    'action.cancelled': (_, screen) => {
      fireEvent.click(dialog(screen).getByRole('button', { name: 'Cancel' }));
    },
    'dependants.reloaded': (_, screen) => {
      const again = dialog(screen).queryByRole('button', { name: /^(?:Check|Try) again$/ });
      // Nothing depends on it.
      if (again === null) return 'elsewhere';
      fireEvent.click(again);
      return undefined;
    },
  },
  sees: {
    reading: (screen) =>
      expect(dialog(screen).getByRole('status', { name: 'Looking for what depends on it' })).toBeTruthy(),
    confirming: (screen, { context: { dependants, failure, confirmFailure } }) => {
      const seen = dialog(screen);
      expect(seen.queryByText('3 objects must be dropped first') !== null).toBe((dependants?.total ?? 0) > 0);
      expect(seen.queryAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
        dependants?.total ? ['view calm_boats', 'and 2 others'] : [],
      );
      expect(seen.queryByText('Could not find out what depends on it') !== null).toBe(failure !== null);
      expect(seen.queryByText('Could not drop boats') !== null).toBe(confirmFailure !== null);
    },
    dropping: isBusy,
    closed: isBusy,
  },
});
