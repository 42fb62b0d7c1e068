import { randomUUID } from 'node:crypto';
import type { Mail, Mailer } from './mailer.ts';

export interface KeptMail extends Mail {
  id: string;
  sentAt: Date;
}

/** Mails of a server without SMTP, and its SMS, for the user at this machine. They end with the process. */
export interface Outbox extends Mailer {
  /** Newest first. */
  list(): readonly KeptMail[];
  find(id: string): KeptMail | undefined;
}

const keptMails = 100;

/** Keeps SMS beside the mails; null where nothing shows them. */
export const showIn = (outbox: Outbox | null) =>
  outbox === null
    ? null
    : ({ to, text }: { to: string; text: string }): Promise<void> => outbox.send({ to, subject: 'SMS', text });

/** `onKept` hears that there is a new mail, which it does not see. */
export function createOutbox({ onKept, now = () => new Date() }: { onKept: () => void; now?: () => Date }): Outbox {
  const mails: KeptMail[] = [];
  return {
    send(mail) {
      mails.unshift({ ...mail, id: randomUUID(), sentAt: now() });
      mails.length = Math.min(mails.length, keptMails);
      onKept();
      return Promise.resolve();
    },
    rehearse: () => Promise.resolve(),
    list: () => mails,
    find: (id) => mails.find((mail) => mail.id === id),
  };
}
