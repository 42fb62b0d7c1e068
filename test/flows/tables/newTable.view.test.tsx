import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { firstColumns } from '../../../src/contract/tables/newTable.ts';
import { NewTablePanel } from '../../../src/views/tables/NewTablePanel.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { newTableModel } from './newTable.model.ts';

const submit = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Create table' });
const seesValues = (
  screen: Screen,
  {
    context: { values, failure },
  }: { context: { values: { name: string; columns: readonly unknown[] }; failure: unknown } },
) => {
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(values.name);
  expect(screen.getAllByRole('group', { name: /^Column \d/ }).length).toBe(values.columns.length);
  expect(screen.queryByText('Could not create the table') !== null).toBe(failure !== null);
};
const isBusy = (screen: Screen) => expect(submit(screen).getAttribute('aria-busy')).toBe('true');

coverView(newTableModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <NewTablePanel flow={flow} onCancel={() => {}} />
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
      if (screen.getAllByRole('group', { name: /^Column \d/ }).length !== firstColumns.length) return 'elsewhere';
      fireEvent.click(screen.getByRole('button', { name: 'Add column' }));
      return undefined;
    },
    'form.submitted': (_, screen) => {
      fireEvent.click(submit(screen));
    },
  },
  sees: {
    loadingDraft: (screen) => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(''),
    editing: seesValues,
    creating: isBusy,
    forgetting: isBusy,
  },
});
