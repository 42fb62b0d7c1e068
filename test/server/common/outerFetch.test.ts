/** Requests to addresses that users name. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOuterFetch } from '../../../server/common/outerFetch.ts';

let origin: string;
let port: number;
let asked = 0;
const server = createServer((request, response) => {
  asked++;
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    if (request.url === '/elsewhere') response.writeHead(302, { Location: '/' }).end();
    else if (request.url === '/none') response.writeHead(204).end();
    else if (request.url === '/large') response.end('x'.repeat(2_000));
    else response.end(JSON.stringify({ method: request.method, body, type: request.headers['content-type'] }));
  });
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a request to an address that a user named', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '169.254.169.254'])(
    'does not reach %s in the network of the server',
    async (host) => {
      const before = asked;
      await expect(createOuterFetch()(`http://${host}:${port}/`)).rejects.toThrow('not allowed here');
      expect(asked).toBe(before);
    },
  );

  it('is sent as it is, and its answer read', async () => {
    const fetch = createOuterFetch({ allows: () => true });
    const response = await fetch(origin, {
      method: 'POST',
      body: 'hello',
      headers: { 'Content-Type': 'text/plain' },
    });
    expect([response.status, await response.json()]).toEqual([
      200,
      { method: 'POST', body: 'hello', type: 'text/plain' },
    ]);
    expect((await fetch(`http://localhost:${port}/none`)).status).toBe(204);
  });

  it('follows no redirect, reads no endless answer, and ends with its signal', async () => {
    const fetch = createOuterFetch({ allows: () => true, maxBytes: 1_000 });
    expect((await fetch(`${origin}/elsewhere`)).status).toBe(302);
    await expect(fetch(`${origin}/large`)).rejects.toThrow('larger than 1000 bytes');
    await expect(fetch(origin, { signal: AbortSignal.abort() })).rejects.toThrow('abort');
    await expect(fetch('file:///etc/passwd')).rejects.toThrow('Only http and https');
  });
});
