import * as v from 'valibot';
import { withoutNul } from '../common/withoutNul.ts';

const expressionMaxLength = 2_000;

/** SQL that is written by hand; empty for none. */
export const expressionSchema = v.pipe(v.string(), v.trim(), v.maxLength(expressionMaxLength), withoutNul);
