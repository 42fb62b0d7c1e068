/** A place in a JSON text: the value there, and what it is called in the one around it. */
export interface JsonNode {
  /** Where its own text begins and ends. */
  from: number;
  to: number;
  kind: 'object' | 'array' | 'scalar';
  /** Its name in an object as it is written, with quotes, or its index in an array; null for the whole. */
  name: string | null;
  /** Where what belongs to it begins: its name, or itself. */
  entryFrom: number;
}

const blank = /\s/;

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && blank.test(text[at]!)) at++;
  return at;
}

function afterString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** The end of the value that begins here. Brackets are counted, so that no depth is too deep. */
function afterValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const sign = text[at]!;
    if (sign === '"') at = afterString(text, at);
    else if (sign === '{' || sign === '[') {
      depth++;
      at++;
    } else if (sign === '}' || sign === ']') {
      if (depth === 0) return at;
      depth--;
      at++;
    } else if (depth === 0 && (sign === ',' || blank.test(sign))) return at;
    else at++;
    if (depth === 0 && (sign === '"' || sign === '}' || sign === ']')) return at;
  }
  return at;
}

const kindAt = (text: string, from: number): JsonNode['kind'] =>
  text[from] === '{' ? 'object' : text[from] === '[' ? 'array' : 'scalar';

/** The whole of a text that is JSON. */
export function rootOf(text: string): JsonNode {
  const from = afterBlanks(text, 0);
  return { from, to: afterValue(text, from), kind: kindAt(text, from), name: null, entryFrom: from };
}

/** The values within a value, in a text that is JSON. Numbers stay as they are written, and names may come twice. */
export function childrenOf(text: string, { from, kind }: JsonNode): JsonNode[] {
  if (kind === 'scalar') return [];
  const found: JsonNode[] = [];
  let at = afterBlanks(text, from + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    const entryFrom = at;
    let name = String(found.length);
    if (kind === 'object') {
      const end = afterString(text, at);
      name = text.slice(at, end);
      at = afterBlanks(text, afterBlanks(text, end) + 1);
    }
    const to = afterValue(text, at);
    found.push({ from: at, to, kind: kindAt(text, at), name, entryFrom });
    at = afterBlanks(text, to);
    if (text[at] === ',') at = afterBlanks(text, at + 1);
  }
  return found;
}

/** The text with another value in the place of one. */
export const withValue = (text: string, { from, to }: JsonNode, value: string): string =>
  text.slice(0, from) + value + text.slice(to);

/** The text without the entry, and without the comma that parts it from the next or from the one before. */
export function withoutEntry(text: string, { entryFrom, to }: JsonNode): string {
  const next = afterBlanks(text, to);
  if (text[next] === ',') return text.slice(0, entryFrom) + text.slice(afterBlanks(text, next + 1));
  const before = text.slice(0, entryFrom).replace(/,?\s*$/, '');
  return before + text.slice(to);
}

/** The text with one more entry at the end of an object or a list. */
export function withEntry(text: string, node: JsonNode, name: string, value: string): string {
  const entry = node.kind === 'object' ? `${JSON.stringify(name)}: ${value}` : value;
  const last = childrenOf(text, node).at(-1);
  const at = last?.to ?? node.from + 1;
  return `${text.slice(0, at)}${last ? ', ' : ''}${entry}${text.slice(at)}`;
}
