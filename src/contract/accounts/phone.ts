import * as v from 'valibot';
import { normalizedPhone } from '../common/phoneNumber.ts';

/** In E.164. Without its country code, a number could be that of a user in another country. */
const phoneSchema = v.pipe(
  v.string(),
  v.transform(normalizedPhone),
  v.nonEmpty('Enter your phone number.'),
  v.regex(/^\+[1-9]\d{6,14}$/, 'Start the number with + and the country code.'),
);

/** Where a code goes by SMS. */
export const phoneRequestSchema = v.object({ phone: phoneSchema });
export type PhoneRequest = v.InferOutput<typeof phoneRequestSchema>;

/** A new number for the account; the auth service sends no code for the one that the account has. */
export const phoneChangeSchema = v.pipe(
  v.object({ phone: phoneSchema, currentPhone: v.nullable(v.string()) }),
  v.forward(
    v.check(({ phone, currentPhone }) => phone !== currentPhone, 'Your account already has this number.'),
    ['phone'],
  ),
);

export const phoneSignInSchema = v.object({
  phone: phoneSchema,
  password: v.pipe(v.string(), v.nonEmpty('Enter your password.')),
});
export type PhoneCredentials = v.InferOutput<typeof phoneSignInSchema>;

/** A typed number as the auth service takes it. */
export const phoneOf = ({ phone }: PhoneRequest): string => normalizedPhone(phone);

/** `changed` where the server confirms numbers without a code. */
export type PhoneChangeOutcome = 'changed' | 'codeSent';
