/**
 * `npm run mutants`: changes the code in small ways, one at a time, and reports the changes that no test detects.
 *
 *   npm run mutants -- --layer machines --sample 60 --seed 1   a sample of one layer (all four without --layer)
 *   npm run mutants -- --list bench/mutants/machines.json      exactly the mutants of an earlier run
 *   … --survivors    only the survivors of the list           … --only session   only keys that contain a text
 *   … --record       writes bench/mutants and bench/MUTANTS.md    --report   writes only MUTANTS.md, from recorded results
 *   … --no-compile   does not compile survivors
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Explained } from './launch/output.mjs';
import { layerNames, type LayerName } from './mutants/layers.ts';
import { mutantsIn, sampleOf, type Mutant } from './mutants/mutants.ts';
import {
  readExplanations,
  readRecord,
  readRecords,
  recordPath,
  staleExplanations,
  writeRecord,
  type LayerRecord,
} from './mutants/record.ts';
import { mutationScore, reportOf, scoreOf } from './mutants/report.ts';
import { compilerIn, isUndetected, runLayer } from './mutants/run.ts';
import { createScratch } from './mutants/scratch.ts';

const root = resolve(import.meta.dirname, '..');

const { values: options } = parseArgs({
  options: {
    layer: { type: 'string', multiple: true, default: [...layerNames] },
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    list: { type: 'string' },
    survivors: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    record: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    compile: { type: 'boolean', default: true },
  },
  allowNegative: true,
});

const say = (line: string): void => console.log(line);

const isLayer = (name: string): name is LayerName => layerNames.some((layer) => layer === name);

/** The mutants of a layer to run, and whether they are its whole sample. */
interface Plan {
  layer: LayerName;
  seed: number;
  all: readonly Mutant[];
  chosen: readonly Mutant[];
  whole: boolean;
}

function planFromList(path: string): Plan {
  const { layer, seed, verdicts } = readRecord(resolve(root, path));
  const all = mutantsIn(root, layer);
  const wanted = new Set(Object.keys(verdicts).filter((key) => !options.survivors || isUndetected(verdicts[key]!)));
  const there = new Set(all.map(({ key }) => key));
  for (const key of wanted) if (!there.has(key)) say(`! no such mutant any more: ${key}`);
  return { layer, seed, all, chosen: all.filter(({ key }) => wanted.has(key)), whole: !options.survivors };
}

function planFromSample(layer: string): Plan {
  if (!isLayer(layer)) throw new Explained(`There is no layer ${layer}; there are ${layerNames.join(', ')}.`, 2);
  const all = mutantsIn(root, layer);
  const seed = Number(options.seed);
  return { layer, seed, all, chosen: sampleOf(all, Number(options.sample), seed), whole: true };
}

async function carryOut({ layer, seed, all, chosen, whole }: Plan): Promise<LayerRecord> {
  const mutants = chosen.filter(({ key }) => key.includes(options.only));
  const scratch = createScratch(root, layer);
  const progress = join(root, '.cache/mutants', `${layer}.json`);
  const record: LayerRecord = { layer, seed, of: all.length, verdicts: {} };
  if (!whole || options.only !== '') {
    const there = new Set(all.map(({ key }) => key));
    const known = readRecords(root).find((each) => each.layer === layer)?.verdicts ?? {};
    for (const [key, verdict] of Object.entries(known)) if (there.has(key)) record.verdicts[key] = verdict;
  }
  let done = 0;
  await runLayer(
    mutants,
    { layer, scratch, say, ...(options.compile && { compile: compilerIn(scratch.root) }) },
    ({ key, verdict, by }, { file, line, after }) => {
      record.verdicts[key] = verdict;
      writeRecord(progress, record);
      done += 1;
      say(
        `${done}/${mutants.length} ${verdict}: ${file}:${line}: ${key}${after === '' ? '' : ` → ${after.replaceAll(/\s+/g, ' ').slice(0, 80)}`}${by === null ? '' : `\n    by ${by.slice(0, 160)}`}`,
      );
    },
  );
  return record;
}

const explanations = readExplanations(root);
const plans = options.report
  ? []
  : options.list !== undefined
    ? [planFromList(options.list)]
    : options.layer.map(planFromSample);
for (const plan of plans) {
  const record = await carryOut(plan);
  if (options.record) writeRecord(recordPath(root, plan.layer), record);
  say(
    `${plan.layer}: ${mutationScore(scoreOf(record, explanations))} of ${Object.keys(record.verdicts).length} mutants detected`,
  );
}

if (options.record || options.report) {
  const records = readRecords(root);
  const all = new Map(layerNames.map((layer) => [layer, mutantsIn(root, layer)]));
  writeFileSync(join(root, 'bench/MUTANTS.md'), reportOf(records, explanations, all));
  for (const line of staleExplanations(explanations, records, all)) {
    say(`! stale explanation: ${line}`);
    process.exitCode = 1;
  }
}
