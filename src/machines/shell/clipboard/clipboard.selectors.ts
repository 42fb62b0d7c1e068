import type { SnapshotFrom } from 'xstate';
import type { clipboardMachine } from './clipboard.machine.ts';

/** Id of the button whose copy has just succeeded; null otherwise. */
export const selectCopiedKey = (snapshot: SnapshotFrom<typeof clipboardMachine>): string | null =>
  snapshot.matches('copied') ? snapshot.context.key : null;
