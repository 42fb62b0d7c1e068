import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A file as it was when something was made from it. Size and time are looked at first; the content decides only where
 * they differ, so that a fresh checkout of the same files makes nothing again.
 * @typedef {{ size: number, time: number, hash: string }} Seen
 * @typedef {Record<string, Seen>} Inputs
 */

/**
 * Every file below the given files and folders, by path from the root; what does not exist is left out.
 * @param {string} root
 * @param {readonly string[]} entries
 * @returns {Map<string, { size: number, time: number }>}
 */
export function listInputs(root, entries) {
  const found = new Map();
  const visit = (/** @type {string} */ path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (!stat.isDirectory()) return void found.set(path, { size: stat.size, time: stat.mtimeMs });
    for (const name of readdirSync(join(root, path))) visit(`${path}/${name}`);
  };
  entries.forEach(visit);
  return found;
}

/**
 * @param {string} root
 * @param {readonly string[]} entries
 * @param {Inputs} [before]
 * @returns {Inputs}
 */
export function lookAt(root, entries, before = {}) {
  return Object.fromEntries(
    [...listInputs(root, entries)].map(([path, { size, time }]) => {
      const known = before[path];
      const hash =
        known?.size === size && known.time === time
          ? known.hash
          : createHash('sha256')
              .update(readFileSync(join(root, path)))
              .digest('base64url');
      return [path, { size, time, hash }];
    }),
  );
}

/**
 * @param {Inputs} a
 * @param {Inputs} b
 */
export function sameContent(a, b) {
  const paths = Object.keys(a);
  return paths.length === Object.keys(b).length && paths.every((path) => a[path]?.hash === b[path]?.hash);
}

/**
 * Remembers, per product, what it was made from.
 * @param {string} root
 * @param {{ name: string, inputs: readonly string[], output: string }} product
 */
export function freshness(root, { name, inputs, output }) {
  const stamp = join(root, '.cache', `${name}.json`);
  const read = () => {
    try {
      return /** @type {Inputs} */ (JSON.parse(readFileSync(stamp, 'utf8')));
    } catch {
      return undefined;
    }
  };
  const write = (/** @type {Inputs} */ seen) => {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, JSON.stringify(seen));
  };
  return {
    isFresh() {
      const before = read();
      if (before === undefined || statSync(join(root, output), { throwIfNoEntry: false }) === undefined) return false;
      const now = lookAt(root, inputs, before);
      if (!sameContent(before, now)) return false;
      if (Object.keys(now).some((path) => now[path]?.time !== before[path]?.time)) write(now);
      return true;
    },
    /** Taken before the work begins, so that an edit during it counts as new. */
    look: () => lookAt(root, inputs, read()),
    write,
  };
}
