import {
  calculateJwkThumbprint,
  decodeProtectedHeader,
  errors,
  importJWK,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose';
import type { SecretBox } from '../database/secretBox.ts';
import type { AuthDatabase } from './auth.tables.ts';
import { algorithmOf, canSign } from './jwk.ts';
import { currentKey, readKeys, rotateKeys, type RotationSettings } from './storedKeys.ts';

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
  jwks(): { keys: readonly JWK[] };
  /** Lets the next key sign once the current one has served its time. Configured keys stay as they are. */
  rotate(now: Date): Promise<void>;
}

interface KeySet {
  byKid: ReadonlyMap<string | undefined, KeyPair>;
  published: readonly JWK[];
  signer: { key: CryptoKey | Uint8Array; header: { alg: string; typ: string; kid?: string } };
}

interface KeySettings extends RotationSettings {
  jwtKeys: readonly JWK[] | null;
  jwtSecret: string | null;
}

/** Another server may have signed with a key that is not known here. The keys are read again, but not every time. */
const reloadIntervalMs = 10_000;

/**
 * `GOTRUE_JWT_KEYS` if set; otherwise `GOTRUE_JWT_SECRET`, which then signs with HS256; otherwise ES256 keys, created
 * at the first start, stored in the database, encrypted, and replaced in turn. A configured secret always verifies
 * HS256 tokens that name no known key.
 */
export async function openSigningKeys(
  db: AuthDatabase,
  secretBox: SecretBox,
  settings: KeySettings,
  now: () => Date,
): Promise<SigningKeys> {
  const secret = settings.jwtSecret === null ? null : new TextEncoder().encode(settings.jwtSecret);
  const ownsKeys = settings.jwtKeys === null && secret === null;
  let loadedAt = 0;

  async function load(): Promise<KeySet> {
    const stored = ownsKeys ? await readKeys(db, secretBox) : [];
    loadedAt = performance.now();
    const jwks = ownsKeys ? stored.map(({ jwk }) => jwk) : (settings.jwtKeys ?? []);
    const signer = ownsKeys ? currentKey(stored)?.jwk : jwks.find(canSign);
    const pairs = await Promise.all(jwks.map(toKeyPair));
    return {
      byKid: new Map(pairs.map((pair) => [pair.kid, pair])),
      published: pairs.flatMap(({ publicJwk }) => publicJwk ?? []),
      signer:
        signer === undefined
          ? { key: secret as Uint8Array, header: { alg: 'HS256', typ: 'JWT' } }
          : {
              key: await importPart(signer, 'sign'),
              header: { alg: algorithmOf(signer), typ: 'JWT', kid: await kidOf(signer) },
            },
    };
  }

  async function rotate(moment: Date): Promise<void> {
    if (!ownsKeys) return;
    await rotateKeys(db, secretBox, settings, moment);
    known = await load();
  }

  let known: KeySet;
  if (ownsKeys) await rotateKeys(db, secretBox, settings, now());
  known = await load();

  return {
    rotate,
    jwks: () => ({ keys: known.published }),
    sign: (claims) => new SignJWT(claims).setProtectedHeader(known.signer.header).sign(known.signer.key),
    async verify(token, moment) {
      const { kid, alg } = decodeProtectedHeader(token);
      const isUnknown = kid !== undefined && !known.byKid.has(kid);
      if (ownsKeys && isUnknown && performance.now() - loadedAt > reloadIntervalMs) known = await load();
      // The key decides the algorithm, never the token: a public key is no HMAC secret, and no key allows "none".
      const pair = kid === undefined ? undefined : known.byKid.get(kid);
      const chosen = pair ?? (alg === 'HS256' && secret !== null ? { alg: 'HS256', verifyKey: secret } : undefined);
      if (chosen === undefined) throw new errors.JWSSignatureVerificationFailed('unrecognized signing key');
      const { payload } = await jwtVerify(token, chosen.verifyKey, { algorithms: [chosen.alg], currentDate: moment });
      return payload;
    },
  };
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
