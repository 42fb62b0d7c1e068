import { loadModule, parseSync } from 'libpg-query';

/** One statement of a text. */
export interface Statement {
  sql: string;
  /** Where `sql` begins in the whole text, in UTF-16 units. */
  start: number;
}

let parserLoaded: Promise<void> | undefined;

/**
 * The statements of a text, split by Postgres's own grammar. A text that the grammar refuses comes back whole, so that
 * the database itself says what is wrong with it and nothing of it runs, as with any text that Postgres cannot parse.
 */
export async function splitStatements(sql: string): Promise<readonly Statement[]> {
  await (parserLoaded ??= loadModule());
  let parsed: ReturnType<typeof parseSync>;
  try {
    parsed = parseSync(sql);
  } catch {
    return [{ sql, start: 0 }];
  }
  const bytes = Buffer.from(sql, 'utf8');
  let byteOffset = 0;
  let start = 0;
  return (parsed.stmts ?? []).map(({ stmt_location: location = 0, stmt_len: length }) => {
    start += bytes.toString('utf8', byteOffset, location).length;
    byteOffset = location;
    return { sql: bytes.toString('utf8', location, length ? location + length : bytes.length), start };
  });
}

/**
 * Where a position that Postgres gives, counted in characters from 1 within the statement, lies in the whole text,
 * counted in UTF-16 units from 1 as editors do.
 */
export function positionInText({ sql, start }: Statement, position: number): number {
  let units = 0;
  let characters = 1;
  for (const character of sql) {
    if (characters >= position) break;
    units += character.length;
    characters += 1;
  }
  return start + units + 1;
}
