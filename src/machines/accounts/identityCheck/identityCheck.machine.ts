import * as v from 'valibot';
import { assign, sendTo } from 'xstate';
import type { Factor } from '../../../contract/accounts/factor.ts';
import type { ProofMethod } from '../../../contract/accounts/verification.ts';
import { keepThrown, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { Port } from '../../parts/port.ts';
import { unprovided } from '../../parts/unprovided.ts';

/** The user has proved who they are: what needed it goes on. */
export interface IdentityVerified {
  type: 'identity.verified';
}

/** How this user proves who they are. */
export interface ProofRequest {
  method: ProofMethod;
  /** Their authenticator apps, where the method is `totp`. */
  factors: readonly Factor[];
}

interface IdentityCheckInput {
  /** The flow whose action waits for the proof. */
  parent: Port<IdentityVerified>;
}

interface ProofValues {
  /** Never stored. */
  password: string;
  code: string;
  /** The app whose code it is. */
  factorId: string;
}

export interface GivenProof {
  method: ProofMethod;
  password: string;
  code: string;
  factorId: string;
}

interface IdentityCheckContext extends FormContext<ProofValues, 'proof'>, IdentityCheckInput, ProofRequest {}

type IdentityCheckEvent = FormEvent<ProofValues> | { type: 'check.retried' } | { type: 'code.requested' };

const form = formOf({
  schema: v.object({ proof: v.pipe(v.string(), v.trim(), v.minLength(1, 'Enter it to continue.')) }),
  request: ({ method, values: { password, code } }: IdentityCheckContext) => ({
    proof: method === 'password' ? password : code,
  }),
  requestField: { password: 'proof', code: 'proof' },
});

export const identityCheckMachine = flowSetup({
  types: {
    input: {} as IdentityCheckInput,
    context: {} as IdentityCheckContext,
    events: {} as IdentityCheckEvent,
    tags: {} as 'busy',
  },
  actors: {
    readProofRequest: unprovided<ProofRequest>('readProofRequest'),
    requestCode: unprovided<void>('requestCode'),
    giveProof: unprovided<void, GivenProof>('giveProof'),
  },
  guards: {
    isComplete: form.isComplete,
    isByEmail: (_, { method }: Pick<ProofRequest, 'method'>) => method === 'email',
  },
  actions: {
    ...form.actions<IdentityCheckEvent>(),
    keepRequest: assign(({ context }, { request }: { request: ProofRequest }) => ({
      ...request,
      values: { ...context.values, factorId: request.factors[0]?.id ?? '' },
    })),
    reportProof: sendTo(({ context }) => context.parent, { type: 'identity.verified' }),
  },
}).createMachine({
  id: 'identityCheck',
  description:
    'Asks the signed-in user to prove who they are, before an action that a thief of the session must not take.',
  context: ({ input }) => ({
    ...input,
    method: 'password',
    factors: [],
    values: { password: '', code: '', factorId: '' },
    fieldErrors: {},
    failure: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      entry: 'clearFailure',
      invoke: {
        id: 'request',
        src: 'readProofRequest',
        onDone: [
          {
            guard: { type: 'isByEmail', params: ({ event }) => event.output },
            target: 'sendingCode',
            actions: { type: 'keepRequest', params: ({ event }) => ({ request: event.output }) },
            description: 'The user has neither a password nor an authenticator app.',
          },
          {
            target: 'typing',
            actions: { type: 'keepRequest', params: ({ event }) => ({ request: event.output }) },
          },
        ],
        onError: onFailure('failed'),
      },
    },
    failed: { on: { 'check.retried': { target: 'loading' } } },
    sendingCode: {
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'code',
        src: 'requestCode',
        onDone: { target: 'typing' },
        onError: {
          target: 'typing',
          actions: keepThrown,
          description: 'An earlier email may have a code that is still valid.',
        },
      },
    },
    typing: {
      on: {
        'field.changed': { actions: keepChange },
        'form.submitted': submitTo('verifying'),
        'code.requested': {
          guard: { type: 'isByEmail', params: ({ context }) => context },
          target: 'sendingCode',
          description: 'Only emails are sent.',
        },
      },
    },
    verifying: {
      tags: 'busy',
      invoke: {
        id: 'proof',
        src: 'giveProof',
        input: ({ context: { method, values } }) => ({ method, ...values }),
        onDone: { target: 'verified', actions: 'reportProof' },
        onError: onFailure('typing', 'What was typed stays.'),
      },
    },
    verified: { tags: 'busy', description: 'The flow that asked ends this one.' },
  },
});
