/** Maximum nesting of a body; recursive JSON code, here and in Postgres, fails at some thousands. */
const nestingMax = 100;

/** Parses a body as JSON; throws a `SyntaxError` for invalid JSON and for input that no legitimate client sends. */
export function parseBody(text: string): unknown {
  const body: unknown = JSON.parse(text);
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > nestingMax) throw new SyntaxError(`The body is nested more than ${nestingMax} levels deep.`);
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return body;
}
