import * as v from 'valibot';

/** What is wrong with a form, in words, by the field it is shown at. */
export type Problems<Field extends string = string> = Readonly<Partial<Record<Field, string>>>;

/** The first problem of every field that the schema refuses; nothing when it accepts. */
export function problemsOf<Values extends object>(
  schema: v.GenericSchema<Values, unknown>,
  values: Values,
): Problems<Extract<keyof Values, string>> {
  const checked = v.safeParse(schema, values);
  const problems: Record<string, string> = {};
  for (const issue of checked.issues ?? []) problems[String(issue.path?.[0]?.key)] ??= issue.message;
  return problems as Problems<Extract<keyof Values, string>>;
}

export const hasProblems = (problems: Problems): boolean => Object.keys(problems).length > 0;

export function withoutProblem<Field extends string>(problems: Problems<Field>, field: Field): Problems<Field> {
  const { [field]: _, ...others } = problems;
  return others as Problems<Field>;
}
