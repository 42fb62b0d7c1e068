import type { SnapshotFrom } from 'xstate';
import type { StagedChange } from '../../../contract/tables/stagedRow.ts';
import { refusedRowIn, type stagedEditsMachine } from './stagedEdits.machine.ts';
import { changeOf, countStaged } from './stagedRows.ts';

type StagedEditsSnapshot = SnapshotFrom<typeof stagedEditsMachine>;

export const selectStaged = ({ context }: StagedEditsSnapshot) => context.staged;
/** How many rows have a change. */
export const selectStagedCount = ({ context }: StagedEditsSnapshot): number => countStaged(context.staged);
export const selectCanUndo = ({ context }: StagedEditsSnapshot): boolean => context.undoable.length > 0;
export const selectCanRedo = ({ context }: StagedEditsSnapshot): boolean => context.redoable.length > 0;
export const selectIsCommitting = (snapshot: StagedEditsSnapshot): boolean => snapshot.matches({ work: 'committing' });
/** It is not known whether the changes were made. */
export const selectIsUndecided = (snapshot: StagedEditsSnapshot): boolean =>
  snapshot.matches({ work: 'settling' }) || snapshot.matches({ work: 'undecided' });
export const selectCanCheckCommit = (snapshot: StagedEditsSnapshot): boolean => snapshot.matches({ work: 'undecided' });
/** Nothing can be edited until it is known whether the changes were made. */
export const selectIsLocked = (snapshot: StagedEditsSnapshot): boolean =>
  selectIsCommitting(snapshot) || selectIsUndecided(snapshot);
export const selectIsConflicted = (snapshot: StagedEditsSnapshot): boolean => snapshot.matches({ work: 'conflicted' });
export const selectIsConfirmingDiscard = (snapshot: StagedEditsSnapshot): boolean =>
  snapshot.matches({ work: 'confirmingDiscard' });
/** It is asked whether changes are made with other rights than they were staged with. */
export const selectIsConfirmingRole = (snapshot: StagedEditsSnapshot): boolean =>
  snapshot.matches({ work: 'confirmingRole' });
/** Whose rights the changes are made with. */
export const selectCommitsAs = ({ context }: StagedEditsSnapshot) => context.viewAs;
/** Why the last commit was refused. */
export const selectRefused = ({ context }: StagedEditsSnapshot) => context.refused;
/** The id of the row that it was refused for. */
export const selectRefusedRow = ({ context }: StagedEditsSnapshot): string | null => refusedRowIn(context);
/** Its change. */
export const selectRefusedChange = ({ context }: StagedEditsSnapshot): StagedChange | undefined =>
  changeOf(context.staged, refusedRowIn(context) ?? '');
/** Why the changes could not be sent. */
export const selectCommitFailure = ({ context }: StagedEditsSnapshot) => context.failure;
/** The browser does not store the changes. */
export const selectIsUnstored = (snapshot: StagedEditsSnapshot): boolean => snapshot.matches({ storage: 'refused' });
