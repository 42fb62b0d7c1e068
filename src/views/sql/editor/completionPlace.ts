import { tokensOf, type Token } from '../../../contract/sql/statements.ts';

/** What can be written at a place in a statement, as far as the words before it say. */
export type Place =
  /** The beginning of an expression or a statement. `asksForColumn`: a column is what most users write there. */
  | { kind: 'beginning'; asksForColumn: boolean }
  /** A part of what stands before the dot. */
  | { kind: 'member' }
  | { kind: 'relation' }
  /** Columns of the table that rows are inserted into. */
  | { kind: 'insertedColumn' }
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

/** After these a user writes a column first. */
const beforeColumn = wordSet('select distinct where and or not by on having set returning when');
const beforeRelation = wordSet('from join update into truncate only references table view');
const creating = wordSet('create temp temporary unlogged foreign materialized recursive replace');

const text = (token: Token | undefined): string | undefined => (token?.kind === 'word' ? token.text : undefined);
const isSymbol = (token: Token | undefined, ...symbols: readonly string[]): boolean =>
  token?.kind === 'symbol' && symbols.includes(token.text);

/** A name as it is compared: words without quotes are in lower case. */
const nameOf = ({ kind, text: written }: Token): string =>
  kind === 'quoted' ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase();

/** Index of the parenthesis that opens what the one at an index closes; -1 where none does. */
function openingOf(tokens: readonly Token[], closing: number): number {
  const { depth } = tokens[closing]!;
  return tokens.findLastIndex((token, at) => at < closing && isSymbol(token, '(') && token.depth === depth);
}

/** The tokens before a place that stand in the same parentheses, and the index of what opens these, or -1. */
function scopeOf(before: readonly Token[]): { siblings: readonly Token[]; opening: number } {
  const siblings: Token[] = [];
  let at = before.length - 1;
  while (at >= 0 && !isSymbol(before[at], '(')) {
    siblings.unshift(before[at]!);
    at = isSymbol(before[at], ')') ? openingOf(before, at) - 1 : at - 1;
  }
  return { siblings, opening: at };
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

/** Where the name, call or parenthesis begins that ends with the last token. */
function operandStart(tokens: readonly Token[], isName: (token: Token | undefined) => boolean): number {
  let at = tokens.length - 1;
  if (isSymbol(tokens[at], ')')) {
    at = openingOf(tokens, at);
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
  const { siblings, opening } = scopeOf(before);
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
    const start = operandStart(before, isName);
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
    const table = before.slice(0, opening);
    if (text(table[operandStart(table, isName) - 1]) === 'INTO') return { kind: 'insertedColumn' };
  }
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

/** The tables that the statement names in the parentheses around a place, and in those around these. */
function relationsAround(tokens: readonly Token[], place: number): NamedRelation[] {
  const around = new Set([-1]);
  const groups: number[] = [];
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (index === place) for (const opening of open) around.add(opening);
    if (isSymbol(token, ')')) open.pop();
    groups.push(open.at(-1) ?? -1);
    if (isSymbol(token, '(')) open.push(index);
  }
  if (place >= tokens.length) for (const opening of open) around.add(opening);

  const isName = (token: Token | undefined): boolean =>
    token?.kind === 'quoted' || (token?.kind === 'word' && !structural.has(token.text));
  const found: NamedRelation[] = [];
  for (const [index, token] of tokens.entries()) {
    if (!namesRelation.has(text(token) ?? '') || !around.has(groups[index]!)) continue;
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
      found.push({ schema, name, alias: hasAlias ? nameOf(tokens[at]!) : null });
      if (!isSymbol(tokens[at + 1], ',')) break;
      at++;
    }
  }
  return found;
}

/** Reads what can be written in a statement in place of the characters from `from` to `to`. */
export function readPlace(
  sql: string,
  { from, to }: { from: number; to: number },
  isKeyword: (word: string) => boolean,
): { place: Place; relations: NamedRelation[] } {
  const tokens = tokensOf(sql).filter((token) => token.to <= from || token.from >= to);
  const at = tokens.findIndex((token) => token.from >= to);
  const before = at < 0 ? tokens : tokens.slice(0, at);
  return { place: placeAfter(before, isKeyword), relations: relationsAround(tokens, before.length) };
}
