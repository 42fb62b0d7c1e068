/** A line of a plan below a node or at its foot, as "Filter: (berths > 6)". */
export interface PlanLine {
  /** Null where the line is no label with a value. */
  label: string | null;
  text: string;
  /** 0, or more below another line. */
  depth: number;
}

export interface PlanNode {
  /** 0 for the root. Nodes are listed with parents before their children. */
  depth: number;
  /** What the rest of the plan calls it by, as "CTE old" or "InitPlan 1". */
  subplan: string | null;
  /** As the text format writes it, such as "Parallel Seq Scan". */
  operation: string;
  /** What it reads or writes, with its alias. */
  relation: string | null;
  index: string | null;
  /** Null with COSTS OFF. */
  estimate: { startup: number; total: number; rows: number; width: number } | null;
  /** Averages of a loop, with ANALYZE; no time with TIMING OFF. No loops: the node was never executed. */
  actual: { time: number | null; rows: number; loops: number } | null;
  lines: readonly PlanLine[];
}

export interface QueryPlan {
  nodes: readonly PlanNode[];
  /** What the plan says of the whole, as its planning time. */
  foot: readonly PlanLine[];
}

/** Larger plans are read as text. */
export const planMax = { length: 1_000_000, nodes: 1_000, depth: 100 } as const;
