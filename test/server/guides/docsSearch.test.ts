/** How well the two searches of the guides answer questions, and what they keep. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { docsQuestions } from '../../../bench/docsQuestions.ts';
import { joined } from '../../../server/guides/foundPages.ts';
import { hrefOfGuide } from '../../../server/guides/guidePage.ts';
import { openGuides } from '../../../server/guides/openGuides.ts';
import { docsSearchPaths, type DocsSearchResult } from '../../../src/contract/docs/docsSearch.ts';
import { openTestControlDatabase } from '../../support/controlDatabase.ts';
import { startTestServer } from '../../support/server.ts';

it('shows the right guide among the first five to 95 of 100 questions, mostly as the first', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  const ask = async (path: string, query: string): Promise<DocsSearchResult[]> =>
    (await server.send('POST', path, { json: { query } })).json;
  const ranks: number[] = [];
  for (const [question, ...paths] of docsQuestions.filter((_, index) => index % 2 === 1)) {
    const found = joined(
      await ask(docsSearchPaths.fullText, question),
      await ask(docsSearchPaths.embeddings, question),
    );
    ranks.push(found.findIndex((page) => paths.some((path) => page.path === hrefOfGuide(path))) + 1);
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(mean(ranks.map((rank) => (rank >= 1 && rank <= 5 ? 1 : 0)))).toBeGreaterThanOrEqual(0.95);
  expect(mean(ranks.map((rank) => (rank === 0 ? 0 : 1 / rank)))).toBeGreaterThanOrEqual(0.8);
});

it('keeps what it has learned of the guides until they change', async () => {
  const control = await openTestControlDatabase();
  onTestFinished(() => control.close());
  const folder = await mkdtemp(join(tmpdir(), 'basechart-guides-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const write = (name: string, title: string, text: string) =>
    writeFile(
      join(folder, `${name}.md`),
      `---\ntitle: ${title}\ndescription: About ${title}.\norder: 1\n---\n\n## Use ${title}\n\n${text}\n`,
    );
  await write('index', 'Harbors', 'Ships wait in a harbor until the tide comes in.');
  await write('pilots', 'Pilots', 'A pilot steers a ship into the harbor.');
  const ask = (query: string) =>
    openGuides({ db: control.db, folder })
      .searchByMeaning(query)
      .then((pages) => pages.map(({ path }) => path));
  const written = async () =>
    (await sql<{ xmin: string }>`select xmin::text from basechart.guide_vectors`.execute(control.db)).rows;

  expect((await ask('pilots'))[0]).toBe('/guides/pilots');
  const first = await written();
  expect(first).toHaveLength(1);
  expect((await ask('tides'))[0]).toBe('/guides');
  expect(await written()).toEqual(first);

  await write('pilots', 'Pilots', 'A lighthouse warns of rocks.');
  expect((await ask('lighthouse'))[0]).toBe('/guides/pilots');
  expect(await written()).not.toEqual(first);
  expect(await written()).toHaveLength(1);
});
