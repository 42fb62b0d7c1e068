import { codeLength, oneTimeCodeSchema, type OneTimeCode } from '../../contract/accounts/oneTimeCode.ts';
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
