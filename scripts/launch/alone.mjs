import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './child.mjs';
import { say } from './output.mjs';

const beatMs = 1_000;

/**
 * Who holds a lock, and when it last gave a sign of life; null when nobody does.
 * @param {string} path
 */
function holderOf(path) {
  try {
    return { pid: Number(readFileSync(path, 'utf8')), seen: statSync(path).mtimeMs };
  } catch (error) {
    // Windows refuses to read a file that is being removed.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT' ? null : { pid: 0, seen: 0 };
  }
}

/**
 * Does work of this kind once at a time per clone: the second waits for the first, and then most likely finds it done. A
 * lock of a process that is gone does not count, nor one without a sign of life: its process id may have been given anew.
 * @param {string} root
 * @param {'build' | 'packages'} kind
 * @param {() => Promise<void>} work must not hold the event loop for long
 * @param {{ silentMs?: number }} [limits]
 */
export async function alone(root, kind, work, { silentMs = 20_000 } = {}) {
  const path = join(root, '.cache', `${kind}.lock`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  let told = false;
  let seen = 0;
  let since = performance.now();
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(path);
    if (holder === null) continue;
    if (holder.seen !== seen) [seen, since] = [holder.seen, performance.now()];
    const isSilent = performance.now() - since > silentMs;
    if (isSilent || (holder.pid > 0 && !isAlive(holder.pid))) {
      rmSync(path, { force: true });
      continue;
    }
    if (!told && holder.pid > 0) {
      say(`· Waiting for another ${kind === 'build' ? 'build' : 'installation'} (process ${holder.pid}) …`);
      told = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const beat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // Somebody removed the cache; the work goes on.
    }
  }, beatMs);
  try {
    await work();
  } finally {
    clearInterval(beat);
    rmSync(path, { force: true });
  }
}
