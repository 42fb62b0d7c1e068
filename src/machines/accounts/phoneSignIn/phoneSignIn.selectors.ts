import type { SnapshotFrom } from 'xstate';
import type { phoneSignInMachine } from './phoneSignIn.machine.ts';

type PhoneSignInSnapshot = SnapshotFrom<typeof phoneSignInMachine>;

/** The flow of the code; absent until the SMS was sent. */
export const selectCode = ({ children }: PhoneSignInSnapshot) => children.code;
/** An SMS is being requested. */
export const selectIsRequesting = (snapshot: PhoneSignInSnapshot): boolean => snapshot.matches('requesting');
