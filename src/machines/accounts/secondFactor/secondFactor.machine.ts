import { assign } from 'xstate';
import type { Factor } from '../../../contract/accounts/factor.ts';
import type { OneTimeCode } from '../../../contract/accounts/oneTimeCode.ts';
import { codeForm, emptyCode, typeCode, type CodeContext } from '../../parts/codeForm.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { FormEvent } from '../../parts/form.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';

interface SecondFactorContext extends CodeContext {
  /** The user's authenticator apps. */
  factors: readonly Factor[];
  /** Id of the app whose code is typed. */
  chosen: string;
}

type SecondFactorEvent = FormEvent<OneTimeCode> | { type: 'factor.chosen'; id: string } | { type: 'factors.retried' };

const form = codeForm<SecondFactorContext>();

export const secondFactorMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as SecondFactorContext,
    events: {} as SecondFactorEvent,
    tags: {} as 'busy',
  },
  actors: {
    listFactors: unprovided<readonly Factor[]>('listFactors'),
    verifyFactor: unprovided<void, Pick<Factor, 'id'> & OneTimeCode>('verifyFactor'),
  },
  guards: {
    ...form.guards,
    hasNone: (_, { factors }: { factors: readonly Factor[] }) => factors.length === 0,
  },
  actions: {
    ...form.actions<SecondFactorEvent>(),
    keepFactors: assign((_, { factors }: { factors: readonly Factor[] }) => ({
      factors,
      chosen: factors[0]?.id ?? '',
    })),
    /** A code of one app is worth nothing at another. */
    choose: assign((_, { id }: { id: string }) => ({ ...emptyCode, chosen: id })),
  },
}).createMachine({
  id: 'secondFactor',
  description: 'Verifies a new session with a code of the user’s authenticator app.',
  context: { ...emptyCode, factors: [], chosen: '' },
  initial: 'loading',
  states: {
    loading: {
      entry: 'clearFailure',
      invoke: {
        id: 'factors',
        src: 'listFactors',
        onDone: [
          {
            guard: { type: 'hasNone', params: ({ event }) => ({ factors: event.output }) },
            target: 'verified',
            description: 'The app was removed on another device, so the refreshed session needs no code.',
          },
          {
            target: 'typing',
            actions: { type: 'keepFactors', params: ({ event }) => ({ factors: event.output }) },
          },
        ],
        onError: onFailure('failed'),
      },
    },
    failed: { on: { 'factors.retried': { target: 'loading' } } },
    typing: {
      on: {
        ...typeCode('verifying'),
        'factor.chosen': { actions: { type: 'choose', params: ({ event }) => event } },
      },
    },
    verifying: {
      tags: 'busy',
      invoke: {
        id: 'verification',
        src: 'verifyFactor',
        input: ({ context }) => ({ id: context.chosen, code: context.values.code }),
        onDone: { target: 'verified' },
        onError: onFailure('typing', 'The typed digits stay, because one of them may be wrong.'),
      },
    },
    verified: {
      tags: 'busy',
      description: 'The session is verified; access redirects to the page that the user wanted.',
    },
  },
});
