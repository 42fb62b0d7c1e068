import type { PlanLine, PlanNode, QueryPlan } from './queryPlan.ts';

/**
 * The lines of a plan. A name or a literal that contains line breaks goes over several, which must not be taken for
 * nodes: a line goes on while a quotation mark is open. Null where one is never closed.
 */
function linesOf(text: string): string[] | null {
  const lines: string[] = [];
  let open: string | null = null;
  for (const line of text.split('\n')) {
    if (open === null) lines.push(line);
    else lines[lines.length - 1] += `\n${line}`;
    // Postgres quotes neither of these names.
    if (open === null && /^(?: +CTE|Trigger) /.test(line)) continue;
    for (const character of line) {
      if (character === open) open = null;
      else if (open === null && (character === "'" || character === '"')) open = character;
    }
  }
  return open === null ? lines : null;
}

const figures = {
  estimate: String.raw`(?: {2}\(cost=(\d+\.\d+)\.\.(\d+\.\d+) rows=(\d+) width=(\d+)\))?`,
  actual: String.raw`(?: \((?:actual(?: time=\d+\.\d+\.\.(\d+\.\d+))? rows=(\d+(?:\.\d+)?) loops=(\d+)|never executed)\))?`,
};
const nodeEnd = new RegExp(`${figures.estimate}${figures.actual}$`);

const identifier = String.raw`(?:"(?:[^"]|"")*"|[^\s"'.,:;()]+)`;
const qualified = String.raw`${identifier}(?:\.${identifier})*`;
const nodeStart = new RegExp(
  String.raw`^([A-Z][A-Za-z]*(?: [A-Z][A-Za-z]*)*(?: \([^()"]*\))?)(?: using (${qualified}))?(?: on (${qualified}(?: ${identifier})?))?$`,
);

/** A plan without figures is known by its operation alone. */
const knownOperation =
  /\b(?:Scan|Join|Loop|Append|Union|Bitmap(?:And|Or)|Gather|Merge|Materialize|Memoize|Sort|Group|\w*Aggregate|WindowAgg|Unique|\w*SetOp|LockRows|Limit|Hash|Result|ProjectSet|Insert|Update|Delete)\b/;

/** Far longer than the names of Postgres can make it. */
const nodeLength = 4_000;

function nodeOf(text: string): Omit<PlanNode, 'depth' | 'subplan' | 'lines'> | null {
  if (text.length > nodeLength) return null;
  const end = nodeEnd.exec(text)!;
  const [, startup, total, rows, width, time, actualRows, loops] = end;
  const [, operation, index, relation] = nodeStart.exec(text.slice(0, end.index)) ?? [];
  if (operation === undefined || !knownOperation.test(operation)) return null;
  const numbers = [startup, total, rows, width, time, actualRows, loops].map((digits) => Number(digits ?? 0));
  if (!numbers.every(Number.isFinite)) return null;
  const isIndex = operation.endsWith('Bitmap Index Scan');
  const isMeasured = end[0].includes('(actual') || end[0].includes('(never');
  return {
    operation,
    relation: (isIndex ? null : relation) ?? null,
    index: (isIndex ? relation : index) ?? null,
    estimate:
      startup === undefined
        ? null
        : { startup: Number(startup), total: Number(total), rows: Number(rows), width: Number(width) },
    actual: isMeasured
      ? { time: time === undefined ? null : Number(time), rows: Number(actualRows ?? 0), loops: Number(loops ?? 0) }
      : null,
  };
}

/** Labels are words; everything else is one piece. The name of a trigger may contain colons. */
const labelled = /^([A-Z][\w/ -]*):(?: ([^]*))?$/;
const trigger = /^(Trigger [^]*): (?:time=(\d+\.\d+) )?calls=(\d+)$/;

function lineOf(text: string, depth: number): PlanLine {
  const [, label, value = ''] = labelled.exec(text) ?? [];
  return label === undefined ? { label: null, text, depth } : { label, text: value.trimStart(), depth };
}

/** One of several tables that a statement writes to: the only lines without a label. */
const writtenTable = /^(?:Foreign )?(?:Insert|Update|Delete|Merge) on /;

/** A line about a node; null for one that is not understood. */
function nodeLineOf(text: string, depth: number): PlanLine | null {
  const line = lineOf(text, depth);
  return line.label === null && !writtenTable.test(text) ? null : line;
}

/** A line about the whole plan; null for one that is not understood. */
function footOf(text: string, depth: number): PlanLine | null {
  const [, label, time, calls] = trigger.exec(text) ?? [];
  if (label !== undefined) return { label, text: triggerText(time, calls), depth };
  const line = lineOf(text, depth);
  return line.label === null ? null : line;
}

/** How often a trigger was called, and how long that took where it was measured. */
export const triggerText = (time: number | string | undefined, calls: number | string | undefined): string =>
  `${time === undefined ? '' : `${time} ms, `}${calls} ${Number(calls) === 1 ? 'call' : 'calls'}`;

const arrow = '->  ';

const indentOf = (line: string): number => /^ */.exec(line)![0].length;

/** A node whose lines and children may follow, and the column that they begin at. */
interface OpenNode {
  lines: PlanLine[];
  inner: number;
}

/**
 * The plan of a text. Postgres indents by columns: what belongs to a node begins where its children's arrows do. A
 * subplan has a line with its name, and its arrow is two columns further.
 */
export function textPlanOf(text: string): QueryPlan | null {
  const lines = linesOf(text);
  if (!lines) return null;
  const nodes: PlanNode[] = [];
  const foot: PlanLine[] = [];
  const path: OpenNode[] = [];
  let subplan: string | null = null;
  const open = (node: ReturnType<typeof nodeOf>, inner: number): boolean => {
    if (!node) return false;
    const own: PlanLine[] = [];
    nodes.push({ ...node, depth: path.length, subplan, lines: own });
    path.push({ lines: own, inner });
    subplan = null;
    return true;
  };
  const leaveTo = (column: number): boolean => {
    while (path.length > 0 && path.at(-1)!.inner > column) path.pop();
    return path.at(-1)?.inner === column;
  };
  for (const [at, line] of lines.entries()) {
    const column = indentOf(line);
    const next = lines[at + 1] ?? '';
    const content = line.slice(column);
    if (content === '') return null;
    if (at === 0) {
      if (column > 0 || !open(nodeOf(content), 2)) return null;
    } else if (column === 0 || foot.length > 0) {
      const about = footOf(content, Math.floor(column / 2));
      if (!about || subplan !== null) return null;
      foot.push(about);
    } else if (content.startsWith(arrow)) {
      if (!leaveTo(subplan === null ? column : column - 2)) return null;
      if (!open(nodeOf(content.slice(arrow.length)), column + 6)) return null;
    } else if (subplan !== null) {
      return null;
    } else if (indentOf(next) === column + 2 && next.startsWith(arrow, column + 2)) {
      if (!leaveTo(column)) return null;
      subplan = content;
    } else {
      // What Postgres says of a node, it says before its children.
      const { lines: own, inner } = path.at(-1)!;
      const depth = (column - inner) / 2;
      const about = nodeLineOf(content, Math.ceil(depth));
      if (!about || depth < 0 || (depth > 0 && own.length === 0) || nodes.at(-1)!.lines !== own) return null;
      own.push(about);
    }
  }
  return subplan === null ? { nodes, foot } : null;
}
