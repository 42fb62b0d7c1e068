import { passwordMinScore } from '../common/timing.ts';
import type { PasswordCheck, PasswordScore } from './passwordCheck.ts';

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

/** The hint for a score below the minimum; null when there is none. */
export const passwordWarning = ({ score, feedback }: PasswordCheck): string | null =>
  score >= passwordMinScore ? null : `${feedback.warning} You need a stronger password.`.trim();
