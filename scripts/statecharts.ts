/** Writes `docs/statecharts` from the machines; with `--check` says what is out of date instead. */
import { resolve } from 'node:path';
import { allCharts, root } from './statecharts/charts.ts';
import { documentsOf, folder } from './statecharts/documents.ts';
import { outdatedIn, writeInto } from './statecharts/files.ts';

const target = resolve(root, folder);
const documents = documentsOf(await allCharts());
const outdated = await outdatedIn(target, documents);

if (!process.argv.includes('--check')) {
  await writeInto(target, documents, outdated);
  console.log(`${folder}: wrote ${outdated.length} of ${documents.size} documents.`);
} else if (outdated.length === 0) {
  console.log(`${folder}: all ${documents.size} documents are what the machines say.`);
} else {
  const lines = outdated.map(({ file, why }) => `  ${file} (${why})`).join('\n');
  console.error(`${folder} is not what the machines say:\n${lines}\nRun \`npm run statecharts\` and commit what it writes.`);
  process.exitCode = 1;
}
