import * as v from 'valibot';
import { renderText } from '../../src/contract/auth/template.ts';
import type { Fetch } from '../common/outerFetch.ts';
import type { Hook, HookSms } from './hook.ts';
import type { TwilioSettings } from './smsSettings.ts';

/** A code on its way to a phone. */
interface CodeSms {
  /** E.164 without its plus sign. */
  phone: string;
  code: string;
  /** What the code is for, as the hook names it. */
  type: string;
  user: Readonly<Record<string, unknown>>;
}

/** Where SMS go. */
export interface SmsSender {
  /** As the settings name it; empty for none of a name. */
  readonly name: string;
  /** The provider's id of the message, where it tells one. */
  send(sms: CodeSms): Promise<string | undefined>;
  /** Does everything that sending does except handing over a message, so that a caller cannot tell the two apart. */
  rehearse(): Promise<void>;
}

/** Shows an SMS on the machine that runs the server. */
export type ShowSms = (sms: { to: string; text: string }) => Promise<void>;

interface SmsSenderOptions {
  template: string;
  hook: Hook<HookSms> | null;
  twilio: TwilioSettings | null;
  show: ShowSms | null;
  fetch: Fetch;
}

/** The hook before the provider, and the provider before the page that shows messages; null where there is none. */
export function createSmsSender({ template, hook, twilio, show, fetch }: SmsSenderOptions): SmsSender | null {
  const textOf = (code: string): string => renderText(template, { Code: code });
  if (hook !== null)
    return {
      name: 'hook',
      async send({ phone, code, type, user }) {
        await hook.send({ user, sms: { otp: code, phone, sms_type: type } });
        return undefined;
      },
      rehearse: () => hook.rehearse(),
    };
  if (twilio !== null) return createTwilioSender(twilio, textOf, fetch);
  if (show === null) return null;
  return {
    name: '',
    async send({ phone, code }) {
      await show({ to: `+${phone}`, text: textOf(code) });
      return undefined;
    },
    rehearse: () => Promise.resolve(),
  };
}

const patienceMs = 8_000;
const acceptedSchema = v.object({ sid: v.string() });
const refusedSchema = v.object({ message: v.string() });

function createTwilioSender(
  { url, accountSid, authToken, sender }: TwilioSettings,
  textOf: (code: string) => string,
  fetch: Fetch,
): SmsSender {
  const account = `${url.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
  const ask = async (address: string, body?: URLSearchParams): Promise<unknown> => {
    const response = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    const refusal = v.safeParse(refusedSchema, answer);
    throw new Error(`Twilio answered ${response.status}: ${refusal.success ? refusal.output.message : 'no reason'}`);
  };
  return {
    name: 'twilio',
    async send({ phone, code }) {
      const from = sender.startsWith('MG') ? { MessagingServiceSid: sender } : { From: sender };
      const body = new URLSearchParams({ To: `+${phone}`, Body: textOf(code), ...from });
      return v.parse(acceptedSchema, await ask(`${account}/Messages.json`, body)).sid;
    },
    async rehearse() {
      await ask(`${account}.json`);
    },
  };
}
