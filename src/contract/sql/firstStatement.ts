import { identifierOf, isWord, statementsOf, type Token } from './statements.ts';

/** As much of a text as is read for its title, in characters. */
export const titledLength = 2_000;
const nameLimit = 60;

/** Words before the name of what a statement is about, which do not say what that is. */
const modifiers =
  'OR REPLACE GLOBAL LOCAL TEMP TEMPORARY UNLOGGED UNIQUE RECURSIVE CONCURRENTLY IF NOT EXISTS ONLY LATERAL'.split(' ');
const definitions = ['CREATE', 'ALTER', 'DROP'];
/** What `create`, `alter` and `drop` are about, as far as it has two words. */
const kindPrefixes = ['MATERIALIZED', 'FOREIGN', 'EVENT'];

interface Subject {
  verb: string;
  /** Where the name of what it is about begins. */
  at: number;
}

const after = (tokens: readonly Token[], found: number): number => (found < 0 ? tokens.length : found + 1);

/** What the statement that begins at a token does, and to what; null for one that is about nothing with a name. */
function subjectAt(tokens: readonly Token[], start: number): Subject | null {
  const first = tokens[start];
  if (first === undefined) return null;
  const following = (word: string) =>
    after(
      tokens,
      tokens.findIndex((token, index) => index > start && token.depth === first.depth && isWord(token, word)),
    );
  if (isWord(first, 'EXPLAIN')) {
    const inner = tokens.findIndex(
      (token, index) =>
        index > start && token.depth === 0 && !isWord(token, 'ANALYZE', 'VERBOSE') && token.kind === 'word',
    );
    const subject = inner < 0 ? null : subjectAt(tokens, inner);
    return subject && { ...subject, verb: 'explain' };
  }
  if (isWord(first, 'WITH')) {
    const main = tokens.findIndex(
      (token, index) =>
        index > start && token.depth === 0 && isWord(token, 'SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE'),
    );
    return main < 0 ? null : subjectAt(tokens, main);
  }
  if (isWord(first, 'SELECT', 'DELETE')) {
    const from = following('FROM');
    // A function that is called, where no table is read.
    const isCall = from === tokens.length && tokens[start + 1]?.kind === 'word' && tokens[start + 2]?.text === '(';
    return { verb: first.text.toLowerCase(), at: isCall ? start + 1 : from };
  }
  if (isWord(first, 'INSERT', 'MERGE')) return { verb: first.text.toLowerCase(), at: following('INTO') };
  if (isWord(first, 'UPDATE', 'CALL')) return { verb: first.text.toLowerCase(), at: start + 1 };
  if (isWord(first, 'TRUNCATE')) return { verb: 'truncate', at: start + (isWord(tokens[start + 1], 'TABLE') ? 2 : 1) };
  if (!isWord(first, ...definitions)) return null;
  const kind = tokens.findIndex((token, index) => index > start && !isWord(token, ...modifiers));
  if (tokens[kind]?.kind !== 'word') return null;
  const last = kind + (isWord(tokens[kind], ...kindPrefixes) ? 1 : 0);
  const words = [first, ...tokens.slice(kind, last + 1)].map(({ text }) => text.toLowerCase());
  // An index may have no name: it is then about its table.
  const next = last + (isWord(tokens[last + 1], 'CONCURRENTLY') ? 2 : 1);
  const isNameless = isWord(tokens[last], 'INDEX') && isWord(tokens[next], 'ON');
  return { verb: words.join(' '), at: isNameless ? next + 1 : next };
}

/** The name that begins at a token, as it is written but for quotes, and what follows it; empty where there is none. */
function nameAt(tokens: readonly Token[], start: number): { name: string; next: Token | undefined } {
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
  return { name: (parts[0] === 'public' ? parts.slice(1) : parts).join('.'), next: tokens[at + 1] };
}

/** The names that a query without a table gives its columns. */
const columnNames = (tokens: readonly Token[], depth: number): string =>
  tokens
    .flatMap((token, index) => {
      const name = tokens[index + 1];
      const isNamed =
        token.depth === depth && isWord(token, 'AS') && (name?.kind === 'word' || name?.kind === 'quoted');
      return isNamed ? [identifierOf(name.kind, name.text)] : [];
    })
    .join(', ');

/** What a statement is about; a function is told from a table. */
function nameOf({ verb, at }: Subject, tokens: readonly Token[]): string {
  const { name, next } = nameAt(tokens, at);
  if (verb !== 'select') return name;
  return name === '' ? columnNames(tokens, tokens[0]!.depth) : `${name}${next?.text === '(' ? '()' : ''}`;
}

const outlineLimit = 40;
/** How statements begin that may name nothing. What begins otherwise is no SQL, and might be anything. */
const verbs = (
  'ALTER ANALYZE BEGIN CALL CHECKPOINT COMMENT COMMIT CREATE DEALLOCATE DELETE DISCARD DO DROP END EXECUTE EXPLAIN GRANT ' +
  'INSERT LISTEN LOCK MERGE NOTIFY PREPARE REFRESH REINDEX RELEASE RESET REVOKE ROLLBACK SAVEPOINT SELECT SET SHOW START ' +
  'TABLE TRUNCATE UNLISTEN UPDATE VACUUM VALUES WITH'
).split(' ');

/** What is around statements. */
const transactionVerbs = ['BEGIN', 'START', 'COMMIT', 'END', 'ROLLBACK', 'SET', 'RESET'];

/** The words of a statement without its values; single digits stay. */
function outline(sql: string, tokens: readonly Token[]): string | null {
  if (!isWord(tokens[0], ...verbs)) return null;
  // A setting may have a value without quotes.
  const value = isWord(tokens[0], 'SET')
    ? tokens.findIndex((token) => token.text === '=' || isWord(token, 'TO'))
    : tokens.length;
  let text = '';
  let end = tokens[0]!.from;
  for (const token of tokens.slice(0, value < 0 ? tokens.length : value)) {
    const isHidden = token.kind === 'quoted' || (token.kind === 'literal' && !/^\d$/.test(token.text));
    text += (token.from > end ? ' ' : '') + (isHidden ? '…' : sql.slice(token.from, token.to));
    end = token.to;
  }
  const characters = [...text];
  return characters.length > outlineLimit ? `${characters.slice(0, outlineLimit - 1).join('')}…` : text;
}

/**
 * The title of a text: what the first statement that names something is about and does, as `products: select`. Where
 * none does, the words of the first one, as `select 1`. It repeats no value and no comment.
 */
export function firstStatement(sql: string): string | null {
  const beginning = sql.slice(0, titledLength);
  const statements = statementsOf(beginning);
  for (const { tokens } of statements) {
    const subject = subjectAt(tokens, 0);
    const name = subject === null ? '' : nameOf(subject, tokens);
    if (subject !== null && name !== '') return `${[...name].slice(0, nameLimit).join('')}: ${subject.verb}`;
  }
  const first = statements.find(({ tokens }) => !isWord(tokens[0], ...transactionVerbs)) ?? statements[0];
  return first === undefined ? null : outline(beginning, first.tokens);
}
