import type { ElkExtendedEdge, ElkNode } from 'elkjs';
import { triggerText, type DrawnState, type DrawnTransition, type Drawing } from './drawing.ts';

export interface Point {
  x: number;
  y: number;
}

/** A rectangle on the picture, in its own units. */
export interface Box extends Point {
  width: number;
  height: number;
}

/**
 * A state, or a mark that represents one: the initial state of a compound state, the whole chart, or several states.
 */
export interface PicturedState extends Box {
  /** Id of the state; a mark has its own. */
  id: string;
  kind: 'state' | 'group' | 'region' | 'final' | 'history' | 'start' | 'anywhere' | 'several';
  name: string;
  /** Lines below the name: actors that run here, and transitions that stay in the state. */
  lines: readonly PicturedLine[];
  /** Number of collapsed states inside. */
  folded: number;
  /** Where its name and its lines are: no arrow runs through them. */
  words: Box;
}

/** Whether a state is drawn as a frame around the states inside it. */
export const isOpenGroup = ({ kind, folded }: Pick<PicturedState, 'kind' | 'folded'>): boolean =>
  (kind === 'group' || kind === 'region') && folded === 0;

interface PicturedLine {
  text: string;
  /** Transitions that it represents. */
  keys: readonly string[];
  kind: 'invoke' | 'stays' | 'leads';
}

/** All transitions from one state to another, or those from several states with the same effect. */
export interface PicturedEdge {
  id: string;
  source: string;
  target: string;
  keys: readonly string[];
  points: readonly Point[];
  label: (Box & { lines: readonly { text: string; keys: readonly string[] }[] }) | null;
}

/** A laid-out chart. */
export interface Picture {
  chart: string;
  width: number;
  height: number;
  /** Outer ones first, so that drawing in this order puts inner ones on top. */
  states: readonly PicturedState[];
  edges: readonly PicturedEdge[];
}

/** All letters of the mono font have the same width, so boxes can be measured without a page. */
export const measures = {
  name: 7.2,
  small: 6.6,
  header: 26,
  line: 16,
  labelLine: 15,
  pad: 10,
  longest: 42,
  mostLines: 7,
  mostLabels: 5,
  mostWays: 6,
  several: 4,
} as const;

export const short = (text: string): string =>
  text.length > measures.longest ? `${text.slice(0, measures.longest - 1)}…` : text;

const guarded = (trigger: string, guard: string | null): string => (guard === null ? trigger : `${trigger} [${guard}]`);

/** A transition in one line: its trigger and its guard. */
export const transitionText = ({ trigger, guard }: DrawnTransition): string => guarded(triggerText(trigger), guard);

const startOf = (id: string): string => `${id} (start)`;
const anywhereOf = (id: string): string => `${id} (anywhere)`;

interface Plan {
  drawing: Drawing;
  byId: ReadonlyMap<string, DrawnState>;
  isFolded: (id: string) => boolean;
  /** The state itself, or the collapsed one around it. */
  shownFor: (id: string) => string;
}

function planOf(drawing: Drawing, folded: readonly string[]): Plan {
  const byId = new Map(drawing.states.map((state) => [state.id, state]));
  const root = drawing.states[0]?.id;
  const closed = new Set(folded.filter((id) => id !== root && (byId.get(id)?.children.length ?? 0) > 0));
  const shownFor = (id: string): string => {
    let shown = id;
    for (let at: DrawnState | undefined = byId.get(id); at; at = at.parent === null ? undefined : byId.get(at.parent)) {
      if (closed.has(at.id)) shown = at.id;
    }
    return shown;
  };
  return { drawing, byId, isFolded: (id) => closed.has(id), shownFor };
}

function isInside(plan: Plan, id: string, around: string): boolean {
  for (let at = plan.byId.get(id)?.parent ?? null; at !== null; at = plan.byId.get(at)?.parent ?? null)
    if (at === around) return true;
  return false;
}

const descendants = (plan: Plan, id: string): number =>
  (plan.byId.get(id)?.children ?? []).reduce((sum, child) => sum + 1 + descendants(plan, child), 0);

function linesOf(plan: Plan, state: DrawnState, fans: Arrows['fans']): PicturedLine[] {
  const staying = plan.drawing.transitions.filter(
    ({ targets, source }) => source === state.id && targets.every((target) => target === state.id),
  );
  // One line for transitions that differ only in their guards.
  const byTrigger = Map.groupBy(staying, ({ trigger }) => triggerText(trigger));
  return cut([
    ...state.invokes.map(({ id, src }): PicturedLine => ({
      text: short(id === src ? id : `${id}: ${src}`),
      keys: [],
      kind: 'invoke',
    })),
    ...(fans.get(state.id) ?? []).map(({ trigger, transitions, ways }): PicturedLine => ({
      text: short(`${trigger} → ${ways} states`),
      keys: transitions.map(({ key }) => key),
      kind: 'leads',
    })),
    ...[...byTrigger].map(([text, transitions]): PicturedLine => ({
      text: short(transitions.length === 1 ? transitionText(transitions[0]!) : text),
      keys: transitions.map(({ key }) => key),
      kind: 'stays',
    })),
  ]);
}

/** A long list ends with the number of the remaining entries; the outline beside the picture has all of them. */
function cut(lines: readonly PicturedLine[]): PicturedLine[] {
  if (lines.length <= measures.mostLines) return [...lines];
  const rest = lines.slice(measures.mostLines - 1);
  return [
    ...lines.slice(0, measures.mostLines - 1),
    { text: `${rest.length} more`, keys: rest.flatMap(({ keys }) => keys), kind: 'stays' },
  ];
}

/** The same for the label of an arrow. */
function labelLines(transitions: readonly DrawnTransition[]): { text: string; keys: readonly string[] }[] {
  const lines = [...Map.groupBy(transitions, transitionText)].map(([text, alike]) => ({
    text: short(text),
    keys: alike.map(({ key }) => key),
  }));
  if (lines.length <= measures.mostLabels) return lines;
  const rest = lines.slice(measures.mostLabels - 1);
  return [
    ...lines.slice(0, measures.mostLabels - 1),
    { text: `${rest.length} more`, keys: rest.flatMap(({ keys }) => keys) },
  ];
}

const kindOf = ({ type }: DrawnState, parent: DrawnState | undefined): PicturedState['kind'] => {
  if (type === 'final') return 'final';
  if (type === 'history' || type === 'deepHistory') return 'history';
  if (type === 'atomic') return 'state';
  return parent?.type === 'parallel' ? 'region' : 'group';
};

const headerWidth = (name: string, lines: readonly PicturedLine[], foldable: boolean): number =>
  Math.max(
    name.length * measures.name + (foldable ? 24 : 0),
    ...lines.map(({ text }) => text.length * measures.small + 14),
  ) +
  2 * measures.pad;

/**
 * Where the name and the lines of a box with others inside stand. Arrows to those come in through its top, so the words
 * take the first gap between the arrows that is wide enough, from the left.
 */
function wordsBetween(box: Box, width: number, height: number, arrows: readonly PicturedEdge[]): Box {
  const band = { ...box, height };
  const ways = arrows
    .flatMap(({ points }) => points.slice(1).map((to, index) => ({ from: points[index]!, to })))
    .filter(({ from, to }) => isThrough(from, to, band))
    .map(({ from, to }) => ({ left: Math.min(from.x, to.x), right: Math.max(from.x, to.x) }))
    .toSorted((a, b) => a.left - b.left);
  let left = box.x;
  for (const way of ways) {
    if (way.left - left >= width) break;
    left = Math.max(left, way.right);
  }
  return { x: left + width <= box.x + box.width ? left : box.x, y: box.y, width, height };
}

/** Whether a piece of an arrow, which is horizontal or vertical, runs through a box. */
export const isThrough = (from: Point, to: Point, box: Box): boolean =>
  Math.max(from.x, to.x) > box.x &&
  Math.min(from.x, to.x) < box.x + box.width &&
  Math.max(from.y, to.y) > box.y &&
  Math.min(from.y, to.y) < box.y + box.height;

const headerHeight = (lines: readonly PicturedLine[]): number =>
  measures.header + (lines.length === 0 ? 0 : lines.length * measures.line + 6);

interface Edge {
  source: string;
  target: string;
  transitions: DrawnTransition[];
}

/** An event of a state that leads to too many states to draw each arrow. */
interface Fan {
  trigger: string;
  ways: number;
  transitions: readonly DrawnTransition[];
}

interface Arrows {
  edges: readonly Edge[];
  /** By the state that lists them. */
  fans: ReadonlyMap<string, readonly Fan[]>;
  /**
   * By its id, a mark for several states whose transitions have the same effect: how many, and the box that contains
   * it.
   */
  several: ReadonlyMap<string, { count: number; parent: string }>;
}

const severalOf = (target: string, index: number): string => `${target} (several ${index})`;

/**
 * The arrows of a picture. Transitions between the same two boxes share one. To keep a large chart readable, an event
 * that fans out to many states is listed in its state, and equal transitions of many states to one state start in a
 * mark beside it.
 */
function arrowsOf(plan: Plan): Arrows {
  const ways = plan.drawing.transitions.flatMap((transition) =>
    transition.targets.flatMap((to) => {
      const from = plan.shownFor(transition.source);
      const target = plan.shownFor(to);
      if (from === target) return [];
      // From a state to a descendant: from any active state inside.
      return [{ from, source: isInside(plan, target, from) ? anywhereOf(from) : from, target, transition }];
    }),
  );
  const countOf = (values: readonly string[]): number => new Set(values).size;

  const fans = new Map<string, Fan[]>();
  const said = new Set<DrawnTransition>();
  const isClosed = (id: string): boolean => plan.isFolded(id) || (plan.byId.get(id)?.children.length ?? 0) === 0;
  for (const group of Map.groupBy(
    ways.filter(({ from }) => isClosed(from)),
    ({ from, transition }) => `${from} ${triggerText(transition.trigger)}`,
  ).values()) {
    const count = countOf(group.map(({ target }) => target));
    if (count <= measures.mostWays) continue;
    const { from, transition } = group[0]!;
    const transitions = group.map((way) => way.transition);
    fans.set(from, [...(fans.get(from) ?? []), { trigger: triggerText(transition.trigger), ways: count, transitions }]);
    for (const one of transitions) said.add(one);
  }
  const drawn = ways.filter(({ transition }) => !said.has(transition));

  const several: Map<string, { count: number; parent: string }> = new Map();
  const gathered = new Map<(typeof drawn)[number], string>();
  const marked = new Map<string, string>();
  for (const group of Map.groupBy(
    drawn.filter(({ from, source }) => from === source),
    ({ target, transition }) => `${target} ${transitionText(transition)}`,
  ).values()) {
    const sources = [...new Set(group.map(({ source }) => source))].toSorted();
    const { target } = group[0]!;
    const parent = plan.byId.get(target)?.parent ?? null;
    if (sources.length < measures.several || parent === null) continue;
    // All equal transitions of the same states start in the same mark.
    const whole = [target, ...sources].join('\n');
    const id = marked.get(whole) ?? severalOf(target, marked.size);
    marked.set(whole, id);
    several.set(id, { count: sources.length, parent });
    for (const way of group) gathered.set(way, id);
  }

  const edges = new Map<string, Edge>();
  for (const way of drawn) {
    const source = gathered.get(way) ?? way.source;
    const key = `${source} → ${way.target}`;
    const edge = edges.get(key) ?? { source, target: way.target, transitions: [] };
    edges.set(key, edge);
    edge.transitions.push(way.transition);
  }
  return { edges: [...edges.values()], fans, several };
}

const marks = {
  start: { width: 10, height: 10 },
  anywhere: { width: 74, height: 20 },
  several: { width: 82, height: 20 },
  history: { width: 26, height: 26 },
} as const;

/** On every box with children: the library passes no options down. */
const boxOptions: Readonly<Record<string, string>> = {
  'elk.spacing.nodeNode': '20',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '8',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '22',
  'elk.layered.spacing.edgeNodeBetweenLayers': '10',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '8',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.thoroughness': '12',
};

const rootOptions: Readonly<Record<string, string>> = {
  ...boxOptions,
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.edgeRouting': 'ORTHOGONAL',
};

/** Input for the layout library: every box with its size, every arrow with its label's. */
export function layoutQuestion(drawing: Drawing, folded: readonly string[]): ElkNode {
  const plan = planOf(drawing, folded);
  const { edges, fans, several } = arrowsOf(plan);
  const anywhere = new Set(edges.map(({ source }) => source).filter((source) => source.endsWith(' (anywhere)')));

  const arrowsInto = (id: string): number =>
    edges.filter(({ source, target }) => isInside(plan, target, id) && !isInside(plan, source, id)).length;

  const nodeOf = (id: string): ElkNode => {
    const state = plan.byId.get(id)!;
    const lines = linesOf(plan, state, fans);
    const open = state.children.length > 0 && !plan.isFolded(id);
    if (state.type === 'history' || state.type === 'deepHistory') return { id, ...marks.history };
    const name = plan.isFolded(id) ? `${state.key} +${descendants(plan, id)}` : state.key;
    const width = headerWidth(name, lines, state.children.length > 0);
    const height = headerHeight(lines);
    if (!open) return { id, width, height };
    // Beside that many, no gap may be wide enough for the words.
    const besideArrows = arrowsInto(id) < 3 ? 0 : width;
    return {
      id,
      layoutOptions: {
        ...boxOptions,
        'elk.padding': `[top=${height + 12},left=16,bottom=16,right=${16 + besideArrows}]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${width}, ${height})`,
      },
      children: [
        ...(state.initial === null ? [] : [{ id: startOf(id), ...marks.start }]),
        ...(anywhere.has(anywhereOf(id)) ? [{ id: anywhereOf(id), ...marks.anywhere }] : []),
        ...[...several].filter(([, { parent }]) => parent === id).map(([mark]) => ({ id: mark, ...marks.several })),
        ...state.children.map(nodeOf),
      ],
    };
  };

  const starts = drawing.states
    .filter(({ id, initial }) => initial !== null && plan.shownFor(id) === id && !plan.isFolded(id))
    .map(({ id, initial }): ElkExtendedEdge => ({
      id: startOf(id),
      sources: [startOf(id)],
      targets: [plan.shownFor(initial!)],
    }));
  const arrows = edges.map(({ source, target, transitions }): ElkExtendedEdge => {
    const lines = labelLines(transitions);
    return {
      id: `${source} → ${target}`,
      sources: [source],
      targets: [target],
      labels: [
        {
          text: lines.map(({ text }) => text).join('\n'),
          width: Math.max(...lines.map(({ text }) => text.length)) * measures.small + 10,
          height: lines.length * measures.labelLine + 4,
        },
      ],
    };
  });
  const [top] = drawing.states;
  return {
    id: '(picture)',
    layoutOptions: rootOptions,
    children: top ? [nodeOf(top.id)] : [],
    edges: [...starts, ...arrows],
  };
}

/** The library's result as a picture. */
export function pictureOf(drawing: Drawing, folded: readonly string[], answer: ElkNode): Picture {
  const plan = planOf(drawing, folded);
  const arrows = arrowsOf(plan);
  const edges = new Map(arrows.edges.map((edge) => [`${edge.source} → ${edge.target}`, edge]));

  const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box => ({ x, y, width, height });
  const edgeOf = (laid: ElkExtendedEdge): PicturedEdge => {
    const [section] = laid.sections ?? [];
    const edge = edges.get(laid.id);
    const label = laid.labels?.[0];
    return {
      id: laid.id,
      source: laid.sources[0] ?? '',
      target: laid.targets[0] ?? '',
      keys: edge?.transitions.map(({ key }) => key) ?? [],
      points: section
        ? [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(({ x, y }) => ({ x, y }))
        : [],
      label: edge && label ? { ...boxOf(label), lines: labelLines(edge.transitions) } : null,
    };
  };
  const pictured = (answer.edges ?? []).map(edgeOf);

  const stateOf = (node: ElkNode): PicturedState => {
    const state = plan.byId.get(node.id);
    if (!state) {
      const gathered = arrows.several.get(node.id);
      const kind = gathered ? 'several' : node.id.endsWith(' (start)') ? 'start' : 'anywhere';
      return {
        id: node.id,
        kind,
        name: gathered ? `${gathered.count} states` : 'anywhere',
        lines: [],
        folded: 0,
        words: boxOf(node),
        ...boxOf(node),
      };
    }
    const parent = state.parent === null ? undefined : plan.byId.get(state.parent);
    const lines = linesOf(plan, state, arrows.fans);
    const box = boxOf(node);
    return {
      id: state.id,
      kind: kindOf(state, parent),
      name: state.key,
      lines,
      folded: plan.isFolded(state.id) ? descendants(plan, state.id) : 0,
      words: node.children?.length
        ? wordsBetween(box, headerWidth(state.key, lines, true), headerHeight(lines), pictured)
        : box,
      ...box,
    };
  };
  const statesIn = (node: ElkNode): PicturedState[] =>
    (node.children ?? []).flatMap((child) => [stateOf(child), ...statesIn(child)]);

  return {
    chart: drawing.id,
    width: answer.width ?? 0,
    height: answer.height ?? 0,
    states: statesIn(answer),
    edges: pictured,
  };
}

/** Number of states above which a chart is first shown collapsed. */
const readable = 30;

/** The states that are collapsed by default: in a chart of many states, everything below its top level. */
export const foldsAtFirst = ({ states }: Drawing): readonly string[] =>
  states.length <= readable
    ? []
    : states.filter(({ parent, children }) => parent !== null && children.length > 0).map(({ id }) => id);
