/** Docs search: whether the right guide is found, and how fast. */
import { hrefOfGuide } from '../server/guides/guidePage.ts';
import type { DocsSearchResult } from '../src/contract/docs/docsSearch.ts';
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
    const ask = async (query: string): Promise<DocsSearchResult[]> =>
      (await server.send('POST', '/rest/v1/rpc/docs_search_fts', { json: { query } })).json;
    // The first search brings the index up to date.
    const began = performance.now();
    await ask('index');
    const firstMs = performance.now() - began;
    const ranks: number[] = [];
    const times: number[] = [];
    for (const [question, path] of docsQuestions) {
      const start = performance.now();
      const found = await ask(question);
      times.push(performance.now() - start);
      ranks.push(found.findIndex((result) => result.path === hrefOfGuide(path)) + 1);
    }
    const sorted = times.toSorted((a, b) => a - b);
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
      { name: 'A search', samples: times, unit: 'ms' },
      { name: 'A search, 95th percentile', samples: [sorted[Math.floor(sorted.length * 0.95)] ?? 0], unit: 'ms' },
      { name: 'The first search, which writes the index', samples: [firstMs], unit: 'ms' },
    ];
  } finally {
    await server.stop();
  }
}
