import type { AccountIdentity } from '../../../src/contract/accounts/accountIdentity.ts';
import { signInMethodsMachine } from '../../../src/machines/accounts/signInMethods/signInMethods.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { proofRefusal } from './identityCheck.model.ts';

export const github = { id: 'github', name: 'GitHub' };
export const google = { id: 'google', name: 'Google' };
export const email: AccountIdentity = {
  id: 'identity-1',
  provider: { id: 'email', name: 'Email' },
  account: 'ada@example.com',
  addedAt: '2026-01-01T00:00:00Z',
  usedAt: '2026-02-01T00:00:00Z',
};
export const ofGithub: AccountIdentity = { ...email, id: 'identity-2', provider: github };
const byPhone: AccountIdentity = { ...email, id: 'identity-3', provider: { id: 'phone', name: 'Phone' } };

export const signInMethodsModel: Model<typeof signInMethodsMachine> = {
  machine: signInMethodsMachine,
  input: (_, port) => screenInput({ port }),
  events: {
    'methods.retried': [{ type: 'methods.retried' }],
    'addition.requested': [{ type: 'addition.requested', provider: google }],
    'removal.requested': [{ type: 'removal.requested', method: email }],
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
    'identity.verified': [],
    'identity.dismissed': [{ type: 'identity.dismissed' }],
  },
  answers: {
    addition: [{ output: null }, { output: 'github' }, { error: refusal }],
    methods: [{ output: [email, ofGithub] }, { output: [email, byPhone] }, { error: refusal }],
    departure: [{ output: undefined }, { error: refusal }, { error: proofRefusal }],
    removal: [{ output: undefined }, { error: refusal }, { error: proofRefusal }],
    check: [{ sends: { type: 'identity.verified' } }],
  },
  distinguish: ({ methods, added, failure, confirmFailure }) => [
    methods.at(-1)?.id,
    added,
    failure !== null,
    confirmFailure !== null,
  ],
  invariants: [
    {
      says: 'An addition is announced only where the account has it.',
      when: (_, { sent }) => sent.some(({ event }) => JSON.stringify(event).includes('Sign-in method added')),
      holds: ({ context }) => context.methods.some(({ provider }) => provider.id === 'github'),
    },
    {
      says: 'No way is removed that the user was not asked about.',
      when: (snapshot, { before }) => snapshot.matches('removing') && before?.matches('removing') === false,
      holds: ({ context }, { before }) =>
        (before?.matches('confirmingRemoval') === true || before?.matches('provingToRemove') === true) &&
        context.removed === before.context.removed,
    },
  ],
};
