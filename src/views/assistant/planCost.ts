interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Total Cost'?: number;
  'Actual Total Time'?: number;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
}

/** The node that most of a plan's cost, or of its time, goes to. */
interface WorstNode {
  name: string;
  /** Of the whole, from 0 to 1. */
  share: number;
  /** Whether it was measured by ANALYZE. */
  isMeasured: boolean;
  advice: string;
}

/** By type of node: JSON has `Aggregate` and `Hash Join`, text has `Partial HashAggregate` and `Hash Left Join`. */
const advices: readonly (readonly [RegExp, string])[] = [
  [/\bSeq Scan$/, 'It reads the whole table. An index on the columns of the condition may avoid that.'],
  [/\bSort$/, 'It sorts its input. An index in that order, or a LIMIT, may avoid that.'],
  [/\bNested Loop\b/, 'It repeats its inner side for each row. An index on the join’s column makes each turn cheap.'],
  [/\bHash\b.*\bJoin$/, 'It builds a hash table of one side. Filter that side first if you can.'],
  [/Aggregate$/, 'It reads all its input. Filter first, or keep the result in a separate table.'],
];

const adviceFor = (type: string): string =>
  advices.find(([types]) => types.test(type))?.[1] ??
  'Look at its conditions, and whether it gets more rows than it needs.';

const timeOf = ({ 'Actual Total Time': time, 'Actual Loops': loops = 1 }: PlanNode): number | null =>
  time === undefined ? null : time * loops;

/** A node of a plan as text: how far it is indented, what it is, its cost, and its time where it was measured. */
const nodeLine =
  /^(\s*(?:->\s+)?)(.+?)\s+\(cost=[\d.]+\.\.([\d.]+)[^)]*\)(?:\s+\(actual time=[\d.]+\.\.([\d.]+)[^)]*?loops=(\d+)\))?/;

/** The nodes of a plan as EXPLAIN writes it without a format. */
function textPlan(text: string): PlanNode | null {
  let root: PlanNode | null = null;
  const above: { indent: number; node: PlanNode }[] = [];
  for (const line of text.split('\n')) {
    const [, lead, what, cost, time, loops] = nodeLine.exec(line) ?? [];
    if (lead === undefined || what === undefined) continue;
    const [type = what, relation] = what.split(' on ');
    const node: PlanNode = {
      'Node Type': type.replace(/ using .*/, ''),
      ...(relation !== undefined && { 'Relation Name': relation.split(' ')[0]! }),
      'Total Cost': Number(cost),
      ...(time !== undefined && { 'Actual Total Time': Number(time), 'Actual Loops': Number(loops) }),
      Plans: [],
    };
    while (above.length > 0 && above.at(-1)!.indent >= lead.length) above.pop();
    above.at(-1)?.node.Plans?.push(node);
    root ??= node;
    above.push({ indent: lead.length, node });
  }
  return root;
}

const jsonPlan = (text: string): PlanNode | null => {
  try {
    const parsed: unknown = JSON.parse(text);
    const root = (Array.isArray(parsed) ? parsed[0] : parsed) as { Plan?: PlanNode } | undefined;
    return root?.Plan ?? null;
  } catch {
    return null;
  }
};

/** The worst node of a plan as EXPLAIN writes it, as text or JSON; null for another text. */
export function worstNode(plan: string): WorstNode | null {
  const root = jsonPlan(plan) ?? textPlan(plan);
  if (!root) return null;
  const isMeasured = timeOf(root) !== null;
  const costOf = (node: PlanNode): number => (isMeasured ? timeOf(node) : node['Total Cost']) ?? 0;
  let worst = { node: root, own: -1 };
  const visit = (node: PlanNode) => {
    const below = (node.Plans ?? []).reduce((sum, child) => sum + costOf(child), 0);
    const own = Math.max(0, costOf(node) - below);
    if (own > worst.own) worst = { node, own };
    node.Plans?.forEach(visit);
  };
  visit(root);
  const { node, own } = worst;
  const relation = node['Relation Name'];
  return {
    name: node['Node Type'] + (relation === undefined ? '' : ` on ${relation}`),
    share: costOf(root) === 0 ? 0 : Math.min(1, own / costOf(root)),
    isMeasured,
    advice: adviceFor(node['Node Type']),
  };
}
