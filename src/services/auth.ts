import type { AuthError, GoTrueClient } from '@supabase/auth-js';
import * as v from 'valibot';
import { sessionSchema, type Session, type SignOutScope } from '../contract/session.ts';
import { FailureError } from './failureError.ts';
import { runtime } from './runtime.ts';
import { announce } from './sessionTabs.ts';
import { readStored, removeStored, storageEntries, writeStored } from './storage.ts';

/** A refresh may be tried again after these (specification, section 8); any other refusal ends the session. */
const retryableStatuses: ReadonlySet<number> = new Set([0, 502, 503, 504]);

/** The failure of a refresh, and whether the session outlives it. */
export class RefreshError extends FailureError {
  readonly retryable: boolean;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super({ code: status, message }, options);
    this.retryable = retryableStatuses.has(status);
  }
}

/** Later than any clock, so that the client never refreshes by itself: the session's chart owns that. */
const never = 8_640_000_000_000;

/** Where the client keeps the session: one value with the chart's, except that the client is never shown when it expires. */
const clientStorage = {
  getItem(key: string): string | null {
    if (key !== storageEntries.session.key) return sessionStorage.getItem(key);
    const session = readStored('session');
    return session && JSON.stringify({ ...session, expires_at: never });
  },
  setItem(key: string, value: string): void {
    if (key !== storageEntries.session.key) return sessionStorage.setItem(key, value);
    const session = v.parse(sessionSchema, JSON.parse(value));
    const held = readStored('session');
    writeStored('session', session.expires_at === never && held ? { ...session, expires_at: held.expires_at } : session);
  },
  removeItem(key: string): void {
    if (key !== storageEntries.session.key) return sessionStorage.removeItem(key);
    removeStored('session');
  },
};

type ClientOptions = Partial<ConstructorParameters<typeof GoTrueClient>[0]>;

async function createClient(options: ClientOptions): Promise<GoTrueClient> {
  const { AuthClient: Client } = await import('@supabase/auth-js');
  return new Client({
    url: runtime().config.authUrl,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType: 'pkce',
    skipAutoInitialize: true,
    ...options,
  });
}

let shared: Promise<GoTrueClient> | null = null;

/** The one client of this page. It is fetched when first needed, or when `preloadAuth` says that it soon will be. */
function client(): Promise<GoTrueClient> {
  shared ??= createClient({ storageKey: storageEntries.session.key, storage: clientStorage });
  return shared;
}

/** Fetches the auth client before it is needed, as when a sign-in form is first touched. A failure shows when it is needed. */
export function preloadAuth(): void {
  client().catch(() => { shared = null; });
}

function failureOfAuth(error: AuthError): FailureError {
  return new FailureError({ code: error.code ?? error.status ?? 'auth', message: error.message }, { cause: error });
}
void [createClient, failureOfAuth, announce];
export type { Session, SignOutScope };
