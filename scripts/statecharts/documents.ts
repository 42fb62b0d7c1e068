import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { drawingOf } from '../../src/machines/chart/drawing.ts';
import { root } from './charts.ts';
import { communication } from './communication.ts';
import { conversationOf } from './conversation.ts';
import { counted, table } from './markdown.ts';
import { chartLink, countsOf, pageOf, type Counts, type House } from './page.ts';
import type { ProvenChart } from './proofs.ts';
import type { Surroundings } from './screens.ts';

export const folder = 'docs/statecharts';

function indexOf(charts: readonly ProvenChart[]): string {
  const rows = charts.map((chart) => ({ chart, drawing: drawingOf(chart.machine) })).map(({ chart, drawing }) => ({ chart, drawing, counts: countsOf(chart, drawing) }));
  const total = (of: (counts: Counts) => number): number => rows.reduce((sum, { counts }) => sum + of(counts), 0);
  const share = (inScenarios: number, transitions: number) => `${Math.floor((inScenarios / transitions) * 100)} %`;
  const numbers: readonly [title: string, of: (counts: Counts) => number][] = [
    ['States', ({ states }) => states], ['Transitions', ({ transitions }) => transitions], ['Waived', ({ waived }) => waived],
    ['Invariants', ({ invariants: count }) => count], ['Paths', ({ paths }) => paths], ['Scenarios', ({ scenarios: count }) => count],
  ];
  const summary = `${counted(rows.length, 'chart')}, ${total(({ states }) => states)} states, ${total(({ transitions }) => transitions)} transitions, of which ${total(({ waived }) => waived)} waived; ${total(({ paths }) => paths)} generated paths, ${total(({ scenarios: count }) => count)} scenarios, which take ${share(total(({ inScenarios }) => inScenarios), total(({ transitions }) => transitions))} of the transitions.`;
  return `${summary}\n\n${table(rows, [
    { title: 'Chart', of: ({ chart }) => chartLink(chart.id) },
    { title: 'What for', of: ({ drawing }) => drawing.description ?? '' },
    { title: 'Runs in', of: ({ chart }) => chart.side },
    ...numbers.map(([title, of]) => ({ title, right: true, of: ({ counts }: (typeof rows)[number]) => String(of(counts)) })),
    { title: 'In scenarios', right: true, of: ({ counts: { inScenarios, transitions } }) => share(inScenarios, transitions) },
  ])}`;
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

function guide(charts: readonly ProvenChart[], { conversation }: House): string {
  const written = readFileSync(resolve(root, folder, 'README.md'), 'utf8');
  const examples = [...written.matchAll(shown)].map(([, file]) => file!);
  const withFiles = examples.reduce((text, file) => {
    const language = file.endsWith('.tsx') ? 'tsx' : 'ts';
    return filled(text, file, `\`\`\`${language}\n${readFileSync(resolve(root, file), 'utf8').trimEnd()}\n\`\`\``);
  }, written);
  return filled(filled(withFiles, 'charts', indexOf(charts)), 'communication', communication(charts, conversation));
}

/** Every document as it should be, by file name in `docs/statecharts`. */
export function documentsOf(charts: readonly ProvenChart[], around: Surroundings): ReadonlyMap<string, string> {
  const conversation = conversationOf(charts.map(({ id, machine, coverage: { messages } }) => ({ id, machine, messages })), around.screens);
  const house: House = { conversation, surroundings: around };
  return new Map([['README.md', guide(charts, house)], ...charts.map((chart): [string, string] => [`${chart.id}.md`, pageOf(chart, house)])]);
}
