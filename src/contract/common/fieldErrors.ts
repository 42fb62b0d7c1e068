import * as v from 'valibot';

/** Validation messages by the form field that shows them. */
export type FieldErrors<Field extends string = string> = Readonly<Partial<Record<Field, string>>>;

/** The first error of each field that the schema refuses; empty when it accepts the value. */
export function fieldErrorsOf<Values extends object>(
  schema: v.GenericSchema<Values, unknown>,
  values: Values,
): FieldErrors<Extract<keyof Values, string>> {
  const checked = v.safeParse(schema, values);
  const fieldErrors: Record<string, string> = {};
  for (const issue of checked.issues ?? []) fieldErrors[String(issue.path?.[0]?.key)] ??= issue.message;
  return fieldErrors as FieldErrors<Extract<keyof Values, string>>;
}

export const hasFieldErrors = (fieldErrors: FieldErrors): boolean => Object.keys(fieldErrors).length > 0;

/** The same object where the field has no error, so that nothing seems to have been found. */
export function withoutFieldError<Field extends string>(
  fieldErrors: FieldErrors<Field>,
  field: Field,
): FieldErrors<Field> {
  if (!Object.hasOwn(fieldErrors, field)) return fieldErrors;
  const { [field]: _, ...others } = fieldErrors;
  return others as FieldErrors<Field>;
}
