import type { SnapshotFrom } from 'xstate';
import type { identityCheckMachine } from './identityCheck.machine.ts';

type IdentityCheckSnapshot = SnapshotFrom<typeof identityCheckMachine>;

export const selectMethod = ({ context }: IdentityCheckSnapshot) => context.method;
export const selectFactors = ({ context }: IdentityCheckSnapshot) => context.factors;
export const selectIsLoading = (snapshot: IdentityCheckSnapshot): boolean => snapshot.matches('loading');
/** Why it is unknown how the user proves who they are. */
export const selectLoadFailure = (snapshot: IdentityCheckSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
