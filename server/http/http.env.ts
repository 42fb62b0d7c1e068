import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';

export interface LoggedProject {
  ref: string;
  /** The caller has shown no valid key of the project, so anybody may have sent the request. */
  isKeyless: boolean;
}

/** Variables of every handler. */
export interface HttpEnv {
  /** Absent when a test calls the app without a socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** A logger whose lines carry the request id. */
    log: Logger;
    /** The caller's address; forwarded addresses are read only from trusted proxies. */
    address: string;
    /** The project whose log gets a line of this request, once it is found. */
    logged?: LoggedProject;
  };
}
