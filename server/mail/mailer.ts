import type { MailSettings } from './settings.ts';

export interface Mail {
  to: string;
  replyTo: string;
  subject: string;
  text: string;
  attachments: readonly { filename: string; content: string; contentType: string }[];
}

/** Hands a mail to the SMTP server; rejects when it is refused. */
export type SendMail = (mail: Mail) => Promise<void>;

/** A server that does not respond must not delay the next mail for long. */
const patienceMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Names of this machine: connections to them do not use the network. */
const isHere = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

/**
 * Options of the SMTP connection. A password is never sent unencrypted to another machine: without encryption, whether
 * the server offers none or a man in the middle removes it, no mail is sent.
 */
export const transportOf = ({ host, port, login }: Omit<MailSettings, 'from'>) => ({
  host,
  port,
  secure: port === 465,
  requireTLS: login !== null && !isHere(host),
  ...patienceMs,
  // Mail contains only the given content: no file and no URL is read for it.
  disableFileAccess: true,
  disableUrlAccess: true,
  ...(login && { auth: login }),
});

export async function createMailer({ from, ...settings }: MailSettings): Promise<SendMail> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(transportOf(settings));
  return async ({ attachments, replyTo, ...mail }) => {
    // As an object, because a string would be parsed as a list of addresses.
    await transport.sendMail({ ...mail, replyTo: { name: '', address: replyTo }, from, attachments: [...attachments] });
  };
}
