import { defaultKeymap, history, historyField, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentService, indentUnit } from '@codemirror/language';
import {
  Annotation,
  Compartment,
  EditorState,
  type EditorSelection,
  type Extension,
  type StateEffect,
  type Text,
  type TransactionSpec,
} from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
  rectangularSelection,
} from '@codemirror/view';
import type { Catalog } from '../../../contract/projects/catalog.ts';
import type { SqlCursor } from '../../../contract/sql/sqlEditor.ts';
import type { EditorSlot } from '../../../machines/sql/sqlDraft/editorStates.ts';
import { editorTheme } from '../../parts/editor/theme.ts';
import { typedOver } from '../../parts/editor/typedOver.ts';
import { aidSlots } from './aidSlots.ts';
import { PostgreSQL } from './dialect.ts';

/** The text to run, and where it begins in the whole. */
export interface RunnableText {
  sql: string;
  /** Counted from 0. */
  from: number;
  /** Counted from 1. */
  line: number;
}

interface SqlEditorOptions {
  text: string;
  /** Where the cursor is at first; null for the beginning. */
  cursor: SqlCursor | null;
  /** Where the last editor of the query saved its state, and this one saves its own. */
  slot: EditorSlot;
  /** Names the editor; `describedBy` is the id of its keyboard help. */
  label: string;
  describedBy: string;
  styleNonce: string | undefined;
  onEdited(text: string): void;
  onRun(text: RunnableText): void;
  onSave(): void;
  onSelected(hasSelection: boolean): void;
  onMoved(cursor: SqlCursor): void;
  /** A key needs search or suggestions, and their code does not load; null once it has. */
  onAidsUnavailable(retry: (() => void) | null): void;
}

/** An error to show at its place. */
export interface ErrorMark extends Pick<RunnableText, 'sql' | 'from'> {
  /** First character it points at, counted from 1 in `sql`. */
  position: number;
  message: string;
}

/** What the application asks of an editor, whatever it is made of. */
export interface SqlEditorPort {
  /** The selection, or everything where nothing is selected. */
  runnable(): RunnableText;
  /** Replaces the text for the user, who can undo it. */
  replace(text: string): void;
  /**
   * Follows a text that came from elsewhere. It cannot be undone: the text before it would be saved over the one that
   * another tab has saved.
   */
  follow(text: string): void;
  insert(text: string): void;
  /** Suggestions appear while the user types; without it, only on request. */
  setIntellisense(isOn: boolean): void;
  setCatalog(catalog: Catalog | null): void;
  /** Underlines an error, unless the text has changed meanwhile. */
  mark(error: ErrorMark): void;
  clearMark(): void;
  /** Puts the cursor where the error is. */
  goTo(error: ErrorMark): void;
  focus(): void;
  destroy(): void;
}

/**
 * Given the focus by anything but a click, a browser puts the cursor at the beginning. The editor notices and puts it
 * back, unless the computer is too busy to tell it at once: so it is told.
 */
const cursorKept = EditorView.domEventHandlers({
  focus: (_, view) =>
    queueMicrotask(() => {
      // Unless the focus has gone on already.
      if (view.hasFocus) view.focus();
    }),
});

/**
 * A new line begins where the one before it does: SQL is aligned by its author, one level deeper only inside a
 * parenthesis.
 */
const indentation: Extension = [
  indentUnit.of('  '),
  indentService.of((context, position) => {
    // Between two brackets, the context has the line as Enter will leave it: empty.
    const { text, from } = context.state.doc.lineAt(position);
    const isInside = text
      .slice(0, position - from)
      .trimEnd()
      .endsWith('(');
    return context.countColumn(text, text.search(/\S|$/)) + (isInside ? context.unit : 0);
  }),
];

/** A change that is not the user's. */
const followed = Annotation.define<boolean>();

/** The cursor goes behind what is dropped here from elsewhere: a selection would be run alone. */
const cursorAfterDrop = EditorState.transactionFilter.of((transaction) =>
  transaction.isUserEvent('input.drop')
    ? [transaction, { selection: { anchor: transaction.newSelection.main.to }, sequential: true }]
    : transaction,
);

/** The word that begins at an index, or one character. */
function wordEnd(text: string, from: number): number {
  const word = /^(?:[\w\u0080-\uffff$]+|"[^"\n]*"|'[^'\n]*')/.exec(text.slice(from, from + 200))?.[0];
  return Math.min(text.length, from + (word?.length ?? 1));
}

/** The text may have become shorter since the cursor was there; what was stored may be any number. */
const cursorWithin = ({ length }: Text, { anchor, head }: SqlCursor): SqlCursor => {
  const within = (place: number): number => Math.max(0, Math.min(length, Math.trunc(place)));
  return { anchor: within(anchor), head: within(head) };
};

/** The state of an editor, for the next one of its query. */
interface SavedState {
  doc: Text;
  selection: EditorSelection;
  history: unknown;
  scroll: StateEffect<unknown>;
}

/** Characters in what an undo history is stored as. */
function sizeOf(stored: unknown): number {
  if (typeof stored === 'string') return stored.length;
  if (typeof stored !== 'object' || stored === null) return 1;
  return Object.values(stored).reduce<number>((sum, part) => sum + sizeOf(part), 0);
}

function saveState(slot: EditorSlot, view: EditorView): void {
  const { doc, selection } = view.state;
  const state: SavedState = {
    doc,
    selection,
    history: view.state.field(historyField),
    scroll: view.scrollSnapshot(),
  };
  slot.save({ state, size: doc.length + sizeOf(view.state.toJSON({ history: historyField })['history']) });
}

/** The saved state, unless the text has changed since: its history would then undo what it does not know. */
function restoredState(slot: EditorSlot, doc: Text): SavedState | null {
  const saved = slot.restore()?.state as SavedState | undefined;
  return saved?.doc.eq(doc) ? saved : null;
}

/** The change to another text, which leaves cursors outside of it where they are, and is not told as an edit. */
function changeTo(doc: Text, next: Text): TransactionSpec {
  const [before, after] = [doc.toString(), next.toString()];
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same++;
  const changes = { from, to: before.length - same, insert: after.slice(from, after.length - same) };
  return { changes, annotations: followed.of(true) };
}

const changesTold = ({
  onEdited,
  onSelected,
  onMoved,
}: Pick<SqlEditorOptions, 'onEdited' | 'onSelected' | 'onMoved'>) =>
  EditorView.updateListener.of(({ docChanged, selectionSet, transactions, state, startState }) => {
    if (docChanged && !transactions.some((transaction) => transaction.annotation(followed)))
      onEdited(state.doc.toString());
    if (!selectionSet && !docChanged) return;
    const [{ anchor, head, empty }, before] = [state.selection.main, startState.selection.main];
    if (empty !== before.empty) onSelected(!empty);
    if (anchor !== before.anchor || head !== before.head) onMoved({ anchor, head });
  });

function runnable(state: EditorState): RunnableText {
  const { from, to, empty } = state.selection.main;
  return empty
    ? { sql: state.doc.toString(), from: 0, line: 1 }
    : { sql: state.sliceDoc(from, to), from, line: state.doc.lineAt(from).number };
}

/** The error's stretch in the document, while the text that was run still stands there. */
function stretchOf({ doc }: EditorState, { sql, from, position }: ErrorMark): { from: number; to: number } | null {
  if (doc.sliceString(from, from + sql.length) !== sql) return null;
  const index = Math.min(position - 1, sql.length);
  return { from: from + index, to: from + wordEnd(sql, index) };
}

export function mountSqlEditor(host: HTMLElement, options: SqlEditorOptions): SqlEditorPort {
  const { label, describedBy, styleNonce, slot, onRun, onSave } = options;
  const doc = EditorState.create().toText(options.text);
  const saved = restoredState(slot, doc);
  const cursor = options.cursor && cursorWithin(doc, options.cursor);
  const selection = saved?.selection ?? cursor;
  const undoing = new Compartment();
  const aids = aidSlots(options.onAidsUnavailable);

  const view = new EditorView({
    parent: host,
    ...(cursor && { scrollTo: EditorView.scrollIntoView(cursor.head, { y: 'center' }) }),
    ...(saved && { scrollTo: saved.scroll }),
    state: EditorState.create({
      doc,
      ...(selection && { selection }),
      extensions: [
        styleNonce === undefined ? [] : EditorView.cspNonce.of(styleNonce),
        keymap.of([
          {
            key: 'Mod-Enter',
            run: (editor) => {
              aids.closeSuggestions();
              onRun(runnable(editor.state));
              return true;
            },
          },
          {
            key: 'Mod-s',
            run: () => {
              onSave();
              return true;
            },
          },
        ]),
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        highlightSpecialChars(),
        undoing.of([saved ? historyField.init(() => saved.history) : [], history()]),
        drawSelection(),
        dropCursor(),
        cursorAfterDrop,
        rectangularSelection(),
        EditorState.allowMultipleSelections.of(true),
        indentation,
        bracketMatching(),
        typedOver,
        cursorKept,
        aids.extension,
        EditorView.lineWrapping,
        placeholder('select …'),
        // Tab indents; Escape and then Tab leaves the editor, as its help says.
        keymap.of([...historyKeymap, indentWithTab, ...defaultKeymap]),
        PostgreSQL.language,
        editorTheme,
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-describedby': describedBy,
          spellcheck: 'false',
          autocorrect: 'off',
          autocapitalize: 'off',
        }),
        changesTold(options),
      ],
    }),
  });

  aids.attach(view);
  // Also that nothing is: the editor before this one may have had a selection.
  options.onSelected(!view.state.selection.main.empty);
  return {
    runnable: () => runnable(view.state),
    replace(next) {
      const changed = view.state.toText(next);
      if (!changed.eq(view.state.doc)) view.dispatch(changeTo(view.state.doc, changed));
    },
    follow(next) {
      const changed = view.state.toText(next);
      if (changed.eq(view.state.doc)) return;
      view.dispatch({ ...changeTo(view.state.doc, changed), effects: undoing.reconfigure([]) });
      view.dispatch({ effects: undoing.reconfigure(history()) });
    },
    insert(next) {
      view.dispatch(view.state.replaceSelection(next), { scrollIntoView: true, userEvent: 'input.paste' });
      view.focus();
    },
    setIntellisense: aids.setIntellisense,
    setCatalog: aids.setCatalog,
    mark: (error) =>
      aids.mark(() => {
        const stretch = stretchOf(view.state, error);
        return stretch && { ...stretch, severity: 'error', message: error.message };
      }),
    clearMark: () => aids.mark(null),
    goTo(error) {
      const stretch = stretchOf(view.state, error);
      if (stretch) view.dispatch({ selection: { anchor: stretch.from }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
    destroy() {
      saveState(slot, view);
      aids.detach();
      view.destroy();
    },
  };
}
