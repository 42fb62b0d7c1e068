import type { JWK } from 'jose';

/** The algorithms that a key may be used with, by its type; the first is meant where a key names none. */
const algorithms: Readonly<Record<string, readonly string[]>> = {
  oct: ['HS256', 'HS384', 'HS512'],
  RSA: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  'P-256': ['ES256'],
  'P-384': ['ES384'],
  'P-521': ['ES512'],
  Ed25519: ['EdDSA', 'Ed25519'],
};

const allowedFor = ({ kty, crv }: JWK): readonly string[] =>
  algorithms[(kty === 'EC' || kty === 'OKP' ? crv : kty) ?? ''] ?? [];

/** The one algorithm that a key is used with. */
export const algorithmOf = (jwk: JWK): string => jwk.alg ?? allowedFor(jwk)[0] ?? '';

/** The key names an algorithm that keys of its type have, or none. */
export const hasKnownAlgorithm = (jwk: JWK): boolean => allowedFor(jwk).includes(algorithmOf(jwk));

/** HMAC needs a key that is at least as long as its hash is for SHA-256. */
export const isLongEnough = ({ kty, k }: JWK): boolean =>
  kty !== 'oct' || Buffer.from(k ?? '', 'base64url').length >= 32;

export const canSign = ({ key_ops: operations }: JWK): boolean =>
  Array.isArray(operations) && operations.includes('sign');
