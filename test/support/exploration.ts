import { possibleStimuli, type Repertoire, type Situation, type Stimulus } from './situations.ts';
import { text } from './text.ts';

/** Number of a class of situations that the model does not distinguish, in the order of discovery. */
export type Vertex = number;

/** One stimulus between two situations. */
export interface Step {
  from: Vertex;
  before: Situation;
  stimulus: Stimulus;
  to: Vertex;
  after: Situation;
}

/** One stimulus between two vertices, as it was found. */
export interface Edge extends Step {
  /** The previous edge on the shortest path from the start; null for the first one. */
  previous: Edge | null;
}

/** Everything that can happen to a machine, as far as its model distinguishes it. */
export interface Exploration {
  start: Situation;
  /** In the order of discovery: nearest to the start first. */
  edges: readonly Edge[];
  vertexOf(situation: Situation): Vertex;
  follow(situation: Situation, stimulus: Stimulus): Situation;
}

export interface Explored {
  start: Situation;
  follow(situation: Situation, stimulus: Stimulus): Situation;
  /** Equal for situations that the model does not distinguish. */
  nameOf(situation: Situation): string;
  repertoire: Repertoire;
  /** Called before each edge is explored, with the number of previous ones. */
  count(explored: number): void;
}

/** Equal for steps between the same vertices by the same stimulus. */
export const edgeKey = ({ from, stimulus, to }: Pick<Step, 'from' | 'stimulus' | 'to'>): string =>
  `${from} ${text(stimulus)} ${to}`;

/** The key of a situation's whole future. */
const exactText = ({ machine, timers, now, shown, children, finished, broken }: Situation): string =>
  text([
    machine.value,
    machine.context,
    machine.status,
    Object.entries(machine.historyValue).map(([id, nodes]) => [id, nodes.map((node) => node.id)]),
    timers.map(({ id, due, event }) => [id, due, event]),
    now,
    shown,
    children.map(({ id }) => id),
    finished.map(({ id }) => id),
    broken !== undefined,
  ]);

/**
 * Finds every edge, breadth first. A vertex is explored from each exact situation in which it was reached: where
 * `distinguish` merges several, the same stimulus may lead to different vertices.
 */
export function explore({ start, follow, nameOf, repertoire, count }: Explored): Exploration {
  const vertices = new Map<string, Vertex>();
  const vertexOf = (situation: Situation): Vertex => {
    const name = nameOf(situation);
    const vertex = vertices.get(name) ?? vertices.size;
    vertices.set(name, vertex);
    return vertex;
  };
  const edges: Edge[] = [];
  const known = new Set<string>();
  const explored = new Set<string>();
  const queue: { situation: Situation; vertex: Vertex; reachedBy: Edge | null }[] = [
    { situation: start, vertex: vertexOf(start), reachedBy: null },
  ];
  // The queue grows during the iteration.
  for (const [index, { situation, vertex, reachedBy }] of queue.entries()) {
    count(index);
    const exact = exactText(situation);
    if (explored.has(exact)) continue;
    explored.add(exact);
    for (const stimulus of possibleStimuli(situation, repertoire)) {
      const after = follow(situation, stimulus);
      const to = vertexOf(after);
      const edge: Edge = { from: vertex, before: situation, stimulus, to, after, previous: reachedBy };
      const key = edgeKey(edge);
      if (known.has(key)) continue;
      known.add(key);
      edges.push(edge);
      queue.push({ situation: after, vertex: to, reachedBy: edge });
    }
  }
  return { start, edges, vertexOf, follow };
}
