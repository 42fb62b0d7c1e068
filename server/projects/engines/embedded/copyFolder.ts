import { constants, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** After how long copying lets other requests go first. It is looked at between files: one file may take longer. */
const turnMs = 5;

/**
 * Copies a folder with everything in it to a path that does not exist yet. Rejects with the file system's error, and
 * leaves what it has copied until then. For hundreds of small files, a thread or asynchronous copies
 * would keep the processor busy for longer.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  mkdirSync(to, { mode: 0o700 });
  let since = performance.now();
  // A folder is listed before what is in it.
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    if (entry.isDirectory()) mkdirSync(target, { mode: 0o700 });
    else copyFileSync(source, target, constants.COPYFILE_FICLONE);
    if (performance.now() - since < turnMs) continue;
    // oxlint-disable-next-line no-await-in-loop -- the pause is what it is for
    await nextTurn();
    since = performance.now();
  }
}
