/** The guides over HTTP: pages that need no script, and their search. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseGuide } from '../../../server/guides/guide.ts';
import { renderGuide } from '../../../server/guides/renderGuide.ts';
import { docsSearchPaths, type DocsSearchResult } from '../../../src/contract/docs/docsSearch.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let appFolder: string;
let server: TestServer;

beforeAll(async () => {
  appFolder = await mkdtemp(join(tmpdir(), 'basechart-app-'));
  await writeFile(
    join(appFolder, 'index.html'),
    '<!doctype html><html><head><link rel="stylesheet" href="/assets/app.css"><script type="module" src="/assets/app.js"></script></head><body></body></html>',
  );
  server = await startTestServer({ appFolder });
});
afterAll(async () => {
  await server?.stop();
  await rm(appFolder, { recursive: true, force: true });
});

const search = async (query: unknown, source: keyof typeof docsSearchPaths = 'fullText') =>
  server.send('POST', docsSearchPaths[source], { json: { query } });
const pathsFor = async (query: string, source?: keyof typeof docsSearchPaths): Promise<string[]> =>
  ((await search(query, source)).json as DocsSearchResult[]).map(({ path }) => path);

describe('a guide', () => {
  it('is readable without a session and before any script runs', async () => {
    const { status, text, headers } = await server.send('GET', '/guides/database/row-level-security');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<h1>Row level security</h1>');
    expect(text).toContain('<h2 id="turn-on-row-level-security">');
    expect(text).toContain('<a href="#turn-on-row-level-security">Turn on row level security</a>');
    expect(text).toContain('<span class="token keyword">alter</span>');
    expect(text).toContain('href="/assets/app.css"');
    expect(text).not.toContain('/assets/app.js');
  });

  it('allows no inline script or style, and has none', async () => {
    const { text, headers } = await server.send('GET', '/guides');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  });

  it('leads to the one before and the one after', async () => {
    const { text } = await server.send('GET', '/guides/getting-started');
    expect(text).toMatch(/rel="prev"[^>]*href="\/guides"/);
    expect(text).toMatch(/rel="next"[^>]*href="\/guides\/organizations-and-projects"/);
    expect(text).toMatch(/href="\/guides\/getting-started"\s+aria-current="page"/);
  });

  it.each(['/guides/unknown', '/guides/constructor', '/guides/..%2f..%2fpackage', '/guides/%3Cscript%3E'])(
    'does not exist at %s',
    async (path) => {
      const { status, text } = await server.send('GET', path);
      expect(status).toBe(404);
      expect(text).toContain('Guide not found');
      expect(text).not.toContain('<script>');
    },
  );

  it('shows HTML as text, and follows only the links that the policy allows', () => {
    const guide = parseGuide(
      'a.md',
      '---\ntitle: A\ndescription: B\norder: 1\n---\n<script>alert(1)</script>\n\n[a](javascript:alert(1)) [b](/guides) [c](https://example.com)\n',
    );
    const html = renderGuide(guide);
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('href="javascript');
    expect(html).toContain('<a href="/guides">b</a>');
    expect(html).toContain('<a href="https://example.com" target="_blank" rel="noopener noreferrer">c</a>');
  });
});

it.each([
  ['42P01', '/guides/reference/sqlstate-statements#42p01-no-such-table'],
  ['auth/user_not_found', '/guides/reference/auth-errors#signing-in'],
  ['%2F%2Fexample.com', '/guides/search?q=%2F%2Fexample.com'],
])('leads from an error with the code %s to what explains it', async (code, location) => {
  const { status, headers } = await server.send('GET', `/guides/errors/${code}`);
  expect([status, headers.get('location')]).toEqual([302, location]);
});

describe('the search', () => {
  it.each([
    ['row level security', '/guides/database/row-level-security'],
    ['how do i back up my data', '/guides/self-hosting/backups'],
    ['embeddings', '/guides/database/extensions/vector'],
    ['23505', '/guides/database/tables'],
    ['GOTRUE_MAILER_AUTOCONFIRM', '/guides/auth/emails'],
  ])('finds %s', async (query, path) => {
    expect((await pathsFor(query)).slice(0, 5)).toContain(path);
  });

  it('finds a word that is still being typed, and one with a typo', async () => {
    expect((await pathsFor('materializ')).slice(0, 5)).toContain('/guides/database/views');
    expect((await pathsFor('partittions')).slice(0, 5)).toContain('/guides/database/partitions');
  });

  it('finds by meaning what is asked in other words, and what has a typo', async () => {
    const found = (query: string) => pathsFor(query, 'embeddings').then((paths) => paths.slice(0, 3));
    expect(await found('who may see what rows')).toContain('/guides/database/row-level-security');
    expect(await found('my app is slow')).toContain('/guides/database/explain');
    expect(await found('pasword reset')).toContain('/guides/auth/passwords');
    expect(await pathsFor('qqqqq zzzzz', 'embeddings')).toEqual([]);
  });

  it('names sections that exist on their page', async () => {
    const [first] = (await search('security_invoker')).json as DocsSearchResult[];
    expect(first?.headings.length).toBe(first?.slugs.length);
    expect(first?.slugs.length).toBeGreaterThan(0);
    const { text } = await server.send('GET', first?.path ?? '');
    for (const slug of first?.slugs ?? []) expect(text).toContain(`id="${slug}"`);
  });

  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['10 kB', 'security '.repeat(1_200)],
    ['one long word', 'x'.repeat(10_000)],
    ['emoji', '🐘🐘🐘'],
    ['SQL', `'; drop table basechart.docs_sections; --`],
    ['the syntax of text search', `a & | ! <-> (b:* 'c' \\`],
    ['a regular expression', '(a+)+$ [^]*'],
    ['right-to-left text', 'مرحبا בסיס נתונים'],
    ['wildcards', '%_%'],
    ['a zero character', 'a\0b'],
    ['half a surrogate', '\ud800'],
  ])('answers %s with a list', async (_name, query) => {
    for (const source of ['fullText', 'embeddings'] as const) {
      const { status, json } = await search(query, source);
      expect(status).toBe(200);
      expect(Array.isArray(json)).toBe(true);
      expect(await pathsFor('row level security', source)).toContain('/guides/database/row-level-security');
    }
  });

  it.each([[undefined], [7], [null], [['a']]])('refuses %j', async (query) => {
    for (const source of ['fullText', 'embeddings'] as const)
      expect(await search(query, source)).toMatchObject({ status: 400, json: { code: 'validation_failed' } });
  });

  it('has a page for readers without scripts, which shows the query as text', async () => {
    const { status, text } = await server.send('GET', '/guides/search?q=policies');
    expect(status).toBe(200);
    expect(text).toMatch(/<a href="\/guides\/database\/row-level-security">Row level security<\/a>/);
    // In other words than those of the guide.
    expect((await server.send('GET', '/guides/search?q=pasword+reset')).text).toContain(
      'href="/guides/auth/passwords"',
    );
    const hostile = await server.send('GET', `/guides/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(hostile.text).not.toContain('<script>alert');
    expect((await server.send('GET', '/guides/search')).text).toContain('Type a question');
  });
});

it('limits searches per address', async () => {
  const limited = await startTestServer({ appFolder, env: { BASECHART_RATE_LIMIT_API: '2' } });
  try {
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await limited.send('POST', '/rest/v1/rpc/docs_search_fts', { json: { query: 'a' } })).status);
    expect(statuses).toEqual([200, 200, 429]);
  } finally {
    await limited.stop();
  }
});
