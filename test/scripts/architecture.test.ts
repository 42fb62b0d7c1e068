/** `docs/architecture.md` lists the folders that exist, and no others. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

const sectionOf = (text: string, heading: string): string =>
  text.split(new RegExp(`^#+ ${heading}$`, 'm'))[1]?.split(/^#/m)[0] ?? '';

/** The code in the first cell of each row of a section's table. */
const firstCells = (heading: string): string[] =>
  [...sectionOf(page, heading).matchAll(/^\| `([^`]+)` \|/gm)].map(([, cell]) => cell!);

interface Listed {
  /** As `src/views/<area>/`: a name in angle brackets stands for any folder, `<area>` for those of the table of areas. */
  folders: readonly string[];
  areas: readonly string[];
}

const segmentsOf = (folder: string): string[] => folder.replace(/\/$/, '').split('/');

/** Whether a listed folder stands for an existing one, or for one above it. */
function standsFor(listed: string, folder: string, areas: readonly string[]): boolean {
  const pattern = segmentsOf(listed);
  const isSame = (segment: string, at: number): boolean => {
    const wanted = pattern[at];
    if (wanted === '<area>') return areas.includes(segment);
    return wanted === segment || wanted?.startsWith('<') === true;
  };
  const segments = segmentsOf(folder);
  return segments.length <= pattern.length && segments.every(isSame);
}

/** What is wrong with the table. `existing` may hold deeper folders than those that have to be listed. */
function faultsOf({ folders, areas }: Listed, required: readonly string[], existing = required): string[] {
  const exists = (listed: string): boolean =>
    existing.some(
      (folder) => segmentsOf(folder).length === segmentsOf(listed).length && standsFor(listed, folder, areas),
    );
  const byArea = folders.filter((listed) => listed.includes('<area>'));
  return [
    ...folders.filter((listed) => !exists(listed)).map((listed) => `${listed} is listed and does not exist`),
    ...required
      .filter((folder) => !folders.some((listed) => standsFor(listed, folder, areas)))
      .map((folder) => `${folder} exists and is not listed`),
    ...areas
      .filter((area) => !byArea.some((listed) => exists(listed.replace('<area>', area))))
      .map((area) => `the area ${area} has no folder`),
  ];
}

/** Generated and ignored folders are not listed, and neither are folders of tools, whose names begin with a dot. */
const ignored = new Set(
  readFileSync(join(root, '.gitignore'), 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, '')),
);
const isListable = (name: string): boolean => !name.startsWith('.') && !ignored.has(name);

/** The folders below a path, that many levels deep. */
const foldersBelow = (path: string, levels: number): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isListable(entry.name))
    .map(({ name }) => `${path}${name}/`)
    .flatMap((folder) => [folder, ...(levels > 1 ? foldersBelow(folder, levels - 1) : [])]);

const listed: Listed = { folders: firstCells('Folders'), areas: firstCells('Areas') };

describe('the table of folders', () => {
  it('can be read', () => {
    expect(listed.folders).toEqual(expect.arrayContaining(['src/', 'server/', 'test/', 'src/contract/<area>/']));
    expect(listed.areas).toContain('sql');
  });

  it('lists what exists, and nothing else', () => {
    const required = [...foldersBelow('', 1), ...foldersBelow('src/', 2), ...foldersBelow('server/', 2)];
    expect(faultsOf(listed, required, foldersBelow('', 6))).toEqual([]);
  });
});

describe('the comparison', () => {
  const existing = ['src/', 'src/machines/', 'src/machines/sql/', 'src/views/', 'src/views/sql/', 'src/views/ui/'];
  const complete: Listed = {
    folders: ['src/', 'src/machines/<flow>/', 'src/views/<area>/', 'src/views/ui/'],
    areas: ['sql'],
  };

  it('finds no fault in a complete table', () => {
    expect(faultsOf(complete, existing)).toEqual([]);
  });

  it('accepts deeper patterns, whose folders need not be listed one by one', () => {
    const folders = ['src/', 'src/machines/<area>/<flow>/', 'src/views/<area>/', 'src/views/ui/'];
    expect(
      faultsOf({ folders, areas: ['sql'] }, existing, [...existing, 'src/machines/sql/sqlRun/', 'src/views/ui/icons/']),
    ).toEqual([]);
  });

  it.each<[fault: string, folders: readonly string[]]>([
    ['src/views/shell/ exists and is not listed', [...existing, 'src/views/shell/']],
    ['src/trace/ exists and is not listed', [...existing, 'src/trace/']],
    ['src/views/ui/ is listed and does not exist', existing.filter((folder) => folder !== 'src/views/ui/')],
    ['the area sql has no folder', existing.filter((folder) => folder !== 'src/views/sql/')],
  ])('says that %s', (fault, folders) => {
    expect(faultsOf(complete, folders)).toContain(fault);
  });
});
