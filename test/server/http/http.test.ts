import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withRuntimeConfig } from '../../../server/http/page.ts';
import type { RuntimeConfig } from '../../../src/contract/common/runtimeConfig.ts';
import { importMaxBytes } from '../../../src/contract/tables/importRows.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let appFolder: string;
let server: TestServer;

const script = `console.log(${JSON.stringify('a line of the app '.repeat(500))});`;
const page = '<!doctype html><html><head><title>Basechart</title></head><body><div id="root"></div></body></html>';

beforeAll(async () => {
  appFolder = await mkdtemp(join(tmpdir(), 'basechart-app-'));
  await mkdir(join(appFolder, 'assets'));
  await writeFile(join(appFolder, 'index.html'), page);
  await writeFile(join(appFolder, 'assets', 'main-abc123.js'), script);
  await writeFile(join(appFolder, 'assets', 'late-abc123.js'), script);
  await writeFile(join(appFolder, 'assets', 'main-abc123.js.map'), '{}');
  await writeFile(join(appFolder, 'assets', 'tiny-1.js'), '1');
  await writeFile(join(appFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(appFolder, '..', 'outside.txt'), 'outside');
  server = await startTestServer({
    appFolder,
    env: {
      BASECHART_API_URL: '/api',
      BASECHART_AUTH_URL: 'https://auth.example.com/auth/v1',
      BASECHART_DOCS_URL: 'https://docs.example.com/',
      BASECHART_DOCS_KEY: 'public-key',
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await rm(appFolder, { recursive: true, force: true });
});

/** What Node's fetch would decode, as the bytes on the wire. */
async function raw(
  path: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
): Promise<{ head: string; body: Buffer }> {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(headers['Host'] === undefined ? ['Host: localhost'] : []),
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const end = bytes.indexOf('\r\n\r\n');
  return { head: bytes.subarray(0, end).toString().toLowerCase(), body: bytes.subarray(end + 4) };
}

describe('request ids', () => {
  test('a sane one is kept, sent back and logged', async () => {
    const id = '6fd26e2b-0f3c-4d61-8b9e-1b9a8c0d3f55';
    const { headers, json } = await server.send('GET', '/api/nothing', { headers: { 'X-Request-Id': id } });
    expect(headers.get('x-request-id')).toBe(id);
    expect(json).toEqual({ code: 'not_found', message: 'There is no such endpoint.', request_id: id });
    expect(server.logLines.some((line) => line.includes(id) && line.includes('"path":"/api/nothing"'))).toBe(true);
  });

  test.each(['', 'x'.repeat(129), 'two words', '"quoted"', 'ünïcode'.normalize()])('%j is replaced', async (id) => {
    const { headers } = await server.send('GET', '/healthz', {
      headers: { 'X-Request-Id': Buffer.from(id).toString('latin1') },
    });
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  test('every answer has one, also refusals of the auth service and files', async () => {
    for (const path of ['/auth/v1/user', '/auth/v1/nothing', '/assets/main-abc123.js', '/', '/assets/none.js']) {
      expect((await server.send('GET', path)).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    }
  });
});

describe('headers', () => {
  test('the page may run its own scripts and nothing else', async () => {
    const { headers } = await server.send('GET', '/projects');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toMatch(/style-src 'self' 'nonce-[\w+/=]{22,}'/);
    expect(policy).toContain("connect-src 'self' https://auth.example.com https://docs.example.com;");
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
      expect(policy).toContain(directive);
    expect(policy).not.toContain('unsafe');
  });

  test.each(['/', '/healthz', '/api/status', '/auth/v1/health', '/assets/main-abc123.js', '/api/nothing'])(
    '%s has the common ones',
    async (path) => {
      const { headers } = await server.send('GET', path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.has('content-security-policy')).toBe(true);
      expect(headers.has('x-powered-by')).toBe(false);
    },
  );
});

describe('names', () => {
  test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:1234', '[::1]:80', 'app.localhost'])(
    '%s is this server',
    async (name) => {
      expect((await raw('/healthz', { Host: name })).head).toMatch(/^http\/1\.1 200/);
    },
  );

  test.each(['evil.example.com', 'localhost.evil.example.com', '192.168.1.5:3000'])(
    '%j is not, on a loopback address',
    async (name) => {
      for (const path of ['/healthz', '/', '/api/status', '/auth/v1/settings'])
        expect((await raw(path, { Host: name })).head).toMatch(/^http\/1\.1 403/);
    },
  );
});

describe('the page', () => {
  test.each(['/', '/projects', '/project/abc/sql/1', '/sign-in?returnTo=%2Fprojects', '/org/acme/billing'])(
    '%s is the app with its settings',
    async (path) => {
      const { status, text, headers } = await server.send('GET', path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-cache');
      const config = JSON.parse(
        /<script type="application\/json" id="runtime-config">(.*?)<\/script>/s.exec(text)?.[1] ?? '',
      ) as RuntimeConfig;
      expect(config).toMatchObject({
        platformMode: true,
        environment: 'production',
        apiUrl: '/api',
        authUrl: 'https://auth.example.com/auth/v1',
        docs: { url: 'https://docs.example.com', key: 'public-key' },
        automaticRls: true,
        engine: 'embedded',
        inspector: false,
        auth: { signupDisabled: false, autoconfirm: false },
        postgresVersions: [expect.stringMatching(/^\d\d$/)],
      });
      expect(headers.get('content-security-policy')).toContain(`'nonce-${config.styleNonce}'`);
    },
  );

  test.each([
    ['/account', '/account/profile'],
    ['/account/?a=%2Fb&c=d', '/account/profile?a=%2Fb&c=d'],
    ['/support?category=problem', '/support/new?category=problem'],
  ])('%s, as users type it, is redirected to its own address', async (path, to) => {
    const { status, headers } = await fetch(`${server.origin}${path}`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, to]);
  });

  test('no two have the same nonce', async () => {
    const [first, second] = await Promise.all([server.send('GET', '/'), server.send('GET', '/')]);
    expect(first.headers.get('content-security-policy')).not.toBe(second.headers.get('content-security-policy'));
  });

  test('no setting can end the block it stands in, nor be taken for a replacement pattern', () => {
    const hostile = '</script><script>alert(1)</script><!-- $& $` \u2028';
    const html = withRuntimeConfig(page, { apiUrl: hostile } as RuntimeConfig);
    expect(html.match(/<\/?script/g)).toHaveLength(2);
    expect(html).not.toContain('<!--');
    const block = /id="runtime-config">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(JSON.parse(block)).toEqual({ apiUrl: hostile });
  });

  test.each([
    '/assets/none.js',
    '/none.js',
    '/none.css',
    '/robots.txt',
    '/favicon.ico',
    '/index.html',
    '/assets/',
    '/api/x',
    '/auth/x',
    '/assets/main-abc123.js.map',
    '/.env.json',
  ])('%s is 404', async (path) => {
    expect((await server.send('GET', path)).status).toBe(404);
  });

  test.each([
    '/assets/../../outside.txt',
    '/..%2foutside.txt',
    '/assets/%2e%2e/%2e%2e/outside.txt',
    '//etc/passwd',
    '/%00',
    '/%ff',
    '/%',
  ])('%s leads nowhere', async (path) => {
    const { head, body } = await raw(path, {});
    expect(head).toMatch(/^http\/1\.1 (?:200|400|404)/);
    expect(body.toString()).not.toContain('outside\n');
    expect(body.toString()).not.toContain('root:');
    expect(body.toString()).not.toBe('outside');
  });

  test('other methods are refused', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await server.send(method, '/projects')).status).toBe(404);
  });
});

describe('files', () => {
  test('brotli where it is taken, else gzip, else plain', async () => {
    const forms = [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ] as const;
    for (const [accepted, encoding, decode] of forms) {
      const { head, body } = await raw('/assets/main-abc123.js', { 'Accept-Encoding': accepted });
      expect(head).toContain(`content-encoding: ${encoding}`);
      expect(head).toContain(`content-length: ${body.length}`);
      expect(decode(body).toString()).toBe(script);
    }
    const plain = await raw('/assets/main-abc123.js', {});
    expect(plain.head).not.toContain('content-encoding');
    expect(plain.body.toString()).toBe(script);
    expect((await raw('/assets/tiny-1.js', { 'Accept-Encoding': 'br' })).head).not.toContain('content-encoding');
  });

  test('what is compressed beside the running server is sent once it is there, by another tag', async () => {
    const path = '/assets/late-abc123.js.br';
    const name = '/assets/late-abc123.js';
    const before = await raw(name, { 'Accept-Encoding': 'br' });
    expect(brotliDecompressSync(before.body).toString()).toBe(script);
    const made = brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    await writeFile(join(appFolder, path), made);
    const after = await raw(name, { 'Accept-Encoding': 'br' });
    expect(after.body).toEqual(made);
    const tagOf = (head: string) => /^etag: (.+)$/m.exec(head)?.[1];
    expect(tagOf(after.head)).not.toBe(tagOf(before.head));
    expect((await server.send('GET', path)).headers.get('content-type')).not.toContain('javascript');
  });

  test('hashed names are kept for good, others asked for again', async () => {
    expect((await server.send('GET', '/assets/main-abc123.js')).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    );
    const icon = await server.send('GET', '/favicon.svg');
    expect(icon.headers.get('cache-control')).toBe('no-cache');
    expect(icon.headers.get('content-type')).toBe('image/svg+xml');
  });

  test('what the client holds is 304, each encoding by its own tag', async () => {
    const tag =
      (await server.send('GET', '/favicon.svg', { headers: { 'Accept-Encoding': 'identity' } })).headers.get('etag') ??
      '';
    const { headers } = await server.send('GET', '/assets/main-abc123.js', { headers: { 'Accept-Encoding': 'br' } });
    const held = headers.get('etag') ?? '';
    expect(held).toMatch(/-br"$/);
    for (const condition of [held, `W/${held}`, `"other", ${held}`, '*']) {
      const answer = await raw('/assets/main-abc123.js', { 'Accept-Encoding': 'br', 'If-None-Match': condition });
      expect(answer.head).toMatch(/^http\/1\.1 304/);
      expect(answer.body).toHaveLength(0);
    }
    expect((await raw('/assets/main-abc123.js', { 'Accept-Encoding': 'gzip', 'If-None-Match': held })).head).toMatch(
      /^http\/1\.1 200/,
    );
    expect(
      (await server.send('GET', '/favicon.svg', { headers: { 'Accept-Encoding': 'identity', 'If-None-Match': tag } }))
        .status,
    ).toBe(304);
  });

  test('HEAD has the headers and no body', async () => {
    for (const path of ['/assets/main-abc123.js', '/projects', '/healthz']) {
      const { head, body } = await raw(path, {}, 'HEAD');
      expect(head).toMatch(/^http\/1\.1 200/);
      expect(body).toHaveLength(0);
    }
    expect((await raw('/assets/main-abc123.js', {}, 'HEAD')).head).toContain(`content-length: ${script.length}`);
  });

  test('without a built app it is said plainly', async () => {
    const bare = await startTestServer({ appFolder: join(appFolder, 'nowhere') });
    try {
      const { status, json } = await bare.send('GET', '/projects');
      expect(status).toBe(503);
      expect(json).toMatchObject({ code: 'app_not_built', message: expect.stringContaining('npm start') });
      expect((await bare.send('GET', '/healthz')).status).toBe(200);
    } finally {
      await bare.stop();
    }
  });
});

describe('the API', () => {
  test('long JSON answers are compressed, short ones not', async () => {
    const user = await server.signUp();
    for (let i = 0; i < 12; i++)
      await user.send('POST', '/api/platform/organizations', {
        json: { name: `Organization ${i}`, kind: 'PERSONAL', tier: 'tier_free' },
      });
    const { head, body } = await raw('/api/platform/organizations', {
      'Accept-Encoding': 'br',
      Authorization: `Bearer ${user.token}`,
    });
    expect(head).toContain('content-encoding: br');
    expect(head).toContain('vary: accept-encoding');
    expect(JSON.parse(brotliDecompressSync(body).toString())).toHaveLength(12);
    expect((await raw('/api/status', { 'Accept-Encoding': 'br' })).head).not.toContain('content-encoding');
  });

  test('tells the time, for clocks that are wrong', async () => {
    const { json } = await server.send('GET', '/api/status');
    expect(json).toMatchObject({ status: 'ok', version: expect.any(String), automatic_rls: true });
    expect(Math.abs(Date.parse(json.time) - Date.now())).toBeLessThan(5000);
  });

  test.each([
    ['nothing', ''],
    ['half an object', '{"name":'],
    ['an array', '[]'],
    ['a word', 'name'],
    ['null', 'null'],
  ])('%s as body is 400 in the one shape', async (_name, body) => {
    const user = await server.signUp();
    const { status, json } = await user.send('POST', '/api/platform/organizations', { body });
    expect(status).toBe(400);
    expect(json).toEqual({
      code: expect.stringMatching(/^(?:bad_json|validation_failed)$/),
      message: expect.any(String),
      request_id: expect.any(String),
    });
  });

  test('more than a mebibyte is 413, announced or not; where SQL is sent, more is taken', async () => {
    const user = await server.signUp();
    const large = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
    const { status, json } = await user.send('POST', '/api/platform/organizations', { body: large });
    expect({ status, code: json.code }).toEqual({ status: 413, code: 'request_entity_too_large' });
    const streamed: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      duplex: 'half',
      headers: { Authorization: `Bearer ${user.token}` },
      body: new Blob([large]).stream(),
    };
    expect((await fetch(`${server.origin}/api/platform/organizations`, streamed)).status).toBe(413);
    expect((await user.send('POST', '/api/platform/projects/unknown/database/query', { body: large })).status).not.toBe(
      413,
    );
    expect(
      (await user.send('POST', '/api/platform/projects/unknown/database/query', { body: 'x'.repeat(7 * 1024 * 1024) }))
        .status,
    ).toBe(413);
  });

  test('of more than 32 mebibytes of changed rows is refused', async () => {
    const user = await server.signUp();
    const path = '/api/platform/projects/unknown/tables/1/changes';
    const { status } = await user.send('POST', path, { body: 'x'.repeat(32 * 1024 * 1024 + 1) });
    expect(status).toBe(413);
  });

  test('of an announced length beyond the limit is refused before it has arrived, however large the limit', async () => {
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    const answer: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => answer.push(chunk)).on('error', () => {});
    const answered = once(socket, 'data').catch(() => {});
    socket.write(
      `POST /api/platform/projects/unknown/tables/import HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${4 * importMaxBytes}\r\n\r\n`,
    );
    // The server discards 64 MiB and answers. Who sends more than that meets a closed connection, and may miss the answer.
    const chunk = Buffer.alloc(1024 * 1024);
    for (let sent = 0; sent < 66 * chunk.length && socket.writable; sent += chunk.length)
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => {}), answered]);
    await answered;
    socket.destroy();
    expect(Buffer.concat(answer).toString()).toContain('HTTP/1.1 413');
  });
});

describe('limits', () => {
  test('count by the socket, whatever is forwarded', async () => {
    const limited = await startTestServer({ env: { BASECHART_RATE_LIMIT_API: '3' } });
    try {
      const ask = (forwarded: string) =>
        limited.send('GET', '/api/status', { headers: { 'X-Forwarded-For': forwarded } });
      const statuses = [];
      for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'])
        statuses.push((await ask(address)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
      const refused = await ask('10.0.0.5');
      expect(refused.json).toMatchObject({ code: 'over_request_rate_limit', request_id: expect.any(String) });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await limited.send('GET', '/healthz')).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  test('count by the forwarded address behind a trusted proxy', async () => {
    const limited = await startTestServer({
      env: { BASECHART_RATE_LIMIT_API: '1', BASECHART_TRUSTED_PROXIES: '127.0.0.0/8' },
    });
    try {
      const ask = async (forwarded: string) =>
        (await limited.send('GET', '/api/status', { headers: { 'X-Forwarded-For': forwarded } })).status;
      expect(await ask('203.0.113.1')).toBe(200);
      expect(await ask('203.0.113.1')).toBe(429);
      expect(await ask('198.51.100.7, 203.0.113.1')).toBe(429);
      expect(await ask('203.0.113.2')).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});

test('no query, token or password is in the log', async () => {
  const canaries = { password: 'canary-password-7f3a', query: 'canary-query-5b21', header: 'canary-header-9c44' };
  const user = await server.signUp('canary@example.com', canaries.password);
  await server.send('GET', `/auth/v1/verify?token=${canaries.query}`);
  await server.send('GET', `/join?code=${canaries.query}`);
  await server.send('GET', '/auth/v1/user', {
    headers: { Authorization: `Bearer ${canaries.header}`, Cookie: canaries.header, apikey: canaries.header },
  });
  await server.send('POST', '/auth/v1/token?grant_type=password', { body: `{"password":"${canaries.password}"` });
  await user.send('POST', '/api/profile/password-check', { json: { password: canaries.password } });
  const log = server.logLines.join('');
  for (const secret of [...Object.values(canaries), user.token, user.refreshToken, user.email])
    expect(log).not.toContain(secret);
});
