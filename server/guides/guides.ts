import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parseGuide, type Guide } from './guide.ts';

/** The pages of one folder, the folder's own page first. */
interface GuideGroup {
  title: string;
  pages: readonly Guide[];
}

export interface Guides {
  groups: readonly GuideGroup[];
  /** All pages in the order in which a reader goes through them. */
  pages: readonly Guide[];
  find(path: string): Guide | undefined;
}

const byOrder = (a: Guide, b: Guide): number => a.order - b.order || a.title.localeCompare(b.title, 'en');

/** The guides of a folder. Each folder in it has an `index.md`, whose order is the folder's place among the others. */
export async function readGuides(folder: string): Promise<Guides> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const all = await Promise.all(
    files.map(async (file) => parseGuide(file, await readFile(join(folder, file), 'utf8'))),
  );
  const found = new Map(all.map((guide) => [guide.path, guide]));
  const groups = all
    .filter((guide) => guide.path === guide.group)
    .toSorted(byOrder)
    .map((index) => ({
      title: index.title,
      pages: [
        index,
        ...all.filter(({ group, path }) => group === index.group && path !== index.path).toSorted(byOrder),
      ],
    }));
  return { groups, pages: groups.flatMap(({ pages }) => pages), find: (path) => found.get(path) };
}
