import { passwordMaxLength } from '../../src/contract/common/timing.ts';
import { AuthError, type WeakPasswordReason } from './auth.errors.ts';
import type { AuthSettings } from './settings.ts';

type PasswordSettings = Pick<AuthSettings, 'passwordMinLength' | 'passwordRequiredCharacters'>;

interface Weakness {
  message: string;
  reasons: WeakPasswordReason[];
}

/** What a password lacks under the settings; null when nothing. */
export function weaknessOf(
  password: string,
  { passwordMinLength, passwordRequiredCharacters }: PasswordSettings,
): Weakness | null {
  const messages: string[] = [];
  const reasons: WeakPasswordReason[] = [];
  if ([...password].length < passwordMinLength) {
    reasons.push('length');
    messages.push(`Password should be at least ${passwordMinLength} characters.`);
  }
  if (!passwordRequiredCharacters.every((group) => [...group].some((character) => password.includes(character)))) {
    reasons.push('characters');
    messages.push(`Password should contain at least one character of each: ${passwordRequiredCharacters.join(', ')}.`);
  }
  return reasons.length === 0 ? null : { message: messages.join(' '), reasons };
}

/** Refuses a new password that is too weak, or longer than the dashboard's forms allow. It is never truncated. */
export function requireAcceptablePassword(password: string, settings: PasswordSettings): void {
  if ([...password].length > passwordMaxLength) {
    throw new AuthError(400, 'validation_failed', `Password cannot be longer than ${passwordMaxLength} characters`);
  }
  const weakness = weaknessOf(password, settings);
  if (weakness !== null)
    throw new AuthError(422, 'weak_password', weakness.message, { weakPassword: weakness.reasons });
}
