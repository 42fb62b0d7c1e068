import { MapMode, StateField, type Extension } from '@codemirror/state';
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

export const closingBracket: Extension = [closers, closed];
