import type { RateLimiter } from '../common/rateLimiter.ts';
import type { SecretBox } from '../database/secretBox.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { AuthDatabase } from './auth.tables.ts';
import type { ExternalProviders } from './externalProviders.ts';
import type { Hook, HookMail } from './hook.ts';
import type { AuthSettings } from './settings.ts';
import type { SigningKeys } from './signingKeys.ts';
import type { SmsSender } from './smsSender.ts';

/** Dependencies of every part of one auth service. */
export interface AuthContext {
  readonly db: AuthDatabase;
  readonly settings: AuthSettings;
  readonly keys: SigningKeys;
  readonly secretBox: SecretBox;
  readonly mailer: Mailer;
  /** Sends the mails instead of the mailer where there is one. */
  readonly sendEmailHook: Hook<HookMail> | null;
  /** Null where nothing sends SMS. */
  readonly smsSender: SmsSender | null;
  readonly rateLimiter: RateLimiter;
  readonly externalProviders: ExternalProviders;
  /**
   * Removing a second factor and changing the phone number need a proof of who the user is that is not older than
   * minutes, and what a thief may have changed is mailed to the owner.
   */
  readonly guardsAccounts: boolean;
  readonly now: () => Date;
}
