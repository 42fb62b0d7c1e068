import { EditorView } from '@codemirror/view';

/**
 * Chromium gives text that is typed over highlighted text an inline style, which the page's policy refuses with an
 * error in the console. Typed over a selection, it is therefore put in by the editor itself.
 */
export const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType } = event;
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== 'insertText' || data === null || empty || view.composing) return false;
    event.preventDefault();
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    if (!view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert)))
      view.dispatch(insert());
    return true;
  },
});
