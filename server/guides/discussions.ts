import type { Logger } from 'pino';
import { SaxesParser } from 'saxes';
import { readBounded } from '../common/readBounded.ts';
import type { ControlDatabase } from '../database/database.ts';

/** A discussion of the feed. */
export interface Discussion {
  url: string;
  title: string;
  body: string;
}

interface Discussions {
  /** As they were read last, also by an earlier run of the server. */
  read(): Promise<Discussion[]>;
  /** Reads the feed in the background if it is due; calls back when it has changed. */
  refresh(changed: () => void): void;
}

const refreshEveryMs = 60 * 60_000;
const patienceMs = 10_000;
const feedMaxBytes = 4 * 1024 * 1024;
const discussionLimit = 500;
const titleLength = 200;
const bodyLength = 4_000;

const htmlEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The words of HTML, which is how feeds carry texts. They are shown as text only. */
const wordsOfHtml = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:#39|(\w+));/g, (whole, name?: string) =>
      name === undefined ? "'" : (htmlEntities[name] ?? whole),
    )
    .replaceAll(/\s+/g, ' ')
    .trim();

const isWebAddress = (address: string): boolean => /^https?:$/.test(URL.parse(address)?.protocol ?? '');

/** The entries of an Atom feed, in its order; those without a title or a web address are left out. */
export function discussionsIn(xml: string): Discussion[] {
  const found = new Map<string, Discussion>();
  let entry: { url: string; title: string; body: string } | null = null;
  let text = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    if (name === 'entry') entry = { url: '', title: '', body: '' };
    if (name === 'link' && entry && (attributes['rel'] ?? 'alternate') === 'alternate')
      entry.url = attributes['href'] ?? '';
  });
  parser.on('text', (more) => (text += more));
  parser.on('cdata', (more) => (text += more));
  parser.on('closetag', ({ name }) => {
    if (entry === null) return;
    if (name === 'title') entry.title = wordsOfHtml(text).slice(0, titleLength);
    if (name === 'content' || name === 'summary') entry.body = wordsOfHtml(text).slice(0, bodyLength);
    if (name !== 'entry') return;
    if (entry.title !== '' && isWebAddress(entry.url)) found.set(entry.url, entry);
    entry = null;
  });
  parser.write(xml).close();
  return [...found.values()].slice(0, discussionLimit);
}

async function fetchFeed(url: string): Promise<Discussion[]> {
  const response = await fetch(url, {
    headers: { Accept: 'application/atom+xml' },
    signal: AbortSignal.timeout(patienceMs),
  });
  const text = await readBounded(response, feedMaxBytes);
  if (!response.ok) throw new Error(`The feed of discussions answered ${response.status}.`);
  return discussionsIn(text);
}

/** The discussions of an Atom feed, such as GitHub's; none without one. They stay in the database between two reads. */
export function openDiscussions({
  db,
  feed,
  log,
}: {
  db: ControlDatabase;
  feed: string | null;
  log: Logger;
}): Discussions {
  let dueAt = 0;
  const read = async (): Promise<Discussion[]> =>
    feed === null
      ? []
      : await db.selectFrom('docs_discussions').select(['url', 'title', 'body']).orderBy('position').execute();
  return {
    read,
    refresh(changed) {
      if (feed === null || performance.now() < dueAt) return;
      dueAt = performance.now() + refreshEveryMs;
      const update = async (): Promise<void> => {
        const [known, found] = [await read(), await fetchFeed(feed)];
        if (JSON.stringify(known) === JSON.stringify(found)) return;
        await db.transaction().execute(async (transaction) => {
          await transaction.deleteFrom('docs_discussions').execute();
          if (found.length > 0)
            await transaction
              .insertInto('docs_discussions')
              .values(found.map((discussion, position) => ({ ...discussion, position })))
              .execute();
        });
        changed();
      };
      update().catch((error: unknown) => log.warn({ err: error }, 'failed to read the discussions feed'));
    },
  };
}
