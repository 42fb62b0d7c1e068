import { edgeKey, type Edge, type Exploration, type Step, type Vertex } from './exploration.ts';
import { leavesOf, type Situation, type Stimulus } from './situations.ts';
import { text } from './text.ts';

/** Consecutive stimuli, with the exact situations that they lead through. */
export interface Tour {
  stimuli: readonly Stimulus[];
  /** One more than stimuli: the start, then the situation after each. */
  situations: readonly Situation[];
}

/** What a step reaches; tours go on until every goal of every edge is reached. */
export type Goals = (step: Step) => readonly string[];

/** Every edge is a goal of its own. */
const everyEdge: Goals = (step) => [edgeKey(step)];

/** Every two of them; a lone one by itself. */
const pairsOf = (facets: readonly string[]): string[] =>
  facets.length === 1
    ? [...facets]
    : facets.flatMap((one, index) => facets.slice(index + 1).map((other) => text([one, other])));

/**
 * What paths through a view have to reach: every two facets of a situation that can meet (states of two regions, a state
 * and a value that the model distinguishes), so that all that can be shown is looked at beside everything else; beside
 * every facet every gesture to each of its results; and from every state every payload, every act of a child and every
 * timer to each of its results. Regions and values would otherwise multiply, and a step through a view is expensive.
 * `coverChart` takes everything in every situation.
 */
export function viewGoals(
  isGesture: (event: string) => boolean,
  facetsOf: (situation: Situation) => readonly string[],
): Goals {
  const known = new WeakMap<Situation, readonly string[]>();
  const facets = (situation: Situation): readonly string[] => {
    const found = known.get(situation) ?? facetsOf(situation);
    known.set(situation, found);
    return found;
  };
  return ({ before, stimulus, after }) => {
    const states = leavesOf(before.machine);
    const entered = leavesOf(after.machine).filter((leaf) => !states.includes(leaf));
    const isByUser = stimulus.type === 'send' && isGesture(stimulus.event.type);
    return [
      ...pairsOf(facets(after)).map((pair) => text(['shows', pair])),
      ...states.map((state) => text([state, stimulus, after.taken, entered])),
      ...(isByUser ? facets(before).map((facet) => text([facet, stimulus.event.type, after.taken])) : []),
    ];
  };
}

/** Longer tours save few steps, and a failed one takes longer to read. */
const longest = 30;

/** An edge that has led elsewhere this often is only taken on the path on which it was found. */
const mostMisses = 2;

/** The shortest path from the start on which the edge was found. */
function wayTo(edge: Edge): Edge[] {
  const way = [edge];
  for (let { previous } = edge; previous; { previous } = previous) way.unshift(previous);
  return way;
}

/** The remaining goals, and the shortest path to one of them. */
class Itinerary {
  private readonly goalsOf: Goals;
  /** By goal, the first edge that reaches it. */
  private readonly remaining = new Map<string, Edge>();
  private readonly edgesWith = new Map<string, Edge[]>();
  /** How many goals of an edge remain: every step of the search asks, and few goals are reached between two searches. */
  private readonly remainingOf = new Map<Edge, number>();
  /** Without the edges that are not tried again. */
  private readonly leaving: Map<Vertex, Edge[]>;
  /** How often an edge led elsewhere when it was taken: its end depends on more than the model distinguishes. */
  private readonly misses = new Map<Edge, number>();

  constructor(edges: readonly Edge[], goalsOf: Goals) {
    this.goalsOf = goalsOf;
    for (const edge of edges) {
      const goals = new Set(goalsOf(edge));
      this.remainingOf.set(edge, goals.size);
      for (const goal of goals) {
        const known = this.edgesWith.get(goal);
        if (known) known.push(edge);
        else {
          this.remaining.set(goal, edge);
          this.edgesWith.set(goal, [edge]);
        }
      }
    }
    this.leaving = Map.groupBy(edges, ({ from }) => from);
  }

  get first(): Edge | undefined {
    return this.remaining.values().next().value;
  }

  private isWanted(edge: Edge): boolean {
    return this.remainingOf.get(edge)! > 0;
  }

  /** Whether the goal remained. */
  private reach(goal: string): boolean {
    if (!this.remaining.delete(goal)) return false;
    for (const edge of this.edgesWith.get(goal)!) this.remainingOf.set(edge, this.remainingOf.get(edge)! - 1);
    return true;
  }

  private miss(edge: Edge): void {
    const misses = (this.misses.get(edge) ?? 0) + 1;
    this.misses.set(edge, misses);
    if (misses === mostMisses)
      this.leaving.set(
        edge.from,
        this.leaving.get(edge.from)!.filter((other) => other !== edge),
      );
  }

  /** Notes a step that should have been the edge. Whether it reached a goal that remained. */
  take(edge: Edge, step: Step): boolean {
    const reached = this.goalsOf(step).filter((goal) => this.reach(goal));
    if (step.to !== edge.to || this.isWanted(edge)) this.miss(edge);
    return reached.length > 0;
  }

  /** The shortest path from here that ends with a wanted edge. */
  nearest(from: Vertex): Edge[] | null {
    const reachedBy = new Map<Vertex, Edge | null>([[from, null]]);
    for (const [vertex] of reachedBy) {
      const edges = this.leaving.get(vertex) ?? [];
      const next = edges.find((edge) => this.isWanted(edge));
      if (next) {
        const way = [next];
        for (let edge = reachedBy.get(vertex); edge; edge = reachedBy.get(edge.from)) way.unshift(edge);
        return way;
      }
      for (const edge of edges) if (!reachedBy.has(edge.to)) reachedBy.set(edge.to, edge);
    }
    return null;
  }
}

/**
 * Tours that together reach every goal, by default every edge: each continues with the nearest edge that has a remaining
 * one, until there is no path to such an edge or the tour is long enough. Situations are computed exactly; vertices of the
 * exploration only serve to plan the path.
 */
export function toursOf({ start, edges, vertexOf, follow }: Exploration, goalsOf: Goals = everyEdge): Tour[] {
  const itinerary = new Itinerary(edges, goalsOf);
  const walk = (): { tour: Tour; fresh: number } => {
    const stimuli: Stimulus[] = [];
    const situations = [start];
    let vertex = vertexOf(start);
    let fresh = 0;
    const step = (edge: Edge): boolean => {
      const { stimulus } = edge;
      const before = situations.at(-1)!;
      const after = follow(before, stimulus);
      const to = vertexOf(after);
      if (itinerary.take(edge, { from: vertex, before, stimulus, to, after })) fresh += 1;
      stimuli.push(stimulus);
      situations.push(after);
      vertex = to;
      return to === edge.to;
    };
    const followAgain = (edge: Edge) => {
      if (!wayTo(edge).every(step))
        throw new Error('The same stimuli lead elsewhere the second time: the machine, or its input, asks the world.');
    };
    for (;;) {
      const way = itinerary.nearest(vertex);
      if (way !== null && (stimuli.length === 0 || stimuli.length + way.length <= longest)) way.every(step);
      else if (stimuli.length === 0 && itinerary.first) followAgain(itinerary.first);
      else return { tour: { stimuli, situations }, fresh };
    }
  };
  const tours: Tour[] = [];
  while (itinerary.first) {
    const { tour, fresh } = walk();
    if (fresh > 0) tours.push(tour);
  }
  return tours.length > 0 ? tours : [{ stimuli: [], situations: [start] }];
}
