import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, isStopped } from './child.mjs';
import { say } from './output.mjs';

/**
 * What a lock says: its holder's process id, 0 where none can be read, and the time of the last heartbeat.
 * @typedef {{ pid: number, heartbeat: number, error?: NodeJS.ErrnoException }} Reading
 */

/**
 * @param {string} path
 * @returns {Reading}
 */
function read(path) {
  try {
    return { pid: Number.parseInt(readFileSync(path, 'utf8'), 10) || 0, heartbeat: statSync(path).mtimeMs };
  } catch (error) {
    return { pid: 0, heartbeat: 0, error: /** @type {NodeJS.ErrnoException} */ (error) };
  }
}

const isSame = (/** @type {Reading} */ a, /** @type {Reading} */ b) =>
  a.pid === b.pid && a.heartbeat === b.heartbeat && a.error?.code === b.error?.code;

/**
 * Takes the lock for this process if it is free.
 * @param {string} path
 * @param {number} [pid]
 */
function take(path, pid = process.pid) {
  try {
    writeFileSync(path, String(pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * Removes a lock whose holder is gone, as it was read. Another process may have done so since, and hold the lock: then
 * that one is put back.
 * @param {string} path
 * @param {Reading} dead
 */
function removeDead(path, dead) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return;
    throw error;
  }
  const found = read(aside);
  if (!isSame(found, dead)) take(path, found.pid);
  rmSync(aside, { force: true });
}

/**
 * Does work of this kind once at a time per clone: the second waits for the first, and then most likely finds it done. A
 * lock of a process that is gone does not count, nor one without a heartbeat: its process id may belong to another now.
 * A process that was stopped by Ctrl-Z keeps its lock.
 * @param {string} root
 * @param {'build' | 'packages'} kind
 * @param {() => Promise<void>} work must not hold the event loop for long
 * @param {{ heartbeatMs?: number, pollMs?: number, silentPolls?: number }} [limits] Polls are counted instead of time:
 *   time passes while a machine sleeps, and its processes wake one after the other.
 */
export async function withLock(root, kind, work, { heartbeatMs = 1_000, pollMs = 200, silentPolls = 100 } = {}) {
  const path = join(root, '.cache', `${kind}.lock`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  let told = false;
  let toldStopped = false;
  let polls = 0;
  /** @type {Reading | undefined} */
  let last;
  while (!take(path)) {
    const holder = read(path);
    const waitsForPerson = isStopped(holder.pid);
    polls = last !== undefined && isSame(holder, last) && !waitsForPerson ? polls + 1 : 0;
    last = holder;
    const isSilent = polls >= silentPolls;
    // Not to be read, for as long as a lock that is being released never is. A link to nothing is replaced.
    if (isSilent && holder.error !== undefined && holder.error.code !== 'ENOENT') throw holder.error;
    if (isSilent || (holder.pid > 0 && !isAlive(holder.pid))) {
      removeDead(path, holder);
      last = undefined;
      continue;
    }
    if (!told && holder.pid > 0) {
      say(`· Waiting for another ${kind === 'build' ? 'build' : 'installation'} (process ${holder.pid}) …`);
      told = true;
    }
    if (!toldStopped && waitsForPerson) {
      say(`  Process ${holder.pid} is stopped: \`fg\` in its terminal continues it.`);
      toldStopped = true;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  // The lock is another's after this process was stopped for so long that it passed for gone.
  const isOwn = () => read(path).pid === process.pid;
  const heartbeat = setInterval(() => {
    try {
      if (isOwn()) utimesSync(path, new Date(), new Date());
    } catch {
      // The lock was removed by hand; the work goes on.
    }
  }, heartbeatMs);
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
    if (isOwn()) rmSync(path, { force: true });
  }
}
