import { tokenExpiryOf, type Session } from '../../contract/accounts/session.ts';
import { readStored } from '../browser/storage.ts';

/** Later than any clock. The auth client is shown this expiry, so that it never refreshes by itself: the session's chart does. */
export const never = 8_640_000_000_000;

/** A session that came from the auth client, with the time at which it really expires. */
export const withExpiry = (session: Session): Session =>
  session.expires_at === never
    ? { ...session, expires_at: tokenExpiryOf(session) ?? readStored('session')?.expires_at ?? 0 }
    : session;
