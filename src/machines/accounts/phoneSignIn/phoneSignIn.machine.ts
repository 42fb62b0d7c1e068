import { assign, sendTo } from 'xstate';
import { accountTiming } from '../../../contract/accounts/accountTiming.ts';
import {
  phoneOf,
  phoneRequestSchema,
  phoneSignInSchema,
  type BegunPhoneSignIn,
  type PhoneCredentials,
  type PhoneRequest,
} from '../../../contract/accounts/phone.ts';
import { fieldErrorsOf, hasFieldErrors } from '../../../contract/common/fieldErrors.ts';
import { cannotFail, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import { sentCodeMachine, smsCodeInput, type CodeAccepted } from '../sentCode/sentCode.machine.ts';

/** What this tab has stored: the user may have reloaded the page. */
export interface BegunSignInRead {
  type: 'begun.loaded';
  begun: BegunPhoneSignIn | null;
}

/** To be stored. */
export interface NumberTyped {
  type: 'number.typed';
  phone: string;
}

interface PhoneSignInContext extends FormContext<PhoneCredentials>, Pick<ScreenInput, 'config' | 'now'> {
  /** When an SMS was requested before the page was loaded; null where this page requested it. */
  sentAt: number | null;
}

type PhoneSignInEvent =
  | FormEvent<PhoneCredentials>
  | BegunSignInRead
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
    /** Reports the stored sign-in once, and stores the number that it is sent. */
    begunSignIn: unprovidedSource<NumberTyped>('begunSignIn'),
    signIn: unprovided<void, PhoneCredentials>('signIn'),
    requestCode: unprovided<void, PhoneRequest>('requestCode'),
  },
  guards: {
    isComplete: form.isComplete,
    /** The SMS may still be on its way. */
    isUnderWay: ({ context }, { begun }: { begun: BegunPhoneSignIn | null }) =>
      begun !== null && begun.sentAt !== null && context.now() - begun.sentAt < accountTiming.begunSignInKeptMs,
    hasPhone: ({ context }) => !hasFieldErrors(phoneErrorsIn(context)),
  },
  actions: {
    ...form.actions<PhoneSignInEvent>(),
    keepPhoneErrors: assign(({ context }) => ({ fieldErrors: phoneErrorsIn(context), failure: null })),
    takeBegun: assign(({ context }, { begun }: { begun: BegunPhoneSignIn | null }) => ({
      values: { ...context.values, phone: begun?.phone ?? '' },
      sentAt: begun?.sentAt ?? null,
    })),
    keepNumber: sendTo(
      'begun',
      ({ context }) => ({ type: 'number.typed', phone: context.values.phone }) satisfies NumberTyped,
    ),
    forgetSending: assign({ sentAt: null }),
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
  invoke: { id: 'begun', src: 'begunSignIn', onError: cannotFail.watching },
  initial: 'reading',
  states: {
    reading: {
      on: {
        'begun.loaded': [
          {
            guard: { type: 'isUnderWay', params: ({ event }) => event },
            target: 'codeSent',
            actions: { type: 'takeBegun', params: ({ event }) => event },
            description: 'The page was reloaded while its user waited for the SMS.',
          },
          { target: 'editing', actions: { type: 'takeBegun', params: ({ event }) => event } },
        ],
      },
    },
    editing: {
      entry: 'forgetSending',
      on: {
        'field.changed': { actions: [keepChange, 'keepNumber'] },
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
          ...(context.sentAt !== null && { sentAt: context.sentAt }),
        }),
        onError: cannotFail.chart,
      },
      on: {
        'code.accepted': { target: 'signedIn', actions: 'clearPassword' },
        'form.reopened': { target: 'editing', actions: 'keepNumber', description: 'The user mistyped the number.' },
      },
    },
    signedIn: {
      tags: 'busy',
      description: 'The session has begun; access redirects to the page that the user wanted.',
    },
  },
});
