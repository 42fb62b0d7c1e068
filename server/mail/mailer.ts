import { isLoopback } from '../../src/contract/common/loopback.ts';
import type { MailSettings } from './settings.ts';

export interface Mail {
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html?: string;
  attachments?: readonly { filename: string; content: string; contentType: string }[];
}

/** Hands a mail to the SMTP server; rejects when it is refused. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Where mail goes. */
export interface Mailer {
  send: SendMail;
  /**
   * Does everything that sending does except handing over a mail: it takes about as long, and fails for the same
   * reasons. A caller then cannot tell whether a mail was sent.
   */
  rehearse: () => Promise<void>;
}

/** A server that does not respond must not delay the next mail for long. */
const patienceMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Options of the SMTP connection. A password is never sent unencrypted to another machine: without encryption, whether
 * the server offers none or a man in the middle removes it, no mail is sent.
 */
export const transportOf = ({ host, servername, port, login }: Omit<MailSettings, 'from'>) => ({
  host,
  ...(servername !== undefined && { servername }),
  port,
  secure: port === 465,
  requireTLS: login !== null && !isLoopback(host),
  ...patienceMs,
  // Mail contains only the given content: no file and no URL is read for it.
  disableFileAccess: true,
  disableUrlAccess: true,
  ...(login && { auth: login }),
});

/** An address as an object, because a string would be parsed as a list of addresses. */
const only = (address: string) => ({ name: '', address });

export async function createMailer({ from, ...settings }: MailSettings): Promise<Mailer> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(transportOf(settings));
  return {
    async send({ to, replyTo, attachments = [], ...mail }) {
      await transport.sendMail({
        ...mail,
        to: only(to),
        from,
        ...(replyTo !== undefined && { replyTo: only(replyTo) }),
        attachments: [...attachments],
      });
    },
    async rehearse() {
      await transport.verify();
    },
  };
}
