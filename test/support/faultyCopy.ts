import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/statecharts/charts.ts';

/** One change to a file of the repository: a text that occurs once, and its replacement. */
export interface Breakage {
  file: string;
  there: string;
  instead: string;
}

/** A copy of the product's code with one deliberate fault, in which its commands run. It uses the repository's packages. */
export async function faultyCopy({
  file,
  there,
  instead,
}: Breakage): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'basechart-broken-'));
  await Promise.all(
    ['src', 'server', 'scripts', 'package.json'].map((name) =>
      cp(join(root, name), join(folder, name), { recursive: true }),
    ),
  );
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const source = await readFile(join(folder, file), 'utf8');
  if (source.split(there).length !== 2) throw new Error(`${file} should hold this once: ${there}`);
  await writeFile(join(folder, file), source.replace(there, instead));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** Runs a command of the repository, or of a copy, as a user does. */
export const runScript = (
  home: string,
  script: string,
  ...args: readonly string[]
): Promise<{ code: number; said: string }> =>
  new Promise((settle) => {
    execFile(process.execPath, [join(home, 'scripts', script), ...args], { cwd: home }, (error, stdout, stderr) =>
      settle({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });
