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
/** The places on and beside a box. */
const spotsOf = 5;
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

const contains = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

interface Room {
  /** The states with their boxes in pixels of the screen. */
  boxes: ReadonlyMap<PicturedState, Box>;
  /** Whether an area covers no box, frame or arrow. `box` is given where the area is this box of its state, grown. */
  isFree: (area: Box, state: PicturedState, box: Box | null) => boolean;
}

/** The room that a chart of this scale leaves for names. */
function roomOn({ states, edges }: Pick<Picture, 'states' | 'edges'>, scale: number): Room {
  const scaled = ({ x, y }: Point): Point => ({ x: x * scale, y: y * scale });
  const boxes = new Map(
    states.map((state): [PicturedState, Box] => [
      state,
      { ...scaled(state), width: state.width * scale, height: state.height * scale },
    ]),
  );
  const lines = edges.map(({ source, target, points }) => ({ source, target, points: points.map(scaled) }));
  const groups = states.filter(isOpenGroup);
  const solid = states.filter((state) => !isOpenGroup(state));

  function isFree(area: Box, { id }: PicturedState, box: Box | null): boolean {
    const isCovered = (state: PicturedState) => overlap(boxes.get(state)!, area) && !(box && state.id === id);
    const isOnFrame = (group: PicturedState) => overlap(boxes.get(group)!, area) && !contains(boxes.get(group)!, area);
    const isCrossed = ({ source, target, points }: (typeof lines)[number]) => {
      // The arrows of a box end at its new edges.
      const own = box && { before: box, now: area };
      const drawn = between(points, own && source === id ? own : null, own && target === id ? own : null);
      return drawn.slice(1).some((to, index) => isThrough(drawn[index]!, to, area));
    };
    return !solid.some(isCovered) && !groups.some(isOnFrame) && !lines.some(isCrossed);
  }
  return { boxes, isFree };
}

/**
 * The names that have room on a chart of this scale: first those that matter now, then from the outer states to the
 * inner ones those that fit into their box, that have free room around it or beside it, and that fit shortened. A name
 * covers no other name, no box, no frame of a group and no arrow.
 */
export function overviewNames(
  picture: Omit<Picture, 'chart'>,
  scale: number,
  isForemost: (state: PicturedState) => boolean,
): OverviewName[] {
  const { states, width, height } = picture;
  const { boxes, isFree } = roomOn(picture, scale);
  const named = states
    .filter((state) => !isMark(state) && depthOf(state) > 1)
    .toSorted((a, b) => depthOf(a) - depthOf(b));
  const placed = new Map<PicturedState, OverviewName>();

  const within = (x: number, length: number): number => Math.max(0, Math.min(width * scale - length, x));

  /** Where a name can stand: on its box, then beside it; that of a group at its top, inside or above, from the left. */
  function spotsFor(state: PicturedState, length: number): Point[] {
    const box = boxes.get(state)!;
    if (isOpenGroup(state)) {
      const steps = Math.max(1, Math.floor((box.width - 4 - length) / gap));
      return [box.y + 1, box.y - line].flatMap((y) =>
        Array.from({ length: steps }, (_, step) => ({ x: box.x + 4 + step * gap, y })),
      );
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
  function place(state: PicturedState, text: string | null, spots = 1): void {
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
      if ([...placed.values()].some((other) => overlap(other.box ?? other, spaced))) continue;
      if ((!isInside || box) && !isFree(area, state, box && boxes.get(state)!)) continue;
      placed.set(state, { id: state.id, text, ...name, box });
      return;
    }
  }

  for (const state of named.filter(isForemost)) place(state, state.name, spotsOf);
  const fitting = named.filter((state) => boxes.get(state)!.height >= line);
  const roomIn = (state: PicturedState) => boxes.get(state)!.width - 2 * gap;
  for (const state of fitting) if (state.name.length * character <= roomIn(state)) place(state, state.name);
  const inner = named.filter((state) => !isOpenGroup(state));
  for (const state of inner) place(state, state.name);
  for (const state of inner) place(state, state.name, spotsOf);
  for (const state of fitting) place(state, shortened(state.name, roomIn(state)));
  return [...placed.values()];
}

/** The name of the state that the pointer is on: above its box or, at the top of the chart, below it. */
export function pointedName(state: PicturedState, scale: number, width: number): OverviewName {
  const length = state.name.length * character;
  const [top, bottom] = [state.y * scale, (state.y + state.height) * scale];
  const middle = (state.x + state.width / 2) * scale - length / 2;
  const x = Math.max(0, Math.min(width * scale - length, middle));
  return {
    id: state.id,
    text: state.name,
    x,
    y: top < line ? bottom : top - line,
    width: length,
    height: line,
    box: null,
  };
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

interface Grown {
  before: Box;
  now: Box;
}

/** An arrow between boxes that may have grown. */
export function between(points: readonly Point[], source: Grown | null, target: Grown | null): readonly Point[] {
  const ended = target ? endAt(points, target.before, target.now) : points;
  return source ? endAt(ended.toReversed(), source.before, source.now).toReversed() : ended;
}

/** A name beside the whole chart, and the line that leads from it to its state. */
export interface Callout extends OverviewName {
  line: readonly [from: Point, to: Point];
}

/** Between the chart and the names beside it. */
const calloutGap = 10;
/** Longer lines across the chart would be one more net of arrows. */
const longestLine = 120;

/** Whether a straight line runs through a box. */
function isCut(from: Point, to: Point, box: Box): boolean {
  let [start, end] = [0, 1];
  for (const [at, by, least, most] of [
    [from.x, to.x - from.x, box.x, box.x + box.width],
    [from.y, to.y - from.y, box.y, box.y + box.height],
  ] as const) {
    if (by === 0) {
      if (at <= least || at >= most) return false;
      continue;
    }
    const [a, b] = [(least - at) / by, (most - at) / by];
    start = Math.max(start, Math.min(a, b));
    end = Math.min(end, Math.max(a, b));
  }
  return start < end;
}

/**
 * The states that `names` has left without one, from the top, in the free `margin` at the left and the right of the
 * chart: on the nearer side if it has room there, otherwise on the other. No line to a state runs through a name. If
 * those that matter now have no room, the innermost others give way.
 */
export function calloutsFor(
  { states, width, height }: Pick<Picture, 'states' | 'width' | 'height'>,
  scale: number,
  names: readonly OverviewName[],
  margin: number,
  isForemost: (state: PicturedState) => boolean,
): Callout[] {
  const named = new Set(names.map(({ id }) => id));
  const most = margin - calloutGap;
  const unnamed = states
    .filter((state) => !isMark(state) && depthOf(state) > 1 && !named.has(state.id))
    .toSorted((a, b) => a.y + a.height / 2 - (b.y + b.height / 2));

  function placed(wanted: readonly PicturedState[]): Callout[] {
    const free = { left: 0, right: 0 };
    return wanted.flatMap((state): Callout[] => {
      const text = shortened(state.name, most);
      if (text === null) return [];
      const isLeft = (state.x + state.width / 2) * 2 < width;
      const middle = isOpenGroup(state) ? state.y * scale : (state.y + state.height / 2) * scale;
      const length = text.length * character;
      for (const side of isLeft ? (['left', 'right'] as const) : (['right', 'left'] as const)) {
        const y = Math.max(free[side], middle - line / 2);
        if (y + line > height * scale) continue;
        const edge = side === 'left' ? -calloutGap : width * scale + calloutGap;
        const from = { x: side === 'left' ? edge + 2 : edge - 2, y: y + line / 2 };
        const to = { x: (side === 'left' ? state.x : state.x + state.width) * scale, y: middle };
        if (!isForemost(state) && Math.abs(to.x - from.x) > longestLine) continue;
        if (names.some((name) => isCut(from, to, name.box ?? name))) continue;
        free[side] = y + line;
        const x = side === 'left' ? edge - length : edge;
        return [{ id: state.id, text, box: null, x, y, width: length, height: line, line: [from, to] }];
      }
      return [];
    });
  }
  let wanted: readonly PicturedState[] = unnamed;
  for (;;) {
    const callouts = placed(wanted);
    const isMissing = wanted.some((state) => isForemost(state) && !callouts.some(({ id }) => id === state.id));
    const others = wanted.filter((state) => !isForemost(state));
    const deepest = others.toSorted((a, b) => depthOf(b) - depthOf(a))[0];
    if (!isMissing || !deepest) return callouts;
    wanted = wanted.filter((state) => state !== deepest);
  }
}

/** How far from its box the name of a state may stand, in pixels, and the steps in which room is looked for. */
const farthest = 90;
const step = { x: 12, y: line };

/** The states that matter now and have no name yet: each at the nearest free place, and the line that leads to it. */
export function nearNames(
  picture: Omit<Picture, 'chart'>,
  scale: number,
  names: readonly OverviewName[],
  isForemost: (state: PicturedState) => boolean,
): Callout[] {
  const taken = [...names];
  const { boxes, isFree } = roomOn(picture, scale);
  const whole = { x: 0, y: 0, width: picture.width * scale, height: picture.height * scale };
  const offsets = (by: number): number[] => {
    const steps = Math.floor(farthest / by);
    return Array.from({ length: 2 * steps + 1 }, (_, index) => (index - steps) * by);
  };
  const places = offsets(step.x)
    .flatMap((x) => offsets(step.y).map((y) => ({ x, y })))
    .toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
  const isNamed = new Set(names.map(({ id }) => id));
  const callouts: Callout[] = [];
  for (const state of picture.states) {
    if (!isForemost(state) || isMark(state) || isOpenGroup(state) || isNamed.has(state.id)) continue;
    const box = boxes.get(state)!;
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const length = state.name.length * character;
    for (const { x, y } of places) {
      const area = { x: middle.x + x - length / 2, y: middle.y + y - line / 2, width: length, height: line };
      if (!contains(whole, area) || taken.some((other) => overlap(other.box ?? other, area))) continue;
      if (!isFree(area, state, null)) continue;
      const nearest = ({ x: left, y: top, width, height }: Box, to: Point): Point => ({
        x: Math.max(left, Math.min(left + width, to.x)),
        y: Math.max(top, Math.min(top + height, to.y)),
      });
      const from = nearest(area, middle);
      const callout: Callout = {
        id: state.id,
        text: state.name,
        box: null,
        ...area,
        line: [from, nearest(box, from)],
      };
      callouts.push(callout);
      taken.push(callout);
      break;
    }
  }
  return callouts;
}
