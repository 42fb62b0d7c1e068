import { assign, type EventObject } from 'xstate';
import {
  codeLength,
  oneTimeCodeSchema,
  type LimitFacts,
  type OneTimeCode,
} from '../../contract/accounts/oneTimeCode.ts';
import { failureOf } from '../../contract/common/apiError.ts';
import { keepThrown, onFailure } from './failure.ts';
import { formOf, keepChange, submitTo, type FieldChange, type FormContext } from './form.ts';

/** Context of a form whose only field is a one-time code. */
export type CodeContext = FormContext<OneTimeCode>;

/** A form before anything is typed. */
export const emptyCode: CodeContext = { values: { code: '' }, fieldErrors: {}, failure: null };

/** A code is pasted with spaces, or as a part of its sentence. */
const digitsOf = (text: string, length: number): string => text.replaceAll(/\D/g, '').slice(0, length);

/** The form of a one-time code of so many digits: its guards, and its actions as `formOf` gives them. */
export function codeForm<Context extends CodeContext>(lengthOf: (context: Context) => number = () => codeLength) {
  const form = formOf({
    schema: oneTimeCodeSchema,
    request: (context: Context) => ({ ...context.values, length: lengthOf(context) }),
    change: (context, { value }) => ({ code: digitsOf(String(value), lengthOf(context)) }),
  });
  return {
    actions: form.actions,
    guards: {
      isComplete: form.isComplete,
      isLastDigit: ({ context }: { context: Context }, { value }: FieldChange<OneTimeCode>) => {
        const [length, code] = [lengthOf(context), digitsOf(value, lengthOf(context))];
        return code.length === length && code !== context.values.code;
      },
    },
  };
}

/** Context of a form of a code that the server takes only so often. */
export interface LimitedContext {
  /** When the server takes another code after too many, in Unix milliseconds. */
  limitedUntil: number;
  now: () => number;
}

const retryAtIn = (error: unknown): number | undefined => (Object(error) as LimitFacts).retryAt;

/** The guard, the delay and the action of `onRefusal` and `limitedState`. */
export const codeLimit = <Context extends CodeContext & LimitedContext, Event extends EventObject>() => ({
  isLimited: (_: unknown, { error }: { error: unknown }): boolean =>
    failureOf(error).code === 'over_request_rate_limit' && retryAtIn(error) !== undefined,
  limitDelay: ({ context: { limitedUntil, now } }: { context: Context }): number => Math.max(0, limitedUntil - now()),
  keepLimit: assign<Context, Event, { error: unknown }, Event, never>(
    (_, { error }) => ({ limitedUntil: retryAtIn(error) ?? 0 }) as Partial<Context>,
  ),
});

const ofError = ({ event }: { event: { error: unknown } }) => ({ error: event.error });

/** The `onError` of a code's verification. */
export const onRefusal = <const Typing extends string, const Limited extends string>(
  typing: Typing,
  limited: Limited,
) =>
  [
    {
      guard: { type: 'isLimited', params: ofError },
      target: limited,
      actions: [keepThrown, { type: 'keepLimit', params: ofError }],
      description: 'Too many codes were tried.',
    },
    onFailure(typing, 'The typed digits stay, because one of them may be wrong.'),
  ] as const;

/** Nothing is sent before the server takes another code. */
export const limitedState = <const Typing extends string>(typing: Typing) =>
  ({
    on: { 'field.changed': { actions: keepChange } },
    after: { limitDelay: { target: typing, actions: 'clearFailure' } },
  }) as const;

/** The transitions of the state in which the code is typed. */
export const typeCode = <const Target extends string>(target: Target) =>
  ({
    'field.changed': [
      {
        guard: {
          type: 'isLastDigit',
          params: ({ event }: { event: FieldChange<OneTimeCode> }) => event,
        },
        target,
        actions: [keepChange, 'clearFailure'],
        description: 'Nothing is left to type, so the code is sent without a press of the button.',
      },
      { actions: keepChange },
    ],
    'form.submitted': submitTo(target),
  }) as const;
