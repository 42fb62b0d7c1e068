import { AuthError } from './auth.errors.ts';
import type { AuthSettings } from './settings.ts';
import type { Address } from './users.ts';

const email =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const phone = /^[1-9]\d{1,14}$/;

const invalid = (message: string) => new AuthError(400, 'validation_failed', message);

/** An email address as it is stored: trimmed and lower-case. */
export function parseEmail(text: string): string {
  const address = text.trim().toLowerCase();
  if (address.length > 255 || !email.test(address)) throw invalid('Unable to validate email address: invalid format');
  return address;
}

/** A phone number as it is stored: E.164 without its plus sign. */
export function parsePhone(text: string): string {
  const number = text.replaceAll(/[+\s]/g, '');
  if (!phone.test(number)) throw invalid('Invalid phone number format (E.164 required)');
  return number;
}

/** How a code reaches a phone. */
export function requireSmsChannel(channel: string): void {
  if (!['', 'sms', 'whatsapp'].includes(channel))
    throw invalid("Invalid channel, supported values are 'sms' or 'whatsapp'");
  if (channel === 'whatsapp') throw invalid('WhatsApp is not supported, use the channel sms');
}

interface AddressFields {
  email: string;
  phone: string;
}
type ProviderSettings = Pick<AuthSettings, 'emailEnabled' | 'phoneEnabled'>;

export function refuseTwoAddresses({ email: givenEmail, phone: givenPhone }: AddressFields): void {
  if (givenEmail !== '' && givenPhone !== '') throw invalid('Only an email address or phone number should be provided');
}

/** Refuses an identifier that is disabled; the reference's status differs between sign-up and sign-in. */
export function requireProvider(
  { email: givenEmail }: AddressFields,
  { emailEnabled, phoneEnabled }: ProviderSettings,
  status: 400 | 422,
): void {
  if (givenEmail !== '' && !emailEnabled)
    throw new AuthError(status, 'email_provider_disabled', 'Email logins are disabled');
  if (givenEmail === '' && !phoneEnabled)
    throw new AuthError(status, 'phone_provider_disabled', 'Phone logins are disabled');
}

/** The address of a new user, which must be well-formed. */
export const parseAddress = (fields: AddressFields): Address =>
  fields.email === ''
    ? { kind: 'phone', phone: parsePhone(fields.phone) }
    : { kind: 'email', email: parseEmail(fields.email) };

/** The address of a user who signs in: a malformed one matches no user. */
export const lookupAddress = (fields: AddressFields): Address =>
  fields.email === ''
    ? { kind: 'phone', phone: fields.phone.replaceAll(/[+\s]/g, '') }
    : { kind: 'email', email: fields.email.trim().toLowerCase() };
