import { assign, sendTo, type AnyActorRef, type EventObject } from 'xstate';
import { cannotFail } from '../failure.ts';
import { keepChange, type FormContext } from '../form.ts';
import type { AppPort } from '../port.ts';
import type { PasswordStrengthInput } from './passwordStrength.machine.ts';
import { isAcceptable, strengthProblem, type Strength } from './strength.ts';

/** Context of a form with a new password, whose strength the child `strength` reports. */
export interface NewPasswordContext<Values extends { password: string }> extends FormContext<Values> {
  strength: Strength;
}

interface WithStrength {
  context: Pick<NewPasswordContext<{ password: string }>, 'strength'>;
}

/** The guards of a form with a new password. */
export const newPasswordGuards = {
  isStrongEnough: ({ context }: WithStrength) => isAcceptable(context.strength),
  isTooWeak: ({ context }: WithStrength) => strengthProblem(context.strength) !== null,
};

/** The guard `isPassword` of a form with other fields too. */
export const isPasswordField = (_: unknown, { field }: { field: string }): boolean => field === 'password';

/** The actions of a form with a new password. */
export const newPasswordActions = <
  Context extends NewPasswordContext<{ password: string }>,
  Event extends EventObject,
>() => ({
  keepStrength: assign<Context, Event, { strength: Strength }, Event, never>(
    (_, { strength }) => ({ strength }) as Partial<Context>,
  ),
  keepWeakPassword: assign<Context, Event, undefined, Event, never>(
    ({ context }) => ({ fieldErrors: { password: strengthProblem(context.strength) ?? '' } }) as Partial<Context>,
  ),
  askForStrength: sendTo<Context, Event, { password: string }, AnyActorRef, Event>(
    'strength',
    (_: unknown, { password }: { password: string }) => ({
      type: 'password.changed' as const,
      password,
    }),
  ),
});

/** Forgets a password that has served its purpose, in a form that stays. */
export const clearNewPassword = <
  Context extends NewPasswordContext<{ password: string }>,
  Event extends EventObject,
>() =>
  assign<Context, Event, undefined, Event, never>(
    ({ context }) => ({ values: { ...context.values, password: '' } }) as Partial<Context>,
  );

/** The `invoke` of the child `strength`. */
export const watchStrength = {
  id: 'strength',
  src: 'passwordStrength',
  input: ({ context, self }: { context: { port: AppPort }; self: PasswordStrengthInput['form'] }) => ({
    form: self,
    port: context.port,
  }),
  onError: cannotFail.chart,
} as const;

/** The transition for `strength.changed`. */
export const keepNewStrength = {
  actions: { type: 'keepStrength', params: ({ event }: { event: { strength: Strength } }) => event },
} as const;

/** The actions for `field.changed` of the password. */
export const keepNewPassword = [
  keepChange,
  {
    type: 'askForStrength',
    params: ({ event }: { event: { value: string } }) => ({ password: event.value }),
  },
] as const;

/** The transition for `field.changed` of the password. It begins to edit again, as each change does. */
export const keepPasswordChange = {
  guard: { type: 'isPassword', params: ({ event }: { event: { field: string } }) => event },
  target: '.editing',
  actions: keepNewPassword,
} as const;

/** The transitions for `field.changed` of a form with other fields too. */
export const keepChangeOrPassword = [keepPasswordChange, { target: '.editing', actions: keepChange }] as const;

/** The transitions of the state in which a submitted form awaits the strength of its password. */
export const onceStrengthIsKnown = <const Target extends string, const Back extends string>(
  target: Target,
  back: Back,
) =>
  [
    {
      guard: 'isStrongEnough',
      target,
      description: 'The password is strong enough, or the check is unavailable and the server decides.',
    },
    { guard: 'isTooWeak', target: back, actions: 'keepWeakPassword' },
  ] as const;
