import { assign } from 'xstate';
import {
  phoneOf,
  phoneRequestSchema,
  phoneSignInSchema,
  type PhoneCredentials,
  type PhoneRequest,
} from '../../../contract/accounts/phone.ts';
import { fieldErrorsOf, hasFieldErrors } from '../../../contract/common/fieldErrors.ts';
import { cannotFail, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';
import {
  pendingCode,
  pendingCodeActions,
  followPendingCode,
  isSmsUnderWay,
  loadPendingCode,
  sentBefore,
  type PendingCodeRead,
  type PendingCodeContext,
} from '../sentCode/pendingCode.ts';
import { sentCodeMachine, smsCodeInput, type CodeAccepted } from '../sentCode/sentCode.machine.ts';

interface PhoneSignInContext
  extends FormContext<PhoneCredentials>, PendingCodeContext, Pick<ScreenInput, 'config' | 'now'> {}

type PhoneSignInEvent =
  | FormEvent<PhoneCredentials>
  | PendingCodeRead
  | { type: 'code.requested' }
  | { type: 'form.reopened' }
  | CodeAccepted;

const form = formOf({ schema: phoneSignInSchema, request: ({ values }: PhoneSignInContext) => values });

/** A user who asks for a code needs no password. */
const phoneErrorsIn = ({ values: { phone } }: PhoneSignInContext) => fieldErrorsOf(phoneRequestSchema, { phone });

export const phoneSignInMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as PhoneSignInContext,
    events: {} as PhoneSignInEvent,
    children: {} as { code: 'sentCode' },
    tags: {} as 'busy',
  },
  actors: {
    sentCode: sentCodeMachine,
    pendingCode,
    signIn: unprovided<void, PhoneCredentials>('signIn'),
    requestCode: unprovided<void, PhoneRequest>('requestCode'),
  },
  guards: {
    isComplete: form.isComplete,
    isUnderWay: isSmsUnderWay,
    hasPhone: ({ context }) => !hasFieldErrors(phoneErrorsIn(context)),
  },
  actions: {
    ...form.actions<PhoneSignInEvent>(),
    keepPhoneErrors: assign(({ context }) => ({ fieldErrors: phoneErrorsIn(context), failure: null })),
    ...pendingCodeActions<PhoneSignInContext, PhoneSignInEvent>('phone'),
    clearPassword: assign({ values: ({ context }) => ({ ...context.values, password: '' }) }),
  },
}).createMachine({
  id: 'phoneSignIn',
  description: 'Signs the user in with a phone number: with a password, or with the code of an SMS.',
  context: ({ input: { config, now } }) => ({
    config,
    now,
    sentAt: null,
    values: { phone: '', password: '' },
    fieldErrors: {},
    failure: null,
  }),
  invoke: followPendingCode,
  initial: 'reading',
  states: {
    reading: { on: loadPendingCode('codeSent', 'editing') },
    editing: {
      entry: 'forgetSending',
      on: {
        'field.changed': { actions: [keepChange, 'keepAddress'] },
        'form.submitted': submitTo('signingIn'),
        'code.requested': [
          {
            guard: 'hasPhone',
            target: 'requesting',
            actions: 'clearFailure',
            description: 'A code takes the place of the password.',
          },
          { actions: 'keepPhoneErrors', description: 'Nothing is sent to what cannot be a number.' },
        ],
      },
    },
    signingIn: {
      tags: 'busy',
      invoke: {
        id: 'credentials',
        src: 'signIn',
        input: ({ context: { values } }) => ({ phone: phoneOf(values), password: values.password }),
        onDone: { target: 'signedIn', actions: 'clearPassword' },
        onError: onFailure('editing', 'The typed values stay.'),
      },
    },
    requesting: {
      tags: 'busy',
      invoke: {
        id: 'request',
        src: 'requestCode',
        input: ({ context: { values } }) => ({ phone: phoneOf(values) }),
        onDone: { target: 'codeSent', description: 'Whether or not the account exists.' },
        onError: onFailure('editing', 'The typed values stay.'),
      },
    },
    codeSent: {
      description: 'The user types the code of the SMS.',
      invoke: {
        id: 'code',
        src: 'sentCode',
        input: ({ context, self }) => ({
          ...smsCodeInput(context, 'sms', self),
          ...sentBefore(context),
        }),
        onError: cannotFail.chart,
      },
      on: {
        'code.accepted': { target: 'signedIn', actions: 'clearPassword' },
        'form.reopened': { target: 'editing', actions: 'keepAddress', description: 'The user mistyped the number.' },
      },
    },
    signedIn: {
      tags: 'busy',
      description: 'The session has begun; access redirects to the page that the user wanted.',
    },
  },
});
