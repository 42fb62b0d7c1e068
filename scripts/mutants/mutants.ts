/** The mutants of a layer. Their keys survive moves, reformatting and changes elsewhere in the file. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { chartMutations } from './chart.ts';
import { codeMutations } from './code.ts';
import { layers, type LayerName } from './layers.ts';
import type { Mutation } from './mutation.ts';
import { applyEdits, parseSource } from './syntax.ts';

export interface Mutant extends Mutation {
  key: string;
  /** Path from the root of the repository. */
  file: string;
  line: number;
}

/** Removes everything that a formatter may change. */
const squeezed = (code: string): string => code.replaceAll(/[\s'"`(){},;]/g, '');

const longestInKey = 60;
function shortened(code: string): string {
  const text = squeezed(code);
  return text.length <= longestInKey
    ? text
    : `${text.slice(0, longestInKey)}…${createHash('sha256').update(text).digest('hex').slice(0, 6)}`;
}

/** The mutants of one file. */
export function mutantsOf(file: string, text: string, layer: LayerName): Mutant[] {
  const source = parseSource(file, text);
  const mutations = [
    ...(layers[layer].charts ? chartMutations(source) : []),
    ...codeMutations(source, layers[layer].operators),
  ];
  const seen = new Map<string, number>();
  return mutations.map((mutation) => {
    const { operator, where, before, label = before, start } = mutation;
    const key = [basename(file), where, operator, shortened(label)].join(' | ');
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return {
      ...mutation,
      file,
      key: count === 1 ? key : `${key} ~${count}`,
      line: text.slice(0, start).split('\n').length,
    };
  });
}

/** The mutants of a layer. Where two files share a base name, the folder distinguishes the second. */
export function mutantsIn(root: string, layer: LayerName): Mutant[] {
  const { files, except } = layers[layer];
  const paths = globSync(files, { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !except?.test(path))
    .toSorted();
  const all = paths.flatMap((path) => mutantsOf(path, readFileSync(join(root, path), 'utf8'), layer));
  const keys = new Set<string>();
  return all.map((mutant) => {
    const key = keys.has(mutant.key) ? `${mutant.file.split('/').at(-2)}/${mutant.key}` : mutant.key;
    keys.add(key);
    return { ...mutant, key };
  });
}

/** The text of the file with the mutation applied. */
export const mutated = (text: string, { edits }: Mutant): string => applyEdits(text, edits);

/** A sample in the order of hashed keys: it depends only on the seed, and added or removed mutants do not reshuffle it. */
export function sampleOf(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const rank = new Map(mutants.map(({ key }) => [key, createHash('sha256').update(`${seed}\n${key}`).digest('hex')]));
  return mutants.toSorted((a, b) => (rank.get(a.key)! < rank.get(b.key)! ? -1 : 1)).slice(0, count);
}
