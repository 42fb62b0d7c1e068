import type { Catalog } from '../../../contract/projects/catalog.ts';
import { isWord, statementsOf, type Token } from '../../../contract/sql/statements.ts';

/** Schema that the data API reads. */
const exposedSchema = 'public';

const nameOf = (sql: string, { kind, from, to }: Token): string =>
  kind === 'quoted' ? sql.slice(from + 1, to - 1).replaceAll('""', '"') : sql.slice(from, to).toLowerCase();

/** Where the name of a new table begins among a statement's tokens; -1 where the statement creates none that stays. */
function nameIndex(tokens: readonly Token[]): number {
  if (isWord(tokens[0], 'CREATE')) {
    const index = isWord(tokens[1], 'UNLOGGED') ? 2 : 1;
    if (!isWord(tokens[index], 'TABLE')) return -1;
    return isWord(tokens[index + 1], 'IF') ? index + 4 : index + 1;
  }
  if (!isWord(tokens[0], 'SELECT', 'WITH')) return -1;
  const into = tokens.findIndex((token) => token.depth === 0 && isWord(token, 'INTO'));
  return into === -1 || isWord(tokens[into + 1], 'TEMP', 'TEMPORARY')
    ? -1
    : into + 1 + Number(isWord(tokens[into + 1], 'TABLE'));
}

/**
 * Tables that a text created and that anyone with the public key can read, as the catalog knows them. Read from the
 * text, so that a table which another run created is never counted.
 */
export function unprotectedTablesOf(sql: string, { schemas, searchPath }: Catalog): string[] {
  const open = new Set(
    schemas
      .filter(({ name }) => name === exposedSchema)
      .flatMap(({ relations }) => relations)
      .filter(({ kind, rowSecurity }) => (kind === 'table' || kind === 'partitioned table') && !rowSecurity)
      .map(({ name }) => name),
  );
  const created = statementsOf(sql).flatMap(({ tokens }) => {
    const index = nameIndex(tokens);
    const [first, dot, second] = index === -1 ? [] : tokens.slice(index, index + 3);
    if (!first) return [];
    const isQualified = dot?.text === '.' && second !== undefined;
    const schema = isQualified ? nameOf(sql, first) : searchPath[0];
    return schema === exposedSchema ? [nameOf(sql, isQualified ? second : first)] : [];
  });
  return [...new Set(created)].filter((name) => open.has(name));
}

/** The statements that keep everyone out of tables until policies let them in. */
export const protectionOf = (tables: readonly string[]): string =>
  tables
    .map((name) => `alter table ${exposedSchema}."${name.replaceAll('"', '""')}" enable row level security;`)
    .join('\n');
