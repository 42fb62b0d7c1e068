/** A proxy before a Postgres server that loses a COMMIT or its answer, as a broken network does. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CuttingProxy {
  /** The server's address by way of the proxy. */
  url: string;
  /** Cuts the connection to this database at its next COMMIT: before the server gets it, or before its answer is passed on. */
  cut(database: string, when: 'before' | 'after'): void;
  stop(): Promise<void>;
}

const asText = (chunk: Buffer): string => chunk.toString('latin1');

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let armed: { database: string; when: 'before' | 'after' } | null = null;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let database: string | null = null;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    const isCut = (when: 'before' | 'after') => armed?.when === when && armed.database === database;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.on('data', (chunk) => {
      database ??= /database\0([^\0]+)/.exec(asText(chunk))?.[1] ?? null;
      if (!isCut('before') || !/commit/i.test(asText(chunk))) return void upstream.write(chunk);
      armed = null;
      return end();
    });
    upstream.on('data', (chunk) => {
      if (!isCut('after') || !asText(chunk).includes('COMMIT\0')) return void client.write(chunk);
      armed = null;
      return end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut(database, when) {
      armed = { database, when };
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
