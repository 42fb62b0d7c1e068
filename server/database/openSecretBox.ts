import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { errorCode } from '../common/errorCode.ts';
import { StartError } from '../common/startError.ts';
import type { ControlDatabase } from './database.ts';
import { createSecretBox, secretKeyLength, type SecretBox } from './secretBox.ts';

interface SecretBoxOptions {
  db: ControlDatabase;
  dataFolder: string;
  /** The key, if a setting gives it. */
  configured: Uint8Array | null;
  /** Encrypts the plain-text secrets of a database that had no key so far. */
  sealStored(tx: ControlDatabase, box: SecretBox): Promise<void>;
}

const setting = 'BASECHART_SECRET_KEY';
const elsewhere = `Servers that share a database need the same key: set ${setting} to it on each of them.`;

/**
 * The key that encrypts secrets in the control plane: from a setting, or from a file in the data folder that is created
 * at the first start. A database belongs to the key that it was first used with; with another key the server does not
 * start, because it could not read the secrets.
 */
export async function openSecretBox({ db, dataFolder, configured, sealStored }: SecretBoxOptions): Promise<SecretBox> {
  const file = join(dataFolder, 'secret.key');
  const known = await knownKey(db);
  const stored = configured ?? (await readKey(file));
  if (stored === null && known !== null) {
    throw new StartError(
      `The encryption key for the secrets in the database is missing: there is no ${file}, and ${setting} is not set. Restore the file. ${elsewhere} Nothing was changed.`,
    );
  }
  const key = stored ?? (await makeKey(dataFolder, file));
  const box = await createSecretBox(key);
  const owner = known ?? (await claim(db, box, sealStored));
  if (owner === box.keyId) return box;
  // Created just now, while another server claimed the database: nothing was encrypted with it.
  if (stored === null) await rm(file, { force: true });
  throw new StartError(
    `${configured === null ? `The key in ${file}` : `The key that ${setting} gives`} does not match the secrets in the database. ${elsewhere} Nothing was changed.`,
  );
}

async function readKey(file: string): Promise<Uint8Array | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new StartError(`The key in ${file} cannot be read (${errorCode(error) ?? 'unknown reason'}).`, {
      cause: error,
    });
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== secretKeyLength)
    throw new StartError(
      `${file} contains no key: it must be ${secretKeyLength} bytes in base64. Restore the file. Nothing was changed.`,
    );
  // A restored copy may have lost its mode.
  await chmod(file, 0o600).catch(() => undefined);
  return key;
}

/** The key must be durable before it encrypts anything. */
async function makeKey(folder: string, file: string): Promise<Uint8Array> {
  const key = randomBytes(secretKeyLength);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(`${key.toString('base64')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const directory = await open(folder);
    await directory.sync().finally(() => directory.close());
  } catch (error) {
    throw new StartError(`Could not write the encryption key to ${file} (${errorCode(error) ?? 'unknown reason'}).`, {
      cause: error,
    });
  }
  return key;
}

async function knownKey(db: ControlDatabase): Promise<string | null> {
  const row = await db.selectFrom('secret_keys').select('key_id').executeTakeFirst();
  return row?.key_id ?? null;
}

/** Claims the database for this key, unless another server was faster; returns the key that it belongs to now. */
const claim = (db: ControlDatabase, box: SecretBox, sealStored: SecretBoxOptions['sealStored']): Promise<string> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('secret_keys', 0))`.execute(tx);
    const known = await knownKey(tx);
    if (known !== null) return known;
    await sealStored(tx, box);
    await tx.insertInto('secret_keys').values({ key_id: box.keyId }).execute();
    return box.keyId;
  });
