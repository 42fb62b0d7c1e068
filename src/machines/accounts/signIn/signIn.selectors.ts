import type { SnapshotFrom } from 'xstate';
import type { signInMachine } from './signIn.machine.ts';

type SignInSnapshot = SnapshotFrom<typeof signInMachine>;

export const selectValues = ({ context }: SignInSnapshot) => context.values;
export const selectFieldErrors = ({ context }: SignInSnapshot) => context.fieldErrors;
export const selectFailure = ({ context }: SignInSnapshot) => context.failure;
export const selectIsBusy = (snapshot: SignInSnapshot): boolean => snapshot.hasTag('busy');
