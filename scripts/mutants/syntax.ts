/** Parses TypeScript, with queries on the tree for mutation operators. */
import { parseSync, type ESTree } from 'vite';

export type Node = ESTree.Node;

/** A source file with its tree. */
export interface Source {
  /** Path from the root of the repository. */
  file: string;
  text: string;
  program: ESTree.Program;
}

/** A text replacement. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

export function parseSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]!.message}`);
  return { file, text, program };
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;

/** Type syntax is erased before the code runs, except for the expression inside a cast or an assertion. */
const wrappers = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
const isErased = (node: Node): boolean => node.type.startsWith('TS') && !wrappers.has(node.type);

/** Child nodes in source order, without type syntax. */
function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter(isNode)
    .filter((child) => !isErased(child))
    .toSorted((a, b) => a.start - b.start);
}

/** Visits a tree from the top down. `ancestors` starts with the parent. */
export function walk(
  node: Node,
  visit: (node: Node, ancestors: readonly Node[]) => void,
  ancestors: readonly Node[] = [],
): void {
  visit(node, ancestors);
  for (const child of childrenOf(node)) walk(child, visit, [node, ...ancestors]);
}

export const sourceOf = ({ text }: Source, { start, end }: Pick<Node, 'start' | 'end'>): string =>
  text.slice(start, end);

/** Removes casts and parentheses around an expression. */
export function unwrap(node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return unwrap(node.expression);
    default:
      return node;
  }
}

/** The value of a string literal. */
export const stringOf = (node: Node | undefined): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null;

/** The name of a property; null if it is computed. */
export const keyOf = (property: Node): string | null => {
  if (property.type !== 'Property' || property.computed) return null;
  return property.key.type === 'Identifier' ? property.key.name : stringOf(property.key);
};

/** Finds a property of an object literal by name. */
export function propertyOf(object: Node, name: string): ESTree.ObjectProperty | undefined {
  if (object.type !== 'ObjectExpression') return undefined;
  return object.properties.find((property): property is ESTree.ObjectProperty => keyOf(property) === name);
}

/** Removes one array element or object property together with its comma. */
export function removeFrom(siblings: readonly Node[], index: number, text: string): Edit {
  const { start, end } = siblings[index]!;
  const next = siblings[index + 1];
  if (next) return { start, end: next.start, text: '' };
  const previous = siblings[index - 1];
  if (previous) return { start: previous.end, end, text: '' };
  const comma = /^\s*,/.exec(text.slice(end));
  return { start, end: end + (comma?.[0].length ?? 0), text: '' };
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end), text);
}
