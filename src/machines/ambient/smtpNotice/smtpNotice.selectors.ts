import type { SnapshotFrom } from 'xstate';
import type { smtpNoticeMachine } from './smtpNotice.machine.ts';

export const selectIsDismissed = ({ context }: SnapshotFrom<typeof smtpNoticeMachine>, ref: string): boolean =>
  context.refs.includes(ref);
