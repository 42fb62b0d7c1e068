import * as v from 'valibot';
import type { FieldErrors } from './fieldErrors.ts';

/** The first error of each field of the items in a list, by place; undefined for items that the schema accepts. */
export function itemErrorsOf<Values extends object>(
  schema: v.GenericSchema<Values, unknown>,
  values: Values,
  list: Extract<keyof Values, string>,
): readonly (FieldErrors | undefined)[] {
  const errors: Record<string, string>[] = [];
  for (const { path, message } of v.safeParse(schema, values).issues ?? []) {
    const [field, item, itemField] = path ?? [];
    if (field?.key !== list || itemField === undefined) continue;
    (errors[Number(item?.key)] ??= {})[String(itemField.key)] ??= message;
  }
  return errors;
}
