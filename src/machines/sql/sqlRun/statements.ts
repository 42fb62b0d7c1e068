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
const blank = /\s/;
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;

/** Index after the closing quote; a doubled quote is one character of the text, and so is a backslashed one in an E-string. */
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

/** Reads SQL as Postgres' own scanner cuts it: strings, quoted names, dollar quotes and nested comments are each one piece. */
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
    else if (sql.startsWith('--', at)) {
      const end = sql.indexOf('\n', at);
      at = end === -1 ? sql.length : end + 1;
    } else if (sql.startsWith('/*', at)) at = afterBlockComment(sql, at);
    else if (character === "'") take('literal', afterQuoted(sql, at, "'", false));
    else if (character === '"') take('quoted', afterQuoted(sql, at, '"', false));
    else if (/^[eE]'/.test(sql.slice(at, at + 2))) take('literal', afterQuoted(sql, at + 1, "'", true));
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

const isWord = (token: Token | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text);

/** The statements of a text, each as its tokens without the closing semicolon. A body written `BEGIN ATOMIC … END` is one statement. */
export function statementsOf(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = [];
  let current: Token[] = [];
  let atomic = 0;
  for (const token of tokens) {
    if (isWord(token, 'ATOMIC') && isWord(current.at(-1), 'BEGIN')) atomic = 1;
    else if (atomic > 0 && isWord(token, 'CASE')) atomic++;
    else if (atomic > 0 && isWord(token, 'END')) atomic--;
    if (token.text === ';' && token.kind === 'symbol' && atomic === 0) {
      if (current.length > 0) statements.push(current);
      current = [];
    } else current.push(token);
  }
  if (current.length > 0) statements.push(current);
  return statements;
}
