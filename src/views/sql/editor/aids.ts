/** What helps a user edit SQL. It loads once the text is there: see `aidsPart.ts`. */
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  currentCompletions,
  selectedCompletionIndex,
  setSelectedCompletion,
} from '@codemirror/autocomplete';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { keymap, type EditorView } from '@codemirror/view';
import type { Catalog } from '../../../contract/projects/catalog.ts';
import { closingBracket } from './closingBracket.ts';
import { offers } from './completion.ts';
import { PostgreSQL } from './dialect.ts';
import { findAndReplace } from './findPanel.ts';

export { closeCompletion, completionStatus, startCompletion } from '@codemirror/autocomplete';
export { setDiagnostics } from '@codemirror/lint';
export { findNext, findPrevious, openSearchPanel, selectNextOccurrence } from '@codemirror/search';

/** Tab takes the suggestion that an arrow key chose, or the first. */
function acceptSuggestion(view: EditorView): boolean {
  if (currentCompletions(view.state).length === 0) return false;
  if (selectedCompletionIndex(view.state) === null) view.dispatch({ effects: setSelectedCompletion(0) });
  return acceptCompletion(view);
}

/**
 * Enter is a new line until an arrow key has chosen a suggestion. Few enough are shown that the list needs no
 * scrolling.
 */
export const suggestions = (whileTyping: boolean): Extension => [
  autocompletion({
    activateOnTyping: whileTyping,
    defaultKeymap: false,
    selectOnOpen: false,
    interactionDelay: 0,
    maxRenderedOptions: 12,
    icons: false,
  }),
  keymap.of([...completionKeymap, { key: 'Tab', run: acceptSuggestion }]),
];

export const editing: Extension = [
  closingBracket,
  closeBrackets(),
  highlightSelectionMatches(),
  findAndReplace,
  keymap.of([...closeBracketsKeymap, ...searchKeymap, ...lintKeymap]),
];

/** Offers the words of PostgreSQL, and the names of one database once they are known. */
export const names = (catalog: Catalog | null): Extension =>
  PostgreSQL.language.data.of({ autocomplete: offers(catalog) });
