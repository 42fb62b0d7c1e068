import {
  SearchQuery,
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  search,
  setSearchQuery,
} from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { runScopeHandlers, type EditorView, type Panel, type ViewUpdate } from '@codemirror/view';
import { grouped } from '../../../contract/common/counts.ts';

/** More are not counted: a letter may occur in every word of a long text. */
const countLimit = 1_000;

type Toggle = 'caseSensitive' | 'wholeWord' | 'regexp';

const toggles: readonly { option: Toggle; label: string; text: string }[] = [
  { option: 'caseSensitive', label: 'Match case', text: 'Aa' },
  { option: 'wholeWord', label: 'Whole word', text: 'W' },
  { option: 'regexp', label: 'Regular expression', text: '.*' },
];

/** How many matches there are, and which of them is selected, as `2 of 7`. */
function matchCount(view: EditorView, query: SearchQuery): string {
  if (query.search === '') return '';
  if (!query.valid) return 'Invalid expression';
  const { main } = view.state.selection;
  let count = 0;
  let current = 0;
  const cursor = query.getCursor(view.state);
  for (let next = cursor.next(); !next.done && count < countLimit; next = cursor.next()) {
    count++;
    if (next.value.from === main.from && next.value.to === main.to) current = count;
  }
  if (count === 0) return 'No matches';
  const total = count === countLimit ? `${grouped(countLimit)}+` : String(count);
  return current > 0 ? `${current} of ${total}` : `${total} ${count === 1 ? 'match' : 'matches'}`;
}

function createField(label: string): HTMLInputElement {
  const field = document.createElement('input');
  field.className = 'cm-textfield';
  field.placeholder = label;
  field.spellcheck = false;
  field.autocomplete = 'off';
  field.setAttribute('aria-label', label);
  return field;
}

function createButton(label: string, text: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'cm-button';
  button.textContent = text;
  if (text !== label) {
    button.setAttribute('aria-label', label);
    button.dataset['tip'] = label;
  }
  button.addEventListener('click', press);
  return button;
}

function createRow(...children: readonly HTMLElement[]): HTMLElement {
  const row = document.createElement('div');
  row.className = 'cm-find-row';
  row.append(...children);
  return row;
}

function createFindPanel(view: EditorView): Panel {
  const find = createField('Find');
  // CodeMirror gives it the focus when the open panel is asked for again.
  find.setAttribute('main-field', 'true');
  const replace = createField('Replace');
  const count = document.createElement('span');
  count.className = 'cm-find-count';
  count.setAttribute('role', 'status');

  let query = getSearchQuery(view.state);
  const apply = (change: Partial<Pick<SearchQuery, 'search' | 'replace' | Toggle>>) => {
    const { caseSensitive, regexp, replace: replacement, search: text, wholeWord } = query;
    query = new SearchQuery({ caseSensitive, regexp, replace: replacement, search: text, wholeWord, ...change });
    view.dispatch({ effects: setSearchQuery.of(query) });
  };
  const buttons = toggles.map(({ option, label, text }) => ({
    option,
    button: createButton(label, text, () => apply({ [option]: !query[option] })),
  }));
  const show = () => {
    if (find.value !== query.search) find.value = query.search;
    if (replace.value !== query.replace) replace.value = query.replace;
    for (const { option, button } of buttons) button.setAttribute('aria-pressed', String(query[option]));
    count.textContent = matchCount(view, query);
  };

  find.addEventListener('input', () => apply({ search: find.value }));
  replace.addEventListener('input', () => apply({ replace: replace.value }));
  const dom = document.createElement('div');
  dom.className = 'cm-search cm-find';
  dom.setAttribute('role', 'search');
  dom.setAttribute('aria-label', 'Find and replace');
  dom.append(
    createRow(
      find,
      ...buttons.map(({ button }) => button),
      createButton('Previous match', '↑', () => findPrevious(view)),
      createButton('Next match', '↓', () => findNext(view)),
      count,
      createButton('Close', '×', () => {
        closeSearchPanel(view);
        view.focus();
      }),
    ),
    createRow(
      replace,
      createButton('Replace', 'Replace', () => replaceNext(view)),
      createButton('Replace all', 'Replace all', () => replaceAll(view)),
    ),
  );
  dom.addEventListener('keydown', (event) => {
    if (runScopeHandlers(view, event, 'search-panel')) event.preventDefault();
    else if (event.key === 'Enter' && (event.target === find || event.target === replace)) {
      event.preventDefault();
      if (event.target === replace) replaceNext(view);
      else if (event.shiftKey) findPrevious(view);
      else findNext(view);
    }
  });

  return {
    dom,
    top: true,
    mount: () => {
      show();
      find.focus();
      find.select();
    },
    update(update: ViewUpdate) {
      for (const { effects } of update.transactions)
        for (const effect of effects) if (effect.is(setSearchQuery)) query = effect.value;
      if (update.docChanged || update.selectionSet || update.transactions.some(({ effects }) => effects.length > 0))
        show();
    },
  };
}

/** Find and replace, in a panel above the text. */
export const findAndReplace: Extension = search({ top: true, createPanel: createFindPanel });
