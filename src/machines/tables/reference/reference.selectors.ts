import type { SnapshotFrom } from 'xstate';
import type { referenceMachine } from './reference.machine.ts';

type ReferenceSnapshot = SnapshotFrom<typeof referenceMachine>;

export const selectReferringCell = ({ context }: ReferenceSnapshot) => context.opened;
/** Columns of the key that cannot be edited, with what the row has there. */
export const selectComputed = ({ context }: ReferenceSnapshot) => context.computed;
/** The table that the foreign key points to; null until it is read. */
export const selectReferencedTable = ({ context }: ReferenceSnapshot) => context.table;
/** The row that the cell points to, as a page of one. */
export const selectReferencedRow = ({ context }: ReferenceSnapshot) => context.row;
export const selectReferenceSearch = ({ context }: ReferenceSnapshot): string => context.search;
/** The rows that have the text; null until they are read. */
export const selectFoundRows = ({ context }: ReferenceSnapshot) => context.found;
/** The other table, or the row, is not there yet. */
export const selectIsFollowing = (snapshot: ReferenceSnapshot): boolean =>
  snapshot.matches('describing') || snapshot.matches('following');
export const selectIsSearching = (snapshot: ReferenceSnapshot): boolean =>
  snapshot.matches('searching') || snapshot.matches('debouncing');
export const selectReferenceFailure = ({ context }: ReferenceSnapshot) => context.failure;
export const selectHasReferenceFailed = (snapshot: ReferenceSnapshot): boolean => snapshot.matches('failed');
