import { base64url, calculateJwkThumbprint, compactDecrypt, CompactEncrypt } from 'jose';

/** Bytes of a key for AES-256. */
export const secretKeyLength = 32;

/** Encrypts what must not stand in the database in clear. */
export interface SecretBox {
  /** Tells the key from others and gives nothing of it away. */
  readonly keyId: string;
  /** `place` says where the text is kept: it opens there only, so that nobody can put one secret in another's place. */
  seal(text: string, place: string): Promise<string>;
  open(sealed: string, place: string): Promise<string>;
}

/** AES-256-GCM in JWE's compact form. */
export async function createSecretBox(key: Uint8Array): Promise<SecretBox> {
  const keyId = await calculateJwkThumbprint({ kty: 'oct', k: base64url.encode(key) });
  return {
    keyId,
    seal: (text, place) =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: keyId, place })
        .encrypt(key),
    async open(sealed, place) {
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      if (protectedHeader['place'] !== place) throw new Error(`What is kept as ${place} was not written there.`);
      return new TextDecoder().decode(plaintext);
    },
  };
}
