import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { HttpEnv } from '../../../server/http/http.env.ts';
import { listen } from '../../../server/http/listen.ts';

it('answers 503 to what waits when the server ends before it can serve', async () => {
  const { origin, port, close } = await listen({ host: '127.0.0.1', port: 0 });
  expect(origin).toBe(`http://127.0.0.1:${port}`);
  const waiting = request(origin, { method: 'POST', headers: { Expect: '100-continue' } });
  const answered = once(waiting, 'response') as Promise<[IncomingMessage]>;
  waiting.flushHeaders();
  // The server has the request.
  await once(waiting, 'continue');
  const closed = close();
  waiting.end();
  const [answer] = await answered;
  answer.resume();
  expect(answer.statusCode).toBe(503);
  await closed;
});

it('says which port is taken', async () => {
  const { port, close } = await listen({ host: '127.0.0.1', port: 0 });
  await expect(listen({ host: '127.0.0.1', port })).rejects.toThrow(`Port ${port} is in use.`);
  await close();
});

it('ends a request that arrives too slowly, but not a file that is uploaded', async () => {
  const { origin, close, serve } = await listen({ host: '127.0.0.1', port: 0, limitMs: 100 });
  const app = new Hono<HttpEnv>().post('*', async (c) => c.text(await c.req.text()));
  serve(app.onError((_, c) => c.body(null, 500)));
  const send = (path: string) => {
    const sending = request(`${origin}${path}`, { method: 'POST', headers: { 'Content-Length': '4' } });
    sending.write('ab');
    return sending;
  };
  const file = send('/api/platform/projects/abc/tables/import?x=1');
  // The file is older than the request that is ended for its age.
  const [error] = (await once(send('/api/platform/projects'), 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNRESET');
  const answered = once(file, 'response') as Promise<[IncomingMessage]>;
  file.end('cd');
  const [answer] = await answered;
  expect(String(Buffer.concat(await answer.toArray()))).toBe('abcd');
  await close();
});
