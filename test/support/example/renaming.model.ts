import type { Model } from '../paths.ts';
import { renamingMachine } from './renaming.machine.ts';

export const renamingModel: Model<typeof renamingMachine> = {
  machine: renamingMachine,
  input: () => ({ name: 'Ada' }),
  events: {
    'edit.begun': [{ type: 'edit.begun' }],
    'draft.changed': [
      { type: 'draft.changed', draft: 'Grace' },
      { type: 'draft.changed', draft: ' ' },
    ],
    'edit.submitted': [{ type: 'edit.submitted' }],
    'edit.abandoned': [{ type: 'edit.abandoned' }],
  },
  answers: { save: [{ output: 'Grace' }, { error: new Error('Taken') }] },
  // What the guards read: nothing else changes where a path can go.
  distinguish: ({ name, draft }) => ({ blank: draft.trim() === '', same: draft.trim() === name }),
  invariants: [
    { says: 'A name is never empty.', holds: ({ context }) => context.name.trim() !== '' },
    {
      says: 'The typed name stays when it is refused.',
      when: (snapshot, { before }) => before?.matches('saving') === true && snapshot.matches('editing'),
      holds: ({ context }, { before }) => context.draft === before?.context.draft && context.failure !== null,
    },
  ],
};
