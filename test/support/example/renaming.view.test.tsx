import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../coverView.ts';
import type { Screen } from '../viewDriver.tsx';
import { renamingModel } from './renaming.model.ts';
import { Renaming } from './Renaming.tsx';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('New name');

coverView(renamingModel, {
  view: (actor) => <Renaming flow={actor} />,
  does: {
    'edit.begun': (_, screen) => void fireEvent.click(screen.getByText('Rename')),
    'draft.changed': ({ draft }, screen) => typeInto(field(screen), draft),
    'edit.submitted': (_, screen) => void fireEvent.click(screen.getByText('Save')),
    'edit.abandoned': (_, screen) => void fireEvent.click(screen.getByText('Cancel')),
  },
  sees: {
    shown: (screen, { context }) => {
      expect(screen.getByRole('heading').textContent).toBe(context.name);
      expect(screen.queryByRole('status')).toBeNull();
    },
    editing: (screen, { context }) => {
      expect(field(screen).value).toBe(context.draft);
      expect(screen.queryByRole('alert')?.textContent ?? null).toBe(context.failure);
    },
    saving: (screen) => expect(field(screen).disabled).toBe(true),
    saved: (screen) => expect(screen.getByRole('status').textContent).toBe('Saved'),
  },
});
