import { assign, sendTo } from 'xstate';
import type { AccountIdentity } from '../../../contract/accounts/accountIdentity.ts';
import type { ExternalProvider } from '../../../contract/accounts/externalProvider.ts';
import { href } from '../../../router/href.ts';
import {
  confirmActions,
  confirmBefore,
  onConfirmFailure,
  type ConfirmContext,
  type ConfirmEvent,
  type ConfirmTag,
} from '../../parts/confirm.ts';
import { clearFailure, keepFailure, keepThrown, onFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { resourceChanged } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { askForProof, checkIdentity, needsProof, type IdentityEvent } from '../identityCheck/checkIdentity.ts';
import { identityCheckMachine } from '../identityCheck/identityCheck.machine.ts';

type SignInMethodsInput = ScreenInput<'accountSignInMethods'>;

interface SignInMethodsContext extends FailureContext, ConfirmContext, Pick<SignInMethodsInput, 'port' | 'query'> {
  /** The ways to sign in that the user has. */
  methods: readonly AccountIdentity[];
  /** Id of the provider that has just led back with an account. */
  added: string | null;
  /** The provider whose account the user wants to add. */
  provider: ExternalProvider | null;
  /** The way that the user wants to remove. */
  removed: AccountIdentity | null;
}

type SignInMethodsEvent =
  | ConfirmEvent
  | IdentityEvent
  | { type: 'methods.retried' }
  | { type: 'addition.requested'; provider: ExternalProvider }
  | { type: 'removal.requested'; method: AccountIdentity };

type Listed = { methods: readonly AccountIdentity[] };

export const signInMethodsMachine = flowSetup({
  types: {
    input: {} as SignInMethodsInput,
    context: {} as SignInMethodsContext,
    events: {} as SignInMethodsEvent,
    children: {} as { check: 'identityCheck' },
    tags: {} as 'busy' | ConfirmTag,
  },
  actors: {
    identityCheck: identityCheckMachine,
    listMethods: unprovided<readonly AccountIdentity[]>('listMethods'),
    /** The id of the provider that has led back here, or null; throws what was refused. */
    takeAddition: unprovided<string | null, Pick<SignInMethodsInput, 'query'>>('takeAddition'),
    /** Sends the browser to a provider; settles if it stays, or comes back to the page as it was. */
    leaveToAdd: unprovided<void, Pick<ExternalProvider, 'id'>>('leaveToAdd'),
    removeMethod: unprovided<void, Pick<AccountIdentity, 'id'>>('removeMethod'),
  },
  guards: {
    needsProof,
    isVisit: (_, { added }: { added: string | null }) => added === null,
    hasAddition: ({ context }, { methods }: Listed) => methods.some(({ provider }) => provider.id === context.added),
  },
  actions: {
    keepFailure: keepFailure(),
    clearFailure: clearFailure(),
    ...confirmActions<SignInMethodsContext, SignInMethodsEvent>(),
    keepMethods: assign((_, { methods }: Listed) => ({ methods })),
    keepProvider: assign((_, { provider }: { provider: ExternalProvider }) => ({ provider })),
    keepRemoved: assign((_, { method }: { method: AccountIdentity }) => ({ removed: method })),
    keepAdded: assign((_, { added }: { added: string | null }) => ({ added })),
    clearAdded: assign({ added: null }),
    cleanAddress: sendTo(({ context }) => context.port, {
      type: 'navigation.requested' as const,
      to: href('accountSignInMethods', {}),
      replace: true,
    }),
    announceAddition: sendTo(({ context }) => context.port, successToast('Sign-in method added')),
    announceRemoval: sendTo(({ context }) => context.port, successToast('Sign-in method removed')),
    readAgain: sendTo(({ context }) => context.port, resourceChanged(['profile', 'accountEvents'])),
  },
}).createMachine({
  id: 'signInMethods',
  description: 'The ways to sign in that the user has: adds an account at another service, and removes one.',
  context: ({ input: { port, query } }) => ({
    port,
    query,
    methods: [],
    failure: null,
    confirmFailure: null,
    added: null,
    provider: null,
    removed: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'The user opens the page, or a provider has led the browser back to it.',
      invoke: {
        id: 'addition',
        src: 'takeAddition',
        input: ({ context }) => ({ query: context.query }),
        onDone: [
          {
            guard: { type: 'isVisit', params: ({ event }) => ({ added: event.output }) },
            target: 'loading',
            description: 'The address has no answer of a provider.',
          },
          {
            target: 'loading',
            actions: [
              'cleanAddress',
              'readAgain',
              { type: 'keepAdded', params: ({ event }) => ({ added: event.output }) },
            ],
          },
        ],
        onError: {
          target: 'loading',
          actions: ['cleanAddress', keepThrown],
          description: 'The user declined at the provider, or another user has this account.',
        },
      },
    },
    loading: {
      exit: 'clearAdded',
      invoke: {
        id: 'methods',
        src: 'listMethods',
        onDone: [
          {
            guard: { type: 'hasAddition', params: ({ event }) => ({ methods: event.output }) },
            target: 'ready',
            actions: [{ type: 'keepMethods', params: ({ event }) => ({ methods: event.output }) }, 'announceAddition'],
            description: 'The account that the user has just added is among them.',
          },
          {
            target: 'ready',
            actions: { type: 'keepMethods', params: ({ event }) => ({ methods: event.output }) },
          },
        ],
        onError: onFailure('failed'),
      },
    },
    failed: { on: { 'methods.retried': { target: 'loading', actions: 'clearFailure' } } },
    ready: {
      on: {
        'addition.requested': {
          target: 'leaving',
          actions: ['clearFailure', { type: 'keepProvider', params: ({ event }) => event }],
        },
        'removal.requested': {
          target: 'confirmingRemoval',
          actions: ['clearFailure', { type: 'keepRemoved', params: ({ event }) => event }],
        },
      },
    },
    leaving: {
      tags: 'busy',
      description: 'The browser is on its way to the provider, and this page ends.',
      invoke: {
        id: 'departure',
        src: 'leaveToAdd',
        input: ({ context }) => ({ id: context.provider?.id ?? '' }),
        onDone: { target: 'ready', description: 'Back leads from the provider to the page as it was.' },
        onError: [askForProof('provingToAdd'), onFailure('ready', 'The server does not allow it, or is unreachable.')],
      },
    },
    provingToAdd: checkIdentity('leaving', 'ready'),
    confirmingRemoval: confirmBefore('removing', 'ready'),
    removing: {
      tags: 'confirmed',
      invoke: {
        id: 'removal',
        src: 'removeMethod',
        input: ({ context }) => ({ id: context.removed?.id ?? '' }),
        onDone: { target: 'loading', actions: ['announceRemoval', 'readAgain'] },
        onError: [askForProof('provingToRemove'), onConfirmFailure('confirmingRemoval')],
      },
    },
    provingToRemove: checkIdentity('removing', 'ready'),
  },
});
