import {
  passwordTooLong,
  passwordWarning,
  scoreShown,
  type PasswordCheck,
} from '../../../contract/accounts/passwordCheck.ts';
import { passwordMinScore } from '../../../contract/common/timing.ts';

/** `awaited` until the typing has paused and the server has answered; `unchecked` when it could not. */
export type StrengthVerdict = 'empty' | 'tooLong' | 'awaited' | 'checked' | 'unchecked';

/** What is known of a password's strength, without the password. */
export interface Strength {
  verdict: StrengthVerdict;
  /** The latest answer of the server, of the password before while the verdict is awaited. */
  check: PasswordCheck | null;
}

export interface StrengthChanged {
  type: 'strength.changed';
  strength: Strength;
}

export const noStrength: Strength = { verdict: 'empty', check: null };

export const scoreOf = ({ check }: Strength): PasswordCheck['score'] => check?.score ?? 0;

/** Strong enough, or nobody could say: then the form may be sent. */
export const isAcceptable = ({ verdict, check }: Strength): boolean =>
  verdict === 'unchecked' || (verdict === 'checked' && check !== null && check.score >= passwordMinScore);

/** Why this password will not do, in the words that stand under its field; null when it will, or nobody knows yet. */
export function strengthProblem({ verdict, check }: Strength): string | null {
  if (verdict === 'tooLong') return passwordTooLong.problem;
  return verdict === 'checked' && check ? passwordWarning(check) : null;
}

/** The line beside the bar; empty while there is nothing to say. */
export function strengthMessage({ verdict, check }: Strength): string {
  if (verdict === 'tooLong') return passwordTooLong.message;
  if (verdict === 'unchecked') return 'The strength of this password could not be checked.';
  return check ? scoreShown[check.score].message : '';
}
