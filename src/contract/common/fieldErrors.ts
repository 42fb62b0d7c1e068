import * as v from 'valibot';

/** What is wrong with a form, in words, by the field it is shown at. */
export type FieldErrors<Field extends string = string> = Readonly<Partial<Record<Field, string>>>;

/** The first problem of every field that the schema refuses; nothing when it accepts. */
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

export function withoutFieldError<Field extends string>(
  fieldErrors: FieldErrors<Field>,
  field: Field,
): FieldErrors<Field> {
  const { [field]: _, ...others } = fieldErrors;
  return others as FieldErrors<Field>;
}
