import { jsonPlanOf } from './planJson.ts';
import { textPlanOf } from './planText.ts';
import { planMax, type PlanNode, type QueryPlan } from './queryPlan.ts';

/** A plan as EXPLAIN writes it, in the formats TEXT and JSON; null for what is not completely understood. */
export function parsePlan(text: string): QueryPlan | null {
  if (text.length > planMax.length) return null;
  const plan = /^\s*\[/.test(text) ? jsonPlanOf(text) : textPlanOf(text);
  if (!plan) return null;
  const root = plan.nodes[0]!;
  const isAlike = ({ depth, estimate, actual }: PlanNode): boolean =>
    depth <= planMax.depth &&
    (estimate === null) === (root.estimate === null) &&
    (actual === null) === (root.actual === null) &&
    (actual === null || actual.loops === 0 || (actual.time === null) === (root.actual?.time === null));
  return plan.nodes.length <= planMax.nodes && plan.nodes.every(isAlike) ? plan : null;
}
