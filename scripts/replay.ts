import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseTrace } from '../src/trace/trace.ts';
import { replayTrace } from '../src/trace/replay.ts';
import { reportText } from './replay/report.ts';
import { scenarioSource } from './replay/scenario.ts';
import { allCharts, root } from './statecharts/charts.ts';

const usage = 'npm run replay -- trace.json [--as-test]';

async function main(): Promise<void> {
  const { values, positionals: [file, ...rest] } = parseArgs({ allowPositionals: true, options: { 'as-test': { type: 'boolean', default: false } } });
  if (file === undefined || rest.length > 0) throw new Error(usage);
  const text = await readFile(file, 'utf8').catch((cause: unknown) => { throw new Error(`${file} cannot be read.`, { cause }); });
  const trace = parseTrace(text);
  const charts = new Map((await allCharts()).map(({ id, machine }) => [id, machine]));
  const report = replayTrace(trace, charts);
  console.log(reportText(trace, report));
  if (report.differences.length > 0) process.exitCode = 1;
  if (!values['as-test']) return;
  const name = basename(file, '.json').replaceAll(/[^\w-]+/g, '-');
  const folder = resolve(root, 'test/traces');
  await mkdir(folder, { recursive: true });
  await writeFile(resolve(folder, `${name}.json`), text);
  await writeFile(resolve(folder, `${name}.test.ts`), scenarioSource(name, trace));
  console.log(`Wrote ${relative(root, resolve(folder, `${name}.test.ts`))} and the trace beside it.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
