import type { SnapshotFrom } from 'xstate';
import type { ssoSignInMachine } from './ssoSignIn.machine.ts';

type SsoSignInSnapshot = SnapshotFrom<typeof ssoSignInMachine>;

/** The identity provider's answer is being used, or was. */
export const selectIsOpening = (snapshot: SsoSignInSnapshot): boolean =>
  snapshot.matches('opening') || snapshot.matches('signedIn');
