import * as v from 'valibot';

const addressSchema = (missing: string) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(missing), v.email('Enter a valid email address.'));

export const emailSchema = addressSchema('You must provide either an email or phone number and a password');

/** Where no password is asked for. */
export const emailAddressSchema = addressSchema('Enter your email address.');

export const signInSchema = v.object({
  email: emailSchema,
  password: v.pipe(v.string(), v.nonEmpty('Enter your password.')),
});
export type Credentials = v.InferOutput<typeof signInSchema>;
