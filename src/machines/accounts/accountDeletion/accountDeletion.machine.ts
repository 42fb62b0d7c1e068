import { assign, sendTo } from 'xstate';
import {
  deleteAccountSchema,
  type AccountDeletion,
  type DeleteAccount,
} from '../../../contract/accounts/accountDeletion.ts';
import { href } from '../../../router/href.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { askForProof, checkIdentity, needsProof, type IdentityEvent } from '../identityCheck/checkIdentity.ts';
import { identityCheckMachine } from '../identityCheck/identityCheck.machine.ts';

interface AccountDeletionContext extends FormContext<DeleteAccount>, Pick<ScreenInput, 'port'> {
  /** What deleting the account would mean. */
  preview: AccountDeletion | null;
}

type AccountDeletionEvent = FormEvent<DeleteAccount> | IdentityEvent | { type: 'preview.requested' };

const form = formOf({ schema: deleteAccountSchema, request: ({ values }: AccountDeletionContext) => values });

export const accountDeletionMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as AccountDeletionContext,
    events: {} as AccountDeletionEvent,
    children: {} as { check: 'identityCheck' },
    tags: {} as 'busy',
  },
  actors: {
    identityCheck: identityCheckMachine,
    previewDeletion: unprovided<AccountDeletion>('previewDeletion'),
    deleteAccount: unprovided<void, DeleteAccount>('deleteAccount'),
  },
  guards: {
    /** The server compares them too. */
    isComplete: ({ context: { preview, values } }) =>
      preview !== null && values.confirmation.trim().toLowerCase() === preview.confirmation.toLowerCase(),
    isBlocked: (_, { preview }: { preview: AccountDeletion }) => preview.obstacles.length > 0,
    needsProof,
  },
  actions: {
    ...form.actions<AccountDeletionEvent>(),
    keepFieldErrors: assign({
      fieldErrors: ({ context }) => ({ confirmation: `Type ${context.preview?.confirmation ?? 'it'} to confirm.` }),
      failure: null,
    }),
    keepPreview: assign((_, { preview }: { preview: AccountDeletion }) => ({ preview })),
    announceEnd: sendTo(({ context }) => context.port, successToast('Account deleted')),
    signOut: sendTo(({ context }) => context.port, { type: 'navigation.requested', to: href('signOut') }),
  },
}).createMachine({
  id: 'accountDeletion',
  description: 'Deletes the account of the user, who types its email address and proves who they are.',
  context: ({ input: { port } }) => ({
    port,
    preview: null,
    values: { confirmation: '' },
    fieldErrors: {},
    failure: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      entry: 'clearFailure',
      invoke: {
        id: 'preview',
        src: 'previewDeletion',
        onDone: [
          {
            guard: { type: 'isBlocked', params: ({ event }) => ({ preview: event.output }) },
            target: 'blocked',
            actions: { type: 'keepPreview', params: ({ event }) => ({ preview: event.output }) },
            description: 'An organization would be left without an owner.',
          },
          {
            target: 'ready',
            actions: { type: 'keepPreview', params: ({ event }) => ({ preview: event.output }) },
          },
        ],
        onError: onFailure('failed'),
      },
    },
    failed: { on: { 'preview.requested': { target: 'loading' } } },
    blocked: { on: { 'preview.requested': { target: 'loading' } } },
    ready: {
      on: {
        'field.changed': { actions: keepChange },
        'form.submitted': submitTo('deleting'),
      },
    },
    deleting: {
      tags: 'busy',
      invoke: {
        id: 'deletion',
        src: 'deleteAccount',
        input: ({ context }) => context.values,
        onDone: { target: 'deleted', actions: ['announceEnd', 'signOut'] },
        onError: [askForProof('checkingIdentity'), onFailure('ready')],
      },
    },
    checkingIdentity: checkIdentity('deleting', 'ready'),
    deleted: { tags: 'busy', description: 'Signing out clears what this browser has stored.' },
  },
});
