import { fireEvent, within } from '@testing-library/react';
import { expect } from 'vitest';
import { EditTablePanel } from '../../../src/views/tables/EditTablePanel.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { editTableModel, storedBoats } from './editTable.model.ts';

const submit = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Change table' });
const seesValues = (
  screen: Screen,
  {
    context: { values, failure },
  }: { context: { values: { name: string; columns: readonly unknown[] }; failure: unknown } },
) => {
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(values.name);
  expect(screen.getAllByRole('group', { name: /^Column \d/ }).length).toBe(values.columns.length);
  expect(screen.queryByText('Could not change the table') !== null).toBe(failure !== null);
  expect(screen.getByText('view calm_boats')).toBeTruthy();
};
const asked = (screen: Screen) => within(screen.getByRole('alertdialog', { name: 'Change boats?' }));
const isBusy = (screen: Screen) => expect(submit(screen).getAttribute('aria-busy')).toBe('true');
const isLoading = (screen: Screen) =>
  expect(screen.getByRole('status', { name: 'Loading the structure' })).toBeTruthy();

coverView(editTableModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <EditTablePanel flow={flow} onCancel={() => {}} />
    </InApp>
  ),
  does: {
    'field.changed': ({ field, value }, screen) => {
      if (field === 'name') {
        const name = screen.getByLabelText<HTMLInputElement>('Name');
        if (name.value === value) return 'elsewhere';
        fireEvent.change(name, { target: { value } });
        return undefined;
      }
      if (screen.getAllByRole('group', { name: /^Column \d/ }).length !== storedBoats.shape.columns.length)
        return 'elsewhere';
      const isDropped = Array.isArray(value) && value.length < storedBoats.shape.columns.length;
      fireEvent.click(screen.getByRole('button', { name: isDropped ? 'Drop name' : 'Add column' }));
      return undefined;
    },
    'form.submitted': (_, screen) => {
      const button = submit(screen);
      if (button.disabled) return 'elsewhere';
      fireEvent.click(button);
      return undefined;
    },
    'action.confirmed': (_, screen) => {
      fireEvent.click(asked(screen).getByRole('button', { name: 'Change table' }));
    },
    'action.cancelled': (_, screen) => {
      fireEvent.click(asked(screen).getByRole('button', { name: 'Cancel' }));
    },
    'shape.reloaded': (_, screen) => {
      const retry = screen.queryByRole('button', { name: 'Try again' });
      // Only after someone else altered the table.
      if (retry === null) return 'elsewhere';
      fireEvent.click(retry);
      return undefined;
    },
  },
  sees: {
    reading: isLoading,
    loadingDraft: isLoading,
    failed: (screen) =>
      expect(
        within(screen.getByRole('dialog', { name: /^Edit/ })).getByText('Could not load the structure'),
      ).toBeTruthy(),
    editing: seesValues,
    confirming: (screen) => {
      expect(asked(screen).getByText('name: all values, as the column is dropped')).toBeTruthy();
    },
    altering: isBusy,
    storingDraft: isBusy,
    forgetting: isBusy,
  },
});
