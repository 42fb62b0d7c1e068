import type { RuntimeConfig } from '../../contract/common/runtimeConfig.ts';

/** What services need to know of the running application. */
export interface Runtime {
  config: RuntimeConfig;
  /** The session's access token, refreshed first where it is nearly spent; null without a session. */
  accessToken(signal?: AbortSignal): Promise<string | null>;
  /** A write was refused with that token: the session decides what it means. Of reads the cache tells it, which reads again. */
  tokenRefused(): void;
  /** Resolves once the server can be reached, at once unless there is reason to doubt it. */
  reachable(signal?: AbortSignal): Promise<void>;
  /** What `reachable` would not wait for. */
  isReachable(): boolean;
  /** A request got no answer: there is reason to ask whether the server is there. */
  unanswered(): void;
}

let current: Runtime | null = null;

/** Called once by `app.actor.ts`, before any service is. */
export function provideRuntime(provided: Runtime): void {
  current = provided;
}

export function runtime(): Runtime {
  if (!current) throw new Error('A service was called before the application was started.');
  return current;
}
