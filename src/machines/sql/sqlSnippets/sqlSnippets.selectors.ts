import type { SnapshotFrom } from 'xstate';
import type { sqlSnippetsMachine } from './sqlSnippets.machine.ts';

type SqlSnippetsSnapshot = SnapshotFrom<typeof sqlSnippetsMachine>;

export const selectSearch = ({ context }: SqlSnippetsSnapshot) => context.search;
export const selectDrafts = ({ context }: SqlSnippetsSnapshot) => context.drafts;
export const selectChosen = ({ context }: SqlSnippetsSnapshot) => context.chosen;
/** Why the last attempt to rename failed. */
export const selectFailure = ({ context }: SqlSnippetsSnapshot) => context.failure;
export const selectNewName = ({ context }: SqlSnippetsSnapshot) => context.name;
export const selectOpenId = ({ context }: SqlSnippetsSnapshot) => context.id;

export const selectIsCreating = (snapshot: SqlSnippetsSnapshot): boolean => snapshot.matches('creating');
export const selectIsNaming = (snapshot: SqlSnippetsSnapshot): boolean =>
  snapshot.matches('naming') || snapshot.matches('renaming');
export const selectIsRenaming = (snapshot: SqlSnippetsSnapshot): boolean => snapshot.matches('renaming');
/** Something is asked about a query of the list. */
export const selectIsAsking = (snapshot: SqlSnippetsSnapshot): boolean =>
  selectIsNaming(snapshot) || snapshot.matches('confirmingDelete') || snapshot.matches('deleting');
