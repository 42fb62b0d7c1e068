/** Which tests could detect a mutant, the most likely ones first. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Mutant } from './mutants.ts';
import type { Loaded } from './reach.ts';

const stemOf = (file: string): string => basename(file).split('.')[0]!;

/** Test files with the base name of a flow, in any folder. Those without a view are faster and come first. */
export function flowTests(file: string, tests: readonly string[]): string[] {
  const own = tests.filter((test) => stemOf(test) === stemOf(file)).toSorted();
  return [...own.filter((test) => !test.endsWith('.tsx')), ...own.filter((test) => test.endsWith('.tsx'))];
}

/** Test files that lint every chart. */
export function chartChecks(root: string, tests: readonly string[]): string[] {
  return tests.filter((test) => {
    const text = readFileSync(join(root, test), 'utf8');
    return /\bfaultsOf\(/.test(text) && /\ballCharts\(/.test(text);
  });
}

/** The chart lint rejects the way a negated guard is written, whatever it does. */
export const isFitForChartChecks = ({ operator }: Mutant): boolean => operator !== 'negate guard';

/** Otherwise each survivor would run every test that loads most of the product. */
const mostTests = 10;

/**
 * Test files that load a file: first those with its name, then with the name of one of its folders, then those that
 * import it most directly, of these the narrowest.
 */
export function likelyTests(file: string, loads: ReadonlyMap<string, Loaded>): string[] {
  const folders = file.split('/');
  const rank = (test: string): number => (stemOf(test) === stemOf(file) ? 0 : folders.includes(stemOf(test)) ? 1 : 2);
  return [...loads]
    .filter(([, loaded]) => loaded.has(file))
    .toSorted(
      ([a, loadedByA], [b, loadedByB]) =>
        rank(a) - rank(b) || loadedByA.get(file)! - loadedByB.get(file)! || loadedByA.size - loadedByB.size,
    )
    .map(([test]) => test)
    .slice(0, mostTests);
}
