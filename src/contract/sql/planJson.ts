import { triggerText } from './planText.ts';
import { planMax, type PlanLine, type PlanNode, type QueryPlan } from './queryPlan.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
};

/** Thrown for what no plan has; the caller takes the whole for no plan. */
class NotAPlanError extends Error {}

const numberIn = (fields: Fields, name: string): number | null => {
  const value = fields[name];
  if (value === undefined) return null;
  if (typeof value !== 'number' || !(value >= 0 && value < Infinity)) throw new NotAPlanError();
  return value;
};

/** What the head of a node says, or what the text format leaves out. */
const inHead = new Set(
  [
    ['Node Type', 'Strategy', 'Partial Mode', 'Operation', 'Command', 'Join Type', 'Scan Direction'],
    ['Parent Relationship', 'Subplan Name', 'Parallel Aware', 'Async Capable', 'Custom Plan Provider', 'Plans'],
    ['Index Name', 'Schema', 'Relation Name', 'Function Name', 'Table Function Name', 'CTE Name', 'Tuplestore Name'],
    ['Alias', 'Startup Cost', 'Total Cost', 'Plan Rows', 'Plan Width'],
    ['Actual Startup Time', 'Actual Total Time', 'Actual Rows', 'Actual Loops', 'Inner Unique', 'Single Copy'],
  ].flat(),
);

const strategies: Readonly<Record<string, string>> = { Sorted: 'Group', Hashed: 'Hash', Mixed: 'Mixed' };
const partialModes: Readonly<Record<string, string>> = { Partial: 'Partial ', Finalize: 'Finalize ' };

/** Joins that are not inner ones have their type in their name: "Hash Left Join". */
function joinName(type: string, join: string | null): string {
  if (join === null || join === 'Inner') return type;
  return `${type.replace(/ Join$/, '')} ${join} Join`;
}

/** The name of a node in the text format, which has more of its nature than the type has. */
function operationOf(node: Fields, type: string): string {
  const parallel =
    (node['Parallel Aware'] === true ? 'Parallel ' : '') + (node['Async Capable'] === true ? 'Async ' : '');
  const strategy = textIn(node, 'Strategy') ?? '';
  const operation = textIn(node, 'Operation');
  const name = (): string => {
    switch (type) {
      case 'Aggregate':
        return `${partialModes[textIn(node, 'Partial Mode') ?? ''] ?? ''}${strategies[strategy] ?? ''}Aggregate`;
      case 'SetOp':
        return `${strategy === 'Hashed' ? 'Hash' : ''}SetOp ${textIn(node, 'Command') ?? ''}`.trimEnd();
      case 'ModifyTable':
        return operation ?? type;
      case 'Foreign Scan':
        return operation === null || operation === 'Select' ? type : `Foreign ${operation}`;
      case 'Custom Scan':
        return `${type} (${textIn(node, 'Custom Plan Provider') ?? 'Custom'})`;
      case 'Index Scan':
      case 'Index Only Scan':
        return textIn(node, 'Scan Direction') === 'Backward' ? `${type} Backward` : type;
      default:
        return joinName(type, textIn(node, 'Join Type'));
    }
  };
  return parallel + name();
}

const relationKeys = ['Relation Name', 'Function Name', 'Table Function Name', 'CTE Name', 'Tuplestore Name'] as const;

function relationOf(node: Fields): string | null {
  const name = relationKeys.map((key) => textIn(node, key)).find((one) => one !== null) ?? null;
  const alias = textIn(node, 'Alias');
  if (name === null) return alias;
  const schema = textIn(node, 'Schema');
  return `${schema === null ? '' : `${schema}.`}${name}${alias === null || alias === name ? '' : ` ${alias}`}`;
}

/** Counts that the text format has in one line: its label, and by key what stands before each. */
const counts: readonly (readonly [label: string, keys: RegExp])[] = [
  ['Buffers', /^(Shared|Local|Temp) (Hit|Read|Dirtied|Written) Blocks$/],
  ['I/O Timings', /^(Shared|Local|Temp)? ?I\/O (Read|Write) Time$/],
  ['WAL', /^WAL (Records|FPI|Bytes|Buffers Full)$/],
];

/** The counts of a kind that are not zero, as "shared hit=152 read=4, temp written=3". */
function countsLine(fields: Fields, [label, keys]: (typeof counts)[number], depth: number): PlanLine[] {
  const groups = new Map<string, string[]>();
  for (const [key, value] of Object.entries(fields)) {
    const found = keys.exec(key);
    if (!found || value === 0) continue;
    const [group, what] = found.length > 2 ? [found[1] ?? '', found[2]!] : ['', found[1]!];
    groups.set(group, [...(groups.get(group) ?? []), `${what.toLowerCase()}=${String(value)}`]);
  }
  if (groups.size === 0) return [];
  const text = [...groups].map(([group, all]) => [group.toLowerCase(), ...all].join(' ').trim()).join(', ');
  return [{ label, text, depth }];
}

const isCounted = (key: string): boolean => counts.some(([, keys]) => keys.test(key));

const scalar = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

/** Values within values, as the JIT's timing of an object within an object. */
const nestingMax = 5;

const inKilobytes = /(?:Memory(?: Usage| Used| Allocated)?|Space Used|Storage|Output Volume)$/;

/** One property as lines. What says nothing, as no rows that were removed, has none. */
function linesOf(label: string, value: unknown, depth: number): PlanLine[] {
  if (depth > nestingMax) throw new NotAPlanError();
  if (value === false || (value === 0 && label.startsWith('Rows Removed'))) return [];
  const text = typeof value === 'number' && inKilobytes.test(label) ? `${value}kB` : scalar(value);
  if (text !== null) return [{ label, text, depth }];
  if (Array.isArray(value)) {
    const texts = value.map(scalar);
    if (texts.every((one) => one !== null)) return [{ label, text: texts.join(', '), depth }];
    return value.flatMap((one, at) => linesOf(`${label} ${at + 1}`, one, depth));
  }
  if (isFields(value)) return [{ label, text: '', depth }, ...linesIn(value, depth + 1)];
  throw new NotAPlanError();
}

function linesIn(fields: Fields, depth: number): PlanLine[] {
  return [
    ...Object.entries(fields).flatMap(([key, value]) => (isCounted(key) ? [] : linesOf(key, value, depth))),
    ...counts.flatMap((kind) => countsLine(fields, kind, depth)),
  ];
}

function nodeOf(node: Fields, depth: number): PlanNode {
  const type = textIn(node, 'Node Type');
  if (type === null) throw new NotAPlanError();
  const [startup, total, rows, width] = ['Startup Cost', 'Total Cost', 'Plan Rows', 'Plan Width'].map((key) =>
    numberIn(node, key),
  );
  const loops = numberIn(node, 'Actual Loops');
  const own = Object.entries(node).filter(([key]) => !inHead.has(key));
  return {
    depth,
    subplan: textIn(node, 'Subplan Name'),
    operation: operationOf(node, type),
    relation: relationOf(node),
    index: textIn(node, 'Index Name'),
    estimate:
      startup == null || total == null || rows == null || width == null ? null : { startup, total, rows, width },
    actual:
      loops === null
        ? null
        : { time: numberIn(node, 'Actual Total Time'), rows: numberIn(node, 'Actual Rows') ?? 0, loops },
    lines: linesIn(Object.fromEntries(own), 0),
  };
}

/** Adds a node and those below it. */
function collect(value: unknown, depth: number, nodes: PlanNode[]): void {
  if (!isFields(value) || depth > planMax.depth || nodes.length > planMax.nodes) throw new NotAPlanError();
  nodes.push(nodeOf(value, depth));
  const below = value['Plans'] ?? [];
  if (!Array.isArray(below)) throw new NotAPlanError();
  for (const child of below) collect(child, depth + 1, nodes);
}

function triggerLine(trigger: unknown): PlanLine {
  if (!isFields(trigger)) throw new NotAPlanError();
  const constraint = textIn(trigger, 'Constraint Name');
  const name = textIn(trigger, 'Trigger Name') ?? '';
  return {
    label: constraint === null ? `Trigger ${name}` : `Trigger for constraint ${constraint}`,
    text: triggerText(numberIn(trigger, 'Time') ?? undefined, numberIn(trigger, 'Calls') ?? 0),
    depth: 0,
  };
}

function footOf(fields: Fields): PlanLine[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    if (key === 'Plan') return [];
    if (key === 'Triggers' && Array.isArray(value)) return value.map(triggerLine);
    if (key.endsWith(' Time') && typeof value === 'number') return [{ label: key, text: `${value} ms`, depth: 0 }];
    if (key === 'Settings' && isFields(value))
      return linesOf(
        key,
        Object.entries(value).map(([name, setting]) => `${name} = '${String(setting)}'`),
        0,
      );
    const lines = linesOf(key, value, 0);
    // Planning that read no buffer.
    return lines.length === 1 && lines[0]!.text === '' ? [] : lines;
  });
}

/** The plan of a JSON text: a list with one plan. */
export function jsonPlanOf(text: string): QueryPlan | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed) || parsed.length !== 1 || !isFields(parsed[0])) return null;
    const nodes: PlanNode[] = [];
    collect(parsed[0]['Plan'], 0, nodes);
    return { nodes, foot: footOf(parsed[0]) };
  } catch (error) {
    if (error instanceof NotAPlanError || error instanceof SyntaxError) return null;
    throw error;
  }
}
