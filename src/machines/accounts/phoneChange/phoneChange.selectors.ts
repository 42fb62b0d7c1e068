import type { SnapshotFrom } from 'xstate';
import type { phoneChangeMachine } from './phoneChange.machine.ts';

type PhoneChangeSnapshot = SnapshotFrom<typeof phoneChangeMachine>;

export const selectIsLoading = (snapshot: PhoneChangeSnapshot): boolean => snapshot.matches('loading');
/** The number of the account could not be read. */
export const selectIsUnread = (snapshot: PhoneChangeSnapshot): boolean => snapshot.matches('failed');
export const selectCurrentPhone = ({ context }: PhoneChangeSnapshot) => context.currentPhone;
/** The code of the SMS, once it is sent. */
export const selectCode = ({ children }: PhoneChangeSnapshot) => children.code;
