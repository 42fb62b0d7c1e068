import { randomUUID } from 'node:crypto';
import {
  constants,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { EngineError } from '../engineError.ts';

/**
 * Node has no kernel file locks, so ownership of a folder is a file per generation, `lock.1`, `lock.2`, …. A generation
 * is claimed with link(2), which is atomic and exclusive and includes the content; only if the holder of the highest
 * one is gone; and it counts only if no higher one exists afterwards. Releasing renames the file instead of deleting
 * it, so that a generation is never reused and two late processes cannot both follow the same dead holder; and a rename
 * needs no space on a full disk.
 */
export interface FolderLock {
  release(): Promise<void>;
}

const holderSchema = v.object({
  token: v.string(),
  pid: v.number(),
  /** Start time of the process on the kernel's clock; distinguishes a new process with a reused id. */
  startedAt: v.nullable(v.string()),
  /** Boot id and process namespace in which `pid` is valid. */
  realm: v.string(),
  host: v.string(),
  /** Inode of the folder: a copy of the folder has another. */
  inode: v.optional(v.string()),
});
type Holder = v.InferOutput<typeof holderSchema>;

const heartbeatMs = 5_000;
/** A holder in another container or on another machine is only known by its heartbeat. */
const foreignStaleMs = 20_000;

interface Generation {
  number: number;
  file: string;
  released: boolean;
}

const generationFile = /^lock\.(\d+)(\.released)?$/;

export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const mine: Holder = {
    token: randomUUID(),
    pid: process.pid,
    startedAt: await processStart(process.pid),
    realm: await realm(),
    host: hostname(),
    inode: await inodeOf(folder),
  };
  for (;;) {
    const top = (await generations(folder)).at(-1);
    if (top) await refuseIfHeld(folder, top, mine);
    const number = (top?.number ?? 0) + 1;
    const file = join(folder, `lock.${number}`);
    if (!(await createLockFile(folder, file, mine))) continue;
    const all = await generations(folder);
    if (all.at(-1)?.number !== number) {
      await rm(file, { force: true });
      continue;
    }
    for (const older of all) if (older.number < number) await rm(older.file, { force: true });
    return held(file);
  }
}

function held(file: string): FolderLock {
  const heartbeat = setInterval(() => {
    const now = new Date();
    // A deleted folder needs no lock.
    utimes(file, now, now).catch(() => undefined);
  }, heartbeatMs).unref();
  return {
    async release() {
      clearInterval(heartbeat);
      try {
        await rename(file, `${file}.released`);
      } catch (error) {
        // Released after its folder was deleted, as when a project is deleted.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    },
  };
}

async function refuseIfHeld(folder: string, { file, released }: Generation, mine: Holder): Promise<void> {
  const holder = released ? null : await readHolder(file);
  if (holder === null || cameAlong(holder, mine) || !(await isAlive(holder, file))) return;
  const where = holder.host === hostname() ? `process ${holder.pid}` : `process ${holder.pid} on ${holder.host}`;
  throw new EngineError('data_folder_in_use', 'The database is in use by another server.', {
    inFull: `The folder ${folder} is in use by ${where}. Stop that process first, or use another folder.`,
  });
}

/**
 * Whether the lock belongs to another folder, which this one is a copy of. Inodes can only be compared on one machine.
 */
const cameAlong = (holder: Holder, mine: Holder): boolean =>
  holder.realm === mine.realm && holder.inode !== undefined && holder.inode !== mine.inode;

const inodeOf = async (folder: string): Promise<string> => (await stat(folder, { bigint: true })).ino.toString();

async function isAlive(holder: Holder, file: string): Promise<boolean> {
  if (holder.realm !== (await realm())) {
    const beat = await stat(file).catch(() => null);
    return beat !== null && Date.now() - beat.mtimeMs < foreignStaleMs;
  }
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return holder.startedAt === (await processStart(holder.pid));
}

/** Every generation that has a file, the highest last. */
async function generations(folder: string): Promise<Generation[]> {
  const found = (await readdir(folder)).flatMap((name) => {
    const match = generationFile.exec(name);
    return match ? [{ number: Number(match[1]), file: join(folder, name), released: match[2] !== undefined }] : [];
  });
  return found.toSorted((a, b) => a.number - b.number);
}

/** A file that vanished or is invalid locks nothing: contents are linked as a whole, never written in place. */
async function readHolder(file: string): Promise<Holder | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return v.parse(holderSchema, JSON.parse(text));
  } catch {
    return null;
  }
}

/** Whether the generation was claimed; false when another process did. */
async function createLockFile(folder: string, file: string, holder: Holder): Promise<boolean> {
  const draft = await writeDraft(folder, holder);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    // File systems without hard links: exclusive creation, whose content follows a moment later.
    return createExclusive(file, holder);
  } finally {
    await rm(draft, { force: true });
  }
}

async function createExclusive(file: string, holder: Holder): Promise<boolean> {
  try {
    const handle = await open(file, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
    await handle.writeFile(JSON.stringify(holder));
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function writeDraft(folder: string, holder: Holder): Promise<string> {
  const draft = join(folder, `draft.${holder.token}`);
  try {
    await writeFile(draft, JSON.stringify(holder), { mode: 0o600 });
    return draft;
  } catch (error) {
    await rm(draft, { force: true });
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    throw new EngineError('disk_full', 'The disk is full. Nothing in the database was changed.', {
      cause: error,
      inFull: `The disk under ${folder} is full. Nothing in it was changed.`,
    });
  }
}

/** Field 22 of /proc/PID/stat, counted after the name, which may contain spaces and brackets; null without /proc. */
async function processStart(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

let knownRealm: Promise<string> | undefined;

function realm(): Promise<string> {
  knownRealm ??= (async () => {
    const [boot, namespace] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
      readlink('/proc/self/ns/pid').catch(() => ''),
    ]);
    return `${boot.trim()} ${namespace} ${boot === '' ? hostname() : ''}`.trim();
  })();
  return knownRealm;
}
