import { createHmac, randomUUID } from 'node:crypto';
import type { Fetch } from '../common/outerFetch.ts';
import type { HookSettings } from './protectionSettings.ts';

/** What the receiver of the hook needs to write and send the mail itself. */
export interface HookMail {
  user: Readonly<Record<string, unknown>>;
  email_data: {
    token: string;
    token_hash: string;
    /** Of the second address, where both have to confirm a change. */
    token_new: string;
    token_hash_new: string;
    redirect_to: string;
    email_action_type: string;
    site_url: string;
  };
}

/** What the receiver of the hook needs to send the SMS itself. */
export interface HookSms {
  user: Readonly<Record<string, unknown>>;
  sms: { otp: string; phone: string; sms_type: string };
}

/** Hands messages over to a program of the operator's or the developer's, which sends them. */
export interface Hook<Message> {
  send(message: Message): Promise<void>;
  /** Reaches the program without a message, for a request that must look as if there were one. */
  rehearse(): Promise<void>;
}

const patienceMs = 5_000;
const attempts = 3;
/** The receiver is busy; it says so before it has sent anything. */
const isBusy = (status: number): boolean => status === 429 || status === 503;
const pauseMs = (attempt: number): number => 2 ** attempt * 250;

/** Signed as Standard Webhooks describes it. */
function sign({ secrets }: HookSettings, id: string, timestamp: string, body: string): string {
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ');
}

interface HookOptions {
  /** What the program sends, for the log. */
  what: 'emails' | 'SMS';
  fetch: Fetch;
  now: () => Date;
}

export function createHook<Message>(settings: HookSettings, { what, fetch, now }: HookOptions): Hook<Message> {
  async function post(body: string): Promise<void> {
    const id = randomUUID();
    for (let attempt = 1; ; attempt++) {
      const timestamp = String(Math.floor(now().getTime() / 1000));
      const response = await fetch(settings.url, {
        method: 'POST',
        body,
        redirect: 'error',
        headers: {
          'Content-Type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': sign(settings, id, timestamp, body),
        },
        signal: AbortSignal.timeout(patienceMs),
      });
      await response.body?.cancel();
      if (response.ok) return;
      if (!isBusy(response.status) || attempt === attempts)
        throw new Error(`The hook that sends ${what} answered ${response.status}.`);
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs(attempt));
      });
    }
  }
  return {
    send: (message) => post(JSON.stringify(message)),
    async rehearse() {
      const response = await fetch(settings.url, {
        method: 'OPTIONS',
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      });
      await response.body?.cancel();
    },
  };
}
