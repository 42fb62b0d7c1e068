import type { SnapshotFrom } from 'xstate';
import type { forgotPasswordMachine } from './forgotPassword.machine.ts';

/** The flow of the code; absent until the email was sent. */
export const selectCode = ({ children }: SnapshotFrom<typeof forgotPasswordMachine>) => children.code;
