/** Why there is no session: there never was one, the user ended it here or in another tab, or the server did. */
export type SessionEnd = 'absent' | 'signedOut' | 'elsewhere' | 'refused';

/** Session facts for the rest of the application. */
export type SessionFact =
  /** There is a session with a usable token, and its second factor if the user has one. */
  { type: 'session.began'; userId: string } | { type: 'session.ended'; reason: SessionEnd };

/** There is a session, but the server first takes the code of the user's second factor. */
export interface SessionUnverified {
  type: 'session.unverified';
}
