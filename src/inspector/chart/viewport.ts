import type { Drawing } from './drawing.ts';
import {
  isOpenGroup,
  measures,
  transitionText,
  type Box,
  type Picture,
  type PicturedState,
  type Point,
} from './picture.ts';

/** The highlighted parts of a chart. */
export interface Highlight {
  /** Ids of active states. */
  active: ReadonlySet<string>;
  /** Keys of the transitions that the last event took. */
  moved: ReadonlySet<string>;
}

/** Search results on a chart. */
export interface Found {
  states: ReadonlySet<string>;
  /** Keys of transitions. */
  transitions: ReadonlySet<string>;
}

/**
 * States and transitions whose names contain the text; null without a search. Descriptions are prose, and would match
 * too often.
 */
export function foundIn({ states, transitions }: Drawing, query: string): Found | null {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return null;
  const has = (text: string) => text.toLowerCase().includes(wanted);
  return {
    states: new Set(
      states
        .filter(
          ({ key, tags, invokes }) => has(key) || tags.some(has) || invokes.some(({ id, src }) => has(id) || has(src)),
        )
        .map(({ id }) => id),
    ),
    transitions: new Set(
      transitions
        .filter((transition) => has(transitionText(transition)) || transition.actions.some(has))
        .map(({ key }) => key),
    ),
  };
}

/** Whether a search leaves a state as it is: without a text, or when it or one of its transitions is found. */
export function isShownBy(drawing: Drawing, query: string, id: string): boolean {
  const found = foundIn(drawing, query);
  return (
    found === null ||
    found.states.has(id) ||
    drawing.transitions.some(
      ({ key, source, targets }) => found.transitions.has(key) && (source === id || targets.includes(id)),
    )
  );
}

/** The state itself, or the collapsed one around it; undefined for a state outside this picture. */
export function shownFor(shown: ReadonlyMap<string, PicturedState>, id: string): PicturedState | undefined {
  for (let at = id; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const state = shown.get(at);
    if (state) return state;
  }
  return undefined;
}

export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

export function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

/** The part of a compound state that shows its own name and lines. */
const headOf = (state: PicturedState): Box => {
  const { x, y, width, height, lines } = state;
  const head = measures.header + lines.length * measures.line;
  return { x, y, width, height: isOpenGroup(state) ? Math.min(height, head) : height };
};

const withoutNone = (choices: readonly (readonly Box[])[]): Box[] =>
  choices.filter((boxes) => boxes.length > 0).map(around);

/**
 * The areas to show, from the largest to the smallest: the last transition and its targets; without one, the active
 * states; for a chart without a running actor, its initial state.
 */
export function focusAreasOf({ states, edges }: Picture, { active, moved }: Highlight): readonly Box[] {
  const shown = new Map(states.map((state) => [state.id, state]));
  const highlighted = states.filter(({ id }) => active.has(id));
  const leaves = highlighted.filter(({ id }) => !highlighted.some((other) => other.id.startsWith(`${id}.`)));
  const within = (target: string): Box[] => {
    const inside = leaves.filter(({ id }) => id === target || id.startsWith(`${target}.`));
    if (inside.length > 0) return inside;
    const state = shown.get(target);
    return state ? [headOf(state)] : [];
  };

  const taken = edges.filter(({ keys }) => keys.some((key) => moved.has(key)));
  const said = states.filter(({ lines }) => lines.some(({ keys }) => keys.some((key) => moved.has(key))));
  // An event that fans out is listed in its source; its target is highlighted.
  const led = said.some(({ lines }) =>
    lines.some(({ kind, keys }) => kind === 'leads' && keys.some((key) => moved.has(key))),
  )
    ? leaves
    : [];
  const targets = [
    ...taken.flatMap(({ target }) => within(target)),
    ...led,
    ...(led.length > 0 ? [] : said.map(headOf)),
  ];
  if (targets.length > 0) {
    const labels = taken.flatMap(({ label }) => (label ? [label] : []));
    const sources = taken.flatMap(({ source }) => shown.get(source) ?? []).map(headOf);
    return withoutNone([[...sources, ...labels, ...targets], [...labels, ...targets], targets, targets.slice(0, 1)]);
  }
  if (leaves.length > 0) return withoutNone([leaves, leaves.slice(0, 1)]);
  const [root] = states;
  const first = edges.find(({ source }) => source === `${root?.id} (start)`);
  return withoutNone([first ? within(first.target) : []]);
}

/** The visible part of a picture, in the picture's units. */
export type Viewport = Box;

/** A viewport around a point, as far as the picture reaches; where that shows no state, around the nearest one. */
export function viewportAround(
  { states, width, height }: Pick<Picture, 'states' | 'width' | 'height'>,
  size: Pick<Box, 'width' | 'height'>,
  center: Point,
): Viewport {
  const along = (middle: number, length: number, whole: number) =>
    Math.max(0, Math.min(middle - length / 2, whole - length));
  const at = ({ x, y }: Point): Viewport => ({
    x: along(x, size.width, width),
    y: along(y, size.height, height),
    width: size.width,
    height: size.height,
  });
  const viewport = at(center);
  const shared = (from: number, length: number, start: number, extent: number) =>
    Math.min(from + length, start + extent) - Math.max(from, start) >= Math.min(margin, extent);
  const isShown = (box: Box) =>
    shared(viewport.x, viewport.width, box.x, box.width) && shared(viewport.y, viewport.height, box.y, box.height);
  // Between the states that a frame contains, there is nothing to see either.
  const solid = states.filter((state) => !isOpenGroup(state));
  if (solid.some(isShown)) return viewport;
  const far = (point: Point) => Math.hypot(point.x - center.x, point.y - center.y);
  const [nearest] = solid.map(middleOf).toSorted((a, b) => far(a) - far(b));
  return nearest ? at(nearest) : viewport;
}

/** Margin around an area that is scrolled into view. */
const margin = 16;

/** The largest of the areas that fits into a viewport; the smallest where none does. */
export const largestIn = (viewport: Viewport, focusAreas: readonly Box[]): Box | undefined =>
  focusAreas.find(({ width, height }) => width + margin <= viewport.width && height + margin <= viewport.height) ??
  focusAreas.at(-1);

/**
 * The viewport's origin that shows as much as possible of the focus areas; null if they are visible already. It moves
 * the chart by the smallest distance.
 */
export function viewportAt(viewport: Viewport, focusAreas: readonly Box[]): Point | null {
  const focusArea = largestIn(viewport, focusAreas);
  if (!focusArea) return null;
  const along = (from: number, length: number, start: number, extent: number): number => {
    if (start >= from && start + extent <= from + length) return from;
    return extent > length ? start - margin : start + extent / 2 - length / 2;
  };
  const x = along(viewport.x, viewport.width, focusArea.x, focusArea.width);
  const y = along(viewport.y, viewport.height, focusArea.y, focusArea.height);
  return x === viewport.x && y === viewport.y ? null : { x, y };
}
