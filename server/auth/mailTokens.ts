import { randomUUID } from 'node:crypto';
import type { Mail } from '../mail/mailer.ts';
import { recordEvent } from './audit.ts';
import { AuthError } from './auth.errors.ts';
import type { AuditAction, AuthDatabase, MailTokenKind } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import { composeAuthMail } from './authMails.ts';
import { describeUser } from './describeUser.ts';
import { hashToken } from './hashToken.ts';
import type { HookMail } from './hook.ts';
import { limitAll, limitRecipient, limitSending, type SendingLimits } from './limitSending.ts';
import { emailChangeKinds, issueToken, type IssuedToken, type LinkRequest } from './oneTimeTokens.ts';
import type { User } from './users.ts';

/** Mails that share a limit of frequency, and the word for them in an error. */
type MailKind = 'confirmation' | 'invite' | 'recovery' | 'magic link' | 'email change' | 'reauthentication';

/** Where a user's row says when the latest mail of a kind was sent. */
export const sentAtColumns = {
  confirmation: 'confirmation_sent_at',
  invite: 'invited_at',
  recovery: 'recovery_sent_at',
  magic_link: 'recovery_sent_at',
  email_change_current: 'email_change_sent_at',
  email_change_new: 'email_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
} as const satisfies Readonly<Record<MailTokenKind, keyof User>>;

/** For mails that change nothing else of the user. */
const actions = {
  confirmation: 'user_confirmation_requested',
  invite: 'user_invited',
  recovery: 'user_recovery_requested',
  magic_link: 'user_magiclink_requested',
  reauthentication: 'user_reauthenticate_requested',
} as const satisfies Partial<Record<MailTokenKind, AuditAction>>;

interface TokenMail extends LinkRequest {
  mail: MailKind;
  kind: keyof typeof actions;
  sentTo: string;
  /** Undefined if no user has the address. */
  user: User | undefined;
}

/** The `type` of a link, by its token's kind; reauthentication has no link. */
export const linkTypes: Readonly<Record<MailTokenKind, string>> = {
  confirmation: 'signup',
  invite: 'invite',
  recovery: 'recovery',
  magic_link: 'magiclink',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
  reauthentication: '',
};

const mailLimits = ({ settings }: AuthContext): SendingLimits => ({
  frequency: settings.mailFrequency,
  all: settings.autoconfirm ? null : { name: 'mails', perHour: settings.mailRateLimit },
  refusal: { code: 'over_email_send_rate_limit', ofAll: 'Email rate limit exceeded' },
});

/** Refuses a mail that comes too soon. */
export const limitMail = (context: AuthContext, mail: MailKind, recipient: string): Promise<void> =>
  limitSending(context, mailLimits(context), { kind: `mail:${mail}`, recipient });

/** As `limitMail` by one address, without counting a mail that may not be sent. */
export const limitMailTo = (context: AuthContext, mail: MailKind, recipient: string): Promise<void> =>
  limitRecipient(context, mailLimits(context), { kind: `mail:${mail}`, recipient });

/** As `limitMail` by what all users together get. */
export const limitAllMails = (context: AuthContext): Promise<void> => limitAll(context, mailLimits(context));

/**
 * Issues a token and mails it. Without a user the same work is done and no mail is sent. If the mail cannot be sent,
 * the token is withdrawn and the request fails.
 */
export async function mailToken(context: AuthContext, { mail, kind, sentTo, user, ...link }: TokenMail): Promise<void> {
  const userId = user?.id ?? randomUUID();
  const moment = context.now();
  const sentAt = sentAtColumns[kind];
  // The user first, as wherever tokens change, so that two transactions never wait for each other.
  const issued = await context.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ [sentAt]: moment })
      .where('id', '=', userId)
      .execute();
    await recordEvent(tx, { userId, action: actions[kind], client: link.client }, moment);
    return await issueToken(context, tx, { userId, kind, sentTo, pkce: link.pkce });
  });
  const messages = user === undefined ? [] : [{ kind, sentTo, user, redirectTo: link.redirectTo, issued }];
  await deliver(context, mail, messages, async (tx) => {
    await tx
      .updateTable('users')
      .set({ [sentAt]: null })
      .where('id', '=', userId)
      .where(sentAt, '=', moment)
      .execute();
    await withdrawTokens(tx, [issued]);
  });
}

/**
 * Remembers the new address of a user and mails what confirms it: to that address, and to the current one where both
 * have to agree.
 */
export async function mailEmailChange(
  context: AuthContext,
  user: User,
  newEmail: string,
  link: LinkRequest,
): Promise<void> {
  const { settings } = context;
  const moment = context.now();
  const recipients = [
    { kind: 'email_change_new', sentTo: newEmail } as const,
    ...(settings.secureEmailChange && user.email !== null
      ? [{ kind: 'email_change_current', sentTo: user.email } as const]
      : []),
  ];
  const awaitsOther = recipients.length > 1 && !settings.autoconfirm;
  const issued = await context.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ new_email: newEmail, email_change_sent_at: moment })
      .where('id', '=', user.id)
      .execute();
    await tx
      .deleteFrom('one_time_tokens')
      .where('user_id', '=', user.id)
      .where('kind', 'in', emailChangeKinds)
      .execute();
    await recordEvent(tx, { userId: user.id, action: 'user_email_change_requested', client: link.client }, moment);
    const tokens: IssuedToken[] = [];
    for (const recipient of recipients)
      tokens.push(await issueToken(context, tx, { ...recipient, userId: user.id, pkce: link.pkce, awaitsOther }));
    return tokens;
  });
  const messages = recipients.flatMap((recipient, index): Message[] => {
    const token = issued[index];
    const { redirectTo } = link;
    return token === undefined
      ? []
      : [{ ...recipient, user: { ...user, new_email: newEmail }, redirectTo, issued: token }];
  });
  await deliver(context, 'email change', messages, async (tx) => {
    await tx
      .updateTable('users')
      .set({ new_email: null, email_change_sent_at: null })
      .where('id', '=', user.id)
      .where('email_change_sent_at', '=', moment)
      .execute();
    await withdrawTokens(tx, issued);
  });
}

/** The address that uses up a link's token and leads on to the app. */
export function confirmationUrl(
  { externalUrl }: AuthContext['settings'],
  { kind, link, redirectTo }: { kind: MailTokenKind; link: string; redirectTo: string },
): string {
  const query = new URLSearchParams({ token: link, type: linkTypes[kind], redirect_to: redirectTo });
  return `${externalUrl}/verify?${query.toString()}`;
}

interface Message {
  kind: MailTokenKind;
  sentTo: string;
  user: User;
  redirectTo: string;
  issued: IssuedToken;
}

function compose(
  { settings }: AuthContext,
  { kind, sentTo, user, redirectTo, issued: { code, link } }: Message,
): Promise<Mail> {
  const variables = {
    ConfirmationURL: confirmationUrl(settings, { kind, link, redirectTo }),
    Token: code,
    TokenHash: link,
    Email: user.email ?? '',
    NewEmail: user.new_email ?? sentTo,
    SendingTo: sentTo,
    SiteURL: settings.siteUrl,
    RedirectTo: redirectTo,
    Data: user.raw_user_meta_data,
  };
  return composeAuthMail(kind, variables, settings.mailTemplates);
}

/** Sends outside any transaction, because a mail server may take seconds. */
async function deliver(
  context: AuthContext,
  mail: MailKind,
  messages: readonly Message[],
  undo: (tx: AuthDatabase) => Promise<void>,
): Promise<void> {
  const { db, mailer, sendEmailHook } = context;
  try {
    if (messages.length === 0) await (sendEmailHook ?? mailer).rehearse();
    else if (sendEmailHook === null) for (const one of messages) await mailer.send(await compose(context, one));
    else await sendEmailHook.send(await describeForHook(context, messages));
  } catch (error) {
    await db.transaction().execute(undo);
    throw new AuthError(500, 'unexpected_failure', `Error sending ${mail} mail`, { cause: withoutAddresses(error) });
  }
}

/** One call of the hook, which has both halves of a change of address. */
async function describeForHook({ db, settings }: AuthContext, messages: readonly Message[]): Promise<HookMail> {
  const [first, second] = messages;
  if (first === undefined) throw new Error('There is no mail to describe.');
  return {
    user: await describeUser(db, first.user),
    email_data: {
      // With two addresses the reference names the current one's code `token`, and the new one's link `token_hash`.
      token: (second ?? first).issued.code,
      token_hash: first.issued.link,
      token_new: second === undefined ? '' : first.issued.code,
      token_hash_new: second?.issued.link ?? '',
      redirect_to: first.redirectTo,
      email_action_type: linkTypes[first.kind] || first.kind,
      site_url: settings.siteUrl,
    },
  };
}

/** The reason for the log: mail servers repeat the recipient. */
export const withoutAddresses = (error: unknown): Error =>
  new Error(String(error instanceof Error ? error.message : error).replaceAll(/\S+@\S+/g, '[address]'));

/** Voids tokens whose messages could not be sent. */
export async function withdrawTokens(tx: AuthDatabase, issued: readonly IssuedToken[]): Promise<void> {
  await tx
    .deleteFrom('one_time_tokens')
    .where(
      'link_hash',
      'in',
      issued.map(({ link }) => hashToken(link)),
    )
    .execute();
}
