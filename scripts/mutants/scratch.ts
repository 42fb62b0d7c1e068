/** A copy of the repository for mutants, so that the checkout stays unchanged. */
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeFolders } from '../launch/madeFolders.mjs';

/** Packages are linked instead of copied. The generated styles are sources here. */
const leftOut = new Set(['.git', ...madeFolders.filter((name) => name !== 'styled-system')]);

export interface Scratch {
  root: string;
  /** Replaces the text of a file. */
  write: (file: string, text: string) => void;
}

export function createScratch(repository: string, copy: string): Scratch {
  const root = join(repository, '.cache/mutants', copy);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  for (const name of readdirSync(repository).filter((each) => !leftOut.has(each))) {
    cpSync(join(repository, name), join(root, name), { recursive: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'), 'dir');
  return { root, write: (file, text) => writeFileSync(join(root, file), text) };
}
