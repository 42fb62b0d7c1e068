import type { SnapshotFrom } from 'xstate';
import type { phoneChangeMachine } from './phoneChange.machine.ts';

type PhoneChangeSnapshot = SnapshotFrom<typeof phoneChangeMachine>;

export const selectIsLoading = (snapshot: PhoneChangeSnapshot): boolean =>
  snapshot.matches('reading') || snapshot.matches('loading');
/** The number of the account could not be read. */
export const selectIsUnread = (snapshot: PhoneChangeSnapshot): boolean => snapshot.matches('failed');
export const selectCurrentPhone = ({ context }: PhoneChangeSnapshot) => context.currentPhone;
/** The proof of who the user is, where the server asks for one. */
export const selectCheck = ({ children }: PhoneChangeSnapshot) => children.check;
/** The code of the SMS, once it is sent. */
export const selectCode = ({ children }: PhoneChangeSnapshot) => children.code;
