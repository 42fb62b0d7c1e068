import { assign, sendTo } from 'xstate';
import { ownQuery, type LinkOutcome } from '../../../contract/accounts/emailLink.ts';
import { emailRequestSchema, type EmailRequest } from '../../../contract/accounts/emailRequest.ts';
import { cleanAddressOf, hasBegun, isWithoutLink, linkFailure, openLink } from '../../parts/emailLink.ts';
import { cannotFail, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';
import {
  addressForm,
  pendingCode,
  pendingCodeActions,
  followPendingCode,
  isEmailUnderWay,
  sentBefore,
  takePendingCode,
  type PendingCodeRead,
  type PendingCodeContext,
} from '../sentCode/pendingCode.ts';
import { sentCodeInput, sentCodeMachine, type CodeAccepted } from '../sentCode/sentCode.machine.ts';

interface EmailSignInContext
  extends FormContext<EmailRequest>, PendingCodeContext, Pick<ScreenInput, 'port' | 'query' | 'config' | 'now'> {}

type EmailSignInEvent =
  | FormEvent<EmailRequest>
  | { type: 'form.reopened' }
  | { type: 'link.retried' }
  | PendingCodeRead
  | CodeAccepted;

const form = formOf({ schema: emailRequestSchema, request: ({ values }: EmailSignInContext) => values });

export const emailSignInMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as EmailSignInContext,
    events: {} as EmailSignInEvent,
    children: {} as { code: 'sentCode' },
    tags: {} as 'busy',
  },
  actors: {
    sentCode: sentCodeMachine,
    pendingCode,
    openLink,
    requestSignIn: unprovided<void, EmailRequest & Pick<ScreenInput, 'query'>>('requestSignIn'),
  },
  guards: {
    isComplete: form.isComplete,
    isSignedIn: hasBegun,
    isWithoutLink,
    isStillUnderWay: (args, { outcome }: { outcome: LinkOutcome }) =>
      isWithoutLink(args, { outcome }) && isEmailUnderWay(args, args.context),
  },
  actions: {
    ...form.actions<EmailSignInEvent>(),
    ...pendingCodeActions<EmailSignInContext, EmailSignInEvent>('email'),
    keepOutcome: assign(linkFailure),
    cleanAddress: sendTo(
      ({ context }) => context.port,
      ({ context }) => cleanAddressOf('emailSignIn', context),
    ),
  },
}).createMachine({
  id: 'emailSignIn',
  description: 'Signs the user in with the link or the code of an email, without a password.',
  context: ({ input: { port, query, config, now } }) => ({
    port,
    query,
    config,
    now,
    values: { email: '' },
    fieldErrors: {},
    failure: null,
    sentAt: null,
  }),
  invoke: followPendingCode,
  initial: 'reading',
  states: {
    reading: { on: { 'pendingCode.loaded': { target: 'opening', actions: takePendingCode } } },
    opening: {
      entry: ['clearFailure', 'cleanAddress'],
      description: 'The user followed the link of an email, or wants to request one.',
      invoke: {
        id: 'link',
        src: 'openLink',
        input: ({ context }) => ({ query: context.query }),
        onDone: [
          {
            guard: { type: 'isSignedIn', params: ({ event }) => ({ outcome: event.output }) },
            target: 'signedIn',
            description: 'This browser requested the email.',
          },
          {
            guard: { type: 'isStillUnderWay', params: ({ event }) => ({ outcome: event.output }) },
            target: 'mailSent',
            description: 'The page was reloaded while its user waited for the email.',
          },
          {
            guard: { type: 'isWithoutLink', params: ({ event }) => ({ outcome: event.output }) },
            target: 'editing',
            description: 'The user comes from the sign-in page.',
          },
          {
            target: 'unopened',
            actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: event.output }) },
            description: 'Another browser requested the email, or the server is unreachable.',
          },
        ],
        onError: onFailure('unopened', 'The link has expired or was used.'),
      },
    },
    unopened: {
      description: 'The link did not begin a session.',
      on: {
        'link.retried': { target: 'opening' },
        'form.reopened': { target: 'editing', actions: 'clearFailure', description: 'The user wants another email.' },
      },
    },
    editing: addressForm('requesting'),
    requesting: {
      tags: 'busy',
      invoke: {
        id: 'request',
        src: 'requestSignIn',
        input: ({ context }) => ({ email: context.values.email.trim(), query: ownQuery(context.query) }),
        onDone: { target: 'mailSent', description: 'Whether or not the account exists.' },
        onError: onFailure('editing', 'The typed address stays.'),
      },
    },
    mailSent: {
      description: 'The link signs in in the same browser; the code works wherever the email is read.',
      invoke: {
        id: 'code',
        src: 'sentCode',
        input: ({ context, self }) => ({
          ...sentCodeInput(context, 'email', self, ownQuery(context.query)),
          ...sentBefore(context),
        }),
        onError: cannotFail.chart,
      },
      on: {
        'code.accepted': { target: 'signedIn' },
        'form.reopened': { target: 'editing', actions: 'keepAddress', description: 'The user mistyped the address.' },
      },
    },
    signedIn: {
      tags: 'busy',
      description: 'The session has begun; access redirects to the page that the user wanted.',
    },
  },
});
