import * as v from 'valibot';
import { passwordMaxLength } from '../common/timing.ts';
import { emailSchema } from './credentials.ts';
import { passwordTooLong } from './passwordCheck.ts';

export const newPasswordMinLength = 8;

const passwordSchema = v.pipe(
  v.string(),
  v.nonEmpty('Enter a password.'),
  v.minLength(newPasswordMinLength, `Use at least ${newPasswordMinLength} characters.`),
  v.maxLength(passwordMaxLength, passwordTooLong.problem),
);

export const newPasswordSchema = v.object({ password: passwordSchema });
export type NewPassword = v.InferOutput<typeof newPasswordSchema>;

/** A new password of a signed-in user, with what the server asked for to take it. */
export const passwordChangeSchema = v.object({
  password: passwordSchema,
  currentPassword: v.optional(v.pipe(v.string(), v.nonEmpty('Enter your current password.'))),
  /** The code of an email. */
  nonce: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('Enter the code.'))),
});
export type PasswordChange = v.InferOutput<typeof passwordChangeSchema>;

/** The password check decides whether a new password is hard enough to guess: see `passwordStrength`. */
export const signUpSchema = v.pipe(
  v.object({
    email: emailSchema,
    password: passwordSchema,
  }),
  v.forward(
    v.check(({ email, password }) => !repeatsEmail(password, email), 'Your password cannot be your email address.'),
    ['password'],
  ),
);

/** An attacker first tries the address, and the part before its `@`. */
export function repeatsEmail(password: string, email: string): boolean {
  const address = email.trim().toLowerCase();
  const guess = password.trim().toLowerCase();
  return address !== '' && (guess === address || guess === address.split('@')[0]);
}
