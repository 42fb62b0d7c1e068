import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ControlDatabase } from '../database/database.ts';
import type { GuideSectionsTable } from '../database/tables/guide.tables.ts';
import type { Guides } from './guides.ts';
import { trigramsOf, wordsOf } from './words.ts';

/** A section with what the search knows of its page. */
export type IndexedSection = Omit<GuideSectionsTable, 'search'>;

/** All sections, in the order in which a reader goes through them. */
export const indexedSections = ({ groups }: Guides): IndexedSection[] =>
  groups.flatMap(({ title: subtitle, pages }) =>
    pages.flatMap(({ path, title, description, sections }) =>
      sections.map(({ slug, heading, text }, position) => ({
        path,
        slug,
        position,
        title,
        subtitle,
        description,
        heading,
        body: text,
      })),
    ),
  );

/** Rows of one statement: each has eight parameters, of which Postgres takes 65,535. */
const batch = 500;

const batchesOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / batch) }, (_, index) => rows.slice(index * batch, (index + 1) * batch));

/** Brings the index up to date. Nothing is written while the guides are the same as at the last time. */
export async function indexGuides(db: ControlDatabase, sections: readonly IndexedSection[]): Promise<void> {
  const hash = createHash('sha256').update(JSON.stringify(sections)).digest('base64url');
  await db.transaction().execute(async (transaction) => {
    // Several servers of one database may start at the same time.
    await sql`select pg_advisory_xact_lock(hashtextextended('basechart guides', 0))`.execute(transaction);
    const known = await transaction.selectFrom('guide_index').select('hash').executeTakeFirst();
    if (known?.hash === hash) return;
    await transaction.deleteFrom('guide_sections').execute();
    await transaction.deleteFrom('guide_words').execute();
    for (const rows of batchesOf(sections)) await transaction.insertInto('guide_sections').values(rows).execute();
    const words = new Set(sections.flatMap(({ title, heading, body }) => wordsOf(`${title} ${heading} ${body}`)));
    const rows = [...words].filter((word) => word.length > 2).map((word) => ({ word, trigrams: trigramsOf(word) }));
    for (const some of batchesOf(rows)) await transaction.insertInto('guide_words').values(some).execute();
    await transaction
      .insertInto('guide_index')
      .values({ id: 1, hash })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ hash }))
      .execute();
  });
}
