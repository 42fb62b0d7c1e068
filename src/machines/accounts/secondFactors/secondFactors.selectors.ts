import type { SnapshotFrom } from 'xstate';
import type { secondFactorsMachine } from './secondFactors.machine.ts';

type SecondFactorsSnapshot = SnapshotFrom<typeof secondFactorsMachine>;

export const selectFactors = ({ context }: SecondFactorsSnapshot) => context.factors;
/** An app whose setup was left before its first code. */
export const selectBegun = ({ context }: SecondFactorsSnapshot) => context.begun;
/** The app that the user wants to remove. */
export const selectRemoved = ({ context }: SecondFactorsSnapshot) => context.removed;
/** The flow of an app that is being added. */
export const selectSetup = ({ children }: SecondFactorsSnapshot) => children.setup;
/** The question who the user is, before an app is added or removed. */
export const selectCheck = ({ children }: SecondFactorsSnapshot) => children.check;
export const selectIsLoading = (snapshot: SecondFactorsSnapshot): boolean =>
  snapshot.matches('loading') && snapshot.context.factors.length === 0;
/** Why the apps could not be read. */
export const selectLoadFailure = (snapshot: SecondFactorsSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
