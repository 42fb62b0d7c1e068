/** Docs search: whether the right section is found, and how fast. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sectionsOfGuides } from '../server/guides/docsSections.ts';
import { readGuides } from '../server/guides/guides.ts';
import { openGuides } from '../server/guides/openGuides.ts';
import { joined } from '../server/guides/search/foundPages.ts';
import { hashOfSpace, keepSpace, openLatentSpace } from '../server/guides/search/openLatentSpace.ts';
import { createLogger } from '../server/http/log.ts';
import { docsSearchPaths, type DocsSearchResult } from '../src/contract/docs/docsSearch.ts';
import { openTestControlDatabase } from '../test/support/controlDatabase.ts';
import { startTestServer } from '../test/support/server.ts';
import { multiplyGuides } from './docsCorpus.ts';
import { testQuestions, tuningQuestions } from './docsQuestions.ts';
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

/** Of one call: how long it took, and the processor time of this process meanwhile. */
interface Timing {
  elapsed: number;
  processor: number;
}

async function timed<Result>(timings: Timing[], call: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const before = process.cpuUsage();
  const result = await call();
  const { user, system } = process.cpuUsage(before);
  timings.push({ elapsed: performance.now() - start, processor: (user + system) / 1_000 });
  return result;
}

/** Median and 95th percentile of the calls of one source. The processor time does not depend on other programs. */
function speed(name: string, timings: readonly Timing[]): Figure[] {
  const elapsed = timings.map((timing) => timing.elapsed);
  const processor = timings.map((timing) => timing.processor);
  return [
    { name, samples: elapsed, unit: 'ms' },
    { name: `${name}, 95th percentile`, samples: [percentile(elapsed, 95)], unit: 'ms', limit: { atMost: 30 } },
    { name: `${name}, processor time, 95th percentile`, samples: [percentile(processor, 95)], unit: 'ms' },
  ];
}

/** What the dashboard asks while a user types some of the questions for the test slowly. */
const typedPrefixes = (): string[] =>
  testQuestions
    .filter((_, place) => place % 5 === 0)
    .flatMap(([question]) => Array.from(question, (_, place) => question.slice(0, place + 1)));

async function benchShipped(): Promise<Figure[]> {
  const server = await startTestServer();
  try {
    type Source = keyof typeof docsSearchPaths;
    const timings: Record<Source | 'typed' | 'first', Timing[]> = {
      fullText: [],
      embeddings: [],
      typed: [],
      first: [],
    };
    const ask = (source: Source, query: string, into = timings[source]): Promise<DocsSearchResult[]> =>
      timed(into, async () => (await server.send('POST', docsSearchPaths[source], { json: { query } })).json);
    // The first search of each brings its index up to date.
    await ask('fullText', 'index', timings.first);
    await ask('embeddings', 'index', timings.first);
    const ranksOf = async (questions: typeof testQuestions): Promise<number[]> => {
      const ranks: number[] = [];
      for (const [question, ...sections] of questions)
        ranks.push(rankOf(joined(await ask('fullText', question), await ask('embeddings', question)), sections));
      return ranks;
    };
    const tuning = await ranksOf(tuningQuestions);
    const test = await ranksOf(testQuestions);
    for (const prefix of typedPrefixes()) await ask('fullText', prefix, timings.typed);
    const [firstByWords, firstByMeaning] = timings.first.map(({ elapsed }) => elapsed);
    return [
      ...ranking(`${tuning.length} questions for tuning`, tuning),
      ...ranking(`${test.length} questions for the test`, test, { recall: 95, rank: 80 }),
      ...speed('A search by words', timings.fullText),
      ...speed('A search by meaning', timings.embeddings),
      ...speed('A search by words after each letter of a question', timings.typed),
      { name: 'The first search by words, which writes the index', samples: [firstByWords!], unit: 'ms' },
      { name: 'The first search by meaning, which computes the vectors', samples: [firstByMeaning!], unit: 'ms' },
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
  const shipped = resolve(import.meta.dirname, '../docs/guides');
  try {
    await multiplyGuides(shipped, folder, times);
    const { read, search, searchByMeaning } = openGuides({
      db: control.db,
      folder,
      embeddings: null,
      discussionsFeed: null,
      log: createLogger({ level: 'warn', format: 'json' }),
    });
    // Their own space would take many minutes; that of the guides knows the same words.
    const space = await openLatentSpace(control.db, sectionsOfGuides(await readGuides(shipped)));
    await keepSpace(control.db, { ...space, hash: hashOfSpace(sectionsOfGuides(await read())) });
    const first: Timing[] = [];
    await timed(first, () => search('index'));
    await timed(first, () => searchByMeaning('index'));
    const byWords: Timing[] = [];
    const byMeaning: Timing[] = [];
    for (const [question] of [...tuningQuestions, ...testQuestions]) {
      await timed(byWords, () => search(question));
      await timed(byMeaning, () => searchByMeaning(question));
    }
    const typed: Timing[] = [];
    for (const prefix of typedPrefixes()) await timed(typed, () => search(prefix));
    return [
      ...speed(`A search by words in ${times} times as many guides`, byWords),
      ...speed(`A search by meaning in ${times} times as many guides`, byMeaning),
      ...speed(`A search by words after each letter, in ${times} times as many guides`, typed),
      {
        name: 'Their indexes, with the space of the guides',
        samples: [first.reduce((sum, { elapsed }) => sum + elapsed, 0)],
        unit: 'ms',
      },
    ];
  } finally {
    await control.close();
    await rm(folder, { recursive: true, force: true });
  }
}

export const benchDocsSearch = async (): Promise<Figure[]> => [...(await benchShipped()), ...(await benchMultiplied())];
