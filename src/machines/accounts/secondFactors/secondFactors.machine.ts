import { assign, sendTo } from 'xstate';
import {
  newFactorSchema,
  type Factor,
  type FactorEnrollment,
  type FactorList,
  type NewFactor,
} from '../../../contract/accounts/factor.ts';
import {
  confirmActions,
  confirmBefore,
  onConfirmFailure,
  type ConfirmContext,
  type ConfirmEvent,
  type ConfirmTag,
} from '../../parts/confirm.ts';
import { cannotFail, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { factorSetupMachine, type FactorVerified } from '../factorSetup/factorSetup.machine.ts';
import { askForProof, checkIdentity, needsProof, type IdentityEvent } from '../identityCheck/checkIdentity.ts';
import { identityCheckMachine } from '../identityCheck/identityCheck.machine.ts';

interface SecondFactorsContext extends FormContext<NewFactor>, ConfirmContext, Pick<ScreenInput, 'port'> {
  /** The user's authenticator apps. */
  factors: readonly Factor[];
  /** An app whose setup was left before its first code. */
  begun: Factor | null;
  /** The app that is being added; its secret is in no other place. */
  enrollment: FactorEnrollment;
  /** The app that the user wants to remove. */
  removed: Factor | null;
}

type SecondFactorsEvent =
  | FormEvent<NewFactor>
  | ConfirmEvent
  | IdentityEvent
  | FactorVerified
  | { type: 'factors.retried' }
  | { type: 'setup.cancelled' }
  /** For the app whose setup was left. */
  | { type: 'setup.restarted' }
  | { type: 'setup.discarded' }
  | { type: 'removal.requested'; factor: Factor };

const noEnrollment: FactorEnrollment = { id: '', secret: '', secretImage: '' };

const form = formOf({ schema: newFactorSchema, request: ({ values }: SecondFactorsContext) => values });

export const secondFactorsMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as SecondFactorsContext,
    events: {} as SecondFactorsEvent,
    children: {} as { setup: 'factorSetup'; check: 'identityCheck' },
    tags: {} as 'busy' | ConfirmTag,
  },
  actors: {
    factorSetup: factorSetupMachine,
    identityCheck: identityCheckMachine,
    listFactors: unprovided<FactorList>('listFactors'),
    enrollFactor: unprovided<FactorEnrollment, NewFactor>('enrollFactor'),
    discardFactor: unprovided<void, Pick<Factor, 'id'>>('discardFactor'),
    removeFactor: unprovided<void, Pick<Factor, 'id'>>('removeFactor'),
  },
  guards: { isComplete: form.isComplete, needsProof, hasBegun: ({ context }) => context.begun !== null },
  actions: {
    ...form.actions<SecondFactorsEvent>(),
    ...confirmActions<SecondFactorsContext, SecondFactorsEvent>(),
    keepFactors: assign((_, { verified, begun }: FactorList) => ({ factors: verified, begun })),
    takeBegunName: assign(({ context }) => ({ values: { name: context.begun?.name ?? '' } })),
    clearBegun: assign({ begun: null }),
    keepEnrollment: assign((_, { enrollment }: { enrollment: FactorEnrollment }) => ({ enrollment })),
    clearEnrollment: assign({ enrollment: noEnrollment, values: { name: '' } }),
    keepRemoved: assign((_, { factor }: { factor: Factor }) => ({ removed: factor })),
    announceAddition: sendTo(({ context }) => context.port, successToast('Authenticator app added')),
    announceRemoval: sendTo(({ context }) => context.port, successToast('Authenticator app removed')),
  },
}).createMachine({
  id: 'secondFactors',
  description: 'The authenticator apps of the user: adds one with its first code, and removes one.',
  context: ({ input: { port } }) => ({
    port,
    values: { name: '' },
    fieldErrors: {},
    failure: null,
    confirmFailure: null,
    factors: [],
    begun: null,
    enrollment: noEnrollment,
    removed: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      entry: 'clearFailure',
      invoke: {
        id: 'factors',
        src: 'listFactors',
        onDone: {
          target: 'ready',
          actions: { type: 'keepFactors', params: ({ event }) => event.output },
        },
        onError: onFailure('failed'),
      },
    },
    failed: { on: { 'factors.retried': { target: 'loading' } } },
    ready: {
      on: {
        'field.changed': { actions: keepChange },
        'form.submitted': submitTo('enrolling'),
        'setup.restarted': {
          guard: 'hasBegun',
          target: 'enrolling',
          actions: ['clearFailure', 'takeBegunName'],
          description: 'Its secret is stored nowhere in the browser: the app gets another.',
        },
        'setup.discarded': { guard: 'hasBegun', target: 'discardingBegun', description: 'There is one to discard.' },
        'removal.requested': {
          target: 'confirmingRemoval',
          actions: { type: 'keepRemoved', params: ({ event }) => event },
        },
      },
    },
    enrolling: {
      tags: 'busy',
      invoke: {
        id: 'enrollment',
        src: 'enrollFactor',
        input: ({ context }) => ({ name: context.values.name.trim() }),
        onDone: {
          target: 'settingUp',
          actions: [{ type: 'keepEnrollment', params: ({ event }) => ({ enrollment: event.output }) }, 'clearBegun'],
        },
        onError: [askForProof('provingToAdd'), onFailure('ready', 'The typed name stays.')],
      },
    },
    provingToAdd: checkIdentity('enrolling', 'ready'),
    settingUp: {
      description: 'The app scans the secret and shows its first code. Until then it is no second factor.',
      invoke: {
        id: 'setup',
        src: 'factorSetup',
        input: ({ context, self }) => ({
          enrollment: context.enrollment,
          parent: self,
        }),
        onError: cannotFail.chart,
      },
      on: {
        'factor.verified': {
          target: 'loading',
          actions: ['clearEnrollment', 'announceAddition'],
          description: 'The session is verified, too: the user stays signed in.',
        },
        'setup.cancelled': { target: 'discarding' },
      },
    },
    discarding: {
      tags: 'busy',
      invoke: {
        id: 'discarding',
        src: 'discardFactor',
        input: ({ context }) => ({ id: context.enrollment.id }),
        onDone: { target: 'ready', actions: 'clearEnrollment' },
        onError: {
          target: 'ready',
          actions: 'clearEnrollment',
          description: 'The server discards an app without a first code after minutes.',
        },
      },
    },
    discardingBegun: {
      tags: 'busy',
      invoke: {
        id: 'discardingBegun',
        src: 'discardFactor',
        input: ({ context }) => ({ id: context.begun?.id ?? '' }),
        onDone: { target: 'ready', actions: 'clearBegun' },
        onError: {
          target: 'ready',
          actions: 'clearBegun',
          description: 'The server discards an app without a first code after minutes.',
        },
      },
    },
    confirmingRemoval: confirmBefore('removing', 'ready'),
    removing: {
      tags: 'confirmed',
      invoke: {
        id: 'removal',
        src: 'removeFactor',
        input: ({ context }) => ({ id: context.removed?.id ?? '' }),
        onDone: { target: 'loading', actions: 'announceRemoval' },
        onError: [askForProof('provingToRemove'), onConfirmFailure('confirmingRemoval')],
      },
    },
    provingToRemove: checkIdentity('removing', 'ready'),
  },
});
