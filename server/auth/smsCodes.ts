import { randomUUID } from 'node:crypto';
import { recordEvent } from './audit.ts';
import { AuthError } from './auth.errors.ts';
import type { AuditAction, SmsTokenKind } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import type { ClientInfo } from './clientInfo.ts';
import { describeUser } from './describeUser.ts';
import { limitAll, limitRecipient, limitSending, type SendingLimits } from './limitSending.ts';
import { withdrawTokens } from './mailTokens.ts';
import { issueToken } from './oneTimeTokens.ts';
import type { SmsSender } from './smsSender.ts';
import type { User } from './users.ts';

/** Where a user's row says when the latest SMS of a kind was sent. */
const sentAtColumns = {
  phone_confirmation: 'confirmation_sent_at',
  sms: 'confirmation_sent_at',
  phone_change: 'phone_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
} as const satisfies Readonly<Record<SmsTokenKind, keyof User>>;

const actions = {
  phone_confirmation: 'user_confirmation_requested',
  sms: 'user_magiclink_requested',
  phone_change: 'user_modified',
  reauthentication: 'user_reauthenticate_requested',
} as const satisfies Readonly<Record<SmsTokenKind, AuditAction>>;

/** As the hook names what a code is for. */
const hookTypes: Readonly<Record<SmsTokenKind, string>> = {
  phone_confirmation: 'signup',
  sms: 'login',
  phone_change: 'phone_change',
  reauthentication: 'reauthentication',
};

const notSent = (reason: string, cause?: unknown) =>
  new AuthError(422, 'sms_send_failed', `Error sending SMS: ${reason}`, { cause });

/** What sends SMS; refuses where nothing does, before anything is changed. */
export function requireSmsSender({ smsSender }: Pick<AuthContext, 'smsSender'>): SmsSender {
  if (smsSender === null) throw notSent('this server has no SMS provider');
  return smsSender;
}

type SmsLimiter = Pick<AuthContext, 'rateLimiter' | 'settings'>;

const smsLimits = ({ settings }: SmsLimiter): SendingLimits => ({
  frequency: settings.smsFrequency,
  all: { name: 'sms', perHour: settings.smsRateLimit },
  refusal: { code: 'over_sms_send_rate_limit', ofAll: 'SMS rate limit exceeded' },
});

/** Refuses an SMS that comes too soon. */
export const limitSms = (context: SmsLimiter, kind: SmsTokenKind, recipient: string): Promise<void> =>
  limitSending(context, smsLimits(context), { kind: `sms:${kind}`, recipient });

/** As `limitSms` by one number, or by one user, without counting an SMS that may not be sent. */
export const limitSmsTo = (context: SmsLimiter, kind: SmsTokenKind, recipient: string): Promise<void> =>
  limitRecipient(context, smsLimits(context), { kind: `sms:${kind}`, recipient });

/** As `limitSms` by what all users together get. */
export const limitAllSms = (context: SmsLimiter): Promise<void> => limitAll(context, smsLimits(context));

interface CodeRequest {
  kind: SmsTokenKind;
  phone: string;
  /** Undefined if no user has the number. */
  user: User | undefined;
  client: ClientInfo;
}

/**
 * Issues a code and sends it. Without a user the same work is done and no SMS is sent. If it cannot be sent, the code
 * is withdrawn and the request fails. Returns the provider's id of the message, where it tells one.
 */
export async function sendCode(
  context: AuthContext,
  { kind, phone, user, client }: CodeRequest,
): Promise<string | undefined> {
  const { db, now } = context;
  const sender = requireSmsSender(context);
  const userId = user?.id ?? randomUUID();
  const moment = now();
  const sentAt = sentAtColumns[kind];
  // The user first, as wherever tokens change, so that two transactions never wait for each other.
  const issued = await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ [sentAt]: moment, ...(kind === 'phone_change' && { new_phone: phone }) })
      .where('id', '=', userId)
      .execute();
    await recordEvent(tx, { userId, action: actions[kind], client }, moment);
    return await issueToken(context, tx, { userId, kind, sentTo: phone, pkce: null, isSms: true });
  });
  try {
    if (user === undefined) {
      await sender.rehearse();
      return undefined;
    }
    return await sender.send({
      phone,
      code: issued.code,
      type: hookTypes[kind],
      user: await describeUser(db, kind === 'phone_change' ? { ...user, new_phone: phone } : user),
    });
  } catch (error) {
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('users')
        .set({ [sentAt]: null, ...(kind === 'phone_change' && { new_phone: null }) })
        .where('id', '=', userId)
        .where(sentAt, '=', moment)
        .execute();
      await withdrawTokens(tx, [issued]);
    });
    throw notSent('the provider did not take it', withoutNumbers(error));
  }
}

/** The reason for the log: providers repeat the recipient. */
const withoutNumbers = (error: unknown): Error =>
  new Error(String(error instanceof Error ? error.message : error).replaceAll(/\+?\d{6,}/g, '[number]'));
