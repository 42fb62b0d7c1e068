import { sendTo } from 'xstate';
import { emailRequestSchema, type EmailRequest } from '../../../contract/accounts/emailRequest.ts';
import { href } from '../../../router/href.ts';
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
  loadPendingCode,
  sentBefore,
  type PendingCodeRead,
  type PendingCodeContext,
} from '../sentCode/pendingCode.ts';
import { sentCodeInput, sentCodeMachine, type CodeAccepted } from '../sentCode/sentCode.machine.ts';

interface ForgotPasswordContext
  extends FormContext<EmailRequest>, PendingCodeContext, Pick<ScreenInput, 'port' | 'query' | 'config' | 'now'> {}

type ForgotPasswordEvent = FormEvent<EmailRequest> | { type: 'form.reopened' } | PendingCodeRead | CodeAccepted;

const form = formOf({ schema: emailRequestSchema, request: ({ values }: ForgotPasswordContext) => values });

export const forgotPasswordMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as ForgotPasswordContext,
    events: {} as ForgotPasswordEvent,
    children: {} as { code: 'sentCode' },
    tags: {} as 'busy',
  },
  actors: {
    sentCode: sentCodeMachine,
    pendingCode,
    requestRecovery: unprovided<void, EmailRequest & Pick<ScreenInput, 'query'>>('requestRecovery'),
  },
  guards: { isComplete: form.isComplete, isUnderWay: isEmailUnderWay },
  actions: {
    ...form.actions<ForgotPasswordEvent>(),
    ...pendingCodeActions<ForgotPasswordContext, ForgotPasswordEvent>('email'),
    openResetPassword: sendTo(
      ({ context }) => context.port,
      ({ context }) => ({
        type: 'navigation.requested' as const,
        to: href('resetPassword', {}, context.query),
        replace: true,
      }),
    ),
  },
}).createMachine({
  id: 'forgotPassword',
  description: 'Sends an email with a link and a code that lead to a new password.',
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
    reading: { on: loadPendingCode('mailSent', 'editing') },
    editing: addressForm('requesting'),
    requesting: {
      tags: 'busy',
      invoke: {
        id: 'request',
        src: 'requestRecovery',
        input: ({ context }) => ({ email: context.values.email.trim(), query: context.query }),
        onDone: {
          target: 'mailSent',
          description: 'The server says the same whether or not the account exists, so that it gives none away.',
        },
        onError: onFailure('editing', 'The typed address stays.'),
      },
    },
    mailSent: {
      description: 'The link opens the reset page in the same browser; the code works wherever the email is read.',
      invoke: {
        id: 'code',
        src: 'sentCode',
        input: ({ context, self }) => ({ ...sentCodeInput(context, 'recovery', self), ...sentBefore(context) }),
        onError: cannotFail.chart,
      },
      on: {
        'code.accepted': { target: 'verified', actions: 'openResetPassword' },
        'form.reopened': { target: 'editing', actions: 'keepAddress', description: 'The user mistyped the address.' },
      },
    },
    verified: { tags: 'busy', description: 'A session has begun; the reset page takes over.' },
  },
});
