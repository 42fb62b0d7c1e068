import { userNotFound } from './adminUsers.ts';
import { recordEvent } from './audit.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthDatabase, MailTokenKind } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import { describeUser } from './describeUser.ts';
import { confirmationUrl, linkTypes, mailToken, sentAtColumns } from './mailTokens.ts';
import { issueToken, type IssuedToken, type LinkRequest } from './oneTimeTokens.ts';
import { emailTaken, findUserByAddress, insertUser, lockUser, type Metadata, type User } from './users.ts';

/** The kind of token in each type of link. */
const kinds = {
  signup: 'confirmation',
  invite: 'invite',
  magiclink: 'magic_link',
  recovery: 'recovery',
  email_change_current: 'email_change_current',
  email_change_new: 'email_change_new',
} as const satisfies Readonly<Record<string, MailTokenKind>>;
type GeneratedLinkType = keyof typeof kinds;

interface LinkOptions {
  email: string;
  aud: string;
  data: Metadata;
  link: LinkRequest;
}

/** Invites a person by mail, and adds the user if there is none yet. */
export async function inviteUser(
  context: AuthContext,
  { email, aud, data, link }: LinkOptions,
): Promise<Record<string, unknown>> {
  const { db } = context;
  const known = await findUserByAddress(db, { kind: 'email', email }, aud);
  if (known?.email_confirmed_at != null) throw emailTaken();
  const user = known ?? (await addUser(context, { email, aud, data, passwordHash: null }));
  try {
    await mailToken(context, { mail: 'invite', kind: 'invite', sentTo: email, user, ...link });
  } catch (error) {
    if (known === undefined) await db.deleteFrom('users').where('id', '=', user.id).execute();
    throw error;
  }
  return await describeUser(db, (await findUserByAddress(db, { kind: 'email', email }, aud)) ?? user);
}

const addUser = (
  { db, now }: AuthContext,
  { email, aud, data, passwordHash }: Omit<LinkOptions, 'link'> & { passwordHash: string | null },
): Promise<User> =>
  db.transaction().execute((tx) =>
    insertUser(tx, {
      address: { kind: 'email', email },
      passwordHash,
      data,
      copiesClaims: false,
      aud,
      isConfirmed: false,
      now: now(),
    }),
  );

interface GenerateOptions extends LinkOptions {
  type: GeneratedLinkType;
  newEmail: string | null;
  /** For a user who is added. */
  passwordHash: string | null;
}

/** A link as a mail would have it, for a caller who delivers it. */
export async function generateLink(
  context: AuthContext,
  { type, newEmail, passwordHash, ...options }: GenerateOptions,
): Promise<Record<string, unknown>> {
  const { db, settings } = context;
  const { email, aud, link } = options;
  const known = await findUserByAddress(db, { kind: 'email', email }, aud);
  // A magic link signs a new user up.
  const kind = kinds[type === 'magiclink' && known === undefined ? 'signup' : type];
  if (known === undefined && kind !== 'confirmation' && kind !== 'invite') throw userNotFound();
  if (known?.email_confirmed_at != null && (kind === 'confirmation' || kind === 'invite')) throw emailTaken();
  if (newEmail !== null && (await findUserByAddress(db, { kind: 'email', email: newEmail }, aud)) !== undefined)
    throw emailTaken();
  const user = known ?? (await addUser(context, { ...options, passwordHash }));
  const sentTo = kind === 'email_change_new' ? (newEmail ?? email) : email;
  const issued = await db.transaction().execute(async (tx) => {
    const locked = await lockUser(tx, user.id);
    if (locked === undefined) throw userNotFound();
    await markSent(tx, { id: user.id, kind, newEmail }, context.now());
    await recordEvent(
      tx,
      { userId: user.id, action: 'link_generated', client: link.client, details: { type: linkTypes[kind] } },
      context.now(),
    );
    const awaitsOther = newEmail !== null && settings.secureEmailChange && !settings.autoconfirm;
    return await issueToken(context, tx, { userId: user.id, kind, sentTo, pkce: null, awaitsOther });
  });
  const described = await describeUser(db, (await findUserByAddress(db, { kind: 'email', email }, aud)) ?? user);
  return { ...described, ...describeLink(settings, kind, link.redirectTo, issued) };
}

const describeLink = (
  settings: AuthContext['settings'],
  kind: MailTokenKind,
  redirectTo: string,
  { code, link }: IssuedToken,
) => ({
  action_link: confirmationUrl(settings, { kind, link, redirectTo }),
  email_otp: code,
  hashed_token: link,
  verification_type: linkTypes[kind],
  redirect_to: redirectTo,
});

async function markSent(
  tx: AuthDatabase,
  { id, kind, newEmail }: { id: string; kind: MailTokenKind; newEmail: string | null },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ [sentAtColumns[kind]]: now, ...(newEmail !== null && { new_email: newEmail }) })
    .where('id', '=', id)
    .execute();
}

export const isGeneratedLinkType = (type: string): type is GeneratedLinkType => Object.hasOwn(kinds, type);

export const unknownLinkType = () =>
  new AuthError(
    400,
    'validation_failed',
    `Invalid email action link type requested. Use one of ${Object.keys(kinds).join(', ')}.`,
  );
