import type { Failure } from '../../contract/common/apiError.ts';

/**
 * Titles for errors of the auth service, by their code. `next` says what to do in place of the service's own message,
 * which would say the title again.
 */
export type FailureMeanings = Readonly<Record<string, { title: string; next?: string }>>;

/** Those that signing in with a password meets: other pages' texts come with them. */
export const signInMeanings: FailureMeanings = {
  invalid_credentials: { title: 'Incorrect email or password', next: 'Check both, or reset your password.' },
  email_not_confirmed: {
    title: 'Confirm your email address first',
    next: 'Open the link in the email that we sent you, then sign in.',
  },
  over_request_rate_limit: { title: 'Too many attempts', next: 'Try again in a few minutes.' },
};

/** The title of a failure, or another one where its code is not known. */
export const titleFrom =
  (meanings: FailureMeanings) =>
  ({ code }: Failure, otherwise: string): string =>
    meanings[code]?.title ?? otherwise;

/** The failure with what to do next. */
export const explainedFrom =
  (meanings: FailureMeanings) =>
  (failure: Failure): Failure => {
    const next = meanings[failure.code]?.next;
    return next === undefined ? failure : { ...failure, message: next };
  };
