import type { SnapshotFrom } from 'xstate';
import type { clipboardMachine } from './clipboard.machine.ts';

/** Who has just been copied for; null most of the time. */
export const selectCopiedKey = (snapshot: SnapshotFrom<typeof clipboardMachine>): string | null =>
  snapshot.matches('copied') ? snapshot.context.key : null;
