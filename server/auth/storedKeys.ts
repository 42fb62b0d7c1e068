import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { sql } from 'kysely';
import type { SecretBox } from '../database/secretBox.ts';
import type { AuthDatabase } from './auth.tables.ts';

interface StoredKey {
  jwk: JWK;
  createdAt: Date;
  activatedAt: Date | null;
  retiredAt: Date | null;
}

export interface RotationSettings {
  /** 0 for never. */
  jwtKeyDays: number;
  jwtExpiry: number;
}

const dayMs = 86_400_000;
/** Clients and other servers know a key only some time after it was published. */
const publishedMs = 3_600_000;

const contextOf = (kid: string): string => `signing_keys/${kid}`;

/** As JSON text, which is the type of the column. */
const seal = async (secretBox: SecretBox, jwk: { kid?: unknown }): Promise<string> =>
  JSON.stringify(await secretBox.seal(JSON.stringify(jwk), contextOf(String(jwk.kid))));

/** The service's own keys in the order in which they sign: previous, current, next. */
export async function readKeys(db: AuthDatabase, secretBox: SecretBox): Promise<StoredKey[]> {
  const rows = await db.selectFrom('signing_keys').selectAll().orderBy('created_at').orderBy('activated_at').execute();
  return await Promise.all(
    rows.map(async ({ kid, jwk, created_at, activated_at, retired_at }) => {
      const dates = { createdAt: created_at, activatedAt: activated_at, retiredAt: retired_at };
      if (typeof jwk === 'string')
        return { jwk: JSON.parse(await secretBox.open(jwk, contextOf(kid))) as JWK, ...dates };
      // Written by a version that did not encrypt it.
      await db
        .updateTable('signing_keys')
        .set({ jwk: await seal(secretBox, jwk) })
        .where('kid', '=', kid)
        .execute();
      return { jwk: jwk as JWK, ...dates };
    }),
  );
}

/** The key that signs now, the oldest if there should be several. */
export const currentKey = (keys: readonly StoredKey[]): StoredKey | undefined =>
  keys.find(({ activatedAt, retiredAt }) => activatedAt !== null && retiredAt === null);

interface Rotation {
  current: StoredKey | undefined;
  next: StoredKey | undefined;
  /** The current key has served its time, and every client knows the next one. */
  isDue: boolean;
  lacksNext: boolean;
  /** Keys that retired before this moment have no live token left; null where keys stay. */
  expired: Date | null;
}

function rotationOf(keys: readonly StoredKey[], { jwtKeyDays, jwtExpiry }: RotationSettings, now: Date): Rotation {
  const current = currentKey(keys);
  const next = keys.find(({ activatedAt }) => activatedAt === null);
  if (jwtKeyDays === 0) return { current, next, isDue: false, lacksNext: false, expired: null };
  const isOld = (date: Date | null | undefined, ms: number) => date != null && now.getTime() - date.getTime() >= ms;
  const isDue = isOld(current?.activatedAt, jwtKeyDays * dayMs) && isOld(next?.createdAt, publishedMs);
  return {
    current,
    next,
    isDue,
    lacksNext: next === undefined || isDue,
    expired: new Date(now.getTime() - jwtExpiry * 1000 - publishedMs),
  };
}

/**
 * Creates the keys that are missing and, when the current one has served its time, lets the next one sign, which has
 * been published long enough that every client knows it. Servers that share a database do this one after the other.
 */
export async function rotateKeys(
  db: AuthDatabase,
  secretBox: SecretBox,
  settings: RotationSettings,
  now: Date,
): Promise<void> {
  const known = await readKeys(db, secretBox);
  const { current: signing, lacksNext: isNextMissing, expired: before } = rotationOf(known, settings, now);
  const hasExpired = before !== null && known.some(({ retiredAt }) => retiredAt !== null && retiredAt < before);
  // Nothing is due at almost every start, which should neither wait for other servers nor create keys.
  if (signing !== undefined && !isNextMissing && !hasExpired) return;
  // Creating keys takes time, in which no other server should have to wait.
  const spare = await createKeys(settings.jwtKeyDays === 0 ? 1 : 2);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('signing_keys', 0))`.execute(tx);
    const insert = async (activatedAt: Date | null) => {
      const jwk = spare.pop();
      if (jwk === undefined) return;
      await tx
        .insertInto('signing_keys')
        .values({
          kid: jwk.kid ?? '',
          jwk: await seal(secretBox, jwk),
          created_at: now,
          activated_at: activatedAt,
          retired_at: null,
        })
        .execute();
    };
    const { current, next, isDue, lacksNext, expired } = rotationOf(await readKeys(tx, secretBox), settings, now);
    if (current === undefined) await insert(now);
    if (isDue && current !== undefined && next !== undefined) {
      await setDates(tx, current, { retired_at: now });
      await setDates(tx, next, { activated_at: now });
    }
    if (lacksNext) await insert(null);
    if (expired !== null) await tx.deleteFrom('signing_keys').where('retired_at', '<', expired).execute();
  });
}

async function setDates(
  tx: AuthDatabase,
  { jwk }: StoredKey,
  dates: { activated_at: Date } | { retired_at: Date },
): Promise<void> {
  await tx
    .updateTable('signing_keys')
    .set(dates)
    .where('kid', '=', jwk.kid ?? '')
    .execute();
}

const createKeys = (count: number): Promise<JWK[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { privateKey } = await generateKeyPair('ES256', { extractable: true });
      const jwk: JWK = { ...(await exportJWK(privateKey)), alg: 'ES256', key_ops: ['sign', 'verify'] };
      return { ...jwk, kid: await calculateJwkThumbprint(jwk) };
    }),
  );
