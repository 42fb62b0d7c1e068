import type { SnapshotFrom } from 'xstate';
import type { secondFactorMachine } from './secondFactor.machine.ts';

type SecondFactorSnapshot = SnapshotFrom<typeof secondFactorMachine>;

export const selectFactors = ({ context }: SecondFactorSnapshot) => context.factors;
/** Id of the app whose code is typed. */
export const selectChosen = ({ context }: SecondFactorSnapshot): string => context.chosen;
export const selectIsLoading = (snapshot: SecondFactorSnapshot): boolean => snapshot.matches('loading');
/** Why the apps could not be read. */
export const selectLoadFailure = (snapshot: SecondFactorSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
