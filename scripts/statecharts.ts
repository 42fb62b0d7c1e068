/**
 * Writes `docs/statecharts` from the machines, their models and their scenarios; with `--check` reports what is out of
 * date instead. Names of charts limit whose scenarios run.
 */
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { allCharts, root, type Chart } from './statecharts/charts.ts';
import { documentsOf, folder } from './statecharts/documents.ts';
import { outdatedIn, writeInto } from './statecharts/files.ts';
import { conversationOf } from './statecharts/messageFlow.ts';
import { misplacedPages } from './statecharts/pageFolders.ts';
import { recordScenarios } from './statecharts/scenarios.ts';
import { surroundings } from './statecharts/screens.ts';
import { asWritten, proven, type Scenarios } from './statecharts/testEvidence.ts';

const {
  values: { check },
  positionals: named,
} = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean', default: false } } });

/** Charts with their test evidence. One whose paths fail keeps its document and its entries in the others' documents. */
async function provenAll(charts: readonly Chart[], scenarios: ReadonlyMap<string, Scenarios>) {
  const problems: string[] = [];
  const stuck = new Set<string>();
  const all = await Promise.all(
    charts.map((chart) =>
      proven(chart, scenarios.get(chart.id)).catch((error: unknown) => {
        problems.push(`${chart.id}: ${error instanceof Error ? error.message : String(error)}`);
        stuck.add(chart.id);
        return asWritten(chart);
      }),
    ),
  );
  return { proofs: all.filter((chart) => chart !== null), stuck, problems };
}

const charts = await allCharts();
const unknown = named.filter((name) => !charts.some(({ id }) => id === name));
if (unknown.length > 0) throw new Error(`There is no chart called ${unknown.join(' or ')}.`);

const { scenarios, complaint } = check
  ? { scenarios: new Map<string, Scenarios>(), complaint: '' }
  : await recordScenarios(named.length === 0 ? charts : charts.filter(({ id }) => named.includes(id)));
const { proofs, stuck, problems } = await provenAll(charts, scenarios);
if (complaint !== '')
  problems.push(
    `Scenarios that fail prove nothing: the documents of their charts keep what was recorded before.\n${complaint}`,
  );

const around = await surroundings();
const conversation = conversationOf(
  proofs.map(({ id, machine, coverage: { messages } }) => ({ id, machine, messages })),
  around.screens,
);
problems.push(...conversation.unheard, ...misplacedPages(around, charts));

const documents = documentsOf(proofs, { conversation, surroundings: around });
const files = (await outdatedIn(resolve(root, folder), documents)).filter(
  ({ file }) => !stuck.has(basename(file, '.md')),
);
if (!check) await writeInto(resolve(root, folder), documents, files);
const outdated = files.map(({ file, why }) => `  ${folder}/${file} (${why})`);
if (!check) console.log(outdated.length === 0 ? 'Every document was up to date.' : `Wrote:\n${outdated.join('\n')}`);
else if (outdated.length === 0) console.log(`${folder}: every document is what the machines and their tests say.`);
else
  console.error(
    `Not what the machines and their tests say:\n${outdated.join('\n')}\nIf this change is intended, run \`npm run statecharts\` and commit what it writes.`,
  );
for (const problem of problems) console.error(problem);
if (problems.length > 0 || (check && outdated.length > 0)) process.exitCode = 1;
