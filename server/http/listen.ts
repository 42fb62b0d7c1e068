import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { errorCode } from '../common/errorCode.ts';
import { StartError } from '../common/startError.ts';
import { carriesFile } from './body.ts';
import { hostInUrl } from './hostInUrl.ts';
import type { HttpEnv } from './http.env.ts';

interface Listening {
  /** In the form that opens on this machine. */
  origin: string;
  /** The port that the server listens on. */
  port: number;
  /** Handles requests, including those that are already waiting. */
  serve(app: Hono<HttpEnv>): void;
  /** Accepts no new requests, and waits a while for the running ones. */
  close(): Promise<void>;
}

/** How long running requests may take to end. */
const drainMs = 8_000;
const idleCheckMs = 50;
/** How long a request may take to arrive. A file may take longer: the route that receives it ends one that stalls. */
const arrivalMs = 300_000;

/** Closes the connection of a request that arrives too slowly. */
function limitArrival(request: IncomingMessage, limitMs: number): void {
  const [path = ''] = request.url?.split('?', 1) ?? [];
  if (request.method === 'POST' && carriesFile.test(path)) return;
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, limitMs);
  request.once('close', () => clearTimeout(timer));
}

/** Binds the port. Requests wait until there is an app that handles them. */
export async function listen({
  host,
  port,
  limitMs = arrivalMs,
}: {
  host: string;
  port: number;
  limitMs?: number;
}): Promise<Listening> {
  const served = Promise.withResolvers<Hono<HttpEnv> | null>();
  const fetch: Hono<HttpEnv>['fetch'] = async (request, env) =>
    (await (await served.promise)?.fetch(request, env)) ?? new Response(null, { status: 503 });
  const server = createAdaptorServer({ fetch }) as Server;
  // Node's own limit makes no exceptions.
  server.requestTimeout = 0;
  server.on('request', (request: IncomingMessage) => limitArrival(request, limitMs));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, host, resolve);
  try {
    await promise;
  } catch (error) {
    throw new StartError(explain(errorCode(error), host, port), { cause: error });
  }
  const address = server.address() as AddressInfo;
  return {
    origin: `http://${hostInUrl(host)}:${address.port}`,
    port: address.port,
    serve: served.resolve,
    async close() {
      served.resolve(null);
      const closed = new Promise<void>((done) => {
        server.close(() => done());
      });
      server.closeIdleConnections();
      // A connection whose request has just ended would otherwise be kept alive for the next one.
      const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
      const limit = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearInterval(idle);
      clearTimeout(limit);
    },
  };
}

function explain(code: string | undefined, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop the process that listens on it, or choose another port: PORT=${port === 65_535 ? port - 1 : port + 1} npm start`;
    case 'EACCES':
      return `Permission denied for port ${port}. Choose a port above 1023: PORT=3000 npm start`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address "${host}". Use HOST=127.0.0.1 for this machine only, or HOST=0.0.0.0 to accept connections from other machines.`;
    default:
      return `The server cannot listen on ${host}:${port} (${code ?? 'unknown reason'}).`;
  }
}
