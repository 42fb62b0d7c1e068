import type { Box, Picture, PicturedState } from './picture.ts';

/** Below this scale the words of a chart are too small to read: names of its outer states are drawn in their place. */
export const overviewScale = 0.6;

/** A name on a small chart. All sizes are in pixels of the screen. */
export interface OverviewName extends Box {
  id: string;
  text: string;
}

/** A character of the font of names, at 11 px, and the height of its line. */
const character = 6.7;
const line = 14;
const shortest = 5;

const depthOf = ({ id }: PicturedState): number => id.split('.').length;
const isMark = ({ kind }: PicturedState): boolean =>
  kind === 'start' || kind === 'anywhere' || kind === 'several' || kind === 'history';

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The name as it fits into a width; null where too little of it would be left. */
function shortened(name: string, width: number): string | null {
  const most = Math.floor(width / character);
  if (name.length <= most) return name;
  return most < shortest ? null : `${name.slice(0, most - 1)}…`;
}

const isGroup = ({ kind, folded }: PicturedState): boolean => (kind === 'group' || kind === 'region') && folded === 0;

/**
 * The names that have room on a chart of this scale: first those that matter now, then from the outer states to the
 * inner ones those that fit into their box, that have free room around it, and that fit shortened. No two overlap.
 */
export function overviewNames(
  { states, width }: Pick<Picture, 'states' | 'width'>,
  scale: number,
  isForemost: (state: PicturedState) => boolean,
): OverviewName[] {
  const boxes = new Map(
    states.map((state) => [
      state,
      { x: state.x * scale, y: state.y * scale, width: state.width * scale, height: state.height * scale },
    ]),
  );
  const named = states
    .filter((state) => !isMark(state) && depthOf(state) > 1)
    .toSorted((a, b) => depthOf(a) - depthOf(b));
  const placed = new Map<PicturedState, OverviewName>();

  function place(state: PicturedState, text: string | null, isFree: (name: Box) => boolean): void {
    if (text === null || placed.has(state)) return;
    const box = boxes.get(state)!;
    const length = text.length * character;
    const name: OverviewName = {
      id: state.id,
      text,
      // The name of a group stands in its corner.
      x: isGroup(state) ? box.x + 4 : Math.max(0, Math.min(width * scale - length, box.x + (box.width - length) / 2)),
      y: isGroup(state) ? box.y + 1 : box.y + (box.height - line) / 2,
      width: length,
      height: line,
    };
    if (isFree(name) && ![...placed.values()].some((other) => overlap(other, name))) placed.set(state, name);
  }

  for (const state of named.filter(isForemost)) place(state, state.name, () => true);
  const fitting = named.filter((state) => boxes.get(state)!.height >= line);
  const roomIn = (state: PicturedState) => boxes.get(state)!.width - 4;
  for (const state of fitting) if (state.name.length * character <= roomIn(state)) place(state, state.name, () => true);
  const inner = named.filter((state) => !isGroup(state));
  for (const state of inner)
    place(state, state.name, (name) => !inner.some((other) => other !== state && overlap(boxes.get(other)!, name)));
  for (const state of fitting) place(state, shortened(state.name, roomIn(state)), () => true);
  return [...placed.values()];
}
