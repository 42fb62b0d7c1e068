import { newFactorSchema } from '../../../src/contract/accounts/factor.ts';
import { fieldErrorsOf, hasFieldErrors } from '../../../src/contract/common/fieldErrors.ts';
import { secondFactorsMachine } from '../../../src/machines/accounts/secondFactors/secondFactors.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { enrollment } from './factorSetup.model.ts';
import { proofRefusal } from './identityCheck.model.ts';
import { phone, tablet } from './secondFactor.model.ts';

export const secondFactorsModel: Model<typeof secondFactorsMachine> = {
  machine: secondFactorsMachine,
  input: (_, port) => screenInput({ port }),
  events: {
    'field.changed': [{ type: 'field.changed', field: 'name', value: 'Watch' }],
    'form.submitted': [{ type: 'form.submitted' }],
    'factors.retried': [{ type: 'factors.retried' }],
    'factor.verified': [],
    'setup.restarted': [{ type: 'setup.restarted' }],
    'setup.discarded': [{ type: 'setup.discarded' }],
    'setup.cancelled': [{ type: 'setup.cancelled' }],
    'removal.requested': [{ type: 'removal.requested', factor: phone }],
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
    'identity.verified': [],
    'identity.dismissed': [{ type: 'identity.dismissed' }],
  },
  answers: {
    factors: [
      { output: { verified: [phone, tablet], begun: null } },
      { output: { verified: [phone], begun: tablet } },
      { error: refusal },
    ],
    enrollment: [{ output: enrollment }, { error: refusal }, { error: proofRefusal }],
    setup: [{ sends: { type: 'factor.verified' } }],
    discardingBegun: [{ output: undefined }, { error: refusal }],
    discarding: [{ output: undefined }, { error: refusal }],
    removal: [{ output: undefined }, { error: refusal }, { error: proofRefusal }],
    check: [{ sends: { type: 'identity.verified' } }],
  },
  distinguish: ({ values, factors, begun, failure, confirmFailure }) => [
    hasFieldErrors(fieldErrorsOf(newFactorSchema, values)),
    factors.length,
    begun !== null,
    failure !== null,
    confirmFailure !== null,
  ],
  invariants: [
    {
      says: 'No app is added without a name.',
      when: (snapshot) => snapshot.matches('enrolling'),
      holds: ({ context }) => context.values.name.trim() !== '',
    },
    {
      says: 'A secret is kept only while its app is added.',
      when: (snapshot) => !snapshot.matches('settingUp') && !snapshot.matches('discarding'),
      holds: ({ context }) => context.enrollment.secret === '',
    },
    {
      says: 'No app is removed that the user was not asked about.',
      when: (snapshot, { before }) => snapshot.matches('removing') && before?.matches('removing') === false,
      holds: ({ context }, { before }) =>
        (before?.matches('confirmingRemoval') === true || before?.matches('provingToRemove') === true) &&
        context.removed === before.context.removed,
    },
  ],
};
