import type { Failure } from '../../contract/common/apiError.ts';

/** Advice for errors of the auth service whose own message does not say what to do. */
const meanings: Readonly<Record<string, { title: string; next?: string }>> = {
  invalid_credentials: { title: 'This email address and password do not belong together' },
  email_not_confirmed: {
    title: 'Your email address is not confirmed yet',
    next: 'Open the link in the mail that was sent to you, then sign in.',
  },
  user_already_exists: {
    title: 'There is an account with this email address already',
    next: 'Sign in, or use another address.',
  },
  weak_password: { title: 'This password is too weak' },
  over_request_rate_limit: { title: 'Too many attempts', next: 'Wait a few minutes, then try again.' },
  over_email_send_rate_limit: { title: 'Too many mails to this address', next: 'Wait a minute, then try again.' },
};

export const accountsFailureTitle = ({ code }: Failure, otherwise: string): string =>
  meanings[code]?.title ?? otherwise;

/** The failure with what to do next. */
export function explained(failure: Failure): Failure {
  const next = meanings[failure.code]?.next;
  return next === undefined ? failure : { ...failure, description: next };
}
