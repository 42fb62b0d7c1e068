import type { MailSettings } from './settings.ts';

export interface Mail {
  to: string;
  replyTo: string;
  subject: string;
  text: string;
  attachments: readonly { filename: string; content: string; contentType: string }[];
}

/** Hands a mail to the SMTP server; rejects when it is not taken. */
export type SendMail = (mail: Mail) => Promise<void>;

/** A server that does not answer must not hold the next mail up for long. */
const patienceMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Names of this machine: what is said to them goes over no wire. */
const isHere = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** How the SMTP server is spoken to. A password is never said in the clear to another machine: where it offers no encryption, or somebody between says so, no mail is sent. */
export const transportOf = ({ host, port, login }: Omit<MailSettings, 'from'>) => ({
  host,
  port,
  secure: port === 465,
  requireTLS: login !== null && !isHere(host),
  ...patienceMs,
  // What is mailed is what was given: no file and no address is ever read for it.
  disableFileAccess: true,
  disableUrlAccess: true,
  ...(login && { auth: login }),
});

export async function createMailer({ from, ...settings }: MailSettings): Promise<SendMail> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(transportOf(settings));
  return async ({ attachments, replyTo, ...mail }) => {
    // One address: as a text it would be read as a list of them.
    await transport.sendMail({ ...mail, replyTo: { name: '', address: replyTo }, from, attachments: [...attachments] });
  };
}
