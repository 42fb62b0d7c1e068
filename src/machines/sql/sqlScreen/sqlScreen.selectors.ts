import type { SnapshotFrom } from 'xstate';
import type { SqlSettings } from '../../../contract/sql/sqlEditor.ts';
import type { SqlGenerationRef, sqlScreenMachine } from './sqlScreen.machine.ts';

type SqlScreenSnapshot = SnapshotFrom<typeof sqlScreenMachine>;

export const selectSqlPhase = (snapshot: SqlScreenSnapshot): 'opening' | 'broken' | 'open' =>
  snapshot.matches('open') ? 'open' : snapshot.matches('broken') ? 'broken' : 'opening';

export const selectRef = ({ context }: SqlScreenSnapshot): string => context.ref;
export const selectSettings = ({ context }: SqlScreenSnapshot): SqlSettings => context.settings;
/** Where the cursor is when the editor appears; null for the beginning. */
export const selectCursor = ({ context }: SqlScreenSnapshot) => context.cursor;
export const selectSqlFailure = ({ context }: SqlScreenSnapshot) => context.failure;

export const selectStyleNonce = ({ context }: SqlScreenSnapshot) => context.styleNonce;
export const selectIsSheetOpen = (snapshot: SqlScreenSnapshot): boolean =>
  snapshot.matches({ open: { sheet: 'open' } });

export const selectDraft = ({ children }: SqlScreenSnapshot) => children.draft;
export const selectRun = ({ children }: SqlScreenSnapshot) => children.run;
export const selectResultsPane = ({ children }: SqlScreenSnapshot) => children.results;
export const selectSnippets = ({ children }: SqlScreenSnapshot) => children.snippets;
export const selectRunningQueriesOf = ({ children }: SqlScreenSnapshot) => children.runningQueries;
/** Generating SQL, while that is open. */
export const selectGeneration = ({ children }: SqlScreenSnapshot) =>
  children.generation as unknown as SqlGenerationRef | undefined;
export const selectIsLoadingGeneration = (snapshot: SqlScreenSnapshot): boolean =>
  snapshot.matches({ open: { generation: 'loading' } });
