/** Docs search: whether the right section is found, and how fast. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openGuides, type SearchGuides } from '../server/guides/openGuides.ts';
import { joined } from '../server/guides/search/foundPages.ts';
import { createLogger } from '../server/http/log.ts';
import { docsSearchPaths, type DocsSearchResult } from '../src/contract/docs/docsSearch.ts';
import { openTestControlDatabase } from '../test/support/controlDatabase.ts';
import { startTestServer } from '../test/support/server.ts';
import { multiplyGuides } from './docsCorpus.ts';
import { docsQuestions } from './docsQuestions.ts';
import { rankOf, recallOf, reciprocalRankOf } from './docsRanking.ts';
import { percentile, type Figure } from './figure.ts';

/** How the search ranks the right sections of some questions. */
const ranking = (half: string, ranks: readonly number[], limits?: { recall: number; rank: number }): Figure[] => [
  {
    name: `Right section among the first five, ${half}`,
    samples: [recallOf(ranks) * 100],
    unit: '%',
    ...(limits && { limit: { atLeast: limits.recall } }),
  },
  {
    name: `Mean reciprocal rank, ${half}`,
    samples: [reciprocalRankOf(ranks) * 100],
    unit: '%',
    ...(limits && { limit: { atLeast: limits.rank } }),
  },
];

/** Median and 95th percentile of the calls of one source. */
const speed = (name: string, samples: readonly number[]): Figure[] => [
  { name, samples, unit: 'ms' },
  { name: `${name}, 95th percentile`, samples: [percentile(samples, 95)], unit: 'ms', limit: { atMost: 30 } },
];

async function benchShipped(): Promise<Figure[]> {
  const server = await startTestServer();
  try {
    type Source = keyof typeof docsSearchPaths;
    const times: Record<Source | 'first', number[]> = { fullText: [], embeddings: [], first: [] };
    const ask = async (source: Source, query: string, into = times[source]): Promise<DocsSearchResult[]> => {
      const start = performance.now();
      const { json } = await server.send('POST', docsSearchPaths[source], { json: { query } });
      into.push(performance.now() - start);
      return json;
    };
    // The first search of each brings its index up to date.
    await ask('fullText', 'index', times.first);
    await ask('embeddings', 'index', times.first);
    const ranks: number[] = [];
    for (const [question, ...sections] of docsQuestions)
      ranks.push(rankOf(joined(await ask('fullText', question), await ask('embeddings', question)), sections));
    const [firstByWords = 0, firstByMeaning = 0] = times.first;
    return [
      ...ranking(
        'tuning half',
        ranks.filter((_, index) => index % 2 === 0),
      ),
      ...ranking(
        'test half',
        ranks.filter((_, index) => index % 2 === 1),
        { recall: 95, rank: 80 },
      ),
      ...speed('A search by words', times.fullText),
      ...speed('A search by meaning', times.embeddings),
      { name: 'The first search by words, which writes the index', samples: [firstByWords], unit: 'ms' },
      { name: 'The first search by meaning, which computes the vectors', samples: [firstByMeaning], unit: 'ms' },
    ];
  } finally {
    await server.stop();
  }
}

const times = 50;

/** The same searches in a corpus of many times the size, without HTTP. */
async function benchMultiplied(): Promise<Figure[]> {
  const control = await openTestControlDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'basechart-guides-'));
  try {
    await multiplyGuides(resolve(import.meta.dirname, '../docs/guides'), folder, times);
    const { search, searchByMeaning } = openGuides({
      db: control.db,
      folder,
      embeddings: null,
      discussionsFeed: null,
      log: createLogger({ level: 'warn', format: 'json' }),
    });
    const timed = async (find: SearchGuides, query: string): Promise<number> => {
      const start = performance.now();
      await find(query);
      return performance.now() - start;
    };
    const first = [await timed(search, 'index'), await timed(searchByMeaning, 'index')];
    const byWords: number[] = [];
    const byMeaning: number[] = [];
    for (const [question] of docsQuestions) {
      byWords.push(await timed(search, question));
      byMeaning.push(await timed(searchByMeaning, question));
    }
    return [
      ...speed(`A search by words in ${times} times as many guides`, byWords),
      ...speed(`A search by meaning in ${times} times as many guides`, byMeaning),
      { name: 'Their index and their vectors', samples: [first[0]! + first[1]!], unit: 'ms' },
    ];
  } finally {
    await control.close();
    await rm(folder, { recursive: true, force: true });
  }
}

export const benchDocsSearch = async (): Promise<Figure[]> => [...(await benchShipped()), ...(await benchMultiplied())];
