/** Which tests could detect a mutant, the most likely ones first. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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
const mostTests = 16;

/** The folder of tests that belongs to a file, as `test/server/auth` to `server/auth/routes/x.ts`; the nearest there is. */
function testFolderOf(file: string, folders: ReadonlySet<string>): string | null {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    const own = `test/${folder.replace(/^src\//, '')}`;
    if (folders.has(own)) return own;
  }
  return null;
}

/**
 * Test files that load a file: first those with its name, then with the name of one of its folders, then those of its
 * part of the product, then those that import it most directly, of these the narrowest.
 */
export function likelyTests(file: string, loads: ReadonlyMap<string, Loaded>): string[] {
  const folders = file.split('/');
  const own = testFolderOf(file, new Set([...loads.keys()].map((test) => dirname(test))));
  const rank = (test: string): number => {
    if (stemOf(test) === stemOf(file)) return 0;
    if (folders.includes(stemOf(test))) return 1;
    return dirname(test) === own ? 2 : 3;
  };
  return [...loads]
    .filter(([, loaded]) => loaded.has(file))
    .toSorted(
      ([a, loadedByA], [b, loadedByB]) =>
        rank(a) - rank(b) || loadedByA.get(file)! - loadedByB.get(file)! || loadedByA.size - loadedByB.size,
    )
    .map(([test]) => test)
    .slice(0, mostTests);
}
