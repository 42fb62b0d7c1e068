import { assign, sendTo } from 'xstate';
import { accountTiming } from '../../../contract/accounts/accountTiming.ts';
import type { PasswordCheck } from '../../../contract/accounts/passwordCheck.ts';
import type { Failure } from '../../../contract/common/apiError.ts';
import { passwordMaxLength } from '../../../contract/common/timing.ts';
import { failureIn } from '../failure.ts';
import { flowSetup } from '../flowSetup.ts';
import type { AppPort, Port } from '../port.ts';
import { unprovided } from '../unprovided.ts';
import type { Strength, StrengthChanged, StrengthVerdict } from './strength.ts';

export interface PasswordStrengthInput {
  /** The form that contains the password field. */
  form: Port<StrengthChanged>;
  port: AppPort;
}

interface PasswordStrengthContext extends PasswordStrengthInput {
  password: string;
  /** The last response; while a newer one is pending, the bar keeps showing it. */
  check: PasswordCheck | null;
}

const strengthOf = (verdict: StrengthVerdict, check: PasswordCheck | null): Strength => ({ verdict, check });

export const passwordStrengthMachine = flowSetup({
  types: {
    input: {} as PasswordStrengthInput,
    context: {} as PasswordStrengthContext,
    events: {} as { type: 'password.changed'; password: string },
  },
  actors: { checkPassword: unprovided<PasswordCheck, { password: string }>('checkPassword') },
  delays: { debounce: accountTiming.passwordCheckDebounceMs },
  guards: {
    isEmpty: ({ event }) => event.password === '',
    isTooLong: ({ event }) => event.password.length > passwordMaxLength,
  },
  actions: {
    keepPassword: assign({ password: ({ event }) => event.password }),
    keepCheck: assign((_, { check }: { check: PasswordCheck }) => ({ check })),
    clearCheck: assign({ check: null }),
    report: sendTo(
      ({ context }) => context.form,
      ({ context }, { verdict }: { verdict: StrengthVerdict }) => ({
        type: 'strength.changed' as const,
        strength: strengthOf(verdict, context.check),
      }),
    ),
    reportFailure: sendTo(
      ({ context }) => context.port,
      (_, { failure: { message, requestId } }: { failure: Failure }) => ({
        type: 'toast.requested' as const,
        toast: {
          tone: 'danger' as const,
          title: `Failed to check password strength: ${message}`,
          ...(requestId !== undefined && { requestId }),
        },
      }),
    ),
  },
}).createMachine({
  id: 'passwordStrength',
  description: 'The server’s estimate of how hard a new password is to guess.',
  context: ({ input }) => ({ ...input, password: '', check: null }),
  initial: 'empty',
  on: {
    'password.changed': [
      {
        guard: 'isEmpty',
        target: '.empty',
        actions: ['keepPassword', 'clearCheck'],
        description: 'An empty password scores 0 without a request.',
      },
      {
        guard: 'isTooLong',
        target: '.tooLong',
        actions: ['keepPassword', 'clearCheck'],
        description: 'A password above the maximum length is invalid, so its strength does not matter.',
      },
      {
        target: '.debouncing',
        reenter: true,
        actions: 'keepPassword',
        description: 'The latest password wins: a pending check is aborted.',
      },
    ],
  },
  states: {
    empty: { entry: { type: 'report', params: { verdict: 'empty' } } },
    tooLong: { entry: { type: 'report', params: { verdict: 'tooLong' } } },
    debouncing: {
      entry: { type: 'report', params: { verdict: 'awaited' } },
      after: { debounce: { target: 'checking' } },
    },
    checking: {
      invoke: {
        id: 'check',
        src: 'checkPassword',
        input: ({ context }) => ({ password: context.password }),
        onDone: { target: 'checked', actions: { type: 'keepCheck', params: ({ event }) => ({ check: event.output }) } },
        onError: {
          target: 'unchecked',
          actions: ['clearCheck', { type: 'reportFailure', params: failureIn }],
          description: 'The form can still be submitted: the server that receives the password decides.',
        },
      },
    },
    checked: { entry: { type: 'report', params: { verdict: 'checked' } } },
    unchecked: { entry: { type: 'report', params: { verdict: 'unchecked' } } },
  },
});
