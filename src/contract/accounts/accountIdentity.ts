import type { ExternalProvider } from './externalProvider.ts';

/** A way to sign in that an account has: an identity, in the words of the auth service. */
export interface AccountIdentity {
  readonly id: string;
  readonly provider: ExternalProvider;
  /** Email address or name of the account at the provider; null where it did not tell. */
  readonly account: string | null;
  /** Null where the auth service does not tell. */
  readonly addedAt: string | null;
  readonly usedAt: string | null;
}
