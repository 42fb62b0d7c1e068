import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { sentCodeMachine } from '../sentCode/sentCode.machine.ts';
import type { emailChangeMachine } from './emailChange.machine.ts';

type EmailChangeSnapshot = SnapshotFrom<typeof emailChangeMachine>;

export const selectIsLoading = (snapshot: EmailChangeSnapshot): boolean =>
  snapshot.matches('reading') || snapshot.matches('loading');
/** The proof of who the user is, where the server asks for one. */
export const selectCheck = ({ children }: EmailChangeSnapshot) => children.check;
/** The code of the emails, once they are sent. */
export const selectCode = ({ children }: EmailChangeSnapshot): ActorRefFrom<typeof sentCodeMachine> | undefined =>
  children.code;
/** The flow of the phone number, where the server has sign-in by phone. */
export const selectPhone = ({ children }: EmailChangeSnapshot) => children.phone;
