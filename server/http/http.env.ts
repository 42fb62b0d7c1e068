import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';

/** What every handler finds in its context. */
export interface HttpEnv {
  /** Absent when a test calls the app without a socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Writes lines that carry the request id. */
    log: Logger;
    /** The caller's address, taken from proxies only where they are trusted. */
    address: string;
  };
}
