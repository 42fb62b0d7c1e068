/** Writes `docs/statecharts` from the machines; with `--check` says what is out of date instead. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { allCharts, root } from './statecharts/charts.ts';
import { documentsOf, folder } from './statecharts/documents.ts';

const checking = process.argv.includes('--check');
const target = resolve(root, folder);
await mkdir(target, { recursive: true });
const documents = documentsOf(await allCharts());

const outdated: string[] = [];
for (const [file, text] of documents) {
  const current = await readFile(resolve(target, file), 'utf8').catch(() => null);
  if (current === text) continue;
  outdated.push(`${file} (${current === null ? 'missing' : 'out of date'})`);
  if (!checking) await writeFile(resolve(target, file), text);
}
for (const file of await readdir(target)) {
  if (documents.has(file) || !file.endsWith('.md')) continue;
  outdated.push(`${file} (no such machine)`);
  if (!checking) await rm(resolve(target, file));
}

if (checking && outdated.length > 0) {
  console.error(`${folder} is not what the machines say:\n${outdated.map((line) => `  ${line}`).join('\n')}\nRun \`npm run statecharts\` and commit what it writes.`);
  process.exitCode = 1;
} else {
  console.log(checking ? `${folder}: all ${documents.size} documents are what the machines say.` : `${folder}: wrote ${outdated.length} of ${documents.size} documents.`);
}
