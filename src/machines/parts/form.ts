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

/**
 * Context of a machine with a form. `Field` names the fields of the request, where they differ from those of the form.
 */
export interface FormContext<Values, Field extends string = Extract<keyof Values, string>> extends FailureContext {
  values: Values;
  /** Validation errors, by field of the request. */
  fieldErrors: FieldErrors<Field>;
}

type AnyFormContext = FormContext<object, string>;

/** One field and its new value. */
export type FieldChange<Values> = {
  [Field in keyof Values]: { field: Field; value: Values[Field] };
}[keyof Values];

export type FormEvent<Values> = ({ type: 'field.changed' } & FieldChange<Values>) | { type: 'form.submitted' };

export interface FormOptions<Context extends AnyFormContext, Request extends object> {
  schema: GenericSchema<Request, unknown>;
  /** The request body, which is the values unless it is given; null while it is unknown. */
  request?: (context: Context) => Request | null;
  /** The values after a change that affects more than its own field. */
  change?: (context: Context, change: FieldChange<Context['values']>) => Context['values'];
  /** Request names of fields that differ from those of the form. */
  requestField?: Partial<Record<keyof Context['values'], keyof Context['fieldErrors']>>;
}

/**
 * The guard and the actions of a form: values, errors by field, a request that is sent only when its schema accepts it,
 * and the failure of the last attempt with the fields that the server refused. The machine defines the states.
 */
export function formOf<Context extends AnyFormContext, Request extends object>({
  schema,
  request = ({ values }) => values as unknown as Request,
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
          // It says nothing about what is typed, and the server may be back.
          failure: context.failure?.unanswered ? null : context.failure,
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

/** The transition for a form that is not ready to be submitted. */
export const incomplete = { actions: 'keepFieldErrors', description: 'An invalid request is not sent.' } as const;

/** The transitions for `form.submitted`. */
export const submitTo = <const Target extends string>(target: Target) =>
  [
    { guard: 'isComplete', target, actions: 'clearFailure', description: 'The request matches its schema.' },
    incomplete,
  ] as const;
