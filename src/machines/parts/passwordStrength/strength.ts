import { passwordTooLong, type PasswordCheck } from '../../../contract/accounts/passwordCheck.ts';
import { passwordWarning, scoreShown } from '../../../contract/accounts/passwordScore.ts';
import { passwordMinScore } from '../../../contract/common/timing.ts';

/** `awaited` until the user pauses and the server has responded; `unchecked` if the check failed. */
export type StrengthVerdict = 'empty' | 'tooLong' | 'awaited' | 'checked' | 'unchecked';

/** The known strength of a password, without the password. */
export interface Strength {
  verdict: StrengthVerdict;
  /** The server's latest response; it belongs to the previous password while the verdict is awaited. */
  check: PasswordCheck | null;
}

export interface StrengthChanged {
  type: 'strength.changed';
  strength: Strength;
}

export const noStrength: Strength = { verdict: 'empty', check: null };

export const scoreOf = ({ check }: Strength): PasswordCheck['score'] => check?.score ?? 0;

/** Whether the form may be submitted: the password is strong enough, or the check was unavailable. */
export const isAcceptable = ({ verdict, check }: Strength): boolean =>
  verdict === 'unchecked' || (verdict === 'checked' && check !== null && check.score >= passwordMinScore);

/** The error for the password field; null if the password is accepted or not yet checked. */
export function strengthProblem({ verdict, check }: Strength): string | null {
  if (verdict === 'tooLong') return passwordTooLong.problem;
  return verdict === 'checked' && check ? passwordWarning(check) : null;
}

/** The line beside the bar; empty without a message. */
export function strengthMessage({ verdict, check }: Strength): string {
  if (verdict === 'tooLong') return passwordTooLong.message;
  if (verdict === 'unchecked') return 'Could not check the password strength.';
  return check ? scoreShown[check.score].message : '';
}
