import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { threadEnvironment } from '../../common/threadEnvironment.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { bytesOf, numbersOf } from './bytes.ts';
import type { DocsSection } from './docsSection.ts';
import { hashOf, keptStates, lockDocs } from './docsTables.ts';
import { dimensions, textVectorsIn, type LatentSpace, type WeighedText } from './latentSemantics.ts';

/** Changes with the method, so that spaces of an older version are computed again. */
const method = `latent semantics 3, ${dimensions} dimensions`;

/** The heading tells most of what a section is about, then the page that it is on. */
const textOf = ({ title, heading, phrases, description, body, slug }: DocsSection): WeighedText => ({
  parts: [
    { text: heading, weight: 4 },
    { text: phrases, weight: 3 },
    { text: title, weight: 3 },
    { text: slug === '' ? description : '', weight: 3 },
    { text: body, weight: 1 },
  ],
});

/** In a thread, because it takes a second in which the server could not answer. */
async function compute(sections: readonly DocsSection[]): Promise<LatentSpace> {
  const worker = new Worker(new URL('./latentSemantics.worker.ts', import.meta.url), {
    env: threadEnvironment(),
    workerData: sections.map(textOf),
  });
  const [space] = (await once(worker, 'message')) as [LatentSpace];
  return space;
}

interface OpenedSpace extends Omit<LatentSpace, 'textVectors'> {
  /** Of the method and the sections. */
  hash: string;
  /** Of the sections. They follow from the terms, so the space is kept without them. */
  vectors: () => Float32Array;
}

export const hashOfSpace = (sections: readonly DocsSection[]): string => hashOf(method, sections);

/** Keeps the space in the database, with those of the last states that were used. */
export async function keepSpace(db: ControlDatabase, space: OpenedSpace): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockDocs(transaction);
    await transaction
      .insertInto('docs_spaces')
      .values({
        hash: space.hash,
        terms: [...space.terms],
        weights: bytesOf(space.weights),
        term_vectors: bytesOf(space.termVectors),
      })
      // Several servers of one database may compute it at the same time.
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ kept_at: sql`now()` }))
      .execute();
    await sql`delete from basechart.docs_spaces where hash in
      (select hash from basechart.docs_spaces order by kept_at desc offset ${keptStates}::int)`.execute(transaction);
  });
}

/** The embedded engine has little memory to send one value with, of which it holds several copies. */
const portionBytes = 2 * 1024 * 1024;

/** A column of the space that is kept, read in portions; null where another server replaces it meanwhile. */
async function readNumbers(
  db: ControlDatabase,
  hash: string,
  column: 'weights' | 'term_vectors',
): Promise<Float32Array | null> {
  const portions: Uint8Array[] = [];
  for (let start = 1; ; start += portionBytes) {
    const { rows } = await sql<{ portion: Uint8Array }>`
      select substring(${sql.id(column)} from ${start}::int for ${portionBytes}::int) as portion
      from basechart.docs_spaces where hash = ${hash}`.execute(db);
    const portion = rows[0]?.portion;
    if (portion === undefined) return null;
    portions.push(portion);
    if (portion.length < portionBytes) return numbersOf(Buffer.concat(portions));
  }
}

/** The space with a hash, if it is kept. */
async function readSpace(db: ControlDatabase, hash: string): Promise<Omit<LatentSpace, 'textVectors'> | null> {
  const kept = await db.selectFrom('docs_spaces').select('terms').where('hash', '=', hash).executeTakeFirst();
  const weights = kept && (await readNumbers(db, hash, 'weights'));
  const termVectors = weights && (await readNumbers(db, hash, 'term_vectors'));
  if (!kept || !weights || !termVectors) return null;
  await db
    .updateTable('docs_spaces')
    .set({ kept_at: sql`now()` })
    .where('hash', '=', hash)
    .where('kept_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  return { terms: kept.terms, weights, termVectors };
}

/**
 * The latent semantic space of the docs: from the database while they are the same as at the last time, otherwise
 * computed and kept there.
 */
export async function openLatentSpace(db: ControlDatabase, sections: readonly DocsSection[]): Promise<OpenedSpace> {
  const hash = hashOfSpace(sections);
  const kept = await readSpace(db, hash);
  if (kept) return { hash, ...kept, vectors: () => textVectorsIn(kept, sections.map(textOf)) };
  const { textVectors, ...computed } = await compute(sections);
  const space = { hash, ...computed, vectors: () => textVectors };
  await keepSpace(db, space);
  return space;
}
