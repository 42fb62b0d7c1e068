import { edgeKey, type Edge, type Exploration, type Vertex } from './exploration.ts';
import type { Situation, Stimulus } from './situations.ts';

/** Consecutive stimuli, with the exact situations that they lead through. */
export interface Tour {
  stimuli: readonly Stimulus[];
  /** One more than stimuli: the start, then the situation after each. */
  situations: readonly Situation[];
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

/** The remaining edges, and the shortest path to one of them. */
class Itinerary {
  private readonly untaken: Map<string, Edge>;
  private readonly leaving: Map<Vertex, Edge[]>;
  /** How often an edge led elsewhere when it was taken: its end depends on more than the model distinguishes. */
  private readonly misses = new Map<string, number>();

  constructor(edges: readonly Edge[]) {
    this.untaken = new Map(edges.map((edge) => [edge.key, edge]));
    this.leaving = Map.groupBy(edges, ({ from }) => from);
  }

  get first(): Edge | undefined {
    return this.untaken.values().next().value;
  }

  /** Whether the edge was still remaining. */
  take(key: string): boolean {
    return this.untaken.delete(key);
  }

  miss({ key }: Edge): void {
    this.misses.set(key, (this.misses.get(key) ?? 0) + 1);
  }

  /** The shortest path from here that ends with a remaining edge. */
  nearest(from: Vertex): Edge[] | null {
    const reachedBy = new Map<Vertex, Edge | null>([[from, null]]);
    for (const [vertex] of reachedBy) {
      const edges = this.leaving.get(vertex)?.filter(({ key }) => (this.misses.get(key) ?? 0) < mostMisses) ?? [];
      const next = edges.find(({ key }) => this.untaken.has(key));
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
 * Tours that together take every edge: each continues with the nearest remaining edge, until there is no path to one or
 * the tour is long enough. Situations are computed exactly; vertices of the exploration only serve to plan the path.
 */
export function toursOf({ start, edges, vertexOf, follow }: Exploration): Tour[] {
  const itinerary = new Itinerary(edges);
  const walk = (): { tour: Tour; fresh: number } => {
    const stimuli: Stimulus[] = [];
    const situations = [start];
    let vertex = vertexOf(start);
    let fresh = 0;
    const step = (edge: Edge): boolean => {
      const after = follow(situations.at(-1)!, edge.stimulus);
      const to = vertexOf(after);
      if (itinerary.take(edgeKey(vertex, edge.stimulus, to))) fresh += 1;
      stimuli.push(edge.stimulus);
      situations.push(after);
      vertex = to;
      if (to !== edge.to) itinerary.miss(edge);
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
