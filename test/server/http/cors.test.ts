/** Pages of dashboards elsewhere call the platform API only where the server allows their origin. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/server.ts';

const allowed = 'https://dashboard.example.com';
const foreign = 'https://evil.example.com';
const perMinute = 20;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    env: { BASECHART_CORS_ORIGINS: allowed, BASECHART_RATE_LIMIT_API: String(perMinute) },
  });
});
afterAll(() => server?.stop());

const from = (origin: string, path = '/api/platform/projects', method = 'GET') =>
  server.send(method, path, { headers: { Origin: origin } });
const preflight = (origin: string) =>
  server.send('OPTIONS', '/api/platform/projects', {
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,version,x-request-id',
    },
  });
const listed = (header: string | null): string[] => (header ?? '').toLowerCase().split(/,\s*/);

describe('an allowed origin', () => {
  test('may send a request with a token and a body, after its preflight', async () => {
    const { status, headers } = await preflight(allowed);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(allowed);
    expect(listed(headers.get('access-control-allow-methods'))).toEqual(
      expect.arrayContaining(['get', 'post', 'put', 'patch', 'delete']),
    );
    expect(listed(headers.get('access-control-allow-headers'))).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'version', 'x-request-id']),
    );
  });

  test('may read an answer, and caches keep it apart from the answers to others', async () => {
    const { status, headers } = await from(allowed, '/api/status');
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(allowed);
    expect(listed(headers.get('vary'))).toContain('origin');
    expect(listed(headers.get('access-control-expose-headers'))).toEqual(
      expect.arrayContaining(['x-request-id', 'retry-after']),
    );
  });

  test('may read why it is refused without a token', async () => {
    const { status, headers, json } = await from(allowed);
    expect(status).toBe(401);
    expect(headers.get('access-control-allow-origin')).toBe(allowed);
    expect(json).toHaveProperty('code');
  });
});

test('an allowed origin may search the docs, with a key', async () => {
  const ask = (origin: string, method: string, headers: Record<string, string>) =>
    server.send(method, '/rest/v1/rpc/docs_search_fts', {
      headers: { Origin: origin, ...headers },
      ...(method === 'POST' && { json: { query: 'index' } }),
    });
  const asking = {
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'apikey,authorization,content-type,x-request-id',
  };
  const { status, headers } = await ask(allowed, 'OPTIONS', asking);
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, allowed]);
  expect(listed(headers.get('access-control-allow-headers'))).toContain('apikey');
  const answer = await ask(allowed, 'POST', { apikey: 'public-key', Authorization: 'Bearer public-key' });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, allowed]);
  expect((await ask(foreign, 'OPTIONS', asking)).headers.get('access-control-allow-origin')).toBeNull();
});

test('a foreign origin may read nothing', async () => {
  for (const answer of [
    await preflight(foreign),
    await from(foreign),
    await from(foreign, '/api/status'),
    await from('null', '/api/status'),
    await from(`${allowed}.evil.example.com`, '/api/status'),
  ])
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

test('an allowed origin may include credentials', async () => {
  for (const answer of [await preflight(allowed), await from(allowed), await from(allowed, '/api/status')]) {
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    expect(answer.headers.get('access-control-allow-origin')).toBe(allowed);
  }
});

test('an allowed origin may read that it asks too often, and when to ask again', async () => {
  const answers = await Promise.all(Array.from({ length: perMinute + 1 }, () => from(allowed, '/api/status')));
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get('access-control-allow-origin')).toBe(allowed);
  expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await preflight(allowed)).status).toBe(204);
});
