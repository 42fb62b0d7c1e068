/** Levels that a body may be nested; whatever goes through JSON one level after the other, here and in Postgres, ends at some thousands. */
const nestingMax = 100;

/** The JSON that a body's text is; throws a `SyntaxError` for what is none, or what no honest caller writes. */
export function parseBody(text: string): unknown {
  const body: unknown = JSON.parse(text);
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > nestingMax) throw new SyntaxError(`The body is nested more than ${nestingMax} levels deep.`);
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return body;
}
