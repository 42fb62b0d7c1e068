import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { editorTheme } from './theme.ts';
import { typedOver } from './typedOver.ts';

interface JsonEditorOptions {
  text: string;
  label: string;
  readOnly: boolean;
  styleNonce: string | undefined;
  onEdited(text: string): void;
}

export interface JsonEditorPort {
  /** Shows another text, as one that came from elsewhere. */
  replace(text: string): void;
  /** Takes the focus, and selects a part of the text. */
  focus(from: number, to: number): void;
  destroy(): void;
}

/** An editor for a JSON value, which marks what is no JSON. Tab leaves it. */
export function mountJsonEditor(host: HTMLElement, options: JsonEditorOptions): JsonEditorPort {
  const { text, label, readOnly, styleNonce, onEdited } = options;
  let told = text;
  const view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: text,
      extensions: [
        styleNonce === undefined ? [] : EditorView.cspNonce.of(styleNonce),
        lineNumbers(),
        highlightActiveLine(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        typedOver,
        search({ top: true }),
        EditorView.lineWrapping,
        EditorState.readOnly.of(readOnly),
        // An empty text says NULL or is no value yet: the form says so.
        linter((shown) => (shown.state.doc.length === 0 ? [] : jsonParseLinter()(shown))),
        keymap.of([...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
        json(),
        editorTheme,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          const next = update.state.doc.toString();
          if (next === told) return;
          told = next;
          onEdited(next);
        }),
      ],
    }),
  });
  return {
    replace(next) {
      if (next === told) return;
      told = next;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    focus(from, to) {
      const { length } = view.state.doc;
      view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) } });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}
