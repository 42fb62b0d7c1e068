import { fireEvent } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { CellEditorDialog } from '../../../src/views/tables/CellEditorDialog.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { boats } from '../../fixtures/tables.ts';
import { coverView } from '../../support/coverView.ts';
import { cellEditorModel } from './cellEditor.model.ts';

// The editor's code does not load: the plain field in its place is what is driven here. Journeys use the editor.
vi.mock('../../../src/views/parts/editor/jsonEditor.ts', () => {
  throw new Error('The server is unreachable.');
});

coverView(cellEditorModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <CellEditorDialog flow={flow} table={boats} styleNonce={undefined} onClose={() => {}} />
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
    'file.chosen': ({ file }, screen) => {
      const picker = screen.queryByLabelText<HTMLInputElement>('File for notes');
      if (!picker) return 'elsewhere';
      fireEvent.change(picker, { target: { files: [file] } });
      return undefined;
    },
    'download.requested': (_, screen) => {
      const button = screen.queryByRole<HTMLButtonElement>('button', { name: 'Save as file' });
      if (!button || button.disabled) return 'elsewhere';
      fireEvent.click(button);
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
    'value.refused': 'elsewhere',
    'draft.recalled': 'elsewhere',
    'draft.discarded': (_, screen) => {
      const button = screen.queryByRole('button', { name: 'Discard draft' });
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
      expect(screen.queryByText('Unstaged draft') !== null).toBe(context.isDraft);
      const hasStoredChanged = context.begunFrom !== null && context.text !== context.cells?.[0];
      expect(screen.queryByText(/The stored value has changed since/) !== null).toBe(hasStoredChanged);
    },
    tooLong: (screen, { context }) => {
      expect(screen.getByText('Too long to edit here')).toBeTruthy();
      expect(screen.getByLabelText<HTMLTextAreaElement>('Beginning of the value').readOnly).toBe(true);
      expect(screen.queryByText('Could not save the value') !== null).toBe(context.failure !== null);
    },
    savingWhole: (screen) =>
      expect(screen.getByRole('button', { name: 'Save as file' }).getAttribute('aria-busy')).toBe('true'),
    readingFile: (screen) => expect(screen.getByRole('dialog', { name: 'notes' })).toBeTruthy(),
    savingFile: (screen) => expect(screen.getByRole('dialog', { name: 'notes' })).toBeTruthy(),
  },
});
