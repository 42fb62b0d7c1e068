import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Snippet } from '../../../src/contract/sql/snippet.ts';
import {
  deleteSnippet,
  readSnippet,
  renameSnippet,
  saveCopy,
  saveSnippet,
} from '../../../src/services/sql/snippets.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

let server: Server;
let asked: { method: string | undefined; url: string | undefined; body: unknown }[];
let answers: { status: number; body?: unknown }[];
const signal = new AbortController().signal;

const snippet: Snippet = {
  id: 's/1',
  name: 'Top customers',
  sql: 'select 1',
  version: 3,
  updated_at: '2026-01-01T00:00:00Z',
};
const target = { ref: 'abc', id: 's/1' };
const path = '/api/platform/projects/abc/snippets/s%2F1';
const refusal = (status: number) => ({ status, body: { code: 'refused', message: 'Not like this.', request_id: '1' } });

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const text = Buffer.concat(chunks).toString();
        asked.push({ method: request.method, url: request.url, body: text === '' ? undefined : JSON.parse(text) });
        const { status, body } = answers.shift() ?? { status: 500 };
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(body === undefined ? undefined : JSON.stringify(body));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());
beforeEach(() => {
  asked = [];
  provideTestRuntime({
    config: { apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` },
    accessToken: async () => 'token',
  });
});

it('reads a query, and tells one that is not there from one that cannot be read', async () => {
  answers = [{ status: 200, body: snippet }, refusal(404), refusal(403)];
  await expect(readSnippet(target, signal)).resolves.toEqual(snippet);
  await expect(readSnippet(target, signal)).resolves.toBeNull();
  await expect(readSnippet(target, signal)).rejects.toMatchObject({ code: 403 });
  expect(asked.map(({ method, url }) => [method, url])).toEqual([
    ['GET', path],
    ['GET', path],
    ['GET', path],
  ]);
});

it('saves a text upon the version that it was made from, and passes on that there is a newer one', async () => {
  answers = [{ status: 200, body: { ...snippet, version: 4 } }, refusal(409)];
  const body = { name: 'Top customers', sql: 'select 2', base_version: 3 };
  await expect(saveSnippet({ ...target, body }, { signal })).resolves.toMatchObject({ version: 4 });
  expect(asked).toEqual([{ method: 'PUT', url: path, body }]);
  await expect(saveSnippet({ ...target, body }, { signal })).rejects.toMatchObject({ code: 409 });
});

it('keeps a copy as a query of its own, whose name is no longer than names may be', async () => {
  answers = [
    { status: 200, body: snippet },
    { status: 200, body: snippet },
  ];
  await saveCopy({ ref: 'abc', name: 'Top customers', sql: 'select 2' }, signal);
  await saveCopy({ ref: 'abc', name: 'x'.repeat(200), sql: '' }, signal);
  expect(asked[0]).toMatchObject({
    method: 'PUT',
    body: { name: 'Top customers (copy)', sql: 'select 2', base_version: 0 },
  });
  expect((asked[1]!.body as { name: string }).name).toBe(`${'x'.repeat(193)} (copy)`);
  expect((asked[1]!.body as { name: string }).name).toHaveLength(200);
  const ids = asked.map(({ url }) => url!.split('/').at(-1));
  expect(new Set([...ids, 's%2F1']).size).toBe(3);
});

it('renames a query whatever version it has come to, and leaves its text', async () => {
  answers = [
    { status: 200, body: { ...snippet, version: 9 } },
    { status: 200, body: { ...snippet, name: 'Best', version: 10 } },
  ];
  await expect(renameSnippet({ ...target, name: 'Best' }, signal)).resolves.toMatchObject({
    name: 'Best',
    version: 10,
  });
  expect(asked).toEqual([
    { method: 'GET', url: path, body: undefined },
    { method: 'PUT', url: path, body: { name: 'Best', sql: 'select 1', base_version: 9 } },
  ]);
});

it('takes a query that is gone already for deleted, and a refusal for one', async () => {
  answers = [{ status: 204 }, refusal(404), refusal(403)];
  await expect(deleteSnippet(target, signal)).resolves.toBeUndefined();
  await expect(deleteSnippet(target, signal)).resolves.toBeUndefined();
  await expect(deleteSnippet(target, signal)).rejects.toMatchObject({ code: 403 });
  expect(asked.every(({ method, url }) => method === 'DELETE' && url === path)).toBe(true);
});
