import { hrefOfGuide } from '../server/guides/guideAddress.ts';
/** Docs search: whether the right guide is found, and how fast. */
import { joined } from '../server/guides/search/foundPages.ts';
import { docsSearchPaths, type DocsSearchResult } from '../src/contract/docs/docsSearch.ts';
import { startTestServer } from '../test/support/server.ts';
import { docsQuestions } from './docsQuestions.ts';
import type { Figure } from './figure.ts';

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** How the search ranks the right guides of some questions. */
const ranking = (half: string, ranks: readonly number[], limits?: { recall: number; rank: number }): Figure[] => [
  {
    name: `Right guide among the first five, ${half}`,
    samples: [mean(ranks.map((rank) => (rank >= 1 && rank <= 5 ? 100 : 0)))],
    unit: '%',
    ...(limits && { limit: { atLeast: limits.recall } }),
  },
  {
    name: `Mean reciprocal rank, ${half}`,
    samples: [mean(ranks.map((rank) => (rank === 0 ? 0 : 100 / rank)))],
    unit: '%',
    ...(limits && { limit: { atLeast: limits.rank } }),
  },
];

export async function benchDocsSearch(): Promise<Figure[]> {
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
    for (const [question, ...paths] of docsQuestions) {
      const found = joined(await ask('fullText', question), await ask('embeddings', question));
      ranks.push(found.findIndex((result) => paths.some((path) => result.path === hrefOfGuide(path))) + 1);
    }
    const late = (samples: readonly number[]): number =>
      samples.toSorted((a, b) => a - b)[Math.floor(samples.length * 0.95)] ?? 0;
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
      { name: 'A search by words', samples: times.fullText, unit: 'ms' },
      { name: 'A search by words, 95th percentile', samples: [late(times.fullText)], unit: 'ms' },
      { name: 'A search by meaning', samples: times.embeddings, unit: 'ms' },
      { name: 'A search by meaning, 95th percentile', samples: [late(times.embeddings)], unit: 'ms' },
      { name: 'The first search by words, which writes the index', samples: [firstByWords], unit: 'ms' },
      { name: 'The first search by meaning, which computes the vectors', samples: [firstByMeaning], unit: 'ms' },
    ];
  } finally {
    await server.stop();
  }
}
