import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { withSettings } from '../../scripts/readme.ts';

const root = resolve(import.meta.dirname, '../..');
const readme = await readFile(join(root, 'README.md'), 'utf8');

it('shows the settings as the server knows them (`node scripts/readme.ts` writes them)', () => {
  expect(readme).toBe(withSettings(readme));
  expect(readme).toContain('`BASECHART_DATA`');
});

it('names commands that exist', () => {
  const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!);
  expect(named.filter((name) => !(name in packageJson.scripts))).toEqual([]);
});

it('names files and folders that exist', () => {
  const linked = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path]) => path!);
  const quoted = [...readme.matchAll(/`((?:src|server|docs|test|bench|scripts)\/[\w./-]+)`/g)].map(([, path]) => path!);
  expect([...linked, ...quoted].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('shows a picture of at most 200 kB', async () => {
  const picture = /!\[[^\]]+\]\(([^)]+)\)/.exec(readme)?.[1];
  expect((await stat(join(root, picture!))).size).toBeLessThanOrEqual(200 * 1024);
});
