import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { DuplicateTableDialog } from '../../../src/views/tables/DuplicateTableDialog.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { duplicateTableModel } from './duplicateTable.model.ts';

const submit = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Duplicate' });
const isBusy = (screen: Screen) => expect(submit(screen).getAttribute('aria-busy')).toBe('true');

coverView(duplicateTableModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <DuplicateTableDialog flow={flow} name="boats" onCancel={() => {}} />
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
      const rows = screen.getByLabelText<HTMLInputElement>('Copy the rows');
      if (rows.checked === value) return 'elsewhere';
      fireEvent.click(rows);
      return undefined;
    },
    'form.submitted': (_, screen) => {
      fireEvent.click(submit(screen));
    },
  },
  sees: {
    editing: (screen, { context: { values, failure } }) => {
      expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(values.name);
      expect(screen.queryByText('Could not duplicate boats') !== null).toBe(failure !== null);
    },
    copying: isBusy,
    copied: isBusy,
  },
});
