import type { Failure } from '../../contract/common/apiError.ts';

/** Advice for errors of the auth service whose own message does not say what to do. */
const meanings: Readonly<Record<string, { title: string; next?: string }>> = {
  invalid_credentials: { title: 'Incorrect email or password' },
  email_not_confirmed: {
    title: 'Confirm your email address first',
    next: 'Open the link in the email that we sent you, then sign in.',
  },
  user_already_exists: {
    title: 'An account with this email address already exists',
    next: 'Sign in instead, or use a different email address.',
  },
  weak_password: { title: 'This password is too weak' },
  over_request_rate_limit: { title: 'Too many attempts', next: 'Try again in a few minutes.' },
  over_email_send_rate_limit: { title: 'Too many emails sent to this address', next: 'Try again in a minute.' },
};

export const accountsFailureTitle = ({ code }: Failure, otherwise: string): string =>
  meanings[code]?.title ?? otherwise;

/** The failure with what to do next. */
export function explained(failure: Failure): Failure {
  const next = meanings[failure.code]?.next;
  return next === undefined ? failure : { ...failure, description: next };
}
