/**
 * `npm run bench`: measures what Basechart is held to, and writes `bench/RESULTS.md`. Close what else is running first.
 * With names it runs only those and writes nothing: `npm run bench -- firstVisit start`.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Explained } from '../scripts/launch/output.mjs';
import { launchBrowser } from '../test/support/browser.ts';
import { benchAdvisors } from './advisors.ts';
import { benchAssistant } from './assistant.ts';
import { benchAuth } from './auth.ts';
import { benchCopy } from './copy.ts';
import { benchDocsSearch } from './docsSearch.ts';
import { keepsLimit, table, type Figure } from './figure.ts';
import { benchFirstStart } from './firstStart.ts';
import { benchFirstVisit } from './firstVisit.ts';
import { benchImport } from './importRows.ts';
import { describeMachine } from './machine.ts';
import { benchMemory } from './memory.ts';
import { benchProject } from './project.ts';
import { benchSetup } from './setup.ts';
import { benchSignIns } from './signIns.ts';
import { benchSql } from './sql.ts';
import { benchStart } from './start.ts';
import { benchTableEditor } from './tableEditor.ts';
import { benchTables } from './tables.ts';
import { benchTrace } from './trace.ts';
import { benchVisits } from './visits.ts';

const parts: Readonly<Record<string, { title: string; run: () => Promise<Figure[]> }>> = {
  firstVisit: { title: 'First visit to /sign-in', run: () => benchFirstVisit(browser) },
  visits: {
    title: 'First and second visits, on Fast 4G with the processor slowed 4×, beside a bare React page',
    run: () => benchVisits(browser),
  },
  start: { title: 'Start', run: benchStart },
  firstStart: { title: 'From a fresh clone to a first result', run: () => benchFirstStart(browser) },
  project: { title: 'A project', run: benchProject },
  copy: { title: 'The files of a new project', run: benchCopy },
  setup: { title: 'A new project in the browser', run: () => benchSetup(browser) },
  memory: { title: 'The server’s memory', run: benchMemory },
  signIns: { title: 'Many sign-ins at once', run: benchSignIns },
  auth: { title: 'The auth service with many users', run: benchAuth },
  sql: { title: 'A large result in the SQL editor', run: () => benchSql(browser) },
  tables: {
    title: 'Large tables in the table editor',
    run: async () => [...(await benchTables()), ...(await benchTableEditor(browser))],
  },
  advisors: { title: 'Advisors of a large catalog', run: benchAdvisors },
  imports: { title: 'A large import', run: () => benchImport(browser) },
  assistant: { title: 'The assistant panel', run: () => benchAssistant(browser) },
  docsSearch: { title: 'Docs search, by words and by meaning', run: benchDocsSearch },
  trace: { title: 'Recording and the flow inspector', run: () => benchTrace(browser) },
};

const { positionals: chosen } = parseArgs({ allowPositionals: true });
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Explained(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`, 2);

// Opened only now: it would keep a refused command from ending.
const browser = await launchBrowser();
const machine = describeMachine(browser.version());
const sections: string[] = [];
const broken: Figure[] = [];
for (const [name, { title, run }] of Object.entries(parts)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const figures = await run();
  broken.push(...figures.filter((figure) => keepsLimit(figure) === false));
  sections.push(`## ${title}\n\n${table(figures)}`);
  console.log(`\n${sections.at(-1)!}`);
}
await browser.close();

if (chosen.length === 0) {
  const head = [
    '# Results',
    '',
    'Written by `npm run bench`. Times depend on the machine: compare within a table, not between machines.',
    '',
    ...machine.map((line) => `- ${line}`),
    `- ${new Date().toISOString().slice(0, 10)}`,
  ].join('\n');
  await writeFile(join(import.meta.dirname, 'RESULTS.md'), `${[head, ...sections].join('\n\n')}\n`);
}
if (broken.length > 0) {
  console.log(`\nNot kept: ${broken.map(({ name }) => name).join('; ')}`);
  process.exitCode = 1;
}
