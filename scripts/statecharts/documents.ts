import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { drawingOf } from '../../src/inspector/chart/drawing.ts';
import { withoutView } from '../../test/flows/withoutView.ts';
import { areaOf, root } from './charts.ts';
import { communication } from './communication.ts';
import { chartLink, counted, table } from './markdown.ts';
import { countsOf, pageOf, type Counts, type House } from './page.ts';
import { pagesByArea } from './pageFolders.ts';
import type { ProvenChart } from './testEvidence.ts';

export const folder = 'docs/statecharts';

const percent = (part: number, whole: number): string => `${Math.floor((part / whole) * 100)} %`;

function indexOf(charts: readonly ProvenChart[]): string {
  const rows = charts.map((chart) => {
    const drawing = drawingOf(chart.machine);
    return { chart, drawing, counts: countsOf(chart, drawing) };
  });
  const total = (of: (counts: Counts) => number): number => rows.reduce((sum, { counts }) => sum + of(counts), 0);
  const numbers: readonly [title: string, of: (counts: Counts) => string][] = [
    ['States', ({ states }) => (states === 0 ? '–' : String(states))],
    ['Transitions', ({ transitions }) => String(transitions)],
    ['Invariants', ({ invariants }) => String(invariants)],
    ['Paths', ({ paths }) => String(paths)],
    ['Waived', ({ waived }) => (waived === 0 ? '' : `**${waived}**`)],
    ['Scenarios', ({ scenarios, inScenarios, transitions }) => `${scenarios} (${percent(inScenarios, transitions)})`],
  ];
  const sides = [
    ['browser', 'In the browser'],
    ['server', 'In the server'],
  ] as const;
  const tables = sides.map(
    ([side, title]) =>
      `### ${title}\n\n${table(
        rows.filter(({ chart }) => chart.side === side),
        [
          { title: 'Chart', of: ({ chart }) => chartLink(chart.id, '.') },
          { title: 'What for', of: ({ drawing }) => drawing.description ?? '' },
          ...numbers.map(([heading, of]) => ({
            title: heading,
            right: true,
            of: ({ counts }: (typeof rows)[number]) => of(counts),
          })),
        ],
      )}`,
  );
  const [transitions, waived] = [total((counts) => counts.transitions), total((counts) => counts.waived)];
  return `${counted(rows.length, 'chart')} with ${total(({ states }) => states)} states and ${transitions} transitions. ${total(({ paths }) => paths)} generated paths take all of them but ${waived}, which say
themselves why no path can; ${total(({ scenarios }) => scenarios)} scenarios take ${percent(
    total(({ inScenarios }) => inScenarios),
    transitions,
  )}. In brackets: the share of a chart’s transitions that its scenarios take.
A chart with no number of states is one state, which passes on what it hears and is never left.

${tables.join('\n\n')}

${withoutWalk(charts)}`;
}

/** The charts of the browser that tests do not walk through a view, with the reason. */
function withoutWalk(charts: readonly ProvenChart[]): string {
  const rows = charts.filter(({ id }) => Object.hasOwn(withoutView, id));
  return `### Without a view of their own

Tests walk every other chart of the browser through its view.

${table(rows, [
  { title: 'Chart', of: ({ id }) => chartLink(id, '.') },
  { title: 'Where the user sees it', of: ({ id }) => withoutView[id] ?? '' },
])}`;
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
function filled(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${folder}/README.md lacks the markers ${begin} and ${end}.`);
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
}

/** Files that the guide includes between markers of their name. */
const shown = /<!-- (test\/\S+) -->/g;

function guide(charts: readonly ProvenChart[], { conversation, surroundings }: House): string {
  const written = readFileSync(resolve(root, folder, 'README.md'), 'utf8');
  const examples = [...written.matchAll(shown)].map(([, file]) => file!);
  const withFiles = examples.reduce((text, file) => {
    const language = file.endsWith('.tsx') ? 'tsx' : 'ts';
    return filled(text, file, `\`\`\`${language}\n${readFileSync(resolve(root, file), 'utf8').trimEnd()}\n\`\`\``);
  }, written);
  const parts = {
    charts: indexOf(charts),
    communication: communication(charts, conversation),
    pages: pagesByArea(surroundings.screens),
  };
  return Object.entries(parts).reduce((text, [name, content]) => filled(text, name, content), withFiles);
}

/** The expected content of every document, by path in `docs/statecharts`. */
export function documentsOf(charts: readonly ProvenChart[], house: House): ReadonlyMap<string, string> {
  return new Map([
    ['README.md', guide(charts, house)],
    ...charts.map((chart): [string, string] => [`${areaOf(chart.file)}/${chart.id}.md`, pageOf(chart, house)]),
  ]);
}
