import { identifierOf, isSymbol, type Token } from '../../../contract/sql/statements.ts';

/** What can be written at a place in a statement, as far as the words before it say. */
export type Place =
  /** The beginning of an expression or a statement. `asksForColumn`: a column is what most users write there. */
  | { kind: 'beginning'; asksForColumn: boolean }
  /** A part of what stands before the dot. */
  | { kind: 'member' }
  | { kind: 'relation' }
  /** A column of the table that rows are written to, without the table's name. */
  | { kind: 'targetColumn'; target: NamedRelation | undefined }
  /** A column that the table joined last has in common with those before it. */
  | { kind: 'sharedColumn'; joined: readonly NamedRelation[] }
  /** After a complete expression or table: one of these words continues the statement. */
  | {
      kind: 'continuation';
      words: ReadonlySet<string>;
      /** An alias may stand here as well, which only its author knows: that of what has this name. */
      aliasOf: string | null;
    }
  /** A new name. */
  | { kind: 'nothing' };

/** A table of a statement, as it is named there. */
export interface NamedRelation {
  schema: string | null;
  name: string;
  alias: string | null;
  /** Rows are written to it. */
  isTarget: boolean;
}

const wordSet = (words: string): ReadonlySet<string> => new Set(words.toUpperCase().split(' '));

/** Statements that read and change rows; in others, as `create` and `grant`, more words are part of the language. */
const queryVerbs = wordSet('select insert update delete with merge values explain');

/** The words of queries that are no names, though some may be one after a dot or in quotes. */
const structural = wordSet(
  'select distinct all from where group by having order limit offset fetch union intersect except join inner left ' +
    'right full outer cross natural on using as and or not in is like ilike similar to between set values into update ' +
    'insert delete merge returning with recursive materialized window over partition filter within case when then else ' +
    'only lateral any some array exists cast collate conflict do for analyze verbose explain tablesample nulls ' +
    'overriding escape at',
);

/** The words that say what the tokens after them are. */
const clauses = wordSet(
  'select from where group having order limit offset fetch returning set values into update using on join with window ' +
    'conflict partition union intersect except',
);

const operators = 'and or not in is like ilike similar between isnull notnull collate at';
const joins = 'join inner left right full cross natural';
const tail = 'union intersect except order limit offset fetch for';

/** The words that continue a statement after a complete expression or table of a clause. */
const continuations = {
  SELECT: wordSet(`from as into where group having window ${operators} ${tail}`),
  FROM: wordSet(`as where group having window tablesample returning using ${joins} ${tail}`),
  JOIN: wordSet(`as on using where group having window tablesample returning ${joins} ${tail}`),
  USING: wordSet(`as where group having window returning ${joins} ${tail}`),
  ON: wordSet(`where group having window returning ${operators} ${joins} ${tail}`),
  UPDATE: wordSet('as set'),
  SET: wordSet(`from where returning ${operators}`),
  INTO: wordSet('as values select default overriding with from where'),
  VALUES: wordSet(`on returning ${tail}`),
  CONFLICT: wordSet('do where on returning'),
  WHERE: wordSet(`group having window returning ${operators} ${tail}`),
  GROUP: wordSet(`having window ${operators} ${tail}`),
  HAVING: wordSet(`window ${operators} ${tail}`),
  ORDER: wordSet(`asc desc nulls rows range groups ${operators} ${tail}`),
  LIMIT: wordSet('offset for fetch union intersect except'),
  OFFSET: wordSet('limit for fetch rows row union intersect except'),
  FETCH: wordSet('rows row only with for union intersect except'),
  RETURNING: wordSet(`as into ${operators}`),
  WITH: wordSet('as select insert update delete merge'),
  WINDOW: wordSet(`as ${tail}`),
  PARTITION: wordSet(`order rows range groups ${operators}`),
  /** In parentheses: arguments, as those of `extract(year from …)` and `array_agg(… order by …)`. */
  ARGUMENTS: wordSet(`as from for order separator ${operators}`),
  DELETE: wordSet('as using where returning'),
  /** After a table or a column of statements that define something. */
  DEFINITION: wordSet(
    'and as asc at between by cascade check collate conflict cross default desc do else end except execute fetch filter ' +
      'for foreign from full generated group having if ilike in inner intersect into is isnull join left like limit ' +
      'natural not notnull nulls offset on or order over owner partition primary references rename returning right set ' +
      'similar tablesample then to type union unique using values when where window with',
  ),
};
const wordsAfter = (clause: string | undefined): ReadonlySet<string> =>
  clause !== undefined && clause in continuations
    ? continuations[clause as keyof typeof continuations]
    : continuations.ARGUMENTS;
const callWords = wordSet('over filter within');
const caseWords = wordSet('when then else end');

/** Clauses whose expressions and tables may be given another name without `as`. */
const aliased: ReadonlySet<string> = wordSet('select from join delete update using returning');
const namesRelation = wordSet('from join update into using');
const writing = wordSet('update into');
const combining = wordSet('union intersect except');

/** After these a user writes a column first. */
const beforeColumn = wordSet('select distinct where and or not by on having set returning when');
const beforeRelation = wordSet('from join update into truncate only references table view');
const creating = wordSet('create temp temporary unlogged foreign materialized recursive replace');

const text = (token: Token | undefined): string | undefined => (token?.kind === 'word' ? token.text : undefined);

const nameOf = (token: Token): string => identifierOf(token.kind, token.text);

/** For each closing parenthesis, the index of what opens it; -1 where nothing does, and for all other tokens. */
function openingsOf(tokens: readonly Token[]): readonly number[] {
  const open: number[] = [];
  return tokens.map((token, index) => {
    if (token.kind !== 'symbol') return -1;
    if (token.text === '(') open.push(index);
    return token.text === ')' ? (open.pop() ?? -1) : -1;
  });
}

/** The tokens before an index that stand in the same parentheses, and the index of what opens these, or -1. */
function scopeOf(
  tokens: readonly Token[],
  openings: readonly number[],
  end: number,
): { siblings: readonly Token[]; opening: number } {
  const siblings: Token[] = [];
  let at = end - 1;
  while (at >= 0 && !isSymbol(tokens[at], '(')) {
    siblings.push(tokens[at]!);
    at = (isSymbol(tokens[at], ')') ? openings[at]! : at) - 1;
  }
  return { siblings: siblings.toReversed(), opening: at };
}

/** The word that says what the last of these tokens are; undefined where none does, as among arguments. */
function clauseOf(siblings: readonly Token[]): string | undefined {
  const at = siblings.findLastIndex((token, index) => {
    const word = text(token);
    const previous = siblings[index - 1];
    if (word === undefined || !clauses.has(word) || isSymbol(previous, '.')) return false;
    // `is distinct from`, `distinct on (…)`, `for update`, `do update`
    if (word === 'FROM' || word === 'ON') return text(previous) !== 'DISTINCT';
    return word !== 'UPDATE' || !['FOR', 'DO'].includes(text(previous) ?? '');
  });
  const clause = text(siblings[at]);
  if (clause === 'FROM' && !siblings.some((token) => ['SELECT', 'DELETE', 'UPDATE'].includes(text(token) ?? '')))
    return undefined;
  return clause === 'FROM' && siblings.some((token) => text(token) === 'DELETE') ? 'DELETE' : clause;
}

/** Where the name, call or parenthesis begins that ends before an index. */
function operandStart(
  tokens: readonly Token[],
  openings: readonly number[],
  end: number,
  isName: (token: Token | undefined) => boolean,
): number {
  let at = end - 1;
  if (isSymbol(tokens[at], ')')) {
    at = openings[at]!;
    if (isName(tokens[at - 1])) at--;
  }
  while (isSymbol(tokens[at - 1], '.') && isName(tokens[at - 2])) at -= 2;
  return at;
}

const beforeStar = wordSet('select distinct all returning');

/** Whether a statement reads or changes rows, also where a definition ends with a query. */
const isQueryBegun = (before: readonly Token[]): boolean =>
  queryVerbs.has(text(before[0]) ?? '') ||
  isSymbol(before[0], '(') ||
  before.some(
    (token, index) =>
      text(token) === 'SELECT' && (text(before[index - 1]) === 'AS' || isSymbol(before[index - 1], '(')),
  );

/** What can be written after these tokens of a statement. */
function placeAfter(before: readonly Token[], isKeyword: (word: string) => boolean): Place {
  const isQuery = isQueryBegun(before);
  const isName = (token: Token | undefined): boolean =>
    token?.kind === 'quoted' ||
    (token?.kind === 'word' && !(isQuery ? structural.has(token.text) : isKeyword(token.text.toLowerCase())));
  const last = before.at(-1);
  const previous = before.at(-2);
  const word = text(last);
  const openings = openingsOf(before);
  const { siblings, opening } = scopeOf(before, openings, before.length);
  const clause = clauseOf(siblings);

  const isOperand =
    last?.kind === 'literal' ||
    isSymbol(last, ')', ']') ||
    isName(last) ||
    (last?.kind === 'word' && isSymbol(previous, '.')) ||
    (isSymbol(last, '*') && (isSymbol(previous, ',', '.', '(') || beforeStar.has(text(previous) ?? '')));
  const isExplained = siblings.length === 2 && text(siblings[0]) === 'EXPLAIN';
  if (isOperand && !isExplained) {
    if (!isQuery) return { kind: 'continuation', words: continuations.DEFINITION, aliasOf: '' };
    const start = operandStart(before, openings, before.length, isName);
    const ahead = before[start - 1];
    const hasAlias = text(ahead) === 'AS' || isName(ahead) || ahead?.kind === 'literal' || isSymbol(ahead, ')', ']');
    const cases = siblings.reduce(
      (open, token) => open + (text(token) === 'CASE' ? 1 : text(token) === 'END' ? -1 : 0),
      0,
    );
    const isNamed = !hasAlias && aliased.has(clause ?? '') && cases <= 0;
    return {
      kind: 'continuation',
      words: new Set([
        ...wordsAfter(clause),
        ...(cases > 0 ? caseWords : []),
        ...(isSymbol(last, ')') && isName(before[start]) ? callWords : []),
      ]),
      aliasOf: isNamed ? (isName(last) ? nameOf(last!) : '') : null,
    };
  }

  if (isSymbol(last, '.')) return { kind: 'member' };
  if (isSymbol(last, '(', ',') && opening > 0) {
    const ahead = text(before[opening - 1]);
    const outside = before.slice(0, opening);
    const start = operandStart(before, openings, opening, isName);
    // `into t (…)` and `into t as a (…)`
    const named = text(before[start - 1]) === 'AS' ? operandStart(before, openings, start - 1, isName) : start;
    if (text(before[named - 1]) === 'INTO')
      return { kind: 'targetColumn', target: relationsAround(outside, opening, 'inside').at(-1) };
    if (ahead === 'USING' && clauseOf(scopeOf(before, openings, opening - 1).siblings) === 'JOIN')
      return { kind: 'sharedColumn', joined: relationsAround(outside, opening, 'inside') };
    if (ahead === 'SET' && isQuery) return { kind: 'targetColumn', target: targetOf(outside) };
  }
  const isSet = word === 'SET' || (isSymbol(last, ',') && clause === 'SET' && !isInArray(siblings));
  if (isSet && isQuery) return { kind: 'targetColumn', target: targetOf(before) };
  if (isSymbol(last, ',') && clause !== undefined) {
    if (['FROM', 'JOIN', 'DELETE'].includes(clause)) return { kind: 'relation' };
    if (clause === 'WITH') return { kind: 'nothing' };
  }
  if (word === 'AS')
    return isQuery && text(before[opening - 1]) !== 'CAST'
      ? { kind: 'nothing' }
      : { kind: 'beginning', asksForColumn: false };
  if (word === 'WITH' || word === 'RECURSIVE')
    return isQuery ? { kind: 'nothing' } : { kind: 'beginning', asksForColumn: false };
  const isRelation =
    word !== undefined &&
    beforeRelation.has(word) &&
    // `extract(year from …)`, `is distinct from`, `for update`, `do update`
    (word !== 'FROM' || clause !== undefined || !isQuery) &&
    !['DISTINCT', 'FOR', 'DO'].includes(text(previous) ?? '');
  if (isRelation) {
    const isCreated = (word === 'TABLE' || word === 'VIEW') && creating.has(text(previous) ?? '');
    return { kind: isCreated ? 'nothing' : 'relation' };
  }
  if (word === 'EXISTS' && text(previous) === 'NOT' && !isQuery) return { kind: 'nothing' };
  return { kind: 'beginning', asksForColumn: isQuery && word !== undefined && beforeColumn.has(word) };
}

/** Whether an array is open after the last token. */
const isInArray = (siblings: readonly Token[]): boolean =>
  siblings.reduce((open, token) => open + (isSymbol(token, '[') ? 1 : isSymbol(token, ']') ? -1 : 0), 0) > 0;

/** The table that a statement writes to which ends with these tokens. */
const targetOf = (tokens: readonly Token[]): NamedRelation | undefined =>
  relationsAround(tokens, tokens.length, 'inside').findLast(({ isTarget }) => isTarget);

/**
 * The tables that the query at a place names, and with `around` those of the queries in whose parentheses it stands.
 * The queries that `union` and its like combine do not see each other's tables.
 */
function relationsAround(tokens: readonly Token[], place: number, reach: 'inside' | 'around'): NamedRelation[] {
  let queries = 0;
  const open = [queries];
  let around: readonly number[] | null = null;
  const queryAt = tokens.map((token, index) => {
    if (index === place) around = [...open];
    if (isSymbol(token, ')') && open.length > 1) open.pop();
    if (combining.has(text(token) ?? '') && !isSymbol(tokens[index - 1], '.')) open[open.length - 1] = ++queries;
    const query = open.at(-1)!;
    if (isSymbol(token, '(')) open.push(++queries);
    return query;
  });
  const visible = new Set((around ?? open).slice(reach === 'inside' ? -1 : 0));

  const isName = (token: Token | undefined): boolean =>
    token?.kind === 'quoted' || (token?.kind === 'word' && !structural.has(token.text));
  const found: NamedRelation[] = [];
  for (const [index, token] of tokens.entries()) {
    const word = text(token) ?? '';
    if (!namesRelation.has(word) || !visible.has(queryAt[index]!)) continue;
    for (let at = index + 1; ; at++) {
      while (['ONLY', 'LATERAL'].includes(text(tokens[at]) ?? '')) at++;
      const parts: string[] = [];
      while (isName(tokens[at])) {
        parts.push(nameOf(tokens[at]!));
        if (!isSymbol(tokens[at + 1], '.')) break;
        at += 2;
      }
      if (parts.length === 0) break;
      if (text(tokens[at + 1]) === 'AS') at++;
      const hasAlias = isName(tokens[at + 1]);
      if (hasAlias) at++;
      const [name = '', schema = null] = parts.toReversed();
      found.push({ schema, name, alias: hasAlias ? nameOf(tokens[at]!) : null, isTarget: writing.has(word) });
      if (!isSymbol(tokens[at + 1], ',')) break;
      at++;
    }
  }
  return found;
}

/** Whether a place is in the query whose rows an `insert` writes: that query does not see the table that they go to. */
function isInSource(before: readonly Token[]): boolean {
  const words = before.map(text);
  const insert = words.indexOf('INSERT');
  const isAfter = (word: string) => words.includes(word, insert);
  return insert !== -1 && isAfter('SELECT') && !isAfter('RETURNING') && !isAfter('CONFLICT');
}

/** Reads what can be written in the statement of these tokens in place of the characters from `from` to `to`. */
export function readPlace(
  statement: readonly Token[],
  { from, to }: { from: number; to: number },
  isKeyword: (word: string) => boolean,
): { place: Place; relations: NamedRelation[] } {
  const tokens = statement.filter((token) => token.to <= from || token.from >= to);
  const at = tokens.findIndex((token) => token.from >= to);
  const before = at < 0 ? tokens : tokens.slice(0, at);
  const around = relationsAround(tokens, before.length, 'around');
  const relations = isInSource(before) ? around.filter(({ isTarget }) => !isTarget) : around;
  return { place: placeAfter(before, isKeyword), relations };
}
