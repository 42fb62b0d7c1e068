import { oneLine } from './oneLine.ts';
import { isSymbol, isWord, statementsOf, tokensOf, type Token } from './statements.ts';

/** A statement that deletes data or structure as soon as it runs. */
export interface DestructiveStatement {
  kind: 'drop' | 'truncate' | 'delete' | 'update';
  /** How many tables DROP TABLE names; 0 in every other statement. */
  droppedTables: number;
  /** The statement's beginning in the user's own words, on one line. */
  statement: string;
  /** First character of it, counted from 0 in the text. */
  from: number;
}

type Tokens = readonly Token[];

const shownLength = 100;
/** Of a statement, to show that much of it on one line. */
const readLength = 1_000;

/**
 * For each token, whether the clause word follows at its depth and within its parentheses. One pass for all of them: a
 * text may have a hundred thousand beginnings.
 */
function followedBy(tokens: Tokens, word: string): boolean[] {
  const isFollowed: boolean[] = [];
  /** By depth, in the parentheses that are open to the right. */
  const seen: boolean[] = [];
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index]!;
    isFollowed[index] = seen[token.depth] === true;
    if (isSymbol(token, ')')) seen.length = Math.min(seen.length, token.depth + 1);
    if (isWord(token, word)) seen[token.depth] = true;
  }
  return isFollowed;
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

interface Clauses {
  where: readonly boolean[];
  set: readonly boolean[];
}

function destructiveKindAt(
  tokens: Tokens,
  index: number,
  { where, set }: Clauses,
): DestructiveStatement['kind'] | null {
  const token = tokens[index]!;
  switch (token.kind === 'word' ? token.text : '') {
    case 'DROP':
      return index === 0 ? 'drop' : null;
    case 'TRUNCATE':
      return index === 0 ? 'truncate' : null;
    case 'DELETE':
      return isWord(tokens[index + 1], 'FROM') && !where[index] ? 'delete' : null;
    case 'UPDATE':
      return set[index] && !where[index] ? 'update' : null;
    default:
      return null;
  }
}

/** Whether `ALTER TABLE` or `ALTER TYPE` takes a column: not a property of one, nor a constraint. */
function dropsColumn(tokens: Tokens): boolean {
  if (!isWord(tokens[0], 'ALTER') || !isWord(tokens[1], 'TABLE', 'FOREIGN', 'TYPE')) return false;
  return tokens.some((token, index) => {
    if (index < 3 || token.depth > 0 || !isWord(token, 'DROP') || isWord(tokens[index + 1], 'CONSTRAINT')) return false;
    if (isSymbol(tokens[index - 1], ',')) return true;
    const before = tokens[index - 2];
    // As in `ALTER COLUMN a DROP DEFAULT`.
    return !isWord(before, 'ALTER') && !(isWord(before, 'COLUMN') && isWord(tokens[index - 3], 'ALTER'));
  });
}

function droppedTablesIn(tokens: Tokens): number {
  if (!isWord(tokens[0], 'DROP') || !isWord(tokens[isWord(tokens[1], 'FOREIGN') ? 2 : 1], 'TABLE')) return 0;
  return 1 + tokens.filter((token) => isSymbol(token, ',')).length;
}

/** The code of a DO block, which runs at once, with where it starts in the text. */
function blockOf(sql: string, tokens: Tokens): { code: string; at: number } | null {
  if (!isWord(tokens[0], 'DO')) return null;
  const body = tokens.find((token, index) => token.kind === 'literal' && !isWord(tokens[index - 1], 'LANGUAGE'));
  if (!body) return null;
  const literal = sql.slice(body.from, body.to);
  const quote = /^(?:\$[^$]*\$|[eE]?')/.exec(literal)?.[0];
  if (quote === undefined) return null;
  const closing = quote.startsWith('$') ? quote.length : 1;
  return { code: literal.slice(quote.length, literal.length - closing), at: body.from + quote.length };
}

const mayBegin = (token: Token | undefined): boolean =>
  isWord(token, 'ALTER', 'COPY', 'CREATE', 'DELETE', 'DO', 'DROP', 'EXPLAIN', 'INSERT') ||
  isWord(token, 'PREPARE', 'TRUNCATE', 'UPDATE', 'WITH');

/**
 * What may be a destructive statement of PL/pgSQL: from each word that one may follow, if one may begin there, to the
 * next of them, a semicolon or LOOP.
 */
function candidatesIn(tokens: Tokens): Tokens[] {
  const candidates: Tokens[] = [];
  let from = 0;
  let isMerge = false;
  const close = (end: number) => {
    if (mayBegin(tokens[from])) candidates.push(tokens.slice(from, end));
  };
  for (const [index, token] of tokens.entries()) {
    const isEnd = isSymbol(token, ';') || isWord(token, 'LOOP');
    const isBeginning =
      // Behind THEN, MERGE says what becomes of single rows.
      !isMerge &&
      token.depth === 0 &&
      isWord(token, 'BEGIN', 'THEN', 'ELSE', 'IN', 'QUERY') &&
      mayBegin(tokens[index + 1]);
    if (isEnd || isBeginning) {
      close(index);
      from = index + 1;
    }
    if (isEnd) isMerge = false;
    else if (isWord(token, 'MERGE') && isWord(tokens[index + 1], 'INTO')) isMerge = true;
  }
  close(tokens.length);
  return candidates;
}

/** How deep blocks within blocks are read: a text could have ten thousand. */
const maxNested = 3;

/** What one statement deletes; `sql` is the text in which its tokens stand, `offset` where that begins. */
function foundIn(sql: string, statement: Tokens, offset: number, nested = 0): DestructiveStatement[] {
  const tokens = withoutPrefix(statement);
  if (tokens.length === 0 || onlyStores(tokens)) return [];
  const block = blockOf(sql, tokens);
  if (block)
    return nested === maxNested
      ? []
      : candidatesIn(tokensOf(block.code)).flatMap((each) => foundIn(block.code, each, offset + block.at, nested + 1));
  const found = (kind: DestructiveStatement['kind'], index: number): DestructiveStatement => {
    const { depth, from } = tokens[index]!;
    const furthest = Math.min(from + readLength, tokens.at(-1)!.to);
    let end = index + 1;
    while (end < tokens.length && tokens[end]!.from < furthest) {
      if (isSymbol(tokens[end], ')') && tokens[end]!.depth < depth) break;
      end++;
    }
    const to = Math.min(tokens[end]?.from ?? furthest, furthest);
    return {
      kind,
      droppedTables: droppedTablesIn(tokens),
      statement: oneLine(sql.slice(from, to), shownLength),
      from: offset + from,
    };
  };
  // One ALTER TABLE is one thing to confirm, however many columns it drops.
  if (dropsColumn(tokens)) return [found('drop', 0)];
  const clauses = { where: followedBy(tokens, 'WHERE'), set: followedBy(tokens, 'SET') };
  return beginningsIn(tokens).flatMap((index) => {
    const kind = destructiveKindAt(tokens, index, clauses);
    return kind === null ? [] : [found(kind, index)];
  });
}

/**
 * What a run would delete or overwrite without a way back: DROP, TRUNCATE, and DELETE or UPDATE of every row. Browser
 * and server share it. Read from the text alone, so that what a called function does stays unseen.
 */
export const destructiveStatementsIn = (sql: string): DestructiveStatement[] =>
  statementsOf(sql).flatMap(({ tokens }) => foundIn(sql, tokens, 0));
