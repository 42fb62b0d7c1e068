import * as v from 'valibot';
import { passwordMaxLength } from '../common/timing.ts';

/** A generous limit: the form enforces the 99-character rule and shows its message. */
export const passwordCheckRequestSchema = v.object({
  password: v.pipe(v.string(), v.maxLength(4 * passwordMaxLength)),
});

export const passwordCheckSchema = v.object({
  result: v.object({
    score: v.picklist([0, 1, 2, 3, 4]),
    feedback: v.object({ suggestions: v.array(v.string()), warning: v.string() }),
  }),
});
export type PasswordCheck = v.InferOutput<typeof passwordCheckSchema>['result'];
export type PasswordScore = PasswordCheck['score'];

export const passwordTooLong = {
  problem: `Password should be less than ${passwordMaxLength + 1} characters`,
  message: 'Maximum length of password exceeded',
};
