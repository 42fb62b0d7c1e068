/** Who a live session belongs to. */
export interface AuthenticatedUser {
  /** The auth service's id, a UUID; what the platform's tables call `user_id` and `gotrue_id`. */
  readonly id: string;
  readonly email: string;
  readonly phone: string;
  readonly role: string;
  readonly aal: 'aal1' | 'aal2';
  readonly sessionId: string;
}

/** Checks an Authorization header as the auth service's contract orders it; throws an `AuthError`. */
export type Authenticate = (authorization: string | undefined) => Promise<AuthenticatedUser>;
