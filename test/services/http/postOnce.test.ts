// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nothing } from '../../../src/services/http/http.ts';
import { postOnce } from '../../../src/services/http/postOnce.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

/** The keys of the requests that were sent. */
let keys: (string | null)[];
let answer: () => Response;

const lost = (): Response => {
  throw new TypeError('Failed to fetch');
};
const status = (code: number) => () => new Response(JSON.stringify({ message: 'x' }), { status: code });

beforeEach(() => {
  keys = [];
  answer = status(201);
  provideTestRuntime({ config: { apiUrl: '/api' } });
  vi.stubGlobal('fetch', async (request: Request) => {
    keys.push(request.headers.get('idempotency-key'));
    return answer();
  });
});
afterEach(() => void vi.unstubAllGlobals());

const send = (name: string): Promise<void> => postOnce('/organizations', { name }, nothing, {}).catch(() => undefined);

it.each([
  ['got no response', lost],
  ['got a fault of the server', status(500)],
  ['got the response of a gateway', status(504)],
])('a repeated request has the key of the first one where that %s', async (_, failing) => {
  answer = failing;
  await send('Acme');
  await send('Acme');
  answer = status(201);
  await send('Acme');
  await send('Acme');
  const [first, second, third, next] = keys;
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect([second, third]).toEqual([first, first]);
  // The third one created it.
  expect(next).not.toBe(first);
});

it('another request has another key, and so has one after a refusal', async () => {
  answer = lost;
  await send('Acme');
  await send('Apex');
  answer = status(403);
  await send('Apex');
  await send('Apex');
  const [, lostKey, refused, next] = keys;
  expect(new Set(keys).size).toBe(3);
  expect(refused).toBe(lostKey);
  expect(next).not.toBe(refused);
});

it('a platform of another origin gets no key, because it may refuse the header', async () => {
  provideTestRuntime({ config: { apiUrl: 'https://platform.test/api' } });
  await send('Acme');
  expect(keys).toEqual([null]);
});
