import * as v from 'valibot';
import { passwordMaxLength } from '../common/timing.ts';
import { passwordTooLong } from './passwordCheck.ts';

const emailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('You must provide either an email or phone number and a password'),
  v.email('Enter a valid email address.'),
);

export const signInSchema = v.object({
  email: emailSchema,
  password: v.pipe(v.string(), v.nonEmpty('Enter your password.')),
});
export type Credentials = v.InferOutput<typeof signInSchema>;

export const newPasswordMinLength = 8;

/** The password check decides whether a new password is hard enough to guess: see `passwordStrength`. */
export const signUpSchema = v.pipe(
  v.object({
    email: emailSchema,
    password: v.pipe(
      v.string(),
      v.nonEmpty('Enter a password.'),
      v.minLength(newPasswordMinLength, `Use at least ${newPasswordMinLength} characters.`),
      v.maxLength(passwordMaxLength, passwordTooLong.problem),
    ),
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
