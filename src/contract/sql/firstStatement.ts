import { identifierOf, isWord, statementsOf, tokensOf, type Token } from './statements.ts';

/** As much of a text as is read for its title, in characters. */
export const titledLength = 2_000;
const nameLimit = 60;

/** Words before the name of what a statement is about, which do not say what that is. */
const modifiers = (
  'OR REPLACE GLOBAL LOCAL TEMP TEMPORARY UNLOGGED UNIQUE RECURSIVE CONCURRENTLY IF NOT EXISTS ONLY LATERAL ' +
  'AUTHORIZATION'
).split(' ');
const definitions = ['CREATE', 'ALTER', 'DROP'];
/** What `create`, `alter` and `drop` are about, as far as it has two words. */
const kindPrefixes = ['MATERIALIZED', 'FOREIGN', 'EVENT', 'CONSTRAINT'];
/** What is part of a table, and told by it. */
const tableParts = ['POLICY', 'TRIGGER'];
/** What `alter` and `drop` may be followed by beside a kind. */
const noKinds = ['DEFAULT', 'SYSTEM', 'OWNED'];
/** Words of what `alter table` does. */
const alterations = 'ADD DROP RENAME ENABLE DISABLE ALTER COLUMN CONSTRAINT ROW LEVEL SECURITY'.split(' ');
const queries = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE'];

interface Subject {
  verb: string;
  /** What the statement is about. */
  name: string;
}

/** The name that begins at a token, as it is written but for quotes; empty where there is none. */
export function nameAt(tokens: readonly Token[], start: number): { name: string; next: number } {
  const begin = tokens.findIndex((token, index) => index >= start && !isWord(token, ...modifiers));
  const parts: string[] = [];
  let at = begin < 0 ? tokens.length : begin;
  for (;;) {
    const token = tokens[at];
    if (token?.kind !== 'word' && token?.kind !== 'quoted') break;
    parts.push(identifierOf(token.kind, token.text));
    if (tokens[at + 1]?.text !== '.') break;
    at += 2;
  }
  return { name: (parts[0] === 'public' ? parts.slice(1) : parts).join('.'), next: at + 1 };
}

const isInner = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === '(' && (tokens[at + 1]?.text === '(' || isWord(tokens[at + 1], 'SELECT', 'WITH'));

/**
 * What a `select` reads: the first table, also where that is behind a subquery or a `with` query. A function is none,
 * nor is any name that the statement itself gives. `seen` has the names of the `with` queries that it is in.
 */
function readBy(tokens: readonly Token[], start: number, seen: readonly string[]): Subject | null {
  const { depth } = tokens[start]!;
  for (let index = start + 1; index < tokens.length && tokens[index]!.depth >= depth; index++) {
    const token = tokens[index];
    // `is distinct from` compares.
    const isCompared = isWord(tokens[index - 1], 'DISTINCT') && isWord(tokens[index - 2], 'IS', 'NOT');
    if (token?.depth !== depth || !isWord(token, 'FROM', 'JOIN') || isCompared) continue;
    if (isInner(tokens, index + 1)) {
      const inner = subjectAt(tokens, index + 2, seen);
      if (inner) return inner;
      continue;
    }
    const { name, next } = nameAt(tokens, index + 1);
    if (name === '') continue;
    const defined = tokens.findIndex(
      ({ kind, text }, at) =>
        at < start &&
        (kind === 'word' || kind === 'quoted') &&
        identifierOf(kind, text) === name &&
        isDefined(tokens, at),
    );
    if (tokens[next]?.text === '(') continue;
    if (defined < 0) return { verb: 'select', name };
    if (seen.includes(name)) continue;
    const body = tokens.findIndex((inside, at) => at > defined && isWord(inside, ...queries));
    const inner = subjectAt(tokens, body, [...seen, name]);
    if (inner && !seen.includes(inner.name)) return inner;
  }
  return null;
}

/** Whether the token is the name of a `with` query. */
const isDefined = (tokens: readonly Token[], at: number): boolean =>
  (isWord(tokens[at - 1], 'WITH', 'RECURSIVE') || tokens[at - 1]?.text === ',') &&
  tokens.some((token, index) => index > at && token.depth === tokens[at]!.depth && isWord(token, 'AS'));

/** What `create`, `alter` and `drop` are about. */
function definedAt(tokens: readonly Token[], start: number): Subject | null {
  const first = tokens[start]!;
  const kind = tokens.findIndex((token, index) => index > start && !isWord(token, ...modifiers));
  if (tokens[kind]?.kind !== 'word' || isWord(tokens[kind], ...noKinds)) return null;
  const last = kind + (isWord(tokens[kind], ...kindPrefixes) ? 1 : 0);
  const verb = [first, ...tokens.slice(kind, last + 1)].map(({ text }) => text.toLowerCase()).join(' ');
  if (isWord(tokens[last], ...tableParts) && !isWord(tokens[kind], 'EVENT')) {
    const on = tokens.findIndex((token, index) => index > last && isWord(token, 'ON'));
    return on < 0 ? null : { verb, name: nameAt(tokens, on + 1).name };
  }
  // An index may have no name: it is then about its table.
  const next = last + (isWord(tokens[last + 1], 'CONCURRENTLY') ? 2 : 1);
  const isNameless = isWord(tokens[last], 'INDEX') && isWord(tokens[next], 'ON');
  const { name, next: rest } = nameAt(tokens, isNameless ? next + 1 : next);
  if (verb !== 'alter table') return { verb, name };
  const end = tokens.findIndex((token, index) => index >= rest && !isWord(token, ...alterations));
  const action = tokens.slice(rest, end < 0 ? undefined : end).map(({ text }) => text.toLowerCase());
  return { verb: action.join(' ') || verb, name };
}

/** What the statement that begins at a token does, and to what; null for one that is about nothing with a name. */
function subjectAt(tokens: readonly Token[], begin: number, seen: readonly string[] = []): Subject | null {
  // A query may stand in parentheses.
  const start = tokens.findIndex(({ text }, index) => index >= begin && text !== '(');
  const first = tokens[start];
  if (first === undefined) return null;
  const verb = first.text.toLowerCase();
  const named = (at: number): Subject => ({ verb, name: nameAt(tokens, at).name });
  const next = (...words: string[]) =>
    tokens.findIndex((token, index) => index > start && token.depth === first.depth && isWord(token, ...words));
  if (isWord(first, 'EXPLAIN')) {
    const inner = tokens.findIndex(
      (token, index) =>
        index > start && token.depth === 0 && !isWord(token, 'ANALYZE', 'VERBOSE') && token.kind === 'word',
    );
    const subject = inner < 0 ? null : subjectAt(tokens, inner);
    return subject && { ...subject, verb };
  }
  if (isWord(first, 'WITH')) {
    const main = next(...queries);
    return main < 0 ? null : subjectAt(tokens, main, seen);
  }
  if (isWord(first, 'SELECT')) return readBy(tokens, start, seen);
  if (isWord(first, 'DELETE', 'INSERT', 'MERGE')) {
    const at = next('FROM', 'INTO');
    return at < 0 ? null : named(at + 1);
  }
  if (isWord(first, 'COPY') && isInner(tokens, start + 1)) {
    const subject = subjectAt(tokens, start + 2);
    return subject && { ...subject, verb };
  }
  if (isWord(first, 'DO')) {
    const subject = blockSubject(tokens.find(({ text }) => text.startsWith('$'))?.text ?? '');
    return subject && { ...subject, verb };
  }
  if (isWord(first, 'UPDATE', 'CALL', 'COPY')) return named(start + 1);
  if (isWord(first, 'TRUNCATE')) return named(start + (isWord(tokens[start + 1], 'TABLE') ? 2 : 1));
  return isWord(first, ...definitions) ? definedAt(tokens, start) : null;
}

/** What the first statement of a block names; `quoted` is its body in dollar quotes. */
function blockSubject(quoted: string): Subject | null {
  const inside = tokensOf(quoted.replace(/^\$\w*\$/, ''));
  for (const [index, token] of inside.entries()) {
    const subject = isWord(token, ...queries, ...definitions) ? subjectAt(inside, index) : null;
    if (subject && subject.name !== '') return subject;
  }
  return null;
}

/** A statement with its subject, as `orders: select` and `create policy on orders`. */
function titleOf({ verb, name }: Subject): string {
  const short = [...name].slice(0, nameLimit).join('');
  return /(?:policy|trigger)$/.test(verb) && !verb.includes('event') ? `${verb} on ${short}` : `${short}: ${verb}`;
}

/** The title of a statement that names what it is about. */
function subjectTitle(tokens: readonly Token[]): string | null {
  const subject = subjectAt(tokens, 0);
  return subject && subject.name !== '' ? titleOf(subject) : null;
}

const outlineLimit = 40;
/** How statements begin that may name nothing. What begins otherwise is no SQL, and might be anything. */
const verbs = (
  'ABORT ALTER ANALYZE BEGIN CALL CHECKPOINT CLOSE CLUSTER COMMENT COMMIT COPY CREATE DEALLOCATE DECLARE DELETE DISCARD ' +
  'DO DROP END EXECUTE EXPLAIN FETCH GRANT IMPORT INSERT LISTEN LOCK MERGE NOTIFY PREPARE REASSIGN REFRESH REINDEX ' +
  'RELEASE RESET REVOKE ROLLBACK SAVEPOINT SELECT SET SHOW START TABLE TRUNCATE UNLISTEN UPDATE VACUUM VALUES WITH'
).split(' ');

/** What is around statements. */
const transactionVerbs = ['BEGIN', 'START', 'COMMIT', 'END', 'ROLLBACK', 'SET', 'RESET'];

/** The words of some tokens of a text without the values; single digits stay. */
export function wordsOf(sql: string, tokens: readonly Token[]): string {
  let text = '';
  let end = tokens[0]?.from ?? 0;
  for (const token of tokens) {
    const isHidden = token.kind === 'quoted' || (token.kind === 'literal' && !/^\d$/.test(token.text));
    text += (token.from > end ? ' ' : '') + (isHidden ? '…' : sql.slice(token.from, token.to));
    end = token.to;
  }
  const characters = [...text.replaceAll(/…(?:,? …)+/g, '…')];
  if (characters.length <= outlineLimit) return characters.join('');
  const beginning = characters.slice(0, outlineLimit - 1).join('');
  return `${beginning.replace(/[\s,…]+$/, '')}…`;
}

/** The words of a statement. */
function outline(sql: string, tokens: readonly Token[]): string | null {
  const first = tokens.find(({ text }) => text !== '(');
  if (!isWord(first, ...verbs)) return null;
  if (isWord(first, 'DO')) return 'do block';
  // A setting may have a value without quotes.
  const value = isWord(first, 'SET')
    ? tokens.findIndex((token) => token.text === '=' || isWord(token, 'TO'))
    : tokens.length;
  return wordsOf(sql, value < 0 ? tokens : tokens.slice(0, value));
}

/** Statements that do not run any more, and notes to oneself. */
const noTitle = new RegExp(`^(?:${verbs.join('|')}|todo|fixme|note)\\b`, 'i');
/** What may be a value, a statement or an address: quotes, operators, and numbers that are no year and have no unit. */
const noWords = /[='"`;*@\\<>{}$]|:\/\/|\b(?!(?:19|20)\d\d\b)(?:\d{3,}|\p{L}{2,}\d+|\p{L}\d{2,})\b/u;

/** A comment that a text begins with, after lines of comments that say nothing. A line ends where the text does. */
const leading =
  /^(?:\s*--[-=#*\t\r ]*\n)*\s*(?:--[-=#*\t ]*(?:\d{1,2}[.)][\t ]*)?(.*)|\/\*[-=#*\s]*([^\n]*?)\s*(?:\*\/|\n))/;

/** The comment that a text begins with, where it reads like a title. */
function leadingComment(sql: string): string | null {
  const [, line, block] = leading.exec(sql) ?? [];
  const title = (line ?? block ?? '').replace(/[-=#*\s.:]+$/, '');
  // A title begins with a capital; a statement in lower or upper case is one that was taken out.
  const isStatement = noTitle.test(title) && !/^\p{Lu}\p{Ll}/u.test(title);
  if (!/^\p{L}.{2}/u.test(title) || isStatement || noWords.test(title)) return null;
  const characters = [...title];
  return characters.length > nameLimit
    ? `${characters
        .slice(0, nameLimit - 1)
        .join('')
        .trimEnd()}…`
    : title;
}

/**
 * The title of a text: the comment that it begins with, or what the first statement that names something is about and
 * does, as `products: select`. Where none does, the words of the first one, as `select 1`. It repeats no value.
 */
export function firstStatement(sql: string): string | null {
  const beginning = sql.slice(0, titledLength);
  const comment = leadingComment(beginning);
  if (comment !== null) return comment;
  const statements = statementsOf(beginning);
  for (const { tokens } of statements) {
    const title = subjectTitle(tokens);
    if (title !== null) return title;
  }
  const first = statements.find(({ tokens }) => !isWord(tokens[0], ...transactionVerbs)) ?? statements[0];
  return first === undefined ? null : outline(beginning, first.tokens);
}
