import type { RunRequest } from './sqlRun.machine.ts';

/** The position of an error: line and column, from 1. */
interface ErrorLocation {
  line: number;
  column: number;
  /** The line as it was run, with … where it is cut off, and the number of characters before the error. */
  text: string;
  before: number;
}

const shownLength = 120;
const shownBefore = 60;

/** The place in the editor's text of a position in what was run; both count from 1. */
export function errorLocation({ sql, line }: Pick<RunRequest, 'sql' | 'line'>, position: number): ErrorLocation {
  const index = Math.min(position - 1, sql.length);
  const start = index === 0 ? 0 : sql.lastIndexOf('\n', index - 1) + 1;
  const end = sql.indexOf('\n', index);
  const whole = sql.slice(start, end === -1 ? sql.length : end);
  // A long line is shown around the error.
  const from = Math.max(0, index - start - shownBefore);
  return {
    line: line + sql.slice(0, start).split('\n').length - 1,
    column: index - start + 1,
    text: `${from > 0 ? '…' : ''}${whole.slice(from, from + shownLength)}${whole.length > from + shownLength ? '…' : ''}`,
    before: index - start - from + (from > 0 ? 1 : 0),
  };
}
