// @vitest-environment happy-dom
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../../src/contract/common/apiError.ts';
import { upload } from '../../../src/services/http/upload.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

let server: Server;
let asked: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }[];
let answer: { status: number; body: string };
let refusals: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const { method, url, headers } = request;
        asked.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

beforeEach(() => {
  asked = [];
  refusals = 0;
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(`${origin}/`);
  provideTestRuntime({
    config: { apiUrl: `${origin}/api` },
    accessToken: async () => 'token',
    tokenRefused: () => void refusals++,
  });
});

/** Sends a file; gives the lines of the answer. */
async function sent(signal = new AbortController().signal): Promise<unknown[]> {
  const received: unknown[] = [];
  await upload(
    '/projects/abc/import',
    new Blob(['id\n1\n']),
    { begun: () => {}, sent: () => {}, received: (line) => received.push(line) },
    signal,
  );
  return received;
}

describe('a file that is sent', () => {
  it('goes to its address whole, with the session’s token, and each line of the answer comes back', async () => {
    answer = { status: 200, body: '{"rows":1}\n\n{"rows":2}\n{"end":true}' };
    expect(await sent()).toEqual([{ rows: 1 }, { rows: 2 }, { end: true }]);
    expect(asked).toMatchObject([
      {
        method: 'POST',
        url: '/api/platform/projects/abc/import',
        headers: {
          accept: 'application/json',
          'content-type': 'application/octet-stream',
          authorization: 'Bearer token',
          'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
        },
        body: 'id\n1\n',
      },
    ]);
  });

  it.each([
    [401, 1],
    [413, 0],
  ])('and is refused with %i tells why, and whether the session is to be asked about', async (status, times) => {
    answer = { status, body: JSON.stringify({ code: 'refused', message: 'Not like this.' }) };
    const error: unknown = await sent().catch((thrown: unknown) => thrown);
    expect(failureOf(error)).toMatchObject({ code: status, message: 'Not like this.' });
    expect(refusals).toBe(times);
  });

  it('is not sent once it has been given up', async () => {
    await sent(AbortSignal.abort());
    expect(asked).toEqual([]);
  });
});
