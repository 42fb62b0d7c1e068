import { codeLength, oneTimeCodeSchema, type OneTimeCode } from '../../contract/accounts/oneTimeCode.ts';
import { formOf, keepChange, submitTo, type FieldChange, type FormContext } from './form.ts';

/** Context of a form whose only field is a one-time code. */
export type CodeContext = FormContext<OneTimeCode>;

/** A form before anything is typed. */
export const emptyCode: CodeContext = { values: { code: '' }, fieldErrors: {}, failure: null };

/** A code is pasted with spaces, or as a part of its sentence. */
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').slice(0, codeLength);

/** The form of a one-time code: its guards, and its actions as `formOf` gives them. */
export function codeForm<Context extends CodeContext>() {
  const form = formOf({
    schema: oneTimeCodeSchema,
    request: ({ values }: Context) => values,
    change: (_, { value }) => ({ code: digitsOf(String(value)) }),
  });
  return {
    actions: form.actions,
    guards: {
      isComplete: form.isComplete,
      isLastDigit: ({ context }: { context: Context }, { value }: FieldChange<OneTimeCode>) =>
        digitsOf(value).length === codeLength && digitsOf(value) !== context.values.code,
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
