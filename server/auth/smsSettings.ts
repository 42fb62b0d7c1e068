import * as v from 'valibot';
import { smsTemplate, smsTemplateDefault } from '../../src/contract/auth/mailTemplates.ts';
import { httpUrl, oneOf, text, wholeNumber } from '../common/settings.ts';

/** Twilio's API sends the SMS. */
export interface TwilioSettings {
  /** Address of the API. */
  url: string;
  accountSid: string;
  authToken: string;
  /** A messaging service, or a phone number that sends. */
  sender: string;
}

/** Settings of text messages, named like the reference server's. */
export const smsSettingDefinitions = {
  smsProvider: {
    env: 'GOTRUE_SMS_PROVIDER',
    fallback: null,
    schema: oneOf(['twilio']),
    help: 'Service that sends SMS. Without it and without GOTRUE_HOOK_SEND_SMS_ENABLED, a server on a local address shows its latest SMS on the page /outbox; other servers refuse requests for SMS.',
  },
  smsOtpExpiry: {
    env: 'GOTRUE_SMS_OTP_EXP',
    fallback: '60',
    schema: wholeNumber(1, 86_400),
    help: 'Lifetime, in seconds, of the code in an SMS.',
  },
  smsOtpLength: {
    env: 'GOTRUE_SMS_OTP_LENGTH',
    fallback: '6',
    schema: wholeNumber(6, 10),
    help: 'Number of digits of the code in an SMS.',
  },
  smsFrequency: {
    env: 'GOTRUE_SMS_MAX_FREQUENCY',
    fallback: '60',
    schema: wholeNumber(0, 86_400),
    help: 'Minimum time between two SMS of the same kind to a phone number, in seconds.',
  },
  smsRateLimit: {
    env: 'GOTRUE_RATE_LIMIT_SMS_SENT',
    fallback: '30',
    schema: wholeNumber(0, 1_000_000),
    help: 'SMS per hour for all users together.',
  },
  smsTemplate: {
    env: 'GOTRUE_SMS_TEMPLATE',
    fallback: smsTemplateDefault,
    schema: smsTemplate,
    help: 'Text of an SMS; {{ .Code }} stands for the code.',
  },
  twilioUrl: {
    env: 'BASECHART_TWILIO_URL',
    fallback: 'https://api.twilio.com',
    schema: httpUrl,
    help: "URL of Twilio's API or of a compatible service.",
  },
  twilioAccountSid: {
    env: 'GOTRUE_SMS_TWILIO_ACCOUNT_SID',
    fallback: null,
    schema: text,
    help: 'Account SID at Twilio.',
  },
  twilioAuthToken: {
    env: 'GOTRUE_SMS_TWILIO_AUTH_TOKEN',
    fallback: null,
    secret: true,
    schema: v.string(),
    help: 'Auth token at Twilio.',
  },
  twilioSender: {
    env: 'GOTRUE_SMS_TWILIO_MESSAGE_SERVICE_SID',
    fallback: null,
    schema: text,
    help: "Messaging service SID at Twilio, or the sender's phone number.",
  },
} as const;

interface SmsValues {
  smsProvider: 'twilio' | null;
  twilioUrl: string;
  twilioAccountSid: string | null;
  twilioAuthToken: string | null;
  twilioSender: string | null;
}

/** Twilio where it is the provider; what it lacks is added to `problems`. */
export function readTwilio(values: SmsValues, problems: string[]): TwilioSettings | null {
  const { smsProvider, twilioUrl: url, twilioAccountSid: sid, twilioAuthToken: token, twilioSender: sender } = values;
  if (smsProvider === null) return null;
  if (sid !== null && token !== null && sender !== null) return { url, accountSid: sid, authToken: token, sender };
  problems.push(
    'GOTRUE_SMS_PROVIDER=twilio needs GOTRUE_SMS_TWILIO_ACCOUNT_SID, GOTRUE_SMS_TWILIO_AUTH_TOKEN, and GOTRUE_SMS_TWILIO_MESSAGE_SERVICE_SID.',
  );
  return null;
}
