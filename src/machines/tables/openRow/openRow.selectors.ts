import type { SnapshotFrom } from 'xstate';
import type { openRowMachine } from './openRow.machine.ts';

type OpenRowSnapshot = SnapshotFrom<typeof openRowMachine>;

/** The row as it is stored; null until it is read. */
export const selectStoredRow = ({ context }: OpenRowSnapshot) => context.page;
/** Why it could not be read. */
export const selectRowFailure = ({ context }: OpenRowSnapshot) => context.failure;
export const selectIsReadingRow = (snapshot: OpenRowSnapshot): boolean => snapshot.matches('reading');
export const selectIsRowGone = (snapshot: OpenRowSnapshot): boolean => snapshot.matches('gone');
