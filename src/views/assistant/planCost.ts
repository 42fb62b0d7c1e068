import { parsePlan } from '../../contract/sql/parsePlan.ts';
import { planFigures } from '../../contract/sql/planFigures.ts';

/** The node that most of a plan's cost, or of its time, goes to. */
interface WorstNode {
  name: string;
  /** Of the whole, from 0 to 1. */
  share: number;
  /** Whether it was measured by ANALYZE. */
  isMeasured: boolean;
  advice: string;
}

/** By what a node does, such as "Partial HashAggregate" and "Hash Left Join". */
const advices: readonly (readonly [RegExp, string])[] = [
  [/\bSeq Scan$/, 'It reads the whole table. An index on the columns of the condition may avoid that.'],
  [/\bSort$/, 'It sorts its input. An index in that order, or a LIMIT, may avoid that.'],
  [/\bNested Loop\b/, 'It repeats its inner side for each row. An index on the join’s column makes each turn cheap.'],
  [/\bHash\b.*\bJoin$/, 'It builds a hash table of one side. Filter that side first if you can.'],
  [/Aggregate$/, 'It reads all its input. Filter first, or keep the result in a separate table.'],
];

const adviceFor = (operation: string): string =>
  advices.find(([operations]) => operations.test(operation))?.[1] ??
  'Look at its conditions, and whether it gets more rows than it needs.';

/** The worst node of a plan that EXPLAIN wrote, as text or JSON; null for another text, and where it has no costs. */
export function worstNode(text: string): WorstNode | null {
  const plan = parsePlan(text);
  if (!plan) return null;
  const { measure, nodes, slowest } = planFigures(plan.nodes);
  if (measure === null) return null;
  const at = slowest ?? 0;
  const { operation, relation } = plan.nodes[at]!;
  return {
    name: operation + (relation === null ? '' : ` on ${relation}`),
    share: nodes[at]!.share,
    isMeasured: measure === 'time',
    advice: adviceFor(operation),
  };
}
