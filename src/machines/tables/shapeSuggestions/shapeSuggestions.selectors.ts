import type { SnapshotFrom } from 'xstate';
import type { ShapeSuggestions } from '../../../contract/tables/shapeSuggestions.ts';
import type { shapeSuggestionsMachine } from './shapeSuggestions.machine.ts';

type Snapshot = SnapshotFrom<typeof shapeSuggestionsMachine> | undefined;

const none: ShapeSuggestions = { types: [], targets: [], tables: [] };

export const selectSuggestions = (snapshot: Snapshot): ShapeSuggestions => snapshot?.context.suggestions ?? none;
export const selectSearch = (snapshot: Snapshot): string => snapshot?.context.search ?? '';
export const selectSuggestionsFailure = (snapshot: Snapshot) => snapshot?.context.failure ?? null;
export const selectIsSearching = (snapshot: Snapshot): boolean =>
  snapshot !== undefined && (snapshot.matches('reading') || snapshot.matches('debouncing'));
