import { constants, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long copying may keep other requests waiting. */
const turnMs = 5;

/**
 * Copies a folder with everything in it to a path that does not exist yet. Rejects with the file system's error, and
 * leaves what it has copied until then. A thread, or asynchronous copies, would cost five times as much for
 * hundreds of small files.
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
