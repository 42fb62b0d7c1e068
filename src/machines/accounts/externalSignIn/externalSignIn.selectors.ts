import type { SnapshotFrom } from 'xstate';
import type { externalSignInMachine } from './externalSignIn.machine.ts';

type ExternalSignInSnapshot = SnapshotFrom<typeof externalSignInMachine>;

/** The id of the provider, as the address names it. */
export const selectProvider = ({ context }: ExternalSignInSnapshot): string => context.params.provider;
/** Why the user was not signed in. */
export const selectFailure = ({ context }: ExternalSignInSnapshot) => context.failure;
export const selectIsLeaving = (snapshot: ExternalSignInSnapshot): boolean => snapshot.matches('leaving');
