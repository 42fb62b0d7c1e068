import { oneLine } from '../../../contract/sql/oneLine.ts';
import { isWord, statementsOf, tokensOf, type Token } from '../../../contract/sql/statements.ts';

/** A statement that deletes data or structure as soon as it runs. */
export interface DestructiveStatement {
  kind: 'drop' | 'truncate' | 'delete' | 'update';
  /** The statement's beginning in the user's own words, on one line. */
  statement: string;
  /** First character of it, counted from 0 in the text. */
  from: number;
}

const shownLength = 100;

/**
 * Words after which a statement begins although no semicolon stands there: EXPLAIN, a CTE's bracket, PREPARE … AS,
 * PL/pgSQL.
 */
const beginsAfter = new Set(['(', ')', 'ANALYZE', 'ANALYSE', 'VERBOSE', 'AS', 'BEGIN', 'THEN', 'ELSE', 'LOOP', ';']);

/** Whether the clause word stands in the same statement, at the same depth of parentheses. */
function hasClause(tokens: readonly Token[], from: number, word: string): boolean {
  const { depth } = tokens[from]!;
  for (let index = from + 1; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token.text === ')' && token.depth < depth) return false;
    if (token.text === ';' && token.kind === 'symbol') return false;
    if (token.depth === depth && isWord(token, word)) return true;
  }
  return false;
}

/** `ALTER TABLE … DROP` takes a column, unless what is dropped is a property of one or a constraint. */
const keepsData = ['DEFAULT', 'NOT', 'IDENTITY', 'EXPRESSION', 'CONSTRAINT'];

/** EXPLAIN without ANALYZE plans a statement and does not run it. */
function onlyExplains(tokens: readonly Token[]): boolean {
  if (!isWord(tokens[0], 'EXPLAIN')) return false;
  for (const token of tokens.slice(1)) {
    if (isWord(token, 'ANALYZE', 'ANALYSE')) return false;
    if (
      isWord(token, 'SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE', 'WITH', 'VALUES', 'EXECUTE', 'DECLARE', 'CREATE')
    )
      return true;
  }
  return true;
}

function destructiveKindAt(tokens: readonly Token[], index: number): DestructiveStatement['kind'] | null {
  const token = tokens[index]!;
  const before = tokens[index - 1];
  const after = tokens[index + 1];
  const begins = index === 0 || beginsAfter.has(before!.text);
  switch (token.kind === 'word' ? token.text : '') {
    case 'DROP': {
      if (begins && token.depth === 0) return 'drop';
      const isColumn =
        isWord(tokens[0], 'ALTER') &&
        isWord(tokens[1], 'TABLE', 'FOREIGN', 'TYPE') &&
        token.depth === 0 &&
        !isWord(after, ...keepsData);
      return isColumn ? 'drop' : null;
    }
    case 'TRUNCATE':
      return begins && token.depth === 0 ? 'truncate' : null;
    case 'DELETE':
      return begins && isWord(after, 'FROM') && !hasClause(tokens, index, 'WHERE') ? 'delete' : null;
    case 'UPDATE':
      return begins && hasClause(tokens, index, 'SET') && !hasClause(tokens, index, 'WHERE') ? 'update' : null;
    default:
      return null;
  }
}

/** The code of a DO block, which runs at once, with where it starts in the text. */
function blockOf(sql: string, tokens: readonly Token[]): { code: string; at: number } | null {
  if (!isWord(tokens[0], 'DO')) return null;
  const body = tokens.find((token) => token.kind === 'literal');
  if (!body) return null;
  const literal = sql.slice(body.from, body.to);
  const quote = /^(?:\$[^$]*\$|[eE]?')/.exec(literal)?.[0];
  if (quote === undefined) return null;
  const closing = quote.startsWith('$') ? quote.length : 1;
  return { code: literal.slice(quote.length, literal.length - closing), at: body.from + quote.length };
}

function destructiveStatementsWithin(sql: string, tokens: readonly Token[], offset: number): DestructiveStatement[] {
  const destructiveStatements: DestructiveStatement[] = [];
  for (const [index, token] of tokens.entries()) {
    const kind = destructiveKindAt(tokens, index);
    if (kind === null) continue;
    const end = tokens
      .slice(index)
      .find(
        (later) => (later.text === ';' && later.kind === 'symbol') || (later.text === ')' && later.depth < token.depth),
      );
    const isPartOfAlter = kind === 'drop' && index > 0 && isWord(tokens[0], 'ALTER');
    const from = isPartOfAlter ? tokens[0]!.from : token.from;
    destructiveStatements.push({
      kind,
      statement: oneLine(sql.slice(from, end?.from ?? tokens.at(-1)!.to), shownLength),
      from: from + offset,
    });
  }
  return destructiveStatements;
}

/**
 * What a run would take away without a way back: DROP, TRUNCATE, and DELETE or UPDATE of every row. Read from the text
 * alone, so that what a called function does stays unseen; the user who runs SQL knows what it calls.
 */
export function destructiveStatementsIn(sql: string): DestructiveStatement[] {
  return statementsOf(sql).flatMap(({ tokens }) => {
    if (onlyExplains(tokens)) return [];
    // A routine's body runs when it is called, not when it is created.
    if (isWord(tokens[0], 'CREATE')) return [];
    const block = blockOf(sql, tokens);
    if (block) return destructiveStatementsWithin(block.code, tokensOf(block.code), block.at);
    const destructiveStatements = destructiveStatementsWithin(sql, tokens, 0);
    // One ALTER TABLE is one thing to confirm, however many columns it drops.
    return isWord(tokens[0], 'ALTER') ? destructiveStatements.slice(0, 1) : destructiveStatements;
  });
}
