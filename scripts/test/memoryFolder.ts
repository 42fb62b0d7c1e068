import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../launch/child.mjs';

/** What a whole run leaves behind until it ends, with room to spare: a hundred databases of 15 MB. */
const roomNeeded = 6_000_000_000;

const folderName = /^basechart-test-(\d+)$/;

/** Free bytes of a memory filesystem, which may promise more than the machine has. */
function roomIn(mount: string): number {
  try {
    const { bavail, bsize } = statfsSync(mount);
    return Math.min(bavail * bsize, process.availableMemory() / 2);
  } catch {
    return 0;
  }
}

/**
 * A temporary folder in memory for this process, or null where the machine has no room for one. A test's server begins
 * with a copy of a database, 379 files in 15 MB, which takes many times as long on a disk. Removes folders of processes
 * that ended without removing theirs.
 */
export function openMemoryFolder({ mount = '/dev/shm', room = roomNeeded } = {}): string | null {
  if (roomIn(mount) < room) return null;
  for (const name of readdirSync(mount)) {
    const pid = folderName.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(mount, name), { recursive: true, force: true });
  }
  const folder = join(mount, `basechart-test-${process.pid}`);
  // A Postgres server of a test runs as another user, who has to pass.
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  return folder;
}
