import { syntaxTree } from '@codemirror/language';
import { EditorState, MapMode, Prec, StateField, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const pair = /^(?:\(\)|\[\]|\{\})$/;
const closing = /^[)\]}]$/;

/** Where closing brackets stand that were put there with what opened them. */
const closers = StateField.define<readonly number[]>({
  create: () => [],
  update(places, { changes, docChanged }) {
    if (!docChanged) return places;
    const next = places.map((place) => changes.mapPos(place, 1, MapMode.TrackAfter)).filter((place) => place !== null);
    changes.iterChanges((from, to, at, _end, inserted) => {
      if (from === to && pair.test(inserted.toString())) next.push(at + 1);
    });
    return next;
  },
});

/**
 * A closing bracket that is typed is the one that was put there, also where Enter has moved that to a line below: the
 * library takes it for the same beside the cursor only.
 */
const closed = EditorView.inputHandler.of((view, from, to, text) => {
  const { doc, selection } = view.state;
  if (from !== to || selection.ranges.length > 1 || !closing.test(text)) return false;
  const closer = view.state
    .field(closers)
    .find(
      (place) =>
        place > from && doc.sliceString(place, place + 1) === text && doc.sliceString(from, place).trim() === '',
    );
  if (closer === undefined) return false;
  const [line, last] = [doc.lineAt(from), doc.lineAt(closer)];
  const isBlank = last.number > line.number && doc.sliceString(line.from, from).trim() === '';
  const [start, end] = isBlank ? [line.from, last.from] : [from, closer];
  view.dispatch({
    changes: { from: start, to: end },
    selection: { anchor: start + closer - end + 1 },
    userEvent: 'input.type',
    scrollIntoView: true,
  });
  return true;
});

/**
 * What is closed at a place inside a comment, a string or a quoted name: nothing but a quote, which ends that. Null
 * anywhere else. The body of a function is code, though it is a string in dollar quotes.
 */
function closedInside(state: EditorState, place: number): readonly string[] | null {
  const { name, from, to } = syntaxTree(state).resolveInner(place, -1);
  const text = state.sliceDoc(from, to);
  const isBefore = (end: string) => place < to || text.length < 2 * end.length || !text.endsWith(end);
  if (name === 'LineComment' || (name === 'BlockComment' && isBefore('*/'))) return [];
  const quote = name === 'String' ? "'" : name === 'QuotedIdentifier' ? '"' : null;
  return quote !== null && !text.startsWith('$') && isBefore(quote) ? [quote] : null;
}

/** Comes before the language's own list of what is closed. */
const closedOutside = Prec.high(
  EditorState.languageData.of((state, place) => {
    const brackets = closedInside(state, place);
    return brackets === null ? [] : [{ closeBrackets: { brackets } }];
  }),
);

export const closingBracket: Extension = [closers, closed, closedOutside];
