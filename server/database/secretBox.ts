import { createHmac, hkdfSync } from 'node:crypto';
import { base64url, calculateJwkThumbprint, compactDecrypt, CompactEncrypt } from 'jose';

/** Bytes of a key for AES-256. */
export const secretKeyLength = 32;

/** Encrypts secrets for the database. */
export interface SecretBox {
  /** Identifies the key without revealing it. */
  readonly keyId: string;
  /** `context` is where the text is stored: it decrypts only there, so that one secret cannot replace another. */
  seal(text: string, context: string): Promise<string>;
  open(sealed: string, context: string): Promise<string>;
  /** A keyed hash, for secrets so short that a plain hash could be tried out from the database alone. */
  digest(text: string, context: string): string;
}

/** AES-256-GCM in JWE's compact form. */
export async function createSecretBox(key: Uint8Array): Promise<SecretBox> {
  const keyId = await calculateJwkThumbprint({ kty: 'oct', k: base64url.encode(key) });
  const digestKey = new Uint8Array(hkdfSync('sha256', key, '', 'digest', secretKeyLength));
  return {
    keyId,
    digest: (text, context) =>
      createHmac('sha256', digestKey)
        .update(JSON.stringify([context, text]))
        .digest('base64url'),
    seal: (text, context) =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: keyId, place: context })
        .encrypt(key),
    async open(sealed, context) {
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      if (protectedHeader['place'] !== context) throw new Error(`The secret of ${context} was not written there.`);
      return new TextDecoder().decode(plaintext);
    },
  };
}
