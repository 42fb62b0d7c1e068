import { assign, sendTo } from 'xstate';
import { ownQuery } from '../../../contract/accounts/emailLink.ts';
import { newPasswordSchema, type NewPassword } from '../../../contract/accounts/newCredentials.ts';
import { returnTargetOf } from '../../../router/addresses.ts';
import { href } from '../../../router/href.ts';
import { cleanAddressOf, hasBegun, linkFailure, openLink } from '../../parts/emailLink.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, submitTo, type FormEvent } from '../../parts/form.ts';
import {
  clearNewPassword,
  keepNewPassword,
  keepNewStrength,
  newPasswordActions,
  newPasswordGuards,
  onceStrengthIsKnown,
  watchStrength,
  type NewPasswordContext,
} from '../../parts/passwordStrength/newPassword.ts';
import { passwordStrengthMachine } from '../../parts/passwordStrength/passwordStrength.machine.ts';
import { noStrength, type StrengthChanged } from '../../parts/passwordStrength/strength.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';

interface ResetPasswordContext extends NewPasswordContext<NewPassword>, Pick<ScreenInput, 'port' | 'query'> {}

type ResetPasswordEvent = FormEvent<NewPassword> | { type: 'link.retried' } | StrengthChanged;

const form = formOf({ schema: newPasswordSchema, request: ({ values }: ResetPasswordContext) => values });

export const resetPasswordMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as ResetPasswordContext,
    events: {} as ResetPasswordEvent,
    children: {} as { strength: 'passwordStrength' },
    tags: {} as 'busy',
  },
  actors: {
    passwordStrength: passwordStrengthMachine,
    openLink,
    changePassword: unprovided<void, NewPassword>('changePassword'),
  },
  guards: {
    isRecovery: hasBegun,
    isComplete: form.isComplete,
    ...newPasswordGuards,
  },
  actions: {
    ...form.actions<ResetPasswordEvent>(),
    ...newPasswordActions<ResetPasswordContext, ResetPasswordEvent>(),
    clearPassword: clearNewPassword<ResetPasswordContext, ResetPasswordEvent>(),
    keepOutcome: assign(linkFailure),
    cleanAddress: sendTo(
      ({ context }) => context.port,
      ({ context }) => cleanAddressOf('resetPassword', context),
    ),
    announceChange: sendTo(({ context }) => context.port, successToast('Password changed')),
    openApp: sendTo(
      ({ context }) => context.port,
      ({ context }) => ({
        type: 'navigation.requested' as const,
        to: returnTargetOf(ownQuery(context.query)) ?? href('landing'),
        replace: true,
      }),
    ),
  },
}).createMachine({
  id: 'resetPassword',
  description: 'Sets a new password for a user who followed the link, or typed the code, of a recovery email.',
  context: ({ input: { port, query } }) => ({
    port,
    query,
    values: { password: '' },
    strength: noStrength,
    fieldErrors: {},
    failure: null,
  }),
  invoke: watchStrength,
  on: { 'strength.changed': keepNewStrength },
  initial: 'opening',
  states: {
    opening: {
      tags: 'busy',
      entry: ['clearFailure', 'cleanAddress'],
      description: 'The user followed the link, typed the code on the page before, or reloaded this one.',
      invoke: {
        id: 'link',
        src: 'openLink',
        input: ({ context }) => ({ query: context.query }),
        onDone: [
          {
            guard: { type: 'isRecovery', params: ({ event }) => ({ outcome: event.output }) },
            target: 'filling',
            description: 'The email proves who the user is, so the old password is not needed.',
          },
          {
            target: 'unproven',
            actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: event.output }) },
          },
        ],
        onError: onFailure('refused', 'The link has expired or was used.'),
      },
    },
    unproven: {
      description:
        'No session began with an email: another browser requested it, the server is unreachable, or the address was opened without a link.',
      on: { 'link.retried': { target: 'opening' } },
    },
    refused: { description: 'The link led nowhere: the user requests another email.' },
    filling: {
      initial: 'editing',
      on: {
        'field.changed': {
          target: '.editing',
          actions: keepNewPassword,
        },
      },
      states: {
        editing: { on: { 'form.submitted': submitTo('awaitingStrength') } },
        awaitingStrength: { tags: 'busy', always: onceStrengthIsKnown('#resetPassword.saving', 'editing') },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'change',
        src: 'changePassword',
        input: ({ context }) => ({ password: context.values.password }),
        onDone: { target: 'changed', actions: ['clearPassword', 'announceChange', 'openApp'] },
        onError: onFailure('filling', 'The typed password stays.'),
      },
    },
    changed: { tags: 'busy', description: 'The other sessions of the user have ended; this one continues.' },
  },
});
