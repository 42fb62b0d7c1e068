import { assign, sendTo } from 'xstate';
import { passwordChangeSchema, type PasswordChange } from '../../../contract/accounts/newCredentials.ts';
import { failureOf } from '../../../contract/common/apiError.ts';
import { keepThrown, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, submitTo, type FormEvent } from '../../parts/form.ts';
import {
  isPasswordField,
  keepChangeOrPassword,
  keepNewStrength,
  newPasswordActions,
  newPasswordGuards,
  onceStrengthIsKnown,
  watchStrength,
  type NewPasswordContext,
} from '../../parts/passwordStrength/newPassword.ts';
import { passwordStrengthMachine } from '../../parts/passwordStrength/passwordStrength.machine.ts';
import { noStrength, type StrengthChanged } from '../../parts/passwordStrength/strength.ts';
import { resourceChanged } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { askForProof, checkIdentity, needsProof, type IdentityEvent } from '../identityCheck/checkIdentity.ts';
import { identityCheckMachine } from '../identityCheck/identityCheck.machine.ts';

type Values = Record<keyof PasswordChange, string>;

interface PasswordChangeContext extends NewPasswordContext<Values>, Pick<ScreenInput, 'port'> {
  /** The server takes a new password only with the current one. */
  asksCurrent: boolean;
  /** The server takes a new password only with a code, which it has mailed. */
  asksCode: boolean;
}

type PasswordChangeEvent = FormEvent<Values> | IdentityEvent | StrengthChanged;

const empty: Pick<PasswordChangeContext, 'values' | 'asksCurrent' | 'asksCode'> = {
  values: { password: '', currentPassword: '', nonce: '' },
  asksCurrent: false,
  asksCode: false,
};

/** What the server is sent: only what it asked for. */
const requestOf = ({ values, asksCurrent, asksCode }: PasswordChangeContext): PasswordChange => ({
  password: values.password,
  ...(asksCurrent && { currentPassword: values.currentPassword }),
  ...(asksCode && { nonce: values.nonce }),
});

const form = formOf({ schema: passwordChangeSchema, request: requestOf });

const hasCode = (error: unknown, code: string): boolean => failureOf(error).code === code;

export const passwordChangeMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as PasswordChangeContext,
    events: {} as PasswordChangeEvent,
    children: {} as { strength: 'passwordStrength'; check: 'identityCheck' },
    tags: {} as 'busy',
  },
  actors: {
    passwordStrength: passwordStrengthMachine,
    identityCheck: identityCheckMachine,
    changePassword: unprovided<void, PasswordChange>('changePassword'),
    /** Has an email sent with a code. */
    requestCode: unprovided<void>('requestCode'),
  },
  guards: {
    isPassword: isPasswordField,
    isComplete: form.isComplete,
    needsProof,
    needsCurrent: (_, { error }: { error: unknown }) => hasCode(error, 'current_password_required'),
    needsCode: (_, { error }: { error: unknown }) => hasCode(error, 'reauthentication_needed'),
    ...newPasswordGuards,
  },
  actions: {
    ...form.actions<PasswordChangeEvent>(),
    ...newPasswordActions<PasswordChangeContext, PasswordChangeEvent>(),
    askCurrent: assign({ asksCurrent: true }),
    askCode: assign({ asksCode: true }),
    clearForm: assign(empty),
    announceChange: sendTo(({ context }) => context.port, successToast('Password changed')),
    readSessions: sendTo(({ context }) => context.port, resourceChanged('accountSessions')),
  },
}).createMachine({
  id: 'passwordChange',
  description: 'Changes the password of a signed-in user, with the proofs that the server asks for.',
  context: ({ input: { port } }) => ({ port, ...empty, strength: noStrength, fieldErrors: {}, failure: null }),
  invoke: watchStrength,
  on: { 'strength.changed': keepNewStrength },
  initial: 'filling',
  states: {
    filling: {
      initial: 'editing',
      on: {
        'field.changed': keepChangeOrPassword,
      },
      states: {
        editing: { on: { 'form.submitted': submitTo('awaitingStrength') } },
        awaitingStrength: { tags: 'busy', always: onceStrengthIsKnown('#passwordChange.saving', 'editing') },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'change',
        src: 'changePassword',
        input: ({ context }) => requestOf(context),
        onDone: {
          target: 'filling',
          actions: [
            'clearForm',
            { type: 'askForStrength', params: { password: '' } },
            'announceChange',
            'readSessions',
          ],
          description: 'The other sessions of the user have ended.',
        },
        onError: [
          askForProof('checkingIdentity'),
          {
            guard: { type: 'needsCurrent', params: ({ event }) => ({ error: event.error }) },
            target: 'filling',
            actions: [keepThrown, 'askCurrent'],
            description: 'A setting of the server, which does not apply to users without a password.',
          },
          {
            guard: { type: 'needsCode', params: ({ event }) => ({ error: event.error }) },
            target: 'requestingCode',
            actions: keepThrown,
            description: 'The user signed in too long ago.',
          },
          onFailure('filling', 'The typed values stay.'),
        ],
      },
    },
    checkingIdentity: checkIdentity('filling.awaitingStrength', 'filling'),
    requestingCode: {
      tags: 'busy',
      invoke: {
        id: 'code',
        src: 'requestCode',
        onDone: { target: 'filling', actions: 'askCode' },
        onError: onFailure('filling', 'Another attempt requests the email again.'),
      },
    },
  },
});
