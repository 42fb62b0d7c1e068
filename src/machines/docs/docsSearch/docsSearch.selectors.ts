import type { SnapshotFrom } from 'xstate';
import type { DocsPage } from '../../../contract/docs/docsPage.ts';
import type { docsSearchMachine } from './docsSearch.machine.ts';

type DocsSearchSnapshot = SnapshotFrom<typeof docsSearchMachine>;

type DocsSearchState = 'initial' | 'loading' | 'partialResults' | 'fullResults' | 'noResults' | 'error';

/** What the sources have answered in the current round. */
export const selectState = ({ value }: DocsSearchSnapshot): DocsSearchState => value.results;
export const selectQuery = ({ context }: DocsSearchSnapshot): string => context.query;
export const selectHighlighted = ({ context }: DocsSearchSnapshot): string | null => context.highlighted;
export const selectSearches = ({ context }: DocsSearchSnapshot): readonly string[] => context.searches;
/** Why a source failed; empty where it did not say. */
export const selectMessage = ({ context }: DocsSearchSnapshot): string => context.message ?? '';
/** The pages on screen: those of the current round, or the stale set until it has found something. */
export const selectPages = ({ context }: DocsSearchSnapshot): readonly DocsPage[] =>
  context.results.length > 0 ? context.results : context.stale;
/** The pages on screen answer an earlier query. */
export const selectIsStale = ({ context }: DocsSearchSnapshot): boolean => context.stale.length > 0;
/** A source is still out. */
export const selectIsSearching = (snapshot: DocsSearchSnapshot): boolean =>
  snapshot.matches({ results: 'loading' }) ||
  (snapshot.matches({ results: 'partialResults' }) && snapshot.context.finished < 2);
