import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { emailedCodeMachine } from '../emailedCode/emailedCode.machine.ts';
import type { emailChangeMachine } from './emailChange.machine.ts';

type EmailChangeSnapshot = SnapshotFrom<typeof emailChangeMachine>;

export const selectIsLoading = (snapshot: EmailChangeSnapshot): boolean => snapshot.matches('loading');
/** The code of the emails, once they are sent. */
export const selectCode = ({ children }: EmailChangeSnapshot): ActorRefFrom<typeof emailedCodeMachine> | undefined =>
  children.code;
