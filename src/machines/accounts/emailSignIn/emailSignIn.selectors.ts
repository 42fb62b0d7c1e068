import type { SnapshotFrom } from 'xstate';
import type { emailSignInMachine } from './emailSignIn.machine.ts';

type EmailSignInSnapshot = SnapshotFrom<typeof emailSignInMachine>;

/** The flow of the code; absent until the email was sent. */
export const selectCode = ({ children }: EmailSignInSnapshot) => children.code;
export const selectFailure = ({ context }: EmailSignInSnapshot) => context.failure;
/** The link is checked. */
export const selectIsOpening = (snapshot: EmailSignInSnapshot): boolean =>
  snapshot.matches('reading') || snapshot.matches('opening');
/** The link did not begin a session. */
export const selectIsUnopened = (snapshot: EmailSignInSnapshot): boolean => snapshot.matches('unopened');
export const selectIsSignedIn = (snapshot: EmailSignInSnapshot): boolean => snapshot.matches('signedIn');
