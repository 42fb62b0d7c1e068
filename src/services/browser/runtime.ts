import type { RuntimeConfig } from '../../contract/common/runtimeConfig.ts';

/** What services need from the running application. */
export interface Runtime {
  config: RuntimeConfig;
  /** The session's access token, refreshed first if it is about to expire; null without a session. */
  accessToken(signal?: AbortSignal): Promise<string | null>;
  /**
   * The server refused a write with that token: the session decides what follows. For reads, the cache reports it and
   * retries.
   */
  tokenRefused(): void;
  /** Resolves once the server is reachable, immediately unless the connection is in doubt. */
  reachable(signal?: AbortSignal): Promise<void>;
  /** The failure of requests that do not wait for `reachable`. */
  isReachable(): boolean;
  /** A request got no response, so the connection should be checked. */
  unanswered(): void;
}

let current: Runtime | null = null;

/** `src/app/startApp.ts` calls it once, before any service runs. */
export function provideRuntime(provided: Runtime): void {
  current = provided;
}

export function runtime(): Runtime {
  if (!current) throw new Error('A service was called before the application was started.');
  return current;
}
