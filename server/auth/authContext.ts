import type { RateLimiter } from '../common/rateLimiter.ts';
import type { AuthDatabase } from './auth.tables.ts';
import type { AuthSettings } from './settings.ts';
import type { SigningKeys } from './signingKeys.ts';

/** Dependencies of every part of one auth service. */
export interface AuthContext {
  readonly db: AuthDatabase;
  readonly settings: AuthSettings;
  readonly keys: SigningKeys;
  readonly rateLimiter: RateLimiter;
  readonly now: () => Date;
}
