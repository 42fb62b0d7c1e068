import type { Mailer } from './mailer.ts';

const refuse = () =>
  Promise.reject(new Error('This server is public and has no SMTP server: set GOTRUE_SMTP_HOST to send mail.'));

/** The mailer of a server that can neither send mail nor show it safely. */
export const noMailer: Mailer = { send: refuse, rehearse: refuse };
