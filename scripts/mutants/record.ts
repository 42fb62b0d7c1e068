/** Recorded results: per layer a list of mutants with verdicts that can be run again; and the explanations of survivors. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { layerNames, type LayerName } from './layers.ts';
import type { Mutant } from './mutants.ts';
import { isUndetected } from './run.ts';

const recordSchema = v.object({
  layer: v.picklist(layerNames),
  seed: v.number(),
  /** Number of mutants that the sample was drawn from. */
  of: v.number(),
  /** By key. */
  verdicts: v.record(v.string(), v.picklist(['killed', 'timeout', 'compileError', 'survived', 'noCoverage'])),
});

export type LayerRecord = v.InferOutput<typeof recordSchema>;

export const recordPath = (root: string, layer: LayerName): string => join(root, 'bench/mutants', `${layer}.json`);

export const readRecord = (path: string): LayerRecord => v.parse(recordSchema, JSON.parse(readFileSync(path, 'utf8')));

export function writeRecord(path: string, record: LayerRecord): void {
  mkdirSync(dirname(path), { recursive: true });
  const verdicts = Object.fromEntries(Object.entries(record.verdicts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify({ ...record, verdicts }, null, 2)}\n`);
}

export const readRecords = (root: string): LayerRecord[] =>
  layerNames
    .map((layer) => recordPath(root, layer))
    .filter((path) => existsSync(path))
    .map(readRecord);

const whys = v.optional(v.record(v.string(), v.pipe(v.string(), v.minLength(20))), {});
const explanationsSchema = v.strictObject({ machines: whys, views: whys, services: whys, server: whys });

/** Why survivors are acceptable, by layer and key. */
export type Explanations = v.InferOutput<typeof explanationsSchema>;

export function readExplanations(root: string): Explanations {
  const path = join(root, 'bench/mutants/explained.json');
  return v.parse(explanationsSchema, existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
}

/** Explanations of mutants that no longer exist or no longer survive. */
export function staleExplanations(
  explanations: Explanations,
  records: readonly LayerRecord[],
  all: ReadonlyMap<LayerName, readonly Mutant[]>,
): string[] {
  return layerNames.flatMap((layer) => {
    const keys = new Set(all.get(layer)?.map(({ key }) => key));
    const verdicts = records.find((record) => record.layer === layer)?.verdicts ?? {};
    return Object.keys(explanations[layer]).flatMap((key) => {
      if (!keys.has(key)) return [`${layer}: ${key}: no such mutant`];
      const verdict = verdicts[key];
      return verdict !== undefined && !isUndetected(verdict)
        ? [`${layer}: ${key}: no longer survives (${verdict})`]
        : [];
    });
  });
}
