/** Maximum nesting of a body; recursive JSON code, here and in Postgres, fails at some thousands. */
const nestingMax = 100;

/** A pair of surrogates, half a pair, and any other escape. */
const escapes = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(\\u[dD][89a-fA-F][\da-fA-F]{2})|\\./gs;

/** JSON without half a pair, which Postgres refuses in a document: it becomes what UTF-8 makes of it. */
const toWellFormed = (text: string): string =>
  text.replaceAll(escapes, (escape, half: string | undefined) => (half === undefined ? escape : '\\ufffd'));

/** Parses a body as JSON; throws a `SyntaxError` for invalid JSON and for input that no legitimate client sends. */
export function parseBody(text: string): unknown {
  const body: unknown = JSON.parse(toWellFormed(text));
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > nestingMax) throw new SyntaxError(`The body is nested more than ${nestingMax} levels deep.`);
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return body;
}
