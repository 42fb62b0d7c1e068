import type { Diagnostic } from '@codemirror/lint';
import { Compartment, type Extension } from '@codemirror/state';
import { keymap, type EditorView } from '@codemirror/view';
import type { Catalog } from '../../../contract/projects/catalog.ts';
import type * as Aids from './aids.ts';
import { aidsPart } from './aidsPart.ts';

/** What helps in one editor, whether its code has loaded already or comes later. */
export interface AidSlots {
  extension: Extension;
  /** Fills the places of an editor that has the extension. */
  fit(view: EditorView): void;
  leave(): void;
  closeSuggestions(): void;
  setIntellisense(isOn: boolean): void;
  setCatalog(catalog: Catalog | null): void;
  /** Shows a mark while the text that it is about stands there; null takes it away. */
  mark(find: (() => Diagnostic | null) | null): void;
}

export function aidSlots(): AidSlots {
  const editing = new Compartment();
  const suggestions = new Compartment();
  const names = new Compartment();
  let fitted: typeof Aids | null = null;
  let editor: EditorView | null = null;
  let whileTyping = true;
  let catalog: Catalog | null = null;
  let marked: (() => Diagnostic | null) | null = null;

  const show = (aids: typeof Aids, view: EditorView) => {
    const diagnostic = marked?.();
    view.dispatch(aids.setDiagnostics(view.state, diagnostic ? [diagnostic] : []));
  };

  function fill(view: EditorView, aids: typeof Aids): void {
    fitted = aids;
    view.dispatch({
      effects: [
        editing.reconfigure(aids.editing),
        suggestions.reconfigure(aids.suggestions(whileTyping)),
        names.reconfigure(aids.names(catalog)),
      ],
    });
    if (marked) show(aids, view);
  }

  /** Null where it does not load: the text can be edited without, and the next key for it asks again. */
  async function loaded(): Promise<typeof Aids | null> {
    const aids = await aidsPart.load().catch(() => null);
    if (aids && editor && fitted === null) fill(editor, aids);
    return aids;
  }

  const onceLoaded = (act: (aids: typeof Aids, view: EditorView) => void) => () => {
    void loaded().then((aids) => aids && editor && act(aids, editor));
    return true;
  };
  const keysBefore = keymap.of([
    { key: 'Mod-f', run: onceLoaded((aids, view) => aids.openSearchPanel(view)) },
    { key: 'Ctrl-Space', run: onceLoaded((aids, view) => aids.startCompletion(view)) },
  ]);

  return {
    extension: [suggestions.of([]), editing.of(keysBefore), names.of([])],
    fit(view) {
      editor = view;
      if (aidsPart.aids) fill(view, aidsPart.aids);
      else void loaded();
    },
    leave() {
      editor = null;
    },
    closeSuggestions() {
      if (editor) fitted?.closeCompletion(editor);
    },
    setIntellisense(isOn) {
      whileTyping = isOn;
      if (fitted) editor?.dispatch({ effects: suggestions.reconfigure(fitted.suggestions(isOn)) });
    },
    setCatalog(next) {
      catalog = next;
      if (fitted) editor?.dispatch({ effects: names.reconfigure(fitted.names(next)) });
    },
    mark(find) {
      const isNothing = find === null && marked === null;
      marked = find;
      if (fitted && editor && !isNothing) show(fitted, editor);
    },
  };
}
