import type { SnapshotFrom } from 'xstate';
import type { renamingMachine } from './renaming.machine.ts';

type Snapshot = SnapshotFrom<typeof renamingMachine>;

export const selectName = (snapshot: Snapshot) => snapshot.context.name;
export const selectDraft = (snapshot: Snapshot) => snapshot.context.draft;
export const selectFailure = (snapshot: Snapshot) => snapshot.context.failure;
export const selectIsOpen = (snapshot: Snapshot) => snapshot.matches('editing') || snapshot.matches('saving');
export const selectIsBusy = (snapshot: Snapshot) => snapshot.hasTag('busy');
export const selectIsSaved = (snapshot: Snapshot) => snapshot.matches('saved');
