import * as v from 'valibot';
import { passwordMaxLength } from './timing.ts';

/** The body is bounded generously: the 99-character rule is the form's, and its message comes from there. */
export const passwordCheckRequestSchema = v.object({ password: v.pipe(v.string(), v.maxLength(4 * passwordMaxLength)) });

export const passwordCheckSchema = v.object({
  result: v.object({
    score: v.picklist([0, 1, 2, 3, 4]),
    feedback: v.object({ suggestions: v.array(v.string()), warning: v.string() }),
  }),
});
export type PasswordCheck = v.InferOutput<typeof passwordCheckSchema>['result'];
