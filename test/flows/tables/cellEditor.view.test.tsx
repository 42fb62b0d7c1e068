import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { CellEditorDialog } from '../../../src/views/tables/CellEditorDialog.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { coverView } from '../../support/coverView.ts';
import { cellEditorModel } from './cellEditor.model.ts';

coverView(cellEditorModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <CellEditorDialog flow={flow} onClose={() => {}} />
    </InApp>
  ),
  does: {
    'text.changed': ({ text }, screen) => {
      if (text === null) {
        const box = screen.queryByLabelText<HTMLInputElement>('NULL');
        if (!box || box.checked) return 'elsewhere';
        fireEvent.click(box);
        return undefined;
      }
      const field = screen.queryByLabelText<HTMLTextAreaElement>('Value');
      if (!field || field.value === text) return 'elsewhere';
      fireEvent.change(field, { target: { value: text } });
      return undefined;
    },
    'value.accepted': (_, screen) => {
      const accept = screen.queryByRole<HTMLButtonElement>('button', { name: 'Stage value' });
      if (!accept || accept.disabled) return 'elsewhere';
      fireEvent.click(accept);
      return undefined;
    },
    'default.chosen': (_, screen) => {
      const button = screen.queryByRole('button', { name: 'Set to default' });
      if (!button) return 'elsewhere';
      fireEvent.click(button);
      return undefined;
    },
    'reading.retried': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    },
  },
  sees: {
    reading: (screen) => expect(screen.getByRole('status', { name: 'Loading the value' })).toBeTruthy(),
    failed: (screen) => expect(screen.getByText('Could not load the value')).toBeTruthy(),
    editing: (screen, { context }) => {
      const field = screen.getByLabelText<HTMLTextAreaElement>('Value');
      expect([field.value, field.placeholder === 'NULL']).toEqual([context.text ?? '', context.text === null]);
    },
    accepted: (screen) => expect(screen.getByRole('dialog', { name: 'notes' })).toBeTruthy(),
  },
});
