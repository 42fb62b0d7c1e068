import { isOpenGroup, isThrough, type Box, type Picture, type PicturedState, type Point } from './picture.ts';
import { around } from './viewport.ts';

/** Below this scale the words of a chart are too small to read: names of its outer states are drawn in their place. */
export const overviewScale = 0.6;

/** A name on a small chart. All sizes are in pixels of the screen. */
export interface OverviewName extends Box {
  id: string;
  text: string;
  /** The box that its state needs to hold it; null where the state's own is large enough, or the name is beside it. */
  box: Box | null;
}

/** A character of the font of names, at 11 px, and the height of its line. */
const character = 6.7;
const line = 14;
const shortest = 5;
/** Between a name and the box or the name beside it. */
const gap = 3;

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

/**
 * The names that have room on a chart of this scale: first those that matter now, then from the outer states to the
 * inner ones those that fit into their box, that have free room around it or beside it, and that fit shortened. No two
 * overlap, and only for a state that matters now does an arrow of another one run through its name.
 */
export function overviewNames(
  { states, edges, width, height }: Omit<Picture, 'chart'>,
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
  const lines = edges.flatMap(({ source, target, points }) =>
    points.slice(1).map((to, index) => ({
      ends: [source, target],
      from: { x: points[index]!.x * scale, y: points[index]!.y * scale },
      to: { x: to.x * scale, y: to.y * scale },
    })),
  );
  const isCrossed = (area: Box, own: string | null): boolean =>
    lines.some(({ ends, from, to }) => isThrough(from, to, area) && (own === null || !ends.includes(own)));

  const within = (x: number, length: number): number => Math.max(0, Math.min(width * scale - length, x));

  /** Where a name can stand: on its box, then beside it. The name of a group stands at its top, from the left. */
  function spotsFor(state: PicturedState, length: number): Point[] {
    const box = boxes.get(state)!;
    if (isOpenGroup(state)) {
      const steps = Math.max(1, Math.floor((box.width - 4 - length) / gap));
      return Array.from({ length: steps }, (_, step) => ({ x: box.x + 4 + step * gap, y: box.y + 1 }));
    }
    const middle = { x: within(box.x + (box.width - length) / 2, length), y: box.y + (box.height - line) / 2 };
    return [
      middle,
      { x: within(box.x + box.width + gap, length), y: middle.y },
      { x: within(box.x - gap - length, length), y: middle.y },
      { x: middle.x, y: Math.min(height * scale - line, box.y + box.height) },
      { x: middle.x, y: Math.max(0, box.y - line) },
    ];
  }

  /** The box of a state with a name in its middle, as far as it has to grow. */
  function boxAround(state: PicturedState, name: Box): Box | null {
    const box = boxes.get(state)!;
    const grown = around([box, { ...name, x: name.x - gap, width: name.width + 2 * gap }]);
    return grown.width > box.width || grown.height > box.height ? grown : null;
  }

  /** Places a name at the first of its spots that is free. */
  function place(
    state: PicturedState,
    text: string | null,
    spots = 1,
    isFree: (area: Box) => boolean = () => true,
  ): void {
    if (text === null || placed.has(state)) return;
    const length = text.length * character;
    const isGroup = isOpenGroup(state);
    for (const [index, spot] of spotsFor(state, length)
      .slice(0, isGroup ? undefined : spots)
      .entries()) {
      const name = { ...spot, width: length, height: line };
      const isInside = index === 0 && !isGroup;
      const box = isInside ? boxAround(state, name) : null;
      const area = box ?? name;
      const spaced = { ...area, x: area.x - gap, width: area.width + 2 * gap };
      // Its own arrows end at a box, but run through a name beside it.
      if (!isForemost(state) && (isCrossed(area, isInside ? state.id : null) || !isFree(area))) continue;
      if ([...placed.values()].some((other) => overlap(other.box ?? other, spaced))) continue;
      placed.set(state, { id: state.id, text, ...name, box });
      return;
    }
  }

  for (const state of named.filter(isForemost)) place(state, state.name);
  const fitting = named.filter((state) => boxes.get(state)!.height >= line);
  const roomIn = (state: PicturedState) => boxes.get(state)!.width - 2 * gap;
  for (const state of fitting) if (state.name.length * character <= roomIn(state)) place(state, state.name);
  const inner = named.filter((state) => !isOpenGroup(state));
  const isClear = (state: PicturedState) => (area: Box) =>
    !inner.some((other) => other !== state && overlap(boxes.get(other)!, area));
  for (const state of inner) place(state, state.name, 1, isClear(state));
  for (const state of inner) place(state, state.name, 5, isClear(state));
  for (const state of fitting) place(state, shortened(state.name, roomIn(state)));
  return [...placed.values()];
}

/** An arrow that ends at a box which has grown: its head moves to the new edge, unless its last piece is shorter. */
export function endAt(points: readonly Point[], box: Box, grown: Box): readonly Point[] {
  const [before, end] = points.slice(-2);
  if (!before || !end) return points;
  const isVertical = before.x === end.x;
  const [from, start, length] = isVertical ? [before.y, grown.y, grown.height] : [before.x, grown.x, grown.width];
  const isFromStart = isVertical ? end.y <= box.y + box.height / 2 : end.x <= box.x + box.width / 2;
  const to = isFromStart ? start : start + length;
  if (isFromStart ? from >= to : from <= to) return points;
  return [...points.slice(0, -1), isVertical ? { x: end.x, y: to } : { x: to, y: end.y }];
}

/** A name beside the whole chart, and the line that leads from it to its state. */
export interface Callout extends OverviewName {
  line: readonly [from: Point, to: Point];
}

/** Between the chart and the names beside it. */
const calloutGap = 10;

/**
 * The states that `names` has left without one, from the top, in the free `margin` at the left and the right of the
 * chart: on the nearer side if it has room there, otherwise on the other.
 */
export function calloutsFor(
  { states, width, height }: Pick<Picture, 'states' | 'width' | 'height'>,
  scale: number,
  names: readonly OverviewName[],
  margin: number,
): Callout[] {
  const named = new Set(names.map(({ id }) => id));
  const free = { left: 0, right: 0 };
  const most = margin - calloutGap;
  return states
    .filter((state) => !isMark(state) && depthOf(state) > 1 && !named.has(state.id))
    .toSorted((a, b) => a.y + a.height / 2 - (b.y + b.height / 2))
    .flatMap((state): Callout[] => {
      const text = shortened(state.name, most);
      if (text === null) return [];
      const isLeft = (state.x + state.width / 2) * 2 < width;
      const middle = isOpenGroup(state) ? state.y * scale : (state.y + state.height / 2) * scale;
      const sides = isLeft ? (['left', 'right'] as const) : (['right', 'left'] as const);
      const side = sides.find((one) => Math.max(free[one], middle - line / 2) + line <= height * scale);
      if (side === undefined) return [];
      const y = Math.max(free[side], middle - line / 2);
      free[side] = y + line;
      const length = text.length * character;
      const edge = side === 'left' ? -calloutGap : width * scale + calloutGap;
      return [
        {
          id: state.id,
          text,
          box: null,
          x: side === 'left' ? edge - length : edge,
          y,
          width: length,
          height: line,
          line: [
            { x: side === 'left' ? edge + 2 : edge - 2, y: y + line / 2 },
            { x: (side === 'left' ? state.x : state.x + state.width) * scale, y: middle },
          ],
        },
      ];
    });
}
