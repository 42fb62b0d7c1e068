import type { SnapshotFrom } from 'xstate';
import type { signInMethodsMachine } from './signInMethods.machine.ts';

type SignInMethodsSnapshot = SnapshotFrom<typeof signInMethodsMachine>;

export const selectMethods = ({ context }: SignInMethodsSnapshot) => context.methods;
/** The way that the user wants to remove. */
export const selectRemoved = ({ context }: SignInMethodsSnapshot) => context.removed;
/** The question who the user is, before a way is added or removed. */
export const selectCheck = ({ children }: SignInMethodsSnapshot) => children.check;
/** The provider that the browser is leaving for. */
export const selectLeavingFor = (snapshot: SignInMethodsSnapshot) =>
  snapshot.hasTag('busy') ? snapshot.context.provider : null;
export const selectIsLoading = (snapshot: SignInMethodsSnapshot): boolean =>
  (snapshot.matches('opening') || snapshot.matches('loading')) && snapshot.context.methods.length === 0;
/** The list is being read again, or the browser is leaving: nothing can be added or removed meanwhile. */
export const selectIsReady = (snapshot: SignInMethodsSnapshot): boolean => snapshot.matches('ready');
/** Why the ways could not be read. */
export const selectLoadFailure = (snapshot: SignInMethodsSnapshot) =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
/** Why no account was added. */
export const selectAdditionFailure = (snapshot: SignInMethodsSnapshot) =>
  snapshot.matches('failed') ? null : snapshot.context.failure;
