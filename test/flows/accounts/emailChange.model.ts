import { emailChangeSchema } from '../../../src/contract/accounts/emailChange.ts';
import { fieldErrorsOf, hasFieldErrors } from '../../../src/contract/common/fieldErrors.ts';
import { emailChangeMachine } from '../../../src/machines/accounts/emailChange/emailChange.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { proofRefusal } from './identityCheck.model.ts';
import { lovelace } from './profileNames.model.ts';

const changed = 'lovelace@example.com';

const isWrong = ({ values, currentEmail }: { values: { email: string }; currentEmail: string }): boolean =>
  hasFieldErrors(fieldErrorsOf(emailChangeSchema, { ...values, currentEmail }));

export const emailChangeModel: Model<typeof emailChangeMachine> = {
  machine: emailChangeMachine,
  input: (_, port) => screenInput({ port }),
  events: {
    'pendingCode.loaded': [],
    'field.changed': [
      { type: 'field.changed', field: 'email', value: changed },
      { type: 'field.changed', field: 'email', value: 'Ada@Example.com' },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
    'form.reopened': [{ type: 'form.reopened' }],
    'code.accepted': [],
    'resend.proofNeeded': [],
    'identity.verified': [],
    'identity.dismissed': [{ type: 'identity.dismissed' }],
    'profile.loaded': [],
    'profile.missing': [],
    'profile.refused': [],
    'profile.failed': [],
  },
  answers: {
    pending: [
      { sends: { type: 'pendingCode.loaded', pending: null } },
      { sends: { type: 'pendingCode.loaded', pending: { address: changed, sentAt: 0 } } },
    ],
    profile: [
      { sends: { type: 'profile.loaded', profile: lovelace } },
      { sends: { type: 'profile.loaded', profile: { ...lovelace, primary_email: changed } } },
    ],
    request: [{ output: undefined }, { error: refusal }, { error: proofRefusal }],
    check: [{ sends: { type: 'identity.verified' } }],
    code: [{ sends: { type: 'code.accepted' } }, { sends: { type: 'resend.proofNeeded' } }],
  },
  distinguish: (context) => `${isWrong(context)} ${context.currentEmail}`,
  invariants: [
    {
      says: 'No email is requested for the address that the account has, nor for what cannot be one.',
      when: (snapshot, { before }) => snapshot.matches('requesting') && before?.matches('editing') === true,
      holds: ({ context }) => !isWrong(context),
    },
    {
      says: 'A change is announced once, when the account has the address.',
      when: (snapshot, { before }) =>
        before?.matches('confirming') === true && snapshot.matches('editing') && snapshot.context.values.email === '',
      holds: (_, { sent }) => sent.filter(({ event }) => event.type === 'toast.requested').length === 1,
    },
  ],
};
