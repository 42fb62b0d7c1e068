import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';
import type { AuthenticatedUser } from '../auth/authenticate.ts';

/** What every handler finds in its context. */
export interface AppEnv {
  /** Absent when a test calls the app without a socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Writes lines that carry the request id. */
    log: Logger;
    /** The caller's address, taken from proxies only where they are trusted. */
    address: string;
    /** Set by `bearer`, so present in every handler behind it. */
    user: AuthenticatedUser;
    /** Set by `knownBearer` where there is a live session. */
    knownUser?: AuthenticatedUser;
  };
}
