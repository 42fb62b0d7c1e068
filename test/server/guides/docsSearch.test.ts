/** How well the two searches of the guides answer questions, and what they keep. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { docsQuestions } from '../../../bench/docsQuestions.ts';
import { hrefOfGuide } from '../../../server/guides/guideAddress.ts';
import { openGuides } from '../../../server/guides/openGuides.ts';
import { createLogger } from '../../../server/http/log.ts';
import { openTestControlDatabase } from '../../support/controlDatabase.ts';

const guidesFolder = join(import.meta.dirname, '../../../docs/guides');
const log = createLogger({ level: 'silent', format: 'json' });

it('shows the right guide among the first five to 95 of 100 questions, mostly as the first', async () => {
  const control = await openTestControlDatabase();
  onTestFinished(() => control.close());
  const guides = openGuides({ db: control.db, folder: guidesFolder, embeddings: null, discussionsFeed: null, log });
  await guides.searchByMeaning('index');
  const ranks: number[] = [];
  for (const [question, ...paths] of docsQuestions.filter((_, index) => index % 2 === 1)) {
    const found = await guides.find(question);
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
    openGuides({ db: control.db, folder, embeddings: null, discussionsFeed: null, log })
      .searchByMeaning(query)
      .then((pages) => pages.map(({ path }) => path));
  const written = async () =>
    (await sql<{ xmin: string }>`select xmin::text from basechart.docs_spaces`.execute(control.db)).rows;

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
