import { loadModule, parseSync } from 'libpg-query';
import { statementsOf } from '../../../src/contract/sql/statements.ts';

/** One statement of a text. */
export interface Statement {
  sql: string;
  /** Offset of `sql` in the whole text, in UTF-16 units. */
  start: number;
}

let parserLoaded: Promise<void> | undefined;

/** The tree that Postgres's own grammar makes of a whole text; null where it does not accept it. */
export async function parseSql(sql: string): Promise<unknown> {
  await (parserLoaded ??= loadModule());
  try {
    return parseSync(sql);
  } catch {
    return null;
  }
}

/**
 * The statements of a text, to be run one by one. A text with a syntax error anywhere is returned as one statement, so
 * that Postgres reports the error and runs none of it.
 */
export async function splitStatements(sql: string): Promise<readonly Statement[]> {
  if ((await parseSql(sql)) === null) return [{ sql, start: 0 }];
  return statementsOf(sql).map(({ from, to }) => ({ sql: sql.slice(from, to), start: from }));
}

/**
 * Converts a position from Postgres, counted in characters from 1 within the statement, to one in the whole text,
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
