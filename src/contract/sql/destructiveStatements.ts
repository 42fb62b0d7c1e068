import { oneLine } from './oneLine.ts';
import { isWord, statementsOf, tokensOf, type Token } from './statements.ts';

/** A statement that deletes data or structure as soon as it runs. */
export interface DestructiveStatement {
  kind: 'drop' | 'truncate' | 'delete' | 'update';
  /** The statement's beginning in the user's own words, on one line. */
  statement: string;
  /** First character of it, counted from 0 in the text. */
  from: number;
}

type Tokens = readonly Token[];

const shownLength = 100;

const isSymbol = (token: Token | undefined, text: string): boolean => token?.kind === 'symbol' && token.text === text;

/** Whether the clause word stands in the same statement, at the same depth of parentheses. */
function hasClause(tokens: Tokens, from: number, word: string): boolean {
  const { depth } = tokens[from]!;
  for (let index = from + 1; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (isSymbol(token, ')') && token.depth < depth) return false;
    if (token.depth === depth && isWord(token, word)) return true;
  }
  return false;
}

/** What EXPLAIN or PREPARE is followed by; nothing where EXPLAIN plans a statement and does not run it. */
function withoutPrefix(tokens: Tokens): Tokens {
  if (isWord(tokens[0], 'PREPARE'))
    return tokens.slice(tokens.findIndex((token) => token.depth === 0 && isWord(token, 'AS')) + 1);
  if (!isWord(tokens[0], 'EXPLAIN')) return tokens;
  let end = 1;
  if (isSymbol(tokens[1], '(')) end = tokens.findIndex((token) => isSymbol(token, ')') && token.depth === 0) + 1;
  else while (isWord(tokens[end], 'ANALYZE', 'ANALYSE', 'VERBOSE')) end++;
  const isRun = tokens.slice(1, end).some((token) => isWord(token, 'ANALYZE', 'ANALYSE'));
  return isRun ? tokens.slice(end) : [];
}

/** A routine's body, a view's query or a rule's command runs later. A table is filled at once. */
const onlyStores = (tokens: Tokens): boolean =>
  isWord(tokens[0], 'CREATE') && !tokens.slice(1, 4).some((token) => isWord(token, 'TABLE'));

/** Whether a query may begin within the parenthesis: that of a CTE, or of COPY. */
const opensQuery = (tokens: Tokens, index: number): boolean =>
  isSymbol(tokens[index], '(') && isWord(tokens[index - 1], 'AS', 'MATERIALIZED', 'COPY');

/** The command behind a list of CTEs; the words may also be names of CTEs. */
const isCommand = (token: Token, next: Token | undefined): boolean =>
  isWord(token, 'SELECT') ||
  (isWord(token, 'INSERT', 'UPDATE', 'DELETE', 'MERGE') && !isWord(next, 'AS') && !isSymbol(next, '('));

/** Where the statement, its CTEs, and the command behind them begin. */
function beginningsIn(tokens: Tokens): number[] {
  const beginnings: number[] = [];
  /** By depth: whether a list of CTEs is open, behind which the command is still to come. */
  const listsCtes: boolean[] = [];
  for (const [index, token] of tokens.entries()) {
    const { depth } = token;
    if (index === 0 || opensQuery(tokens, index - 1)) {
      beginnings.push(index);
      listsCtes[depth] = isWord(token, 'WITH');
    } else if (listsCtes[depth] && isCommand(token, tokens[index + 1])) {
      beginnings.push(index);
      listsCtes[depth] = false;
    }
  }
  return beginnings;
}

function destructiveKindAt(tokens: Tokens, index: number): DestructiveStatement['kind'] | null {
  const token = tokens[index]!;
  switch (token.kind === 'word' ? token.text : '') {
    case 'DROP':
      return index === 0 ? 'drop' : null;
    case 'TRUNCATE':
      return index === 0 ? 'truncate' : null;
    case 'DELETE':
      return isWord(tokens[index + 1], 'FROM') && !hasClause(tokens, index, 'WHERE') ? 'delete' : null;
    case 'UPDATE':
      return hasClause(tokens, index, 'SET') && !hasClause(tokens, index, 'WHERE') ? 'update' : null;
    default:
      return null;
  }
}

/** Whether `ALTER TABLE` or `ALTER TYPE` takes a column: not a property of one, nor a constraint. */
function dropsColumn(tokens: Tokens): boolean {
  if (!isWord(tokens[0], 'ALTER') || !isWord(tokens[1], 'TABLE', 'FOREIGN', 'TYPE')) return false;
  return tokens.some((token, index) => {
    if (index < 3 || token.depth > 0 || !isWord(token, 'DROP') || isWord(tokens[index + 1], 'CONSTRAINT')) return false;
    const before = tokens[index - 2];
    // As in `ALTER COLUMN a DROP DEFAULT`.
    return !isWord(before, 'ALTER') && !(isWord(before, 'COLUMN') && isWord(tokens[index - 3], 'ALTER'));
  });
}

/** The code of a DO block, which runs at once, with where it starts in the text. */
function blockOf(sql: string, tokens: Tokens): { code: string; at: number } | null {
  if (!isWord(tokens[0], 'DO')) return null;
  const body = tokens.find((token) => token.kind === 'literal');
  if (!body) return null;
  const literal = sql.slice(body.from, body.to);
  const quote = /^(?:\$[^$]*\$|[eE]?')/.exec(literal)?.[0];
  if (quote === undefined) return null;
  const closing = quote.startsWith('$') ? quote.length : 1;
  return { code: literal.slice(quote.length, literal.length - closing), at: body.from + quote.length };
}

/**
 * What may be a statement of PL/pgSQL: from each word that one may follow to the next semicolon
 * or LOOP. They overlap, because
 * THEN and ELSE also stand within expressions.
 */
function candidatesIn(tokens: Tokens): Tokens[] {
  const candidates: Tokens[] = [];
  let from = [0];
  let isMerge = false;
  const close = (end: number) => {
    for (const begin of from) if (begin < end) candidates.push(tokens.slice(begin, end));
    from = [end + 1];
    isMerge = false;
  };
  for (const [index, token] of tokens.entries()) {
    if (isSymbol(token, ';') || isWord(token, 'LOOP')) close(index);
    // Behind THEN, MERGE says what becomes of single rows.
    else if (isWord(token, 'MERGE') && isWord(tokens[index + 1], 'INTO')) isMerge = true;
    else if (!isMerge && token.depth === 0 && isWord(token, 'BEGIN', 'THEN', 'ELSE', 'IN', 'QUERY'))
      from.push(index + 1);
  }
  close(tokens.length);
  return candidates;
}

/** What one statement takes away; `sql` is the text in which its tokens stand, `offset` where that begins. */
function foundIn(sql: string, statement: Tokens, offset: number): DestructiveStatement[] {
  const tokens = withoutPrefix(statement);
  if (tokens.length === 0 || onlyStores(tokens)) return [];
  const block = blockOf(sql, tokens);
  if (block) {
    const found = candidatesIn(tokensOf(block.code)).flatMap((each) => foundIn(block.code, each, offset + block.at));
    return [...new Map(found.map((each) => [each.from, each])).values()];
  }
  const found = (kind: DestructiveStatement['kind'], index: number): DestructiveStatement => {
    const { depth, from } = tokens[index]!;
    const end = tokens.find((later) => later.from > from && isSymbol(later, ')') && later.depth < depth)?.from;
    return { kind, statement: oneLine(sql.slice(from, end ?? tokens.at(-1)!.to), shownLength), from: offset + from };
  };
  // One ALTER TABLE is one thing to confirm, however many columns it drops.
  if (dropsColumn(tokens)) return [found('drop', 0)];
  return beginningsIn(tokens).flatMap((index) => {
    const kind = destructiveKindAt(tokens, index);
    return kind === null ? [] : [found(kind, index)];
  });
}

/**
 * What a run would take away without a way back: DROP, TRUNCATE, and DELETE or UPDATE of every row. Browser and server
 * share it. Read from the text alone, so that what a called function does stays unseen.
 */
export const destructiveStatementsIn = (sql: string): DestructiveStatement[] =>
  statementsOf(sql).flatMap(({ tokens }) => foundIn(sql, tokens, 0));
