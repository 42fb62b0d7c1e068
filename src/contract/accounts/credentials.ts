import * as v from 'valibot';

/**
 * The auth client's own refusal of a call without an address (specification, section 5) also speaks of phone numbers,
 * for which a form has no field.
 */
export const emailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Enter your email address.'),
  v.email('Enter a valid email address.'),
);

export const signInSchema = v.object({
  email: emailSchema,
  password: v.pipe(v.string(), v.nonEmpty('Enter your password.')),
});
export type Credentials = v.InferOutput<typeof signInSchema>;
