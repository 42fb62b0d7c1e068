import { basename } from 'node:path';
import { areaOf, machineFiles } from './charts.ts';

/** A line break inside a table’s cell. */
const breakMark = '\u0000';

const cell = (text: string): string =>
  text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replaceAll(breakMark, '<br>');

/** Parts of a cell below each other. */
export const inLines = (...parts: readonly string[]): string => parts.filter(Boolean).join(breakMark);

export const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

/** `a`, `b`, `c` */
export const listed = (names: readonly string[]): string => names.map(code).join(', ');

let areas: ReadonlyMap<string, string> | undefined;

/** The area of a chart, by its id. */
function areaOfChart(id: string): string {
  areas ??= new Map(machineFiles().map((file) => [basename(file, '.machine.ts'), areaOf(file)]));
  return areas.get(id) ?? '.';
}

/** A link to a chart’s page from another one or, with '.', from the guide above them. */
export const chartLink = (id: string, from: '..' | '.' = '..'): string =>
  `[${id}](${from}/${areaOfChart(id)}/${id}.md)`;

/** a, b and c */
export const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

export interface Column<Row> {
  title: string;
  of: (row: Row) => string;
  /** Numbers are right-aligned. */
  right?: boolean;
}

/** A Markdown table without the columns that would be empty. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const kept = columns.filter(({ of }) => rows.some((row) => of(row) !== ''));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(kept.map(({ title }) => title)),
    line(kept.map(({ right }) => (right ? '---:' : '---'))),
    ...rows.map((row) => line(kept.map(({ of }) => cell(of(row))))),
  ].join('\n');
}

/** 1–4, 7 */
export function ranges(numbers: readonly number[]): string {
  const runs: [from: number, to: number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}${to === from + 1 ? ', ' : '–'}${to}`)).join(', ');
}
