/** Arrows between folders: whether imports, their types included, make folders depend on each other. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';

export interface FileImport {
  /** The importing file, from the root of the repository. */
  from: string;
  /** The imported file, from the root of the repository. */
  to: string;
}

/** The formatter gives every specifier single quotes. */
const specifiers = /\b(?:from|import)\s*\(?\s*'(\.[^'\n]+)'/g;

/** The relative imports of a source text: of values and types, static and dynamic. */
export const importsIn = (from: string, text: string): FileImport[] =>
  [...text.matchAll(specifiers)].map(([, specifier]) => ({
    from,
    to: posix.join(posix.dirname(from), specifier!.replace(/\?.*$/, '')),
  }));

/** Every relative import of the files below some folders. */
export const importsBelow = (root: string, folders: readonly string[]): FileImport[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => {
        const from = `${folder}/${path.split(sep).join('/')}`;
        return importsIn(from, readFileSync(join(root, from), 'utf8'));
      }),
  );

/** Folders by the folders that they import, with the imports. */
type Arrows = ReadonlyMap<string, ReadonlyMap<string, readonly FileImport[]>>;

/** The arrows between folders, where what is deeper than `depth` belongs to its folder above. */
function arrowsAt(imports: readonly FileImport[], depth: number): Arrows {
  const folderOf = (path: string): string => dirname(path).split('/').slice(0, depth).join('/');
  const arrows = new Map<string, Map<string, FileImport[]>>();
  for (const one of imports) {
    const [from, to] = [folderOf(one.from), folderOf(one.to)];
    if (from === to) continue;
    const known = arrows.get(from) ?? new Map<string, FileImport[]>();
    arrows.set(from, known.set(to, [...(known.get(to) ?? []), one]));
  }
  return arrows;
}

/** The shortest way from a folder back to itself; null if there is none. */
function cycleFrom(start: string, arrows: Arrows): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const folder of queue)
    for (const next of arrows.get(folder)?.keys() ?? []) {
      if (next === start) {
        const way = [folder];
        while (way[0] !== start) way.unshift(cameFrom.get(way[0]!)!);
        return [...way, start];
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, folder);
      queue.push(next);
    }
  return null;
}

const levels = [2, 3, Infinity];

/**
 * The cycles of folders, each with the imports that make it. They are looked for between top folders, between the areas
 * and floors in them, and between all folders.
 */
export function folderCycles(imports: readonly FileImport[]): string[] {
  const found = new Map<string, string>();
  for (const depth of levels) {
    const arrows = arrowsAt(imports, depth);
    for (const folder of arrows.keys()) {
      const cycle = cycleFrom(folder, arrows);
      if (cycle === null) continue;
      const steps = cycle.slice(1).map((to, at) => arrows.get(cycle[at]!)!.get(to)!);
      const key = cycle.slice(1).toSorted().join(' ');
      if (found.has(key)) continue;
      const lines = steps.flatMap((step) => step.map(({ from, to }) => `  ${from} imports ${to}`));
      found.set(key, [cycle.join(' → '), ...new Set(lines)].join('\n'));
    }
  }
  return [...found.values()];
}
