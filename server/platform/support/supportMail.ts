import { sql } from 'kysely';
import type { Logger } from 'pino';
import { createActor, fromPromise, waitFor, type InspectionEvent } from 'xstate';
import { supportCategoryLabels } from '../../../src/contract/support/support.ts';
import type { ControlDatabase } from '../../database/database.ts';
import type { SendMail } from '../../mail/mailer.ts';
import { supportMailMachine } from './supportMail.machine.ts';
import { selectIsDelivering } from './supportMail.selectors.ts';

export interface SupportMail {
  /** A new request is mailed without waiting for the next interval. */
  scheduleDelivery(): void;
  /** Waits a while for a running mail to finish. */
  close(): Promise<void>;
}

interface SupportMailOptions {
  db: ControlDatabase;
  send: SendMail;
  to: string;
  log: Logger;
  /** Interval between retries, in milliseconds. */
  interval?: number;
  /** Observes its chart. */
  inspect?: (event: InspectionEvent) => void;
}

const everyMinuteMs = 60_000;
const drainMs = 5_000;
/** About two days of retries; after that a request stays in its table with the reason. */
const attemptLimit = 12;

/** Mails support requests to the operators of the server, as long as it runs. */
export function openSupportMail({
  db,
  send,
  to,
  log,
  interval = everyMinuteMs,
  inspect,
}: SupportMailOptions): SupportMail {
  /** Claims the request that is due first, so that no other server mails it too; if this server dies, it is retried. */
  async function claimNext() {
    const {
      rows: [row],
    } = await sql<{
      id: string;
      email: string;
      category: keyof typeof supportCategoryLabels;
      subject: string;
      message: string;
      project_ref: string | null;
      trace: string | null;
      mail_attempts: number;
    }>`
      update basechart.support_requests set mail_attempts = mail_attempts + 1, mail_due_at = now() + least(interval '1 minute' * power(2, mail_attempts), interval '6 hours')
      where id = (select id from basechart.support_requests where mail_due_at <= now() order by mail_due_at limit 1 for update skip locked)
      returning id, email, category, subject, message, project_ref, trace, mail_attempts`.execute(db);
    return row;
  }

  async function deliverNext(): Promise<{ found: boolean }> {
    const request = await claimNext();
    if (request === undefined) return { found: false };
    const { id, email, category, subject, message, project_ref: ref, trace, mail_attempts: attempts } = request;
    const written = db.updateTable('support_requests').where('id', '=', id);
    try {
      await send({
        to,
        replyTo: email,
        subject: `[Basechart] ${subject}`,
        text: [
          `From: ${email}`,
          `About: ${supportCategoryLabels[category]}`,
          ...(ref === null ? [] : [`Project: ${ref}`]),
          `Request: ${id}`,
          '',
          message,
          '',
        ].join('\n'),
        attachments:
          trace === null ? [] : [{ filename: `trace-${id}.json`, content: trace, contentType: 'application/json' }],
      });
      await written.set({ mailed_at: new Date(), mail_due_at: null, mail_error: null }).execute();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ err: error, request: id, attempts }, 'failed to email a support request');
      await written.set({ mail_error: reason, ...(attempts >= attemptLimit && { mail_due_at: null }) }).execute();
    }
    return { found: true };
  }

  const actor = createActor(
    supportMailMachine.provide({
      actors: {
        deliverNext: fromPromise(async () => {
          try {
            return await deliverNext();
          } catch (error) {
            log.error({ err: error }, 'failed to check for new support requests');
            throw error;
          }
        }),
      },
    }),
    { id: 'supportMail', input: { interval }, ...(inspect && { inspect }) },
  ).start();

  return {
    scheduleDelivery: () => actor.send({ type: 'request.filed' }),
    async close() {
      await waitFor(actor, (snapshot) => !selectIsDelivering(snapshot), { timeout: drainMs }).catch(() => undefined);
      actor.stop();
    },
  };
}
