import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { drawingOf, triggerText, type Drawing, type DrawnState } from '../../src/machines/chart/drawing.ts';
import { fromDocuments, placesOf, root, type Chart } from './charts.ts';
import { mermaid } from './mermaid.ts';

export const folder = 'docs/statecharts';

const cell = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

interface Column<Row> { title: string; of: (row: Row) => string }

/** A Markdown table without the columns that would be empty. */
function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const kept = columns.filter(({ of }) => rows.some((row) => of(row) !== ''));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(kept.map(({ title }) => title)), line(kept.map(() => '---')), ...rows.map((row) => line(kept.map(({ of }) => cell(of(row)))))].join('\n');
}

/** A state's path without the machine's own name. */
const shortId = (id: string, machine: string): string => (id === machine ? 'anywhere' : id.slice(machine.length + 1));

const listed = (names: readonly string[]): string => names.map(code).join(', ');

function statesTable({ id, states }: Drawing): string {
  const worthTelling = states.filter(({ parent, entry, exit, invokes }) => parent !== null || entry.length + exit.length + invokes.length > 0);
  return table<DrawnState>(worthTelling, [
    { title: 'State', of: (state) => code(shortId(state.id, id)) },
    { title: 'Meaning', of: (state) => [state.type === 'final' ? 'The end.' : state.type === 'parallel' ? 'All of its regions at once.' : state.type === 'history' ? 'Where it was last.' : state.type === 'deepHistory' ? 'Where it was last, as deep as it was.' : '', (state.parent === null ? null : state.description) ?? ''].filter(Boolean).join(' ') },
    { title: 'On entry', of: ({ entry }) => listed(entry) },
    { title: 'Meanwhile', of: ({ invokes }) => invokes.map((invoke) => (invoke.id === invoke.src ? code(invoke.src) : `${code(invoke.src)} as ${code(invoke.id)}`)).join(', ') },
    { title: 'On exit', of: ({ exit }) => listed(exit) },
    { title: 'Tags', of: ({ tags }) => listed(tags) },
  ]);
}

function transitionsTable({ id, transitions }: Drawing): string {
  const rows = transitions.map((transition, index) => ({ ...transition, isNext: transitions[index - 1]?.source === transition.source }));
  return table(rows, [
    { title: 'State', of: ({ source, isNext }) => (isNext ? '' : code(shortId(source, id))) },
    { title: 'On', of: ({ trigger }) => code(triggerText(trigger)) },
    { title: 'Guard', of: ({ guard }) => code(guard ?? '') },
    { title: 'Target', of: ({ targets, source, reenter }) => [listed(targets.map((target) => shortId(target, id))), reenter && targets.includes(source) ? 'again' : ''].filter(Boolean).join(' ') },
    { title: 'Actions', of: ({ actions }) => listed(actions) },
    { title: 'Why', of: ({ description, waiver }) => [description ?? '', waiver === null ? '' : `**Not covered by paths:** ${waiver}`].filter(Boolean).join(' ') },
  ]);
}

const places = [
  ['machine', 'machine'], ['selectors', 'selectors'], ['model', 'model'], ['paths', 'paths'], ['scenarios', 'scenarios'], ['script', 'view script'], ['viewPaths', 'paths through the view'],
] as const;

function links(chart: Chart): string {
  const files = placesOf(chart);
  return places.map(([place, name]) => [files[place], name] as const)
    .filter(([file]) => existsSync(resolve(root, file)))
    .map(([file, name]) => `[${name}](${fromDocuments(file)})`).join(' · ');
}

function documentOf(chart: Chart): string {
  const drawing = drawingOf(chart.machine);
  return `<!-- Written by \`npm run statecharts\` from the machine itself. -->
# ${chart.id}

${drawing.description ?? ''}

${links(chart)}

\`\`\`mermaid
${mermaid(drawing)}
\`\`\`

## States

${statesTable(drawing)}

## Transitions

An empty target means that the state stays as it is.

${transitionsTable(drawing)}
`;
}

function indexOf(charts: readonly Chart[]): string {
  return table(charts.map((chart) => ({ chart, drawing: drawingOf(chart.machine) })), [
    { title: 'Chart', of: ({ chart }) => `[${chart.id}](${chart.id}.md)` },
    { title: 'What for', of: ({ drawing }) => drawing.description ?? '' },
    { title: 'Runs in', of: ({ chart }) => chart.side },
    { title: 'States', of: ({ drawing }) => String(drawing.states.length - 1) },
    { title: 'Transitions', of: ({ drawing }) => String(drawing.transitions.length) },
  ]);
}

/** Puts what is computed between `<!-- name -->` and `<!-- /name -->`. */
function filled(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${folder}/README.md lacks the markers ${begin} and ${end}.`);
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
}

/** Files that the guide shows between markers of their name. */
const shown = /<!-- (test\/\S+) -->/g;

function guide(charts: readonly Chart[]): string {
  const written = readFileSync(resolve(root, folder, 'README.md'), 'utf8');
  const files = [...written.matchAll(shown)].map(([, file]) => file!);
  const withFiles = files.reduce((text, file) => {
    const language = file.endsWith('.tsx') ? 'tsx' : 'ts';
    return filled(text, file, `\`\`\`${language}\n${readFileSync(resolve(root, file), 'utf8').trimEnd()}\n\`\`\``);
  }, written);
  return filled(withFiles, 'charts', indexOf(charts));
}

/** Every document as it should be, by file name in `docs/statecharts`. */
export const documentsOf = (charts: readonly Chart[]): ReadonlyMap<string, string> =>
  new Map([['README.md', guide(charts)], ...charts.map((chart): [string, string] => [`${chart.id}.md`, documentOf(chart)])]);
