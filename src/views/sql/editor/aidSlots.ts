import type { Diagnostic } from '@codemirror/lint';
import { Compartment, type Extension, Transaction } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { Catalog } from '../../../contract/projects/catalog.ts';
import type * as Aids from './aids.ts';
import { aidsPart } from './aidsPart.ts';

/** What helps in one editor, whether its code has loaded already or comes later. */
interface AidSlots {
  extension: Extension;
  /** Serves an editor that has the extension. */
  attach(view: EditorView): void;
  detach(): void;
  closeSuggestions(): void;
  setIntellisense(isOn: boolean): void;
  setCatalog(catalog: Catalog | null): void;
  /** Shows a mark while the text that it is about stands there; null takes it away. */
  mark(find: (() => Diagnostic | null) | null): void;
}

/** What a key does once the code is there. */
type Act = (aids: typeof Aids, view: EditorView) => void;

/**
 * `onUnavailable` gets a way to try again when a key finds that the code does not load, and null once it has or the
 * editor is gone.
 */
export function aidSlots(onUnavailable: (retry: (() => void) | null) => void): AidSlots {
  const editing = new Compartment();
  const suggestions = new Compartment();
  const names = new Compartment();
  let loaded: typeof Aids | null = null;
  let editor: EditorView | null = null;
  let whileTyping = true;
  let catalog: Catalog | null = null;
  let marked: (() => Diagnostic | null) | null = null;
  /** Whether the user typed last: has neither moved the cursor nor dismissed what was suggested. */
  let isTyping = false;

  const show = (aids: typeof Aids, view: EditorView) => {
    const diagnostic = marked?.();
    view.dispatch(aids.setDiagnostics(view.state, diagnostic ? [diagnostic] : []));
  };

  function fill(view: EditorView, aids: typeof Aids): void {
    loaded = aids;
    view.dispatch({
      effects: [
        editing.reconfigure(aids.editing),
        suggestions.reconfigure(aids.suggestions(whileTyping)),
        names.reconfigure(aids.names(catalog)),
      ],
    });
    if (marked) show(aids, view);
    onUnavailable(null);
  }

  /** Null where it does not load: the text can be edited without, and the next key for it asks again. */
  async function load(): Promise<typeof Aids | null> {
    const aids = await aidsPart.load().catch(() => null);
    if (aids && editor && loaded === null) fill(editor, aids);
    return aids;
  }

  async function actOnceLoaded(act: Act): Promise<void> {
    const aids = await load();
    if (editor === null) return;
    if (aids === null) onUnavailable(() => void retry(act));
    // The user may have gone on to another field meanwhile.
    else if (editor.root.activeElement === editor.contentDOM) act(aids, editor);
  }

  /** Begins at a button outside of the editor. */
  function retry(act: Act): Promise<void> {
    editor?.focus();
    return actOnceLoaded(act);
  }

  const onceLoaded = (key: string, act: Act) => ({
    key,
    preventDefault: true,
    run: () => {
      void actOnceLoaded(act);
      return true;
    },
  });
  const keysBefore = keymap.of([
    onceLoaded('Mod-f', (aids, view) => aids.openSearchPanel(view)),
    onceLoaded('Ctrl-Space', (aids, view) => aids.startCompletion(view)),
    ...['Mod-g', 'F3'].map((key) => onceLoaded(key, (aids, view) => aids.findNext(view))),
    ...['Shift-Mod-g', 'Shift-F3'].map((key) => onceLoaded(key, (aids, view) => aids.findPrevious(view))),
    onceLoaded('Mod-d', (aids, view) => aids.selectNextOccurrence(view)),
  ]);

  const watchTyping = [
    EditorView.updateListener.of(({ transactions }) => {
      for (const change of transactions)
        if (change.docChanged || change.selection) isTyping = change.isUserEvent('input.type');
    }),
    EditorView.domEventObservers({
      keydown({ key }) {
        if (key === 'Escape') isTyping = false;
      },
    }),
  ];

  return {
    extension: [suggestions.of([]), editing.of(keysBefore), names.of([]), watchTyping],
    attach(view) {
      editor = view;
      if (aidsPart.aids) fill(view, aidsPart.aids);
      else void load();
    },
    detach() {
      editor = null;
      onUnavailable(null);
    },
    closeSuggestions() {
      if (editor) loaded?.closeCompletion(editor);
    },
    setIntellisense(isOn) {
      whileTyping = isOn;
      if (loaded) editor?.dispatch({ effects: suggestions.reconfigure(loaded.suggestions(isOn)) });
    },
    setCatalog(next) {
      catalog = next;
      if (!loaded || !editor) return;
      // The names come a moment after the statement that created them: a user who has typed on is offered them still.
      const isAwaited = isTyping && editor.hasFocus && loaded.completionStatus(editor.state) === null;
      editor.dispatch({
        effects: names.reconfigure(loaded.names(next)),
        ...(isAwaited && { annotations: Transaction.userEvent.of('input.type') }),
      });
    },
    mark(find) {
      const isNothing = find === null && marked === null;
      marked = find;
      if (loaded && editor && !isNothing) show(loaded, editor);
    },
  };
}
