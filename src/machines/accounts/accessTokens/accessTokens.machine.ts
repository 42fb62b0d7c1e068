import { assign, sendTo } from 'xstate';
import {
  newAccessTokenSchema,
  type AccessToken,
  type CreatedAccessToken,
  type NewAccessToken,
} from '../../../contract/accounts/accessToken.ts';
import type { AccessTokenDraft } from '../../../contract/accounts/accessTokenDraft.ts';
import {
  confirmActions,
  confirmBefore,
  onConfirmFailure,
  type ConfirmContext,
  type ConfirmEvent,
  type ConfirmTag,
} from '../../parts/confirm.ts';
import { draftFormOf } from '../../parts/draftForm.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { FormContext, FormEvent } from '../../parts/form.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { askForProof, checkIdentity, needsProof, type IdentityEvent } from '../identityCheck/checkIdentity.ts';
import { identityCheckMachine } from '../identityCheck/identityCheck.machine.ts';

interface AccessTokensContext
  extends FormContext<AccessTokenDraft, keyof NewAccessToken>, ConfirmContext, Pick<ScreenInput, 'port'> {
  tokens: readonly AccessToken[];
  /** The token that was just created; it is in no other place. */
  created: CreatedAccessToken | null;
  /** The token that the user wants to revoke. */
  revoked: AccessToken | null;
}

type AccessTokensEvent =
  | FormEvent<AccessTokenDraft>
  | ConfirmEvent
  | IdentityEvent
  | { type: 'tokens.retried' }
  | { type: 'token.dismissed' }
  | { type: 'revocation.requested'; token: AccessToken };

const emptyDraft: AccessTokenDraft = { name: '', scopes: [], days: 30 };

const requestOf = ({ values: { name, scopes, days } }: AccessTokensContext): NewAccessToken => ({
  name: name.trim(),
  scopes: [...scopes],
  expires_in_days: days,
});

const form = draftFormOf({
  schema: newAccessTokenSchema,
  request: requestOf,
  requestField: { days: 'expires_in_days' },
});

export const accessTokensMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as AccessTokensContext,
    events: {} as AccessTokensEvent,
    children: {} as { check: 'identityCheck' },
    tags: {} as 'busy' | ConfirmTag,
  },
  actors: {
    ...form.actors,
    identityCheck: identityCheckMachine,
    listTokens: unprovided<readonly AccessToken[]>('listTokens'),
    createToken: unprovided<CreatedAccessToken, NewAccessToken>('createToken'),
    revokeToken: unprovided<void, Pick<AccessToken, 'id'>>('revokeToken'),
  },
  delays: form.delays,
  guards: { ...form.guards, needsProof },
  actions: {
    ...form.actions<AccessTokensEvent>(),
    ...confirmActions<AccessTokensContext, AccessTokensEvent>(),
    keepTokens: assign((_, { tokens }: { tokens: readonly AccessToken[] }) => ({ tokens })),
    keepCreated: assign((_, { created }: { created: CreatedAccessToken }) => ({ created, values: emptyDraft })),
    forgetCreated: assign({ created: null }),
    keepRevoked: assign((_, { token }: { token: AccessToken }) => ({ revoked: token })),
    announceRevocation: sendTo(({ context }) => context.port, successToast('Access token revoked')),
  },
}).createMachine({
  id: 'accessTokens',
  description: 'The user’s access tokens for the API: creates one, which is shown once, and revokes one.',
  context: ({ input: { port } }) => ({
    port,
    values: emptyDraft,
    fieldErrors: {},
    failure: null,
    confirmFailure: null,
    tokens: [],
    created: null,
    revoked: null,
  }),
  initial: 'loadingDraft',
  states: {
    loadingDraft: form.loadDraft.to('loading'),
    loading: {
      entry: 'clearFailure',
      invoke: {
        id: 'tokens',
        src: 'listTokens',
        onDone: {
          target: 'ready.unsaved',
          actions: { type: 'keepTokens', params: ({ event }) => ({ tokens: event.output }) },
        },
        onError: onFailure('failed'),
      },
    },
    failed: { on: { 'tokens.retried': { target: 'loading' } } },
    ready: {
      ...form.editing,
      on: {
        ...form.submitTo('creating'),
        'revocation.requested': {
          target: 'confirmingRevocation',
          actions: { type: 'keepRevoked', params: ({ event }) => event },
        },
      },
    },
    creating: {
      tags: 'busy',
      invoke: {
        id: 'creation',
        src: 'createToken',
        input: ({ context }) => requestOf(context),
        onDone: {
          target: 'created',
          actions: { type: 'keepCreated', params: ({ event }) => ({ created: event.output }) },
        },
        onError: [askForProof('checkingIdentity'), onFailure('ready.unsaved', 'The form stays as it was filled in.')],
      },
    },
    checkingIdentity: checkIdentity('creating', 'ready.unsaved'),
    created: {
      description: 'The token is on screen, once.',
      invoke: {
        id: 'forgetting',
        src: 'deleteDraft',
        onError: { description: 'The next token starts with the values of this one.' },
      },
      on: { 'token.dismissed': { target: 'loading', actions: 'forgetCreated' } },
    },
    confirmingRevocation: confirmBefore('revoking', 'ready.unsaved'),
    revoking: {
      tags: 'confirmed',
      invoke: {
        id: 'revocation',
        src: 'revokeToken',
        input: ({ context }) => ({ id: context.revoked?.id ?? '' }),
        onDone: { target: 'loading', actions: 'announceRevocation' },
        onError: onConfirmFailure('confirmingRevocation'),
      },
    },
  },
});
