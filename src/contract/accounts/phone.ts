import * as v from 'valibot';

/** A phone number in E.164. People write it with spaces, hyphens and parentheses, or with 00 for the plus sign. */
const normalized = (text: string): string => text.replaceAll(/[\s().-]/g, '').replace(/^00/, '+');

const phoneSchema = v.pipe(
  v.string(),
  v.transform(normalized),
  v.nonEmpty('Enter your phone number.'),
  v.regex(/^\+?[1-9]\d{1,14}$/, 'Enter the number with its country code.'),
);

/** Where a code goes by SMS. */
export const phoneRequestSchema = v.object({ phone: phoneSchema });
export type PhoneRequest = v.InferOutput<typeof phoneRequestSchema>;

export const phoneSignInSchema = v.object({
  phone: phoneSchema,
  password: v.pipe(v.string(), v.nonEmpty('Enter your password.')),
});
export type PhoneCredentials = v.InferOutput<typeof phoneSignInSchema>;

/** A typed number as the auth service takes it. */
export const phoneOf = ({ phone }: PhoneRequest): string => normalized(phone);

/** `changed` where the server confirms numbers without a code. */
export type PhoneChangeOutcome = 'changed' | 'codeSent';
