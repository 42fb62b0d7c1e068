import * as v from 'valibot';
import { isRecord } from './isRecord.ts';

/**
 * Values by names that users choose, such as those of columns. `v.record` drops the keys `constructor`, `prototype` and
 * `__proto__`.
 */
export const recordByName = <Value extends v.GenericSchema>(value: Value) =>
  v.pipe(
    v.custom<Readonly<Record<string, v.InferInput<Value>>>>(isRecord, 'Expected an object.'),
    v.rawTransform(({ dataset: { value: input }, addIssue, NEVER }): Record<string, v.InferOutput<Value>> => {
      const parsed = Object.entries(input).map(([key, item]) => ({ key, item, ...v.safeParse(value, item) }));
      const failed = parsed.filter(({ success }) => !success);
      for (const { key, item, issues = [] } of failed)
        for (const { message, path = [] } of issues)
          addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: item }, ...path] });
      // Defines every key, also `__proto__`, instead of assigning it.
      return failed.length > 0 ? NEVER : Object.fromEntries(parsed.map(({ key, output }) => [key, output]));
    }),
    v.description('object by name'),
  );
