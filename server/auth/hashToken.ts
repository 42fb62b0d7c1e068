import { createHash } from 'node:crypto';

/** Hex SHA-256 of a token with enough random bits that its hash is no help in guessing it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
