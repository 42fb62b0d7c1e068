import * as v from 'valibot';
import { text, wholeNumber, type SettingValues } from '../common/settings.ts';

const emailAddress = v.pipe(v.string(), v.trim(), v.email('must be an email address'));

/** Mail settings, named like the reference auth server's. */
export const mailSettingDefinitions = {
  smtpHost: {
    env: 'GOTRUE_SMTP_HOST',
    fallback: null,
    schema: text,
    help: 'SMTP server that sends email. Without it, a server on a local address shows its latest 100 emails on the page /outbox; a server with a public GOTRUE_SITE_URL or API_EXTERNAL_URL refuses requests for email.',
  },
  smtpPort: {
    env: 'GOTRUE_SMTP_PORT',
    fallback: '587',
    schema: wholeNumber(1, 65_535),
    help: 'Port of the SMTP server. On 465, the connection is encrypted from the start; on other ports, it switches to TLS if the server supports it. With GOTRUE_SMTP_USER, a server on another machine must support it.',
  },
  smtpUser: { env: 'GOTRUE_SMTP_USER', fallback: null, schema: text, help: 'SMTP user.' },
  smtpPass: {
    env: 'GOTRUE_SMTP_PASS',
    fallback: null,
    secret: true,
    schema: v.string(),
    help: 'SMTP password.',
  },
  smtpAdminEmail: {
    env: 'GOTRUE_SMTP_ADMIN_EMAIL',
    fallback: null,
    schema: emailAddress,
    help: 'Sender address of emails.',
  },
  smtpSenderName: {
    env: 'GOTRUE_SMTP_SENDER_NAME',
    fallback: 'Basechart',
    schema: text,
    help: 'Sender name of emails.',
  },
  supportEmail: {
    env: 'BASECHART_SUPPORT_EMAIL',
    fallback: null,
    schema: emailAddress,
    help: 'Email address that receives support requests through GOTRUE_SMTP_HOST. It is also shown to users who cannot sign in. Without it, requests are only stored in the table basechart.support_requests.',
  },
} as const;

type MailSettingValues = SettingValues<typeof mailSettingDefinitions>;

export interface MailSettings {
  host: string;
  /** The name that the server's certificate has to have, where `host` is an address. */
  servername?: string;
  port: number;
  login: { user: string; pass: string } | null;
  from: { name: string; address: string };
}

/** The mail transport, or null without one; missing or invalid settings are added to `problems`. */
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
  // An unreadable value has already been reported. It is not null, so that missing related settings are reported too.
  if (host === null) {
    if (supportEmail !== null)
      problems.push('BASECHART_SUPPORT_EMAIL needs GOTRUE_SMTP_HOST, the server that sends email.');
    return null;
  }
  if (address === null) {
    problems.push('GOTRUE_SMTP_HOST needs GOTRUE_SMTP_ADMIN_EMAIL, the sender address of emails.');
    return null;
  }
  return { host, port, login: user === null ? null : { user, pass: pass ?? '' }, from: { name, address } };
}
