import type { Logger } from 'pino';
import { mailedAddresses } from '../../src/contract/shell/mailedAddresses.ts';
import { layoutBoth, type MailContent } from '../mail/layout.ts';
import type { AuthContext } from './authContext.ts';
import { describeUser } from './describeUser.ts';
import { withoutAddresses } from './mailTokens.ts';
import type { User } from './users.ts';

/** A change that the owner of an account is told, because another person may have made it. */
type AccountChange =
  | 'password changed'
  | 'phone added'
  | 'phone changed'
  | 'phone removed'
  | 'sign-in method added'
  | 'sign-in method removed';

const subjects: Readonly<Record<AccountChange, string>> = {
  'password changed': 'Your password was changed',
  'phone added': 'A phone number was added to your account',
  'phone changed': 'Your phone number was changed',
  'phone removed': 'Your phone number was removed',
  'sign-in method added': 'A sign-in method was added to your account',
  'sign-in method removed': 'A sign-in method was removed from your account',
};

/** As the hook names what a mail is for. */
const hookTypes: Readonly<Record<AccountChange, string>> = {
  'password changed': 'password_changed_notification',
  'phone added': 'phone_changed_notification',
  'phone changed': 'phone_changed_notification',
  'phone removed': 'phone_changed_notification',
  'sign-in method added': 'identity_linked_notification',
  'sign-in method removed': 'identity_unlinked_notification',
};

/** What a new number does to an account. */
export const phoneChangeOf = (phoneBefore: string | null): AccountChange =>
  phoneBefore === null ? 'phone added' : 'phone changed';

function contentOf({ user: { email }, change, method }: Notice, siteUrl: string): MailContent {
  const subject = subjects[change];
  const isOfMethods = change === 'sign-in method added' || change === 'sign-in method removed';
  const page = `${siteUrl.replace(/\/$/, '')}${mailedAddresses.accountSignInMethods}`;
  return {
    heading: subject,
    paragraphs: [
      `${subject}: ${email ?? ''} at ${siteUrl}.`,
      ...(method === undefined ? [] : [`The sign-in method: ${method}.`]),
      ...(change === 'password changed' ? ['Your other devices were signed out.'] : []),
    ],
    footer: isOfMethods
      ? `If this was not you, check your sign-in methods at ${page} at once, reset your password, and sign out your other devices.`
      : `If this was not you, reset your password at ${siteUrl} at once, and sign out your other devices.`,
  };
}

interface Notice {
  user: User;
  change: AccountChange;
  /** Name of the provider, where a sign-in method is new or gone. */
  method?: string;
  log: Pick<Logger, 'warn'>;
}

/**
 * Tells the owner of an account of a change, at the address that they have. A mail that cannot be sent undoes nothing,
 * and is logged: the promise is never rejected. Answers do not wait for it, as a mail server may take longer than a
 * request.
 */
export async function mailNotice(
  { db, settings: { siteUrl }, mailer, sendEmailHook, guardsAccounts }: AuthContext,
  notice: Notice,
): Promise<void> {
  const { user, change, log } = notice;
  if (!guardsAccounts || user.email === null) return;
  try {
    if (sendEmailHook === null) {
      const content = contentOf(notice, siteUrl);
      await mailer.send({ to: user.email, subject: subjects[change], ...(await layoutBoth(content)) });
    } else {
      await sendEmailHook.send({
        user: await describeUser(db, user),
        email_data: {
          token: '',
          token_hash: '',
          token_new: '',
          token_hash_new: '',
          redirect_to: siteUrl,
          email_action_type: hookTypes[change],
          site_url: siteUrl,
        },
      });
    }
  } catch (error) {
    log.warn({ err: withoutAddresses(error), change }, 'failed to notify a user of a change to their account');
  }
}
