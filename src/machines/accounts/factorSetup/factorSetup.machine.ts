import { sendTo } from 'xstate';
import type { Factor, FactorEnrollment } from '../../../contract/accounts/factor.ts';
import type { OneTimeCode } from '../../../contract/accounts/oneTimeCode.ts';
import { codeForm, emptyCode, typeCode, type CodeContext } from '../../parts/codeForm.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { FormEvent } from '../../parts/form.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';

/** The first code of the new app was right: it is a second factor from now on. */
export interface FactorVerified {
  type: 'factor.verified';
}

interface FactorSetupInput {
  enrollment: FactorEnrollment;
  /** The flow that began to add the app. */
  parent: Port<FactorVerified>;
}

interface FactorSetupContext extends CodeContext, FactorSetupInput {}

type FactorSetupEvent = FormEvent<OneTimeCode>;

const form = codeForm<FactorSetupContext>();

export const factorSetupMachine = flowSetup({
  types: {
    input: {} as FactorSetupInput,
    context: {} as FactorSetupContext,
    events: {} as FactorSetupEvent,
    tags: {} as 'busy',
  },
  actors: { verifyFactor: unprovided<void, Pick<Factor, 'id'> & OneTimeCode>('verifyFactor') },
  guards: form.guards,
  actions: {
    ...form.actions<FactorSetupEvent>(),
    reportVerification: sendTo(({ context }) => context.parent, { type: 'factor.verified' }),
  },
}).createMachine({
  id: 'factorSetup',
  description: 'Shows the secret of a new authenticator app, and verifies that the app has it.',
  context: ({ input }) => ({ ...input, ...emptyCode }),
  initial: 'typing',
  states: {
    typing: { on: typeCode('verifying') },
    verifying: {
      tags: 'busy',
      invoke: {
        id: 'verification',
        src: 'verifyFactor',
        input: ({ context }) => ({ id: context.enrollment.id, code: context.values.code }),
        onDone: { target: 'verified', actions: 'reportVerification' },
        onError: onFailure('typing', 'The secret stays on screen: one of the digits may be wrong.'),
      },
    },
    verified: { tags: 'busy' },
  },
});
