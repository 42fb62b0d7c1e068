import { ownQuery, type LinkOutcome } from '../../contract/accounts/emailLink.ts';
import type { Failure } from '../../contract/common/apiError.ts';
import { href } from '../../router/href.ts';
import type { ScreenInput } from './screen.input.ts';
import { unprovided } from './unprovided.ts';

/* For the pages that the links of emails lead to. */

interface Opened {
  outcome: LinkOutcome;
}

/** Begins a session with what the link added to the address; throws what the auth service refused. */
export const openLink = unprovided<LinkOutcome, Pick<ScreenInput, 'query'>>('openLink');

/** The guard of a link that began a session, or was opened in one. */
export const hasBegun = (_: unknown, { outcome }: Opened): boolean => outcome.session;

/** The guard of an address without a link: nothing was refused. */
export const isWithoutLink = (_: unknown, { outcome }: Opened): boolean => !outcome.session && outcome.failure === null;

/** Assigns why the link began no session. */
export const linkFailure = (_: unknown, { outcome }: Opened): { failure: Failure | null } => ({
  failure: outcome.session ? null : outcome.failure,
});

/** The command that takes the link out of the address: a code would stay in the browser’s history. */
export const cleanAddressOf = (
  page: 'confirmEmail' | 'confirmEmailChange' | 'emailSignIn' | 'resetPassword',
  { query }: Pick<ScreenInput, 'query'>,
) => ({
  type: 'navigation.requested' as const,
  to: href(page, {}, ownQuery(query)),
  replace: true,
});
