import MagicString from 'magic-string';
import type { Plugin } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Parts of a chart with their own data, such as the text of a toast. */
const holdsData = new Set(['actions', 'context', 'entry', 'exit', 'input', 'params']);

interface Property extends Node {
  key: { name?: string; value?: string };
  value: Node;
}

const nameOf = ({ key }: Property): string | undefined => key.name ?? key.value;

/** The descriptions of states and transitions below a node of a chart. */
function descriptionsIn(node: unknown): Property[] {
  if (Array.isArray(node)) return node.flatMap(descriptionsIn);
  if (!isNode(node)) return [];
  if (node.type === 'Property') {
    const property = node as Property;
    const name = nameOf(property);
    if (name === 'description' && ['Literal', 'TemplateLiteral'].includes(property.value.type)) return [property];
    return name !== undefined && holdsData.has(name) ? [] : descriptionsIn(property.value);
  }
  return Object.values(node).flatMap(descriptionsIn);
}

/** The arguments of every `createMachine(…)`. */
function chartsIn(node: unknown): unknown[] {
  if (Array.isArray(node)) return node.flatMap(chartsIn);
  if (!isNode(node)) return [];
  if (node.type === 'CallExpression') {
    const { callee, arguments: given } = node as Node & {
      callee: { property?: { name?: string } };
      arguments: unknown;
    };
    if (callee.property?.name === 'createMachine') return [given, ...chartsIn(callee)];
  }
  return Object.values(node).flatMap(chartsIn);
}

/** A machine's source without its descriptions; null where there are none. */
export function withoutDescriptions(source: string, parse: (source: string) => unknown): MagicString | null {
  const found = chartsIn(parse(source)).flatMap(descriptionsIn);
  if (found.length === 0) return null;
  const shorter = new MagicString(source);
  for (const { start, end } of found) {
    const comma = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0;
    shorter.remove(start, end + comma);
  }
  return shorter;
}

/**
 * Removes the descriptions of charts from the page's code: users read them in the documents and in the inspector, which
 * gets them from `virtual:charts`.
 */
export const chartDescriptions = (): Plugin => ({
  name: 'chart-descriptions',
  apply: 'build',
  transform(source, id) {
    if (!/\/src\/machines\/.*\.machine\.ts$/.test(id)) return null;
    const shorter = withoutDescriptions(source, (text) => this.parse(text));
    return shorter && { code: shorter.toString(), map: shorter.generateMap({ hires: true }) };
  },
});
