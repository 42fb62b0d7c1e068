import { FailureError } from '../../../src/contract/common/failureError.ts';
import { sqlSnippetsMachine } from '../../../src/machines/sql/sqlSnippets/sqlSnippets.machine.ts';
import type { Model } from '../../support/paths.ts';

export const open = { id: 'q1', name: 'Orders' };
export const other = { id: 'q2', name: 'Totals' };
export const refusal = new FailureError({
  code: 500,
  message: 'An error has occurred: Failed to fetch',
  requestId: 'r1',
});

export const sqlSnippetsModel: Model<typeof sqlSnippetsMachine> = {
  machine: sqlSnippetsMachine,
  input: (_, port) => ({ ref: 'abc', id: open.id, port }),
  events: {
    'search.changed': [{ type: 'search.changed', search: 'tot' }],
    'snippet.newRequested': [{ type: 'snippet.newRequested', titles: ['Orders', 'Totals'] }],
    'rename.requested': [{ type: 'rename.requested', snippet: other }],
    'name.changed': [
      { type: 'name.changed', name: 'Sums' },
      { type: 'name.changed', name: '  ' },
    ],
    'rename.submitted': [{ type: 'rename.submitted' }],
    'delete.requested': [
      { type: 'delete.requested', snippet: open },
      { type: 'delete.requested', snippet: other },
    ],
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
    'dialog.dismissed': [{ type: 'dialog.dismissed' }],
    'drafts.loaded': [],
  },
  answers: {
    drafts: [
      { sends: { type: 'drafts.loaded', drafts: [{ id: 'q3', name: 'Untitled query', statement: null }] } },
      { error: new Error('This browser has no storage.') },
    ],
    create: [{ output: 'q4' }, { error: refusal }],
    rename: [
      { output: { id: other.id, name: 'Sums', version: 2, updated_at: '2026-01-01T00:00:00Z' } },
      { error: refusal },
    ],
    delete: [{ output: undefined }, { error: refusal }],
  },
  distinguish: ({ chosen, name, failure, confirmFailure }) => [
    chosen?.id,
    name.trim() === '',
    failure !== null,
    confirmFailure !== null,
  ],
  invariants: [
    {
      says: 'Only what the user chose is renamed or deleted.',
      when: (_, { given }) => (given('rename') ?? given('delete')) !== undefined,
      holds: ({ context }, { given }) =>
        ((given('rename') ?? given('delete')) as { id: string }).id === context.chosen?.id,
    },
    {
      says: 'No query gets an empty name.',
      when: (_, { given }) => given('rename') !== undefined,
      holds: (_, { given }) => (given('rename') as { name: string }).name !== '',
    },
    {
      says: 'Nothing is deleted without having been asked about.',
      when: (snapshot, { before }) => before !== null && !before.matches('deleting') && snapshot.matches('deleting'),
      holds: (_, { before }) => before?.matches('confirmingDelete') === true,
    },
  ],
};
