import type { PlanNode } from './queryPlan.ts';

/** Estimates are wrong from this factor on. */
const wrongBy = 10;

/** What a node of a plan took. */
interface NodeFigures {
  /** In milliseconds for all its loops, or the cost, each with what is below it; null where it is not known. */
  total: number | null;
  /** Of these, what the node itself took. */
  self: number | null;
  /** The same, as a share of the whole plan from 0 to 1. */
  share: number;
  /** There were ten times as many rows as estimated or more, or a tenth or fewer. */
  isWrongEstimate: boolean;
}

export interface PlanFigures {
  /** What nodes are compared by; null where the plan has neither. */
  measure: 'time' | 'cost' | null;
  nodes: readonly NodeFigures[];
  /** The node that took the most itself; null where there is nothing to compare. */
  slowest: number | null;
}

/** Nodes below stop as soon as these have enough. */
const stopsEarly = /^Limit$|Merge\b.* Join$|^Nested Loop (?:Semi|Anti) Join$/;
/** These read all that is below them before they answer. */
const readsAll = /^(?!Incremental).*\b(?:Sort|Hash|Aggregate|HashAggregate|MixedAggregate)$/;
/** Postgres counts no rows of these. */
const countsNoRows = /^Bitmap(?:And|Or)$/;

/** The parent of each node, -1 for the root. */
function parentsOf(nodes: readonly PlanNode[]): number[] {
  const path: number[] = [];
  return nodes.map(({ depth }, at) => {
    path.length = depth;
    path.push(at);
    return path[depth - 1] ?? -1;
  });
}

/**
 * The time of a node in all its loops. Below a Gather, each process counts its loops, and they run at the same time.
 */
function timesOf(nodes: readonly PlanNode[], parents: readonly number[]): (number | null)[] {
  const processes: number[] = [];
  return nodes.map(({ actual }, at) => {
    const parent = parents[at]!;
    const above = nodes[parent];
    const isGathered = above !== undefined && /^Gather\b/.test(above.operation) && nodes[at]!.subplan === null;
    const launched = isGathered ? (actual?.loops ?? 1) / Math.max(1, above.actual?.loops ?? 1) : 1;
    processes[at] = (processes[parent] ?? 1) * Math.max(1, launched);
    if (!actual) return null;
    return actual.loops === 0 ? 0 : actual.time === null ? null : (actual.time * actual.loops) / processes[at];
  });
}

/**
 * The nodes whose times may include that of a subplan which runs when it is first read, by its name: the scans of a
 * CTE, and the nodes that have an InitPlan in their conditions, as "(InitPlan 1).col1" or, before Postgres 17, as "$0".
 */
function readersIn(nodes: readonly PlanNode[]): ReadonlyMap<string, readonly number[]> {
  const readers = new Map<string, number[]>();
  const add = (name: string, at: number) => {
    const all = readers.get(name);
    if (!all) readers.set(name, [at]);
    else if (all.at(-1) !== at) all.push(at);
  };
  for (const [at, { operation, relation, lines }] of nodes.entries()) {
    if (operation.endsWith('CTE Scan') && relation !== null)
      add(`CTE ${relation.startsWith('"') ? relation.split('"')[1]! : relation.split(' ')[0]!}`, at);
    for (const { text } of lines)
      for (const [name, initPlan] of text.matchAll(/\((InitPlan [^()]{1,80})\)|\$\d+/g)) add(initPlan ?? name, at);
  }
  return readers;
}

/** The names by which a subplan is read. */
const namesOf = (subplan: string): string[] => {
  const [name = '', returned = ''] = subplan.split(' (returns ');
  return [name, ...(/\$\d+/.exec(returned) ?? [])];
};

const runsWhenRead = /^(?:CTE|InitPlan) /;

/** What each node took itself: its total without those of the nodes below it. */
function selvesOf(
  nodes: readonly PlanNode[],
  parents: readonly number[],
  totals: readonly (number | null)[],
  isTime: boolean,
) {
  const selves = [...totals];
  const take = (from: number, wanted: number): number => {
    const taken = Math.min(wanted, selves[from] ?? 0);
    if (selves[from] != null) selves[from] -= taken;
    return wanted - taken;
  };
  const late: number[] = [];
  for (const [at, { subplan }] of nodes.entries()) {
    const parent = parents[at]!;
    if (parent < 0) continue;
    // Its cost is its parent's, but its time is that of the node which reads it.
    if (isTime && subplan !== null && runsWhenRead.test(subplan)) late.push(at);
    else take(parent, totals[at] ?? 0);
  }
  const readers = late.length === 0 ? null : readersIn(nodes);
  for (const at of late) {
    const parent = parents[at]!;
    const found = namesOf(nodes[at]!.subplan!).flatMap((name) => readers!.get(name) ?? []);
    // The scan that took longest is the one that a CTE ran for; an InitPlan runs for the first that reads it.
    const isCte = nodes[at]!.subplan!.startsWith('CTE ');
    const likeliest = isCte
      ? found.toSorted((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0))
      : [found.find((reader) => reader >= parent) ?? parent];
    let left = totals[at] ?? 0;
    for (const reader of likeliest) left = take(reader, left);
  }
  return selves;
}

/** Costs of which no more is spent than the parent has: below a Limit, a node costs what all its rows would. */
function spentOf(costs: readonly (number | null)[], parents: readonly number[]): (number | null)[] {
  const spent: (number | null)[] = [];
  for (const [at, cost] of costs.entries()) {
    const above = spent[parents[at]!] ?? Infinity;
    spent[at] = cost === null ? null : Math.min(cost, above);
  }
  return spent;
}

/** Whether estimate and rows of a node differ by a factor that matters, and not because its parent had enough. */
function isWrong({ operation, estimate, actual }: PlanNode, mayStopEarly: boolean): boolean {
  if (!estimate || !actual || actual.loops === 0 || countsNoRows.test(operation)) return false;
  const [estimated, got] = [Math.max(1, estimate.rows), Math.max(1, actual.rows)];
  return got >= estimated * wrongBy || (!mayStopEarly && estimated >= got * wrongBy);
}

/** Which nodes may have been stopped before they had given all their rows. */
function earlyOf(nodes: readonly PlanNode[], parents: readonly number[]): boolean[] {
  // A hash join reads one row at most where its hash table is empty.
  const withEmptyHash = new Set(
    [...nodes.keys()].filter((at) => /\bHash$/.test(nodes[at]!.operation) && nodes[at]!.actual?.rows === 0),
  );
  const emptyJoins = new Set([...withEmptyHash].map((at) => parents[at]!));
  const early: boolean[] = [];
  for (const [at, parent] of parents.entries()) {
    const operation = nodes[parent]?.operation ?? '';
    const isStopped = stopsEarly.test(operation) || (emptyJoins.has(parent) && !withEmptyHash.has(at));
    early[at] = isStopped || ((early[parent] ?? false) && !readsAll.test(operation));
  }
  return early;
}

/** What each node of a plan took, and which took the most. */
export function planFigures(nodes: readonly PlanNode[]): PlanFigures {
  const parents = parentsOf(nodes);
  const times = timesOf(nodes, parents);
  const isTime = times[0] != null;
  const totals = isTime ? times : nodes.map(({ estimate }) => estimate?.total ?? null);
  const selves = selvesOf(nodes, parents, isTime ? totals : spentOf(totals, parents), isTime);
  const whole = Math.max(
    totals[0] ?? 0,
    selves.reduce<number>((sum, self) => sum + (self ?? 0), 0),
  );
  const early = earlyOf(nodes, parents);
  const most = Math.max(0, ...selves.map((self) => self ?? 0));
  return {
    measure: isTime ? 'time' : totals[0] != null ? 'cost' : null,
    nodes: nodes.map((node, at) => ({
      total: totals[at]!,
      self: selves[at]!,
      share: whole === 0 ? 0 : (selves[at] ?? 0) / whole,
      isWrongEstimate: isWrong(node, early[at]!),
    })),
    slowest: nodes.length > 1 && most > 0 ? selves.indexOf(most) : null,
  };
}
