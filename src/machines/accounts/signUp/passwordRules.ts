import type { Credentials } from '../../../contract/accounts/credentials.ts';
import { newPasswordMinLength, repeatsEmail } from '../../../contract/accounts/newCredentials.ts';
import { passwordMaxLength } from '../../../contract/common/timing.ts';
import { isAcceptable, type Strength } from '../../parts/passwordStrength/strength.ts';

interface PasswordRule {
  text: string;
  isMet: boolean;
}

/** All rules for a new password. */
export const passwordRules = ({ email, password }: Credentials, strength: Strength): readonly PasswordRule[] => [
  {
    text: `${newPasswordMinLength} to ${passwordMaxLength} characters`,
    isMet: password.length >= newPasswordMinLength && password.length <= passwordMaxLength,
  },
  { text: 'Different from your email address', isMet: password !== '' && !repeatsEmail(password, email) },
  {
    text: 'Hard to guess. Try a passphrase of unrelated words.',
    isMet: isAcceptable(strength) && strength.verdict === 'checked',
  },
];
