import { tokenExpiryOf, type Session } from '../../contract/accounts/session.ts';
import { readStored } from '../browser/storage.ts';

/**
 * A date in the far future. The auth client gets this expiry, so that it never refreshes on its own: the session's
 * chart does.
 */
export const never = 8_640_000_000_000;

/** A session from the auth client, with its real expiry. */
export const withExpiry = (session: Session): Session =>
  session.expires_at === never
    ? { ...session, expires_at: tokenExpiryOf(session) ?? readStored('session')?.expires_at ?? 0 }
    : session;
