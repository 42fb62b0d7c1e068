import { triggerText, type Drawing, type DrawnState, type DrawnTransition } from '../../src/inspector/chart/drawing.ts';

/** Mermaid ends a statement at `;` or a line break, takes `#…;` for an entity, and closes a title at `"`. */
export const safe = (label: string): string =>
  label
    .replaceAll(/[;\r\n]+/g, ',')
    .replaceAll('"', '’')
    .replaceAll('#', '＃')
    .replaceAll('<', '‹')
    .replaceAll('>', '›');

/** A state's id is its whole path, because two regions may use the same key. */
const nameOf = (id: string): string => id.replaceAll(/\W/g, '_');

const anywhereIn = (id: string): string => `${nameOf(id)}__anywhere`;

const labelOf = ({ trigger, guard }: DrawnTransition): string =>
  safe(guard === null ? triggerText(trigger) : `${triggerText(trigger)} [${guard}]`);

/** A state’s path without the chart’s own name. */
const pathIn = (drawing: Drawing, id: string): string => id.slice(drawing.id.length + 1) || drawing.id;

const invokesOf = ({ invokes }: DrawnState): string[] =>
  invokes.map(({ id, src }) => (id === src ? `invoke ${src}` : `invoke ${src} as ${id}`));

/** Limit of states in one readable diagram. */
const most = 12;

/** Limit of arrows from one state on one trigger; more make a diagram too wide. */
const widest = 8;

export interface Diagram {
  /** The state whose inside the diagram shows; the root first. */
  scope: string;
  text: string;
}

/** A chart’s states as a tree. */
class Nesting {
  private readonly byId: ReadonlyMap<string, DrawnState>;

  constructor({ states }: Drawing) {
    this.byId = new Map(states.map((state) => [state.id, state]));
  }

  state(id: string): DrawnState {
    return this.byId.get(id)!;
  }

  isInside(id: string, around: string): boolean {
    return id.startsWith(`${around}.`);
  }

  /** Number of states inside. */
  size(id: string): number {
    return this.state(id).children.reduce((sum, child) => sum + 1 + this.size(child), 0);
  }

  /** The nearest common ancestor of both. */
  isAround(id: string, inner: string): boolean {
    return id === inner || this.isInside(inner, id);
  }

  /** Descendants that get their own diagram, the largest first, until the rest is readable. */
  closedIn(id: string): ReadonlySet<string> {
    const closed = new Set<string>();
    const candidates = this.state(id)
      .children.filter((child) => this.state(child).children.length > 0)
      .toSorted((a, b) => this.size(b) - this.size(a));
    let shown = this.size(id);
    for (const child of candidates) {
      if (shown <= most) break;
      closed.add(child);
      shown -= this.size(child);
    }
    return closed;
  }
}

/**
 * The inside of a state as a Mermaid state diagram, which leaves actions of transitions that lead elsewhere to the table below
 * it. Mermaid cannot draw some things as they are:
 * - history has no sign of its own: a state called H stands for it;
 * - an arrow from a state to one inside it is lost: it starts at a state called "anywhere" inside instead;
 * - an arrow to a state with states inside breaks some layouts: it leads to the one that is entered first, and one from such
 *   a state to itself stands in its title;
 * - a state with states inside has no lines of its own: what it answers without leaving stands in its "anywhere";
 * - arrows between the same two states lie on one another: they become one with several lines;
 * - a fan of arrows from one state makes everything too small to read: the state says itself where they lead.
 */
function diagramOf(drawing: Drawing, nesting: Nesting, scope: string): string {
  const { transitions } = drawing;
  const closed = nesting.closedIn(scope);
  const lines = ['stateDiagram-v2'];
  const isOpen = (id: string): boolean => !closed.has(id) && nesting.state(id).children.length > 0;

  /** The state that represents this one in the diagram; null outside. */
  const shownFor = (id: string): string | null =>
    nesting.isAround(scope, id) ? ([...closed].find((around) => nesting.isAround(around, id)) ?? id) : null;

  /** The initial state, as deep as it is a single one; null where regions begin. */
  const firstIn = (id: string): string | null => {
    if (!isOpen(id)) return id;
    const { initial } = nesting.state(id);
    return initial === null ? null : firstIn(initial);
  };

  const fans = new Map<string, number>();
  const fanOf = ({ source, trigger }: DrawnTransition): string => `${source} ${triggerText(trigger)}`;
  for (const transition of transitions) {
    if (transition.targets.length > 0 && !isOpen(transition.source))
      fans.set(fanOf(transition), (fans.get(fanOf(transition)) ?? 0) + 1);
  }
  const isFanned = (transition: DrawnTransition): boolean => (fans.get(fanOf(transition)) ?? 0) > widest;

  const arrows = new Map<string, { from: string; to: string; labels: string[] }>();
  const anywhere = new Set<string>();
  const elsewhere = new Set<string>();
  const again = new Map<string, string[]>();
  const drawArrow = (transition: DrawnTransition, target: string): void => {
    const source = shownFor(transition.source);
    if (source === null) return;
    const shown = shownFor(target);
    // Transitions inside a closed state are drawn in its own diagram; its self-transitions are not.
    if (shown === source && closed.has(source) && (transition.source !== source || target !== source)) return;
    const fromAnywhere = isOpen(source) && (shown === null ? source === scope : nesting.isAround(source, shown));
    const end = shown === null ? target : (firstIn(shown) ?? (nesting.isAround(shown, source) ? null : shown));
    if (end === null) {
      // The surrounding diagram shows it for a state that is closed there.
      if (source !== scope || source === drawing.id)
        again.set(source, [...(again.get(source) ?? []), labelOf(transition)]);
      return;
    }
    if (fromAnywhere) anywhere.add(source);
    if (shown === null) elsewhere.add(target);
    const from = fromAnywhere ? anywhereIn(source) : nameOf(source);
    const key = `${from} ${nameOf(end)}`;
    const arrow = arrows.get(key) ?? { from, to: nameOf(end), labels: [] };
    arrows.set(key, arrow);
    arrow.labels.push(labelOf(transition));
  };
  for (const transition of transitions)
    if (!isFanned(transition)) for (const target of transition.targets) drawArrow(transition, target);

  const stayingIn = (state: DrawnState): string[] =>
    transitions
      .filter(({ source, targets }) => source === state.id && targets.length === 0)
      .map((transition) =>
        [
          triggerText(transition.trigger),
          transition.guard && `[${transition.guard}]`,
          '/',
          transition.actions.join(', ') || 'nothing',
        ]
          .filter(Boolean)
          .join(' '),
      );
  const inside = (state: DrawnState, depth: number): void => {
    const say = (line: string) => lines.push(`${'  '.repeat(depth)}${line}`);
    const staying = stayingIn(state);
    if (anywhere.has(state.id) || staying.length > 0) say(`state "anywhere" as ${anywhereIn(state.id)}`);
    for (const fact of staying) say(`${anywhereIn(state.id)} : ${safe(fact)}`);
    for (const [index, child] of state.children.entries()) {
      if (index > 0 && state.type === 'parallel') say('--');
      draw(nesting.state(child), depth);
    }
    if (state.initial !== null) say(`[*] --> ${nameOf(state.initial)}`);
  };
  const factsOf = (state: DrawnState): string[] => {
    const own = transitions.filter(({ source }) => source === state.id);
    return [
      ...state.entry.map((action) => `entry / ${action}`),
      ...invokesOf(state),
      ...stayingIn(state),
      ...own
        .filter(isFanned)
        .map(
          (transition) =>
            `${labelOf(transition)} → ${transition.targets.map((target) => pathIn(drawing, shownFor(target) ?? target)).join(', ')}`,
        ),
      ...state.exit.map((action) => `exit / ${action}`),
    ];
  };
  const draw = (state: DrawnState, depth: number): void => {
    const name = nameOf(state.id);
    const say = (line: string) => lines.push(`${'  '.repeat(depth)}${line}`);
    if (state.type === 'history' || state.type === 'deepHistory') {
      say(`state "${state.type === 'history' ? 'H' : 'H*'}" as ${name}`);
    } else if (isOpen(state.id)) {
      say(
        `state "${safe([state.key, ...invokesOf(state), ...(again.get(state.id) ?? []).map((label) => `again on ${label}`)].join(' · '))}" as ${name} {`,
      );
      inside(state, depth + 1);
      say('}');
    } else {
      const facts = closed.has(state.id)
        ? [...invokesOf(state), `${nesting.size(state.id)} states inside`]
        : factsOf(state);
      say(`state "${safe(state.key)}" as ${name}`);
      for (const fact of facts) say(`${name} : ${safe(fact)}`);
      if (state.type === 'final') say(`${name} --> [*]`);
    }
  };
  const { type, children } = nesting.state(scope);
  if (type === 'parallel' || children.length === 0) draw(nesting.state(scope), 1);
  else inside(nesting.state(scope), 1);
  for (const id of elsewhere) lines.push(`  state "to ${safe(pathIn(drawing, id))}" as ${nameOf(id)}`);
  for (const { from, to, labels } of arrows.values()) lines.push(`  ${from} --> ${to} : ${labels.join('<br/>')}`);
  return lines.join('\n');
}

/** The chart in as many diagrams as it needs to be readable: the whole first, then the inside of its closed states. */
export function diagramsOf(drawing: Drawing): Diagram[] {
  const nesting = new Nesting(drawing);
  const of = (scope: string): Diagram[] => [
    { scope, text: diagramOf(drawing, nesting, scope) },
    ...[...nesting.closedIn(scope)].toSorted((a, b) => order.indexOf(a) - order.indexOf(b)).flatMap(of),
  ];
  const order = drawing.states.map(({ id }) => id);
  return of(drawing.states[0]!.id);
}
