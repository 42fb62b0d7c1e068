import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const iterations = 4096;

/** A password hash for SCRAM-SHA-256 (RFC 5803) as Postgres stores it, so that the password itself is not stored. */
export async function passwordVerifier(password: string): Promise<string> {
  const salt = randomBytes(16);
  const salted = await promisify(pbkdf2)(password.normalize('NFKC'), salt, iterations, 32, 'sha256');
  const sign = (words: string) => createHmac('sha256', salted).update(words).digest();
  const storedKey = createHash('sha256').update(sign('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${sign('Server Key').toString('base64')}`;
}
