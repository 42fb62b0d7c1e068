/** No arrow between folders runs up: no two folders import each other, directly or through others. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderCycles, importsBelow, importsIn, type FileImport } from '../../scripts/house/folders.ts';
import { contractAreas, inspectorUsers, isInspector } from '../../scripts/house/layers.ts';

const root = resolve(import.meta.dirname, '../..');
const imports = importsBelow(root, ['src', 'server']);

describe('the folders of src and server', () => {
  it('are read', () => {
    expect(imports).toEqual(
      expect.arrayContaining<FileImport>([
        { from: 'src/main.tsx', to: 'src/app/startApp.ts' },
        { from: 'src/main.tsx', to: 'src/views/inspector/InspectorDock.tsx' },
        { from: 'server/start.ts', to: 'server/auth/routes/createAuthService.ts' },
      ]),
    );
  });

  it('import each other in one direction only, types included', () => {
    expect(folderCycles(imports).join('\n\n')).toBe('');
  });

  it('would be refused with one more import, of a type, to a folder above', () => {
    const upward = importsIn(
      'src/contract/organizations/organization.ts',
      `import type { Project } from '../projects/project.ts';`,
    );
    const [cycle, ...others] = folderCycles([...imports, ...upward]);
    expect(cycle).toContain('src/contract/projects/freeLimit.ts imports src/contract/organizations/organization.ts');
    expect(cycle).toContain('src/contract/organizations/organization.ts imports src/contract/projects/project.ts');
    expect(others).toEqual([]);
  });
});

describe('the areas of the contract', () => {
  /** As `tables → sql`. */
  const arrows = imports.flatMap(({ from, to }) => {
    const [one, other] = [from, to].map((path) => /^src\/contract\/(?!common\/)([^/]+)\//.exec(path)?.[1]);
    return one && other && one !== other ? [`${one} → ${other}`] : [];
  });

  it('may import no others than they need', () => {
    const allowed = Object.entries(contractAreas).flatMap(([one, others]) =>
      others.map((other) => `${one} → ${other}`),
    );
    expect(allowed.toSorted()).toEqual([...new Set(arrows)].toSorted());
  });

  it('have their tests in folders of the same names', () => {
    const areas = readdirSync(join(root, 'src/contract'));
    expect(readdirSync(join(root, 'test/contract')).filter((entry) => !areas.includes(entry))).toEqual([]);
  });
});

describe('the inspector', () => {
  it('has no users but those that are listed, and all of them', () => {
    const users = imports.filter(({ from, to }) => isInspector(to) && !isInspector(from)).map(({ from }) => from);
    expect([...new Set(users)].toSorted()).toEqual(Object.keys(inspectorUsers).toSorted());
  });
});

describe('the search', () => {
  it.each([
    `import { a } from '../b/b.ts';`,
    `import type { A } from '../b/b.ts';`,
    `import {\n  a,\n  type B,\n} from '../b/b.ts';`,
    `import '../b/b.ts';`,
    `import text from '../b/b.ts?raw';`,
    `const part = () => import('../b/b.ts');`,
    `type Part = typeof import('../b/b.ts');`,
    `export type { A } from '../b/b.ts';`,
  ])('reads %j', (text) => {
    expect(importsIn('src/a/a.ts', text)).toEqual([{ from: 'src/a/a.ts', to: 'src/b/b.ts' }]);
  });

  it('leaves packages out', () => {
    expect(importsIn('src/a/a.ts', `import { assign } from 'xstate';`)).toEqual([]);
  });

  const from = (path: string, ...others: string[]): FileImport[] => others.map((to) => ({ from: path, to }));

  it('accepts folders that stand above each other, and imports in one folder', () => {
    const down = [...from('src/a/a.ts', 'src/a/b.ts', 'src/b/b.ts', 'src/c/c.ts'), ...from('src/b/b.ts', 'src/c/c.ts')];
    expect(folderCycles(down)).toEqual([]);
  });

  it('names two folders that import each other, with every import', () => {
    const mutual = [...from('src/a/a.ts', 'src/b/b.ts'), ...from('src/b/c.ts', 'src/a/d.ts', 'src/a/e.ts')];
    expect(folderCycles(mutual)).toEqual([
      [
        'src/a → src/b → src/a',
        '  src/a/a.ts imports src/b/b.ts',
        '  src/b/c.ts imports src/a/d.ts',
        '  src/b/c.ts imports src/a/e.ts',
      ].join('\n'),
    ]);
  });

  it('names a folder and the one in it', () => {
    const mutual = [...from('src/a/a.ts', 'src/a/in/b.ts'), ...from('src/a/in/b.ts', 'src/a/c.ts')];
    expect(folderCycles(mutual).map((cycle) => cycle.split('\n')[0])).toEqual(['src/a → src/a/in → src/a']);
  });

  it('names a cycle of three folders once', () => {
    const round = [
      ...from('src/x/a/a.ts', 'src/x/b/b.ts'),
      ...from('src/x/b/b.ts', 'src/x/c/c.ts'),
      ...from('src/x/c/c.ts', 'src/x/a/a.ts'),
    ];
    expect(folderCycles(round).map((cycle) => cycle.split('\n')[0])).toEqual(['src/x/a → src/x/b → src/x/c → src/x/a']);
  });

  it('sees areas that depend on each other through their inner folders', () => {
    const inner = [...from('src/x/a/in/a.ts', 'src/x/b/b.ts'), ...from('src/x/b/b.ts', 'src/x/a/other/a.ts')];
    expect(folderCycles(inner).map((cycle) => cycle.split('\n')[0])).toEqual(['src/x/a → src/x/b → src/x/a']);
  });
});
