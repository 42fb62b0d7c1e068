import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
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
