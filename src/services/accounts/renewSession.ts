import { refreshSession } from './auth.ts';
import { RefreshError } from './refreshError.ts';
import { heldSession } from './sessionStore.ts';

/**
 * Has the session learn of a changed user, with its next token. What changed the user has succeeded: where no token
 * comes now, the session's next refresh brings it.
 */
export async function renewSession(signal: AbortSignal): Promise<void> {
  try {
    await refreshSession({ session: heldSession() }, signal);
  } catch (error) {
    if (!(error instanceof RefreshError)) throw error;
  }
}
