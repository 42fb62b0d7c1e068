import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose';
import { sql } from 'kysely';
import type { SecretBox } from '../database/secretBox.ts';
import type { AuthDatabase } from './auth.tables.ts';
import { canSign } from './settings.ts';

interface KeyPair {
  kid: string | undefined;
  alg: string;
  verifyKey: CryptoKey | Uint8Array;
  /** Null for symmetric keys, which are never published. */
  publicJwk: JWK | null;
}

/** The keys an auth service signs and verifies its access tokens with. */
export interface SigningKeys {
  sign(claims: JWTPayload): Promise<string>;
  /** The token's claims; throws if none of these keys signed the token, or if it has expired. */
  verify(token: string, now: Date): Promise<JWTPayload>;
  readonly jwks: { keys: readonly JWK[] };
}

/**
 * `GOTRUE_JWT_KEYS` if set; otherwise `GOTRUE_JWT_SECRET`, which then signs with HS256; otherwise an ES256 key, created
 * at the first start and stored in the database, encrypted. A configured secret always verifies HS256 tokens that name
 * no known key.
 */
export async function openSigningKeys(
  db: AuthDatabase,
  secretBox: SecretBox,
  settings: { jwtKeys: readonly JWK[] | null; jwtSecret: string | null },
): Promise<SigningKeys> {
  const secret = settings.jwtSecret === null ? null : new TextEncoder().encode(settings.jwtSecret);
  const jwks = settings.jwtKeys ?? (secret === null ? [await storedKey(db, secretBox)] : []);
  const signer = jwks.find(canSign);
  const pairs = await Promise.all(jwks.map(toKeyPair));
  const byKid = new Map(pairs.map((pair) => [pair.kid, pair]));
  const signing =
    signer === undefined
      ? { key: secret as Uint8Array, header: { alg: 'HS256', typ: 'JWT' } }
      : {
          key: await importPart(signer, 'sign'),
          header: { alg: algorithmOf(signer), typ: 'JWT', kid: await kidOf(signer) },
        };

  return {
    jwks: { keys: pairs.flatMap(({ publicJwk }) => publicJwk ?? []) },
    sign: (claims) => new SignJWT(claims).setProtectedHeader(signing.header).sign(signing.key),
    async verify(token, now) {
      const { kid, alg } = decodeProtectedHeader(token);
      // The key decides the algorithm, never the token: a public key is no HMAC secret, and no key allows "none".
      const pair = kid === undefined ? undefined : byKid.get(kid);
      const chosen = pair ?? (alg === 'HS256' && secret !== null ? { alg: 'HS256', verifyKey: secret } : undefined);
      if (chosen === undefined) throw new errors.JWSSignatureVerificationFailed('unrecognised signing key');
      const { payload } = await jwtVerify(token, chosen.verifyKey, { algorithms: [chosen.alg], currentDate: now });
      return payload;
    },
  };
}

function algorithmOf({ alg, kty, crv }: JWK): string {
  if (alg !== undefined) return alg;
  if (kty === 'oct') return 'HS256';
  if (kty === 'RSA') return 'RS256';
  if (kty === 'OKP') return 'EdDSA';
  return crv === 'P-384' ? 'ES384' : crv === 'P-521' ? 'ES512' : 'ES256';
}

const kidOf = async (jwk: JWK): Promise<string> => jwk.kid ?? (await calculateJwkThumbprint(jwk));

const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'key_ops', 'ext'];

const publicPart = (jwk: JWK): JWK =>
  Object.fromEntries(Object.entries(jwk).filter(([member]) => !privateMembers.includes(member))) as JWK;

/** A key for one use only: WebCrypto gets its own usages, not those that a JWK claims. */
function importPart(jwk: JWK, use: 'sign' | 'verify'): Promise<CryptoKey | Uint8Array> {
  const { key_ops: _operations, use: _use, ...bare } = jwk;
  return importJWK(use === 'sign' || jwk.kty === 'oct' ? bare : publicPart(bare), algorithmOf(jwk));
}

async function toKeyPair(jwk: JWK): Promise<KeyPair> {
  const kid = await kidOf(jwk);
  const alg = algorithmOf(jwk);
  return {
    kid,
    alg,
    verifyKey: await importPart(jwk, 'verify'),
    publicJwk: jwk.kty === 'oct' ? null : { ...publicPart(jwk), kid, alg, use: 'sig', key_ops: ['verify'] },
  };
}

/** The service's own key. Servers that start concurrently on one database agree on the first one stored. */
async function storedKey(db: AuthDatabase, secretBox: SecretBox): Promise<JWK> {
  const stored = await oldestKey(db, secretBox);
  if (stored !== undefined) return stored;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(privateKey)), alg: 'ES256', key_ops: ['sign', 'verify'] };
  jwk.kid = await calculateJwkThumbprint(jwk);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('signing_keys', 0))`.execute(tx);
    if ((await oldestKey(tx, secretBox)) === undefined)
      await tx
        .insertInto('signing_keys')
        .values({ kid: jwk.kid ?? '', jwk: await seal(secretBox, jwk) })
        .execute();
  });
  return (await oldestKey(db, secretBox)) ?? jwk;
}

async function oldestKey(db: AuthDatabase, secretBox: SecretBox): Promise<JWK | undefined> {
  const row = await db
    .selectFrom('signing_keys')
    .select(['kid', 'jwk'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { kid, jwk } = row;
  if (typeof jwk === 'string') return JSON.parse(await secretBox.open(jwk, contextOf(kid))) as JWK;
  // Written by a version that did not encrypt it.
  await db
    .updateTable('signing_keys')
    .set({ jwk: await seal(secretBox, jwk) })
    .where('kid', '=', kid)
    .execute();
  return jwk as JWK;
}

const contextOf = (kid: string): string => `signing_keys/${kid}`;

/** As JSON text, which is the type of the column. */
const seal = async (secretBox: SecretBox, jwk: { kid?: unknown }): Promise<string> =>
  JSON.stringify(await secretBox.seal(JSON.stringify(jwk), contextOf(String(jwk.kid))));
