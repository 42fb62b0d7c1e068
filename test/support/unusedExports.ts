import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** An export that no other file uses. */
interface UnusedExport {
  file: string;
  name: string;
}

const filesIn = (patterns: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    globSync([...patterns], { cwd: root })
      .map((file) => file.split(sep).join('/'))
      .toSorted()
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );

const importPath = /(?:from|import|import\()\s*'(\.[^']+)'/g;
const declaration = /^export (?:abstract )?(?:async )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm;
const word = /[A-Za-z_$][\w$]*/g;

/**
 * The exports of `src` and `server` whose names stand neither in a file that imports theirs, nor in any test, script or
 * benchmark: some of those read sources, or name what they prove.
 */
export function unusedExports(): UnusedExport[] {
  const sources = filesIn(['src/**/*.{ts,tsx}', 'server/**/*.ts']);
  const others = filesIn(['{test,scripts,bench}/**/*.{ts,tsx,mjs}', '*.config.ts']);
  const namedOutside = new Set([...others.values()].flatMap((text) => text.match(word) ?? []));
  const importers = new Map<string, Set<string>>();
  const wordsOf = new Map<string, ReadonlySet<string>>();
  for (const [file, text] of sources) {
    wordsOf.set(file, new Set(text.match(word)));
    for (const [, path = ''] of text.matchAll(importPath)) {
      const imported = join(dirname(file), path).split(sep).join('/');
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
    }
  }
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(declaration)]
      .map(([, name = '']) => ({ file, name }))
      .filter(
        ({ name }) =>
          !namedOutside.has(name) && ![...(importers.get(file) ?? [])].some((by) => wordsOf.get(by)!.has(name)),
      ),
  );
}
