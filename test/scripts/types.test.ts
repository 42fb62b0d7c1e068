/** The browser's code sees no globals of Node, and the server's none of a browser: `src/tsconfig.json` and `server/tsconfig.json`. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const compiler = join(root, 'node_modules/typescript/bin/tsc');

/** What the compiler prints. */
const compile = (args: readonly string[]): Promise<string> =>
  new Promise((settle) => {
    execFile(process.execPath, [compiler, ...args], { cwd: root, maxBuffer: 16 * 1024 * 1024 }, (_, stdout) =>
      settle(stdout),
    );
  });

let folder: string;
beforeAll(() => {
  // Below the root, where packages' types are found.
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache/types-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Project = 'src' | 'server';

/** What the compiler says of one file that is checked as the project's files are. */
async function check(project: Project, name: string, source: string): Promise<string> {
  const file = join(folder, `${project}-${name}.ts`);
  const config = join(folder, `${project}-${name}.json`);
  writeFileSync(file, `${source}\nexport {};\n`);
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, project, 'tsconfig.json'),
      compilerOptions: { incremental: false, tsBuildInfoFile: null },
      files: [file],
      include: [],
    }),
  );
  return compile(['-p', config]);
}

const node = 'console.log(process.pid);';
const page = 'console.log(document.title);';

describe('types', () => {
  it.each([
    ['src', 'node', node, "Cannot find name 'process'"],
    ['server', 'page', page, "Cannot find name 'document'"],
  ] as const)('refuses in %s what only the other side has', async (project, name, source, message) => {
    expect(await check(project, name, source)).toContain(message);
  });

  it.each([
    ['src', 'page', page],
    ['server', 'node', node],
  ] as const)('accepts in %s what it has', async (project, name, source) => {
    expect(await check(project, name, source)).toBe('');
  });

  // A package can bring in what the configuration leaves out.
  it.each([
    ['src', 'src/main.tsx', /node_modules\/@types\/node\//],
    ['server', 'server/main.ts', /\/lib\.(dom|webworker)\b/],
  ] as const)('gives %s no types of the other side through a package', async (project, own, foreign) => {
    const files = (await compile(['-p', project, '--listFilesOnly'])).trim().split('\n');
    expect(files).toContain(join(root, own));
    expect(files.filter((file) => foreign.test(file))).toEqual([]);
  });

  it('checks every project', () => {
    const solution = readFileSync(join(root, 'tsconfig.json'), 'utf8');
    expect([...solution.matchAll(/"path": "\.\/(\w+)"/g)].map(([, path]) => path)).toEqual(['src', 'server', 'test']);
  });
});
