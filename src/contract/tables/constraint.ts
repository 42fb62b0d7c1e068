import * as v from 'valibot';
import { expressionSchema } from './expression.ts';

export const constraintKinds = ['primary key', 'unique', 'check', 'foreign key', 'exclude'] as const;

const constraintSchema = v.object({
  /** Its stored name; null for a new constraint. */
  storedName: v.nullable(v.string()),
  kind: v.picklist(constraintKinds),
  /** As SQL writes it after the constraint's name. */
  definition: v.pipe(expressionSchema, v.nonEmpty('Enter a condition.')),
});
export type Constraint = v.InferOutput<typeof constraintSchema>;

const constraintsMax = 500;

export const constraintsSchema = v.pipe(v.array(constraintSchema), v.maxLength(constraintsMax));
