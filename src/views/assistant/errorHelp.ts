import type { SqlError } from '../../contract/sql/query.ts';

/** What frequent errors mean, and what to do. */
const codes: Readonly<Record<string, string>> = {
  '42601':
    'Postgres could not read the statement at this place. Look for a missing comma, quote, or parenthesis just before it.',
  '42P01':
    'There is no table or view of this name in the search path. Check its spelling and its schema; a name with capitals needs double quotes.',
  '42703':
    'No table of the query has a column of this name. Check its spelling; a name with capitals needs double quotes.',
  '42883': 'There is no function or operator for these types. Check the name, or cast the arguments.',
  '42501': 'Your role lacks a privilege on this object. Grant it, or use a role that has it.',
  '42804': 'The types do not match here. Cast one of them.',
  '42803': 'A column is neither grouped nor aggregated. Add it to GROUP BY, or wrap it in an aggregate.',
  '23505': 'A row with the same unique value exists. Change the value, or use ON CONFLICT.',
  '23503':
    'The row refers to another that does not exist, or another row refers to it. Create or delete that one first.',
  '23502': 'The column does not accept NULL. Give it a value or a default.',
  '23514': 'The value violates a check constraint of the table.',
  '22P02': 'The text cannot be read as a value of this type.',
  '25006': 'The transaction is read-only, and the statement writes.',
  '40P01': 'Two transactions waited for each other. Run it again.',
  '53300': 'The server has no free connection. Try again in a moment.',
  '57014': 'The query was canceled, or reached its time limit.',
  '57P01':
    'The project restarted, was paused, or was deleted, or the server stopped. What was not committed is rolled back.',
};

/** Classes of errors, by the first two characters. */
const classes: Readonly<Record<string, string>> = {
  '22': 'A value is not valid for its type or its function.',
  '23': 'The change would violate a constraint of the table.',
  '25': 'The statement is not allowed in this state of the transaction.',
  '28': 'The sign-in to the database was refused.',
  '40': 'The transaction was rolled back because of another one. Run it again.',
  '42': 'The statement has a syntax error, or names something that does not exist.',
  '53': 'The server lacks memory, disk space, or connections.',
  '54': 'The statement is larger than Postgres allows.',
  '55': 'An object is not in the state that the statement needs.',
  '57': 'The operator or a time limit ended the statement.',
};

interface ErrorHelp {
  text: string;
  /** The line of the error and the place in it; null where Postgres names none. */
  place: { line: number; column: number; text: string } | null;
}

/** What an error means, from its SQLSTATE and position. */
export function errorHelp({ code, position }: SqlError, sql: string): ErrorHelp {
  const text = codes[code] ?? classes[code.slice(0, 2)] ?? 'See its message and the guide of error codes.';
  if (position === undefined || position > sql.length + 1) return { text, place: null };
  const before = sql.slice(0, position - 1);
  const begin = before.lastIndexOf('\n') + 1;
  const end = sql.indexOf('\n', position - 1);
  return {
    text,
    place: {
      line: before.split('\n').length,
      column: position - begin,
      text: sql.slice(begin, end === -1 ? undefined : end),
    },
  };
}
