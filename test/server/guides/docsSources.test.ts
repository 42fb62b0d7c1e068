import { mkdtemp, rm, writeFile } from 'node:fs/promises';
/** What the search of the docs gets from other servers: embeddings of a model, and a feed of discussions. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { discussionsIn } from '../../../server/guides/discussions.ts';
import { openGuides, type OpenGuidesOptions } from '../../../server/guides/openGuides.ts';
import { createLogger } from '../../../server/http/log.ts';
import { openTestControlDatabase, type TestControlDatabase } from '../../support/controlDatabase.ts';

const log = createLogger({ level: 'silent', format: 'json' });
const key = 'the-secret-key';

/** Waits for what happens in the background, of which opening an index may take a busy machine seconds. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000 });

let control: TestControlDatabase;
let folder: string;
let origin: string;
/** What the other server does next. */
let answer: (body: string, request: IncomingMessage, response: ServerResponse) => void;
let asked: { url: string; authorization: string | undefined; texts: string[] }[];

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const texts: string[] = body === '' ? [] : JSON.parse(body).input;
    asked.push({ url: request.url ?? '', authorization: request.headers.authorization, texts });
    answer(body, request, response);
  });
});

/** A model that knows three words. */
const vectorOf = (text: string): number[] => {
  const has = (word: RegExp) => (word.test(text) ? 1 : 0.01);
  return [has(/harbor|ship|boat/i), has(/light|lamp/i), has(/weather|storm/i)];
};
const embeds: typeof answer = (body, _, response) => {
  const { input }: { input: string[] } = JSON.parse(body);
  response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: vectorOf(text) })) }));
};

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  control = await openTestControlDatabase();
  folder = await mkdtemp(join(tmpdir(), 'basechart-guides-'));
  const guide = (name: string, title: string, text: string) =>
    writeFile(join(folder, `${name}.md`), `---\ntitle: ${title}\ndescription: About it.\norder: 1\n---\n\n${text}\n`);
  await guide('index', 'Harbors', 'Ships wait until the tide comes in.');
  await guide('lamps', 'Lamps', 'A lamp shows the way at night.');
  await guide('storms', 'Storms', 'The weather changes quickly.');
});
afterAll(async () => {
  server.close();
  await control?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  asked = [];
  answer = embeds;
});

const open = (options: Partial<OpenGuidesOptions> = {}) =>
  openGuides({
    db: control.db,
    folder,
    embeddings: { url: `${origin}/v1`, model: 'three-words', key },
    discussionsFeed: null,
    log,
    ...options,
  });
const pathsOf = async (found: Promise<readonly { path: string }[]>) => (await found).map(({ path }) => path);

it('asks a model where one is set up: each text once, and again only after it has changed', async () => {
  const guides = open();
  // The latent vectors answer until those of the model are there.
  await guides.searchByMeaning('lamp');
  await until(async () => expect((await pathsOf(guides.searchByMeaning('a boat')))[0]).toBe('/guides'));
  expect(asked[0]).toMatchObject({ url: '/v1/embeddings', authorization: `Bearer ${key}` });
  expect(asked[0]?.texts).toHaveLength(3);

  const again = open();
  asked = [];
  await again.searchByMeaning('lamp');
  await until(async () => expect((await pathsOf(again.searchByMeaning('boat')))[0]).toBe('/guides'));
  expect(asked.flatMap(({ texts }) => texts)).toEqual(expect.arrayContaining(['boat']));
  expect(asked.flatMap(({ texts }) => texts).filter((text) => text.includes('\n'))).toEqual([]);
});

it('asks for no text again after a server of the same database has asked another model', async () => {
  const use = async (model: string): Promise<string[]> => {
    asked = [];
    const guides = open({ embeddings: { url: `${origin}/v1`, model, key } });
    await until(async () => {
      await guides.searchByMeaning('lamp');
      expect(asked.at(-1)?.texts).toEqual(['lamp']);
    });
    return asked.flatMap(({ texts }) => texts).filter((text) => text !== 'lamp');
  };
  expect(await use('one')).toHaveLength(3);
  expect(await use('other')).toHaveLength(3);
  expect(await use('one')).toEqual([]);
  expect(await use('other')).toEqual([]);

  // What no server has needed for a month goes.
  await sql`update basechart.docs_embeddings set used_at = now() - interval '40 days'`.execute(control.db);
  expect(await use('one')).toEqual([]);
  expect(await use('other')).toHaveLength(3);
});

it.each<[string, typeof answer]>([
  ['refuses', (_, __, response) => response.writeHead(500).end('no')],
  ['sends no JSON', (_, __, response) => response.end('<html>')],
  ['sends too few vectors', (_, __, response) => response.end('{"data":[]}')],
  ['sends vectors of another length', (_, __, response) => response.end('{"data":[{"index":0,"embedding":[1]}]}')],
  ['hangs up', (_, __, response) => response.destroy()],
])('answers by latent semantics while the model %s, without its key in the log', async (_name, fails) => {
  const lines: string[] = [];
  const noting = createLogger({ level: 'debug', format: 'json', destination: { write: (line) => lines.push(line) } });
  const guides = open({ log: noting });
  await guides.searchByMeaning('lamp');
  await until(async () => {
    await guides.searchByMeaning('ship');
    expect(asked.some(({ texts }) => texts.includes('ship'))).toBe(true);
  });
  answer = fails;
  expect(await pathsOf(guides.searchByMeaning('tide'))).toContain('/guides');
  await until(() => expect(lines.join('\n')).toContain('using latent semantic analysis instead'));
  expect(lines.join('\n')).not.toContain(key);
});

const feed = (title: string, url = 'https://example.com/discussions/1') => `<?xml version="1.0"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>All</title>
  <entry><title>${title}</title><link rel="alternate" href="${url}"/>
    <content type="html">&lt;p&gt;Fog &amp;amp; lighthouses&lt;/p&gt;&lt;script&gt;</content></entry>
  <entry><title>Unsafe</title><link href="javascript:alert(1)"/></entry>
</feed>`;

it('finds discussions of a feed, which lead to where they are', async () => {
  answer = (_, __, response) => response.end(feed('Zeppelins in fog'));
  const guides = open({ embeddings: null, discussionsFeed: `${origin}/feed` });
  await guides.search('zeppelins');
  await until(async () =>
    expect(await guides.search('zeppelins')).toMatchObject([
      { type: 'github-discussions', path: 'https://example.com/discussions/1', title: 'Zeppelins in fog' },
    ]),
  );
  expect(asked).toHaveLength(1);
});

it('keeps the discussions that it has while the feed fails', async () => {
  answer = (_, __, response) => response.writeHead(503).end();
  const guides = open({ embeddings: null, discussionsFeed: `${origin}/feed` });
  expect(await pathsOf(guides.search('zeppelins'))).toEqual(['https://example.com/discussions/1']);
  onTestFinished(async () => {
    await control.db.deleteFrom('docs_discussions').execute();
  });
});

it('reads the words of a feed, and no address that a link may not have', () => {
  expect(discussionsIn(feed('A &amp;lt;b&amp;gt; title'))).toEqual([
    { url: 'https://example.com/discussions/1', title: 'A <b> title', body: 'Fog & lighthouses' },
  ]);
  expect(() => discussionsIn('<feed><entry>')).toThrow(/unclosed tag/);
});

it('finds by words while the vectors cannot be opened', async () => {
  const guides = open({
    embeddings: null,
    db: control.db.withPlugin({
      transformQuery: ({ node }) => {
        if (JSON.stringify(node).includes('docs_spaces')) throw new Error('No vectors');
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }),
  });
  expect(await pathsOf(guides.search('lamp'))).toEqual(['/guides/lamps']);
  await expect(guides.searchByMeaning('lamp')).rejects.toThrow('No vectors');
  // One list of both is that of the source which answers.
  expect(await pathsOf(guides.find('lamp'))).toEqual(['/guides/lamps']);
});
