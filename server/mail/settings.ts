import * as v from 'valibot';
import { text, wholeNumber, type SettingValues } from '../common/settings.ts';

const emailAddress = v.pipe(v.string(), v.trim(), v.email('must be an email address'));

/** How mail leaves this server, named as the reference auth server names it. */
export const mailSettingDefinitions = {
  smtpHost: {
    env: 'GOTRUE_SMTP_HOST',
    fallback: null,
    schema: text,
    help: 'SMTP server that sends mail. Without it, no mail is sent.',
  },
  smtpPort: {
    env: 'GOTRUE_SMTP_PORT',
    fallback: '587',
    schema: wholeNumber(1, 65_535),
    help: 'Port of the SMTP server. On 465 the connection starts encrypted; on other ports it switches to TLS if the server offers it. With GOTRUE_SMTP_USER, a server on another machine must offer it.',
  },
  smtpUser: { env: 'GOTRUE_SMTP_USER', fallback: null, schema: text, help: 'User at the SMTP server.' },
  smtpPass: {
    env: 'GOTRUE_SMTP_PASS',
    fallback: null,
    secret: true,
    schema: v.string(),
    help: 'Password at the SMTP server.',
  },
  smtpAdminEmail: {
    env: 'GOTRUE_SMTP_ADMIN_EMAIL',
    fallback: null,
    schema: emailAddress,
    help: 'Address that mail comes from.',
  },
  smtpSenderName: {
    env: 'GOTRUE_SMTP_SENDER_NAME',
    fallback: 'Basechart',
    schema: text,
    help: 'Name that mail comes from.',
  },
  supportEmail: {
    env: 'BASECHART_SUPPORT_EMAIL',
    fallback: null,
    schema: emailAddress,
    help: 'Address that receives support requests through GOTRUE_SMTP_HOST. Users who cannot sign in see it too. Without it, requests are only stored in the table basechart.support_requests.',
  },
} as const;

type MailSettingValues = SettingValues<typeof mailSettingDefinitions>;

export interface MailSettings {
  host: string;
  port: number;
  login: { user: string; pass: string } | null;
  from: { name: string; address: string };
}

/** The mail transport, or null where there is none; what is missing or useless is added to `problems`. */
export function readMail(
  {
    smtpHost: host,
    smtpPort: port,
    smtpUser: user,
    smtpPass: pass,
    smtpAdminEmail: address,
    smtpSenderName: name,
    supportEmail,
  }: MailSettingValues,
  problems: string[],
): MailSettings | null {
  // One that could not be read has been said already. It is not null, so that what has to go with it is missed all the same.
  if (host === null) {
    if (supportEmail !== null) problems.push('BASECHART_SUPPORT_EMAIL needs GOTRUE_SMTP_HOST, by which mail is sent.');
    return null;
  }
  if (address === null) {
    problems.push('GOTRUE_SMTP_HOST needs GOTRUE_SMTP_ADMIN_EMAIL, the address that mail comes from.');
    return null;
  }
  return { host, port, login: user === null ? null : { user, pass: pass ?? '' }, from: { name, address } };
}
