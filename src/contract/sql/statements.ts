/**
 * Splits SQL into tokens and statements. Browser and server share it: the browser counts statements and finds
 * destructive ones, the server runs them one by one. Like psql, it uses a scanner and no parser.
 */

/** A piece of SQL that is neither blank nor comment. Words are upper-cased; everything else is as written. */
export interface Token {
  kind: 'word' | 'quoted' | 'literal' | 'symbol';
  text: string;
  from: number;
  to: number;
  /** Parentheses around it. */
  depth: number;
}

const wordStart = /[A-Za-z_\u0080-\uffff]/;
const wordPart = /[\w$\u0080-\uffff]/;
const digit = /[0-9]/;
/** Postgres takes other spaces, such as U+00A0, for letters. */
const blank = /[ \t\n\r\f\v]/;
const lineEnd = /[\n\r]/g;
/** After a line break, the next string continues the previous one. */
const continuation = /[ \t\f\v]*[\n\r][ \t\n\r\f\v]*'/y;
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;

/**
 * Index after the closing quote; a doubled quote is one character of the text, and so is a backslashed one in an
 * E-string.
 */
function afterQuoted(sql: string, from: number, quote: string, backslashes: boolean): number {
  for (let at = from + 1; at < sql.length; at++) {
    if (backslashes && sql[at] === '\\') at++;
    else if (sql[at] === quote) {
      if (sql[at + 1] === quote) at++;
      else return at + 1;
    }
  }
  return sql.length;
}

/** Index after an E-string and the strings that continue it: backslashes escape in every part. */
function afterEscapeString(sql: string, from: number): number {
  let end = afterQuoted(sql, from, "'", true);
  for (;;) {
    continuation.lastIndex = end;
    if (!continuation.test(sql)) return end;
    end = afterQuoted(sql, continuation.lastIndex - 1, "'", true);
  }
}

function afterLineComment(sql: string, from: number): number {
  lineEnd.lastIndex = from;
  return lineEnd.test(sql) ? lineEnd.lastIndex : sql.length;
}

function afterBlockComment(sql: string, from: number): number {
  let depth = 1;
  let at = from + 2;
  while (at < sql.length && depth > 0) {
    if (sql.startsWith('/*', at)) {
      depth++;
      at += 2;
    } else if (sql.startsWith('*/', at)) {
      depth--;
      at += 2;
    } else at++;
  }
  return at;
}

/** Index after the dollar-quoted text that starts here, or null where a dollar is only a dollar. */
function afterDollarQuoted(sql: string, from: number): number | null {
  dollarTag.lastIndex = from;
  const tag = dollarTag.exec(sql)?.[0];
  if (tag === undefined) return null;
  const end = sql.indexOf(tag, from + tag.length);
  return end === -1 ? sql.length : end + tag.length;
}

/** Index after a parameter, such as `$1`; a letter behind it begins a word. */
function afterParameter(sql: string, from: number): number {
  let end = from + 1;
  while (end < sql.length && digit.test(sql[end]!)) end++;
  return end;
}

/**
 * Reads SQL as Postgres' own scanner splits it: strings, quoted names, dollar quotes and nested comments are each one
 * token.
 */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  let at = 0;
  const take = (kind: Token['kind'], to: number, text = sql.slice(at, to)) => {
    tokens.push({ kind, text, from: at, to, depth });
    at = to;
  };
  while (at < sql.length) {
    const character = sql[at]!;
    if (blank.test(character)) at++;
    else if (sql.startsWith('--', at)) at = afterLineComment(sql, at);
    else if (sql.startsWith('/*', at)) at = afterBlockComment(sql, at);
    else if (character === "'") take('literal', afterQuoted(sql, at, "'", false));
    else if (character === '"') take('quoted', afterQuoted(sql, at, '"', false));
    else if (/^[eE]'/.test(sql.slice(at, at + 2))) take('literal', afterEscapeString(sql, at + 1));
    else if (character === '$' && digit.test(sql[at + 1] ?? '')) take('literal', afterParameter(sql, at));
    else if (character === '$' && afterDollarQuoted(sql, at) !== null) take('literal', afterDollarQuoted(sql, at)!);
    else if (wordStart.test(character)) {
      let end = at + 1;
      while (end < sql.length && wordPart.test(sql[end]!)) end++;
      take('word', end, sql.slice(at, end).toUpperCase());
    } else if (digit.test(character)) {
      let end = at + 1;
      while (end < sql.length && /[\w.]/.test(sql[end]!)) end++;
      take('literal', end);
    } else if (character === '(') {
      take('symbol', at + 1);
      depth++;
    } else if (character === ')') {
      depth = Math.max(0, depth - 1);
      take('symbol', at + 1);
    } else take('symbol', at + 1);
  }
  return tokens;
}

/** A name as Postgres compares it, of a word or a quoted token as it is written: words are in lower case. */
export const identifierOf = (kind: Token['kind'], written: string): string =>
  kind === 'quoted' ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase();

/** Whether the token is an unquoted word and one of these. */
export const isWord = (token: Token | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text);

export const isSymbol = (token: Token | undefined, ...symbols: readonly string[]): boolean =>
  token?.kind === 'symbol' && symbols.includes(token.text);

/** `CREATE [OR REPLACE] FUNCTION` or `PROCEDURE`, whose body may be written `BEGIN ATOMIC … END`. */
const createsRoutine = ([create, second, , fourth]: readonly Token[]): boolean =>
  isWord(create, 'CREATE') && isWord(isWord(second, 'OR') ? fourth : second, 'FUNCTION', 'PROCEDURE');

/** One statement of a text: from its first token to its semicolon or the end of the text. */
export interface SqlStatement {
  tokens: readonly Token[];
  from: number;
  to: number;
}

/** The statements of a text. Semicolons in parentheses, as in a rule, and in a `BEGIN ATOMIC` body do not end one. */
export function statementsOf(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let tokens: Token[] = [];
  /** `END`s that the body still needs; 0 outside a body. */
  let open = 0;
  const close = (to: number) => {
    if (tokens.length > 0) statements.push({ tokens, from: tokens[0]!.from, to });
    tokens = [];
    open = 0;
  };
  for (const token of tokensOf(sql)) {
    if (isWord(token, 'ATOMIC') && isWord(tokens.at(-1), 'BEGIN') && createsRoutine(tokens)) open = 1;
    else if (open > 0 && isWord(token, 'CASE')) open++;
    else if (open > 0 && isWord(token, 'END')) open--;
    if (isSymbol(token, ';') && token.depth === 0 && open === 0) close(token.from);
    else tokens.push(token);
  }
  close(sql.length);
  return statements;
}
