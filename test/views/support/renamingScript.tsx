import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { typeInto } from '../../fixtures/typeInto.ts';
import type { renamingMachine } from '../../support/example/renaming.machine.ts';
import { Renaming } from '../../support/example/Renaming.tsx';
import type { Screen, ViewScript } from '../../support/viewDriver.tsx';

const field = (screen: Screen) => screen.getByLabelText<HTMLInputElement>('New name');

/** The script of the guide's example, as a value that can be changed. */
export const renamingScript: ViewScript<typeof renamingMachine> = {
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
};
