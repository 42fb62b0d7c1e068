import type { GenericSchema } from 'valibot';
import { assign, type EventObject } from 'xstate';
import { failureOf } from '../../contract/common/apiError.ts';
import {
  hasFieldErrors,
  fieldErrorsOf,
  withoutFieldError,
  type FieldErrors,
} from '../../contract/common/fieldErrors.ts';
import type { FailureContext } from './failure.ts';

/** What a machine with a form keeps. `Field` names the fields of the request, where they differ from those of the form. */
export interface FormContext<Values, Field extends string = Extract<keyof Values, string>> extends FailureContext {
  values: Values;
  /** What is wrong, by the field of the request. */
  fieldErrors: FieldErrors<Field>;
}

type AnyFormContext = FormContext<object, string>;

/** One field and its new value. */
export type FieldChange<Values> = {
  [Field in keyof Values]: { field: Field; value: Values[Field] };
}[keyof Values];

export type FormEvent<Values> = ({ type: 'field.changed' } & FieldChange<Values>) | { type: 'form.submitted' };

interface FormOptions<Context extends AnyFormContext, Request extends object> {
  schema: GenericSchema<Request, unknown>;
  /** What is sent; null while that is unknown. */
  request: (context: Context) => Request | null;
  /** The values after a change, where it changes more than its own field. */
  change?: (context: Context, change: FieldChange<Context['values']>) => Context['values'];
  /** Fields that the request calls by another name. */
  requestField?: Partial<Record<keyof Context['values'], keyof Context['fieldErrors']>>;
}

/**
 * The guard and the actions of a form: values, problems by field, a request that is sent only when its schema accepts it, and the
 * failure of the last attempt with the fields that the server refused. The states stay the machine's own.
 */
export function formOf<Context extends AnyFormContext, Request extends object>({
  schema,
  request,
  change = ({ values }, { field, value }) => ({ ...values, [field]: value }),
  requestField = {},
}: FormOptions<Context, Request>) {
  const fieldErrorsIn = (context: Context): FieldErrors => {
    const wanted = request(context);
    return wanted === null ? {} : fieldErrorsOf(schema, wanted);
  };
  const part = (changed: Partial<AnyFormContext>) => changed as Partial<Context>;
  return {
    isComplete: ({ context }: { context: Context }): boolean =>
      request(context) !== null && !hasFieldErrors(fieldErrorsIn(context)),
    actions: <Event extends EventObject>() => ({
      keepValue: assign<Context, Event, FieldChange<Context['values']>, Event, never>(({ context }, changed) =>
        part({
          values: change(context, changed),
          fieldErrors: withoutFieldError(context.fieldErrors, String(requestField[changed.field] ?? changed.field)),
        }),
      ),
      keepFieldErrors: assign<Context, Event, undefined, Event, never>(({ context }) =>
        part({ fieldErrors: fieldErrorsIn(context), failure: null }),
      ),
      clearFailure: assign<Context, Event, undefined, Event, never>(() => part({ fieldErrors: {}, failure: null })),
      keepFailure: assign<Context, Event, { error: unknown }, Event, never>(({ context }, { error }) => {
        const failure = failureOf(error);
        return part({ failure, fieldErrors: { ...context.fieldErrors, ...failure.fields } });
      }),
    }),
  };
}

/** The action for `field.changed`. */
export const keepChange = {
  type: 'keepValue',
  params: <Change>({ event }: { event: Change }) => event,
} as const;

/** The transition for a form that cannot be sent yet. */
export const incomplete = { actions: 'keepFieldErrors', description: 'Nothing is sent that cannot be right.' } as const;

/** The transitions for `form.submitted`. */
export const submitTo = <const Target extends string>(target: Target) =>
  [
    { guard: 'isComplete', target, actions: 'clearFailure', description: 'Its schema accepts what is sent.' },
    incomplete,
  ] as const;
