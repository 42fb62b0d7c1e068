import type { AccountDeletion } from '../../../src/contract/accounts/accountDeletion.ts';
import { accountDeletionMachine } from '../../../src/machines/accounts/accountDeletion/accountDeletion.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { proofRefusal } from './identityCheck.model.ts';

export const free: AccountDeletion = {
  confirmation: 'ada@example.com',
  obstacles: [],
  deleted: [{ slug: 'acme', name: 'Acme' }],
};
export const blocked: AccountDeletion = {
  ...free,
  obstacles: [{ slug: 'globex', name: 'Globex', reason: 'projects' }],
};

export const accountDeletionModel: Model<typeof accountDeletionMachine> = {
  machine: accountDeletionMachine,
  input: (_, port) => screenInput({ port }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'confirmation', value: 'Ada@example.com' },
      { type: 'field.changed', field: 'confirmation', value: 'eve@example.com' },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'preview.requested': [{ type: 'preview.requested' }],
    'identity.verified': [],
    'identity.dismissed': [{ type: 'identity.dismissed' }],
  },
  answers: {
    preview: [{ output: free }, { output: blocked }, { error: refusal }],
    deletion: [{ output: undefined }, { error: refusal }, { error: proofRefusal }],
    check: [{ sends: { type: 'identity.verified' } }],
  },
  distinguish: ({ values, failure }) => [values.confirmation, failure !== null],
  invariants: [
    {
      says: 'The account is deleted only by a user who typed its address.',
      when: (snapshot) => snapshot.matches('deleting'),
      holds: ({ context }) => context.values.confirmation.toLowerCase() === context.preview?.confirmation,
    },
    {
      says: 'A user who is the only owner of an organization in use is never asked.',
      when: (snapshot) => snapshot.matches('ready'),
      holds: ({ context }) => context.preview?.obstacles.length === 0,
    },
    {
      says: 'The user is signed out once the account is deleted.',
      when: (snapshot, { before }) => snapshot.matches('deleted') && before?.matches('deleted') === false,
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'navigation.requested'),
    },
  ],
};
