import type { Drawing, DrawnTransition } from './drawing.ts';
import { isOpenGroup, measures, transitionText, type Box, type Picture } from './picture.ts';
import { foundIn } from './viewport.ts';

/** One result of a search: a state, or the same transition of one or more states. */
export interface Match {
  /** The state, or that of the first transition. */
  state: string;
  /** Keys of the transitions; empty for the state itself. */
  transitions: readonly string[];
}

/** The match that the user has stepped to. */
export interface CurrentMatch extends Match {
  index: number;
}

/**
 * The results in the order of the chart: each state, then its transitions. What many states do alike starts in one mark
 * of the picture, and counts once.
 */
export function matchesIn(drawing: Drawing, query: string): readonly Match[] {
  const found = foundIn(drawing, query);
  if (!found) return [];
  const alike = (transition: DrawnTransition): string => `${transition.targets.join()} ${transitionText(transition)}`;
  const shared = Map.groupBy(
    drawing.transitions.filter(({ key }) => found.transitions.has(key)),
    alike,
  );
  const inState = Map.groupBy(
    [...shared.values()].flatMap((group): Match[] =>
      new Set(group.map(({ source }) => source)).size < measures.several
        ? group.map(({ source, key }) => ({ state: source, transitions: [key] }))
        : [{ state: group[0]!.source, transitions: group.map(({ key }) => key) }],
    ),
    ({ state }) => state,
  );
  return drawing.states.flatMap(({ id }) => [
    ...(found.states.has(id) ? [{ state: id, transitions: [] }] : []),
    ...(inState.get(id) ?? []),
  ]);
}

/** The next match, or the previous one, around the end; null without matches. */
export function matchAfter(
  drawing: Drawing,
  query: string,
  current: CurrentMatch | null,
  isBackward: boolean,
): CurrentMatch | null {
  const matches = matchesIn(drawing, query);
  const before = current?.index ?? (isBackward ? 0 : -1);
  const index = (before + (isBackward ? -1 : 1) + matches.length) % matches.length;
  const match = matches[index];
  return match ? { ...match, index } : null;
}

/** The collapsed states that hide a match: those around it, and its own if the transition leads into it. */
export function foldsHiding(drawing: Drawing, folded: readonly string[], { state, transitions }: Match): string[] {
  const targets = drawing.transitions.find(({ key }) => key === transitions[0])?.targets ?? [];
  const isInside = (id: string, around: string): boolean => id.startsWith(`${around}.`);
  return folded.filter((id) => isInside(state, id) || (id === state && targets.some((target) => isInside(target, id))));
}

/** A match as text: `state open.ajar`, `gate.knocked in closed`. */
export function matchText({ id: chart, transitions: all }: Drawing, { state, transitions }: Match): string {
  const path = state === chart ? chart : state.slice(chart.length + 1);
  const first = all.find(({ key }) => key === transitions[0]);
  return first ? `${transitionText(first)} in ${path}` : `state ${path}`;
}

/** Where the words of a match are on the picture; null inside a collapsed state. */
export function areaOfMatch({ states, edges }: Picture, { state, transitions }: Match): Box | null {
  const isOf = ({ keys }: { keys: readonly string[] }): boolean => keys.some((key) => transitions.includes(key));
  for (const { label } of edges) {
    const row = label?.lines.findIndex(isOf) ?? -1;
    if (label && row >= 0) return { ...label, y: label.y + 2 + row * measures.labelLine, height: measures.labelLine };
  }
  for (const { words, lines } of states) {
    const row = lines.findIndex(isOf);
    if (row >= 0) return { ...words, y: words.y + measures.header + row * measures.line, height: measures.line };
  }
  const shown = states.find(({ id }) => id === state);
  if (!shown) return null;
  return isOpenGroup(shown) ? { ...shown.words, height: measures.header } : shown;
}
