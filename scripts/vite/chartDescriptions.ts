import MagicString from 'magic-string';
import type { Plugin } from 'vite';
import { edited } from './edited.ts';

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

const isText = ({ type }: Node): boolean => type === 'Literal' || type === 'TemplateLiteral';

/** Whether the property is for readers of the chart: a description, or the waiver of a transition that no path takes. */
function isForReaders(property: Property): boolean {
  if (nameOf(property) === 'description') return isText(property.value);
  const { properties = [] } = property.value as Node & { properties?: Property[] };
  return nameOf(property) === 'meta' && properties.length === 1 && nameOf(properties[0]!) === 'waiver';
}

/** What is written for readers below a node of a chart. */
function descriptionsIn(node: unknown): Property[] {
  if (Array.isArray(node)) return node.flatMap(descriptionsIn);
  if (!isNode(node)) return [];
  if (node.type === 'Property') {
    const property = node as Property;
    const name = nameOf(property);
    if (isForReaders(property)) return [property];
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

/** What makes an object outside of a `createMachine(…)` a part of a chart, as the states and transitions in `parts`. */
const chartKeys = new Set([
  'target',
  'guard',
  'actions',
  'invoke',
  'on',
  'after',
  'always',
  'states',
  'onDone',
  'entry',
]);

/** What is written for readers of parts of charts. Texts of toasts, which users see, have a title beside them. */
function partsIn(node: unknown): Property[] {
  if (Array.isArray(node)) return node.flatMap(partsIn);
  if (!isNode(node)) return [];
  const within = Object.values(node).flatMap(partsIn);
  if (node.type !== 'ObjectExpression') return within;
  const properties = (node as Node & { properties: Property[] }).properties.filter(({ type }) => type === 'Property');
  const names = properties.map(nameOf);
  const isPart = names.some((name) => name !== undefined && chartKeys.has(name)) && !names.includes('title');
  return [
    ...properties.filter((property) => isForReaders(property) && (isPart || nameOf(property) === 'meta')),
    ...within,
  ];
}

/** Why the children of a `childTable(…)` receive what they receive: the values in its `receives`. */
function reasonsIn(node: unknown, isTable = false): Node[] {
  if (Array.isArray(node)) return node.flatMap((part) => reasonsIn(part, isTable));
  if (!isNode(node)) return [];
  const { callee } = node as Node & { callee?: { callee?: { name?: string } } };
  const isInside = isTable || callee?.callee?.name === 'childTable';
  if (isInside && node.type === 'Property' && nameOf(node as Property) === 'receives') {
    const { properties = [] } = (node as Property).value as Node & { properties?: Property[] };
    return properties.map(({ value }) => value).filter(({ type }) => type === 'Literal');
  }
  return Object.values(node).flatMap((part) => reasonsIn(part, isInside));
}

/** What names something for readers; a source without any of these words is not parsed. */
const wordsForReaders = /description|waiver|receives/;

/** The source of a machine, or of a part of several, without its descriptions; null where there are none. */
export function withoutDescriptions(source: string, parse: (source: string) => unknown): MagicString | null {
  if (!wordsForReaders.test(source)) return null;
  const tree = parse(source);
  const ofCharts = chartsIn(tree).flatMap(descriptionsIn);
  const starts = new Set(ofCharts.map(({ start }) => start));
  const found = [...ofCharts, ...partsIn(tree).filter(({ start }) => !starts.has(start))];
  const reasons = reasonsIn(tree);
  if (found.length + reasons.length === 0) return null;
  const shorter = new MagicString(source);
  for (const { start, end } of reasons) shorter.overwrite(start, end, "''");
  for (const { start, end } of found) {
    const comma = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0;
    shorter.remove(start, end + comma);
  }
  return shorter;
}

/**
 * Removes the descriptions and waivers of charts from the page's code: users read them in the documents and in the
 * inspector, which gets them from `virtual:charts`.
 */
export const chartDescriptions = (): Plugin => ({
  name: 'chart-descriptions',
  apply: 'build',
  transform(source, id) {
    if (!/\/src\/machines\/.*\.ts$/.test(id)) return null;
    const shorter = withoutDescriptions(source, (text) => this.parse(text));
    return shorter && edited(shorter, this.environment);
  },
});
