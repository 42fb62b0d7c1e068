const opening = new Set(['{', '[']);
const closing = new Set(['}', ']']);

/**
 * JSON laid out for reading. Numbers are kept as they are written, which `JSON.parse` would round. It stops soon after
 * `limit` characters, so that a value of many megabytes costs no more than what is shown of it.
 */
export function prettyJson(value: string, limit = Number.POSITIVE_INFINITY): string {
  let out = '';
  let depth = 0;
  let before = '';
  for (const [token] of value.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (out.length > limit) break;
    const isClosing = closing.has(token);
    if (isClosing) depth--;
    // An empty one stays on its line.
    if (before === ',' || opening.has(before) !== isClosing) out += `\n${'  '.repeat(depth)}`;
    out += token === ':' ? ': ' : token;
    if (opening.has(token)) depth++;
    before = token;
  }
  return out;
}
