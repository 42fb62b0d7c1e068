import { parsePlan } from '../../contract/sql/parsePlan.ts';
import { planFigures, type PlanFigures } from '../../contract/sql/planFigures.ts';
import type { PlanNode, QueryPlan } from '../../contract/sql/queryPlan.ts';
import type { ResultSet } from '../../machines/sql/sqlRun/resultStore.ts';

export interface ReadPlan extends QueryPlan {
  figures: PlanFigures;
  /** How many nodes are below each. */
  below: readonly number[];
}

/** By the rows of the result: the plan and the choice beside it read it once. */
const read = new WeakMap<ResultSet['rows'], ReadPlan | null>();

function belowOf(nodes: readonly PlanNode[]): number[] {
  const below: number[] = [];
  const path: number[] = [];
  for (const [at, { depth }] of nodes.entries()) {
    path.length = depth;
    for (const above of path) below[above]! += 1;
    path.push(at);
    below.push(0);
  }
  return below;
}

/** The plan that a complete result of EXPLAIN is; null where it has another format. */
export function planOf({ rows }: ResultSet): ReadPlan | null {
  const known = read.get(rows);
  if (known !== undefined) return known;
  const plan = parsePlan(rows.map(([line]) => line ?? '').join('\n'));
  const result = plan && { ...plan, figures: planFigures(plan.nodes), below: belowOf(plan.nodes) };
  read.set(rows, result);
  return result;
}
