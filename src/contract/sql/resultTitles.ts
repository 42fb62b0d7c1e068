import { firstStatement, nameAt, wordsOf } from './firstStatement.ts';
import { isWord, type SqlStatement } from './statements.ts';

const verb = /(?<=: )select$/;

/** The titles of a statement, each of which says more: for a `select` also its columns, and what follows the table. */
function titlesOf(sql: string, { tokens, from, to }: SqlStatement): string[] {
  const text = sql.slice(from, to);
  const title = firstStatement(text) ?? text.replaceAll(/\s+/g, ' ').slice(0, 40);
  if (!isWord(tokens[0], 'SELECT', 'WITH') || !verb.test(title)) return [title];
  const next = (after: number, word: string) =>
    tokens.findIndex((token, index) => index >= after && token.depth === 0 && isWord(token, word));
  const select = next(0, 'SELECT');
  const table = next(select, 'FROM');
  if (select < 0 || table < 0) return [title];
  const columns = tokens.slice(select + 1, table);
  const rest = tokens.slice(nameAt(tokens, table + 1).next);
  const [chosen, further] = [wordsOf(sql, columns), wordsOf(sql, rest)];
  return [title, title.replace(verb, () => chosen), title.replace(verb, () => `${chosen} ${further}`.trim())];
}

/** Titles of the statements of one run. Those that do the same to a table are told apart by what they select. */
export function resultTitles(sql: string, statements: readonly SqlStatement[]): string[] {
  const all = statements.map((statement) => titlesOf(sql, statement));
  return all.map(
    (titles) =>
      titles.find((title, index) => all.every((others) => others === titles || others[index] !== title)) ?? titles[0]!,
  );
}
