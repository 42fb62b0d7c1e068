import * as v from 'valibot';
import { passwordMaxLength, passwordMinScore } from '../common/timing.ts';

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

/**
 * How a score is shown (specification, section 5): the filled percentage of the bar, its color, and the message below
 * it.
 */
export const scoreShown: Readonly<
  Record<PasswordScore, { percent: number; colour: 'red' | 'yellow' | 'green'; message: string }>
> = {
  0: { percent: 10, colour: 'red', message: 'This password is not acceptable.' },
  1: { percent: 30, colour: 'red', message: 'This password is not secure enough.' },
  2: { percent: 50, colour: 'yellow', message: 'This password is not secure enough.' },
  3: { percent: 80, colour: 'yellow', message: 'Not bad, but your password must be harder to guess.' },
  4: { percent: 100, colour: 'green', message: 'This password is strong.' },
};

export const passwordTooLong = {
  problem: `Password should be less than ${passwordMaxLength + 1} characters`,
  message: 'Maximum length of password exceeded',
};

/** The hint for a score below the minimum; null when there is none. */
export const passwordWarning = ({ score, feedback }: PasswordCheck): string | null =>
  score >= passwordMinScore ? null : `${feedback.warning} You need a stronger password.`.trim();
