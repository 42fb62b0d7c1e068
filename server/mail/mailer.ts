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

export async function createMailer({ host, port, login, from }: MailSettings): Promise<SendMail> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host, port, secure: port === 465, ...patienceMs,
    // What is mailed is what was given: no file and no address is ever read for it.
    disableFileAccess: true, disableUrlAccess: true,
    ...(login && { auth: login }),
  });
  return async ({ attachments, ...mail }) => {
    await transport.sendMail({ ...mail, from, attachments: [...attachments] });
  };
}
