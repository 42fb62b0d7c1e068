import type { InspectedStatement, StatementEffect } from '../../../src/contract/assistant/statementEffect.ts';
import { destructiveStatementsIn } from '../../../src/contract/sql/destructiveStatements.ts';
import { statementsOf, type SqlStatement } from '../../../src/contract/sql/statements.ts';
import { parseSql } from './statements.ts';

/** A part of Postgres' parse tree. */
type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Each kind of node below a part of the tree, the part itself included, with its fields. */
function* kindsIn(part: unknown): Generator<readonly [string, Node]> {
  const waiting: unknown[] = [part];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isNode(next)) continue;
    for (const [kind, value] of Object.entries(next)) {
      if (!isNode(value)) continue;
      if (!Array.isArray(value)) yield [kind, value];
      waiting.push(value);
    }
  }
}

const changes: Readonly<Record<string, string>> = {
  InsertStmt: 'INSERT',
  UpdateStmt: 'UPDATE',
  DeleteStmt: 'DELETE',
  MergeStmt: 'MERGE',
};

/** What the words of a statement do not tell: transactions, settings, blocks of code, other sessions. */
const unknowable = new Set([
  'TransactionStmt',
  'VariableSetStmt',
  'DoStmt',
  'CallStmt',
  'PrepareStmt',
  'ExecuteStmt',
  'DeallocateStmt',
  'DeclareCursorStmt',
  'FetchStmt',
  'ClosePortalStmt',
  'ListenStmt',
  'UnlistenStmt',
  'NotifyStmt',
  'DiscardStmt',
  'LockStmt',
  'LoadStmt',
  'CheckPointStmt',
]);

/** What a query changes, by a data-modifying part, `INTO`, or a lock on rows; null if nothing. */
function changeIn(query: unknown): string | null {
  for (const [kind, value] of kindsIn(query)) {
    const change = changes[kind];
    if (change !== undefined) return change;
    if (kind === 'IntoClause' || kind === 'intoClause') return 'SELECT INTO';
    if (kind === 'LockingClause') return 'SELECT FOR UPDATE';
    if (Array.isArray(value['lockingClause'])) return 'SELECT FOR UPDATE';
  }
  return null;
}

const isAnalyze = ({ options }: Node): boolean =>
  Array.isArray(options) &&
  options.some((option: { DefElem?: { defname?: string } }) => option.DefElem?.defname === 'analyze');

interface Read {
  effect: StatementEffect;
  /** Where it is not what the statement begins with. */
  command?: string;
}

function effectOf(statement: Node): Read {
  const [[kind, fields] = ['', {}]] = Object.entries(statement) as [string, Node][];
  if (kind === 'SelectStmt') {
    const change = changeIn(statement);
    return change === null ? { effect: 'reads', command: 'SELECT' } : { effect: 'writes', command: change };
  }
  if (kind === 'VariableShowStmt') return { effect: 'reads' };
  if (kind === 'ExplainStmt') {
    // Without ANALYZE, the statement is only planned.
    return isAnalyze(fields) && isNode(fields['query'])
      ? { ...effectOf(fields['query']), command: 'EXPLAIN ANALYZE' }
      : { effect: 'reads', command: 'EXPLAIN' };
  }
  if (kind === 'CopyStmt') {
    const isRead = fields['is_from'] !== true && fields['is_program'] !== true && fields['filename'] === undefined;
    return { effect: isRead && changeIn(statement) === null ? 'reads' : 'writes' };
  }
  return { effect: unknowable.has(kind) ? 'unknown' : 'writes', ...(changes[kind] && { command: changes[kind] }) };
}

/** As `CREATE TABLE`: the first words that are not of a choice such as `OR REPLACE`. */
function commandOf({ tokens }: SqlStatement): string {
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  const [first = '', ...rest] = words;
  if (!['CREATE', 'ALTER', 'DROP'].includes(first)) return first;
  const second = rest.find((word) => !['OR', 'REPLACE', 'UNIQUE', 'TEMP', 'TEMPORARY', 'UNLOGGED'].includes(word));
  return second === undefined ? first : `${first} ${second}`;
}

const strengths: readonly StatementEffect[] = ['reads', 'unknown', 'writes'];

export const strongestEffect = (effects: readonly StatementEffect[]): StatementEffect =>
  strengths[Math.max(0, ...effects.map((effect) => strengths.indexOf(effect)))]!;

export interface ParsedStatements {
  statements: InspectedStatement['statements'];
  /** Names of the functions that the statements call, as written there. */
  functions: string[];
}

function calledFunctions(tree: unknown): string[] {
  const names = new Set<string>();
  for (const [kind, { funcname }] of kindsIn(tree)) {
    if (kind !== 'FuncCall' || !Array.isArray(funcname)) continue;
    const last = funcname.at(-1) as { String?: { sval?: string } } | undefined;
    if (last?.String?.sval !== undefined) names.add(last.String.sval);
  }
  return [...names];
}

/** Names in the list of a DROP, each of which is a list of its parts. */
const droppedNames = (objects: unknown): string[] =>
  (objects as { List?: { items?: { String?: { sval?: string } }[] } }[]).map(({ List }) =>
    (List?.items ?? []).map(({ String: part }) => part?.sval ?? '').join('.'),
  );

/** Tables and views that a statement names, in the order of the text. */
function namedTables(tree: unknown): string[] {
  const found: { name: string; location: number }[] = [];
  const own = new Set<unknown>();
  for (const [kind, { ctename, relname, schemaname, location, removeType, objects }] of kindsIn(tree)) {
    if (kind === 'CommonTableExpr') own.add(ctename);
    if (typeof relname === 'string')
      found.push({
        name: typeof schemaname === 'string' ? `${schemaname}.${relname}` : relname,
        location: Number(location ?? 0),
      });
    if (/^OBJECT_(?:TABLE|FOREIGN_TABLE|VIEW|MATVIEW)$/.test(String(removeType)))
      found.push(...droppedNames(objects).map((name) => ({ name, location: 0 })));
  }
  const names = found.toSorted((a, b) => a.location - b.location).map(({ name }) => name);
  return [...new Set(names)].filter((name) => !own.has(name));
}

/** What each statement does by its grammar; null where it has a syntax error. */
export async function parseStatements(sql: string): Promise<ParsedStatements | null> {
  const places = statementsOf(sql);
  if (places.length === 0) return { statements: [], functions: [] };
  const parsed = (await parseSql(sql)) as { stmts?: readonly { stmt?: Node }[] } | null;
  if (parsed === null) return null;
  const trees = (parsed.stmts ?? []).flatMap(({ stmt }) => (stmt === undefined ? [] : [stmt]));
  // The scanner and the grammar disagree: nothing can be said about a part of the text.
  if (places.length !== trees.length) return null;
  return {
    statements: trees.map((tree, index) => {
      const place = places[index]!;
      const { effect, command = commandOf(place) } = effectOf(tree);
      // Also in a block of code, whose effect the tree does not tell.
      const isDestructive = destructiveStatementsIn(sql.slice(place.from, place.to)).length > 0;
      return {
        command,
        effect: isDestructive ? 'writes' : effect,
        tables: namedTables(tree),
        from: place.from,
        to: place.to,
      };
    }),
    functions: calledFunctions(trees),
  };
}

/**
 * Whether statements may run in a read-only transaction: one that ends it, or makes it writable, would escape from it.
 * What has a syntax error runs alone, so that Postgres reports it.
 */
export async function mayRunReadOnly(statements: readonly { sql: string }[]): Promise<boolean> {
  for (const { sql } of statements) {
    const parsed = await parseStatements(sql);
    if (parsed === null ? statements.length > 1 : parsed.statements.some(({ effect }) => effect !== 'reads'))
      return false;
  }
  return true;
}
