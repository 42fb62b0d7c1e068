import { phoneChangeSchema } from '../../../src/contract/accounts/phone.ts';
import { fieldErrorsOf, hasFieldErrors } from '../../../src/contract/common/fieldErrors.ts';
import { phoneChangeMachine } from '../../../src/machines/accounts/phoneChange/phoneChange.machine.ts';
import type { AppPort } from '../../../src/machines/parts/port.ts';
import { config, refusal } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { proofRefusal } from './identityCheck.model.ts';

export const phoneChangeModel: Model<typeof phoneChangeMachine> = {
  machine: phoneChangeMachine,
  input: (now, port) => ({ now, config, port: port as unknown as AppPort }),
  events: {
    'pendingCode.loaded': [],
    'field.changed': [{ type: 'field.changed', field: 'phone', value: '+41 79 123 45 67' }],
    'form.submitted': [{ type: 'form.submitted' }],
    'phone.retried': [{ type: 'phone.retried' }],
    'form.reopened': [{ type: 'form.reopened' }],
    'code.accepted': [],
    'resend.proofNeeded': [],
    'identity.verified': [],
    'identity.dismissed': [{ type: 'identity.dismissed' }],
  },
  answers: {
    pending: [
      { sends: { type: 'pendingCode.loaded', pending: null } },
      { sends: { type: 'pendingCode.loaded', pending: { address: '+41791234567', sentAt: 0 } } },
    ],
    phone: [{ output: null }, { error: refusal }],
    request: [{ output: 'changed' }, { output: 'codeSent' }, { error: refusal }, { error: proofRefusal }],
    check: [{ sends: { type: 'identity.verified' } }],
    code: [{ sends: { type: 'code.accepted' } }, { sends: { type: 'resend.proofNeeded' } }],
  },
  distinguish: ({ values, currentPhone }) => [
    currentPhone,
    hasFieldErrors(fieldErrorsOf(phoneChangeSchema, { ...values, currentPhone })),
  ],
  invariants: [
    {
      says: 'A change is announced when the account has the number, and not before.',
      when: (snapshot, { before }) => snapshot.context.currentPhone !== (before?.context.currentPhone ?? null),
      holds: (_, { sent }) => sent.filter(({ event }) => event.type === 'toast.requested').length === 1,
    },
    {
      says: 'Nothing is requested for what cannot be a number.',
      when: (snapshot) => snapshot.matches('requesting'),
      holds: ({ context }) => context.values.phone !== '',
    },
  ],
};
