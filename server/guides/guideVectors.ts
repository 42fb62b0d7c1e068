import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { threadEnvironment } from '../common/threadEnvironment.ts';
import type { ControlDatabase } from '../database/database.ts';
import type { IndexedSection } from './indexGuides.ts';
import { dimensions, type LatentSpace, type WeighedText } from './latentSemantics.ts';

/** Changes with the method, so that spaces of an older version are computed again. */
const method = `latent semantics 1, ${dimensions} dimensions`;

/** The heading tells most of what a section is about, then the page that it is on. */
const textOf = ({ title, heading, description, body, slug }: IndexedSection): WeighedText => ({
  parts: [
    { text: heading, weight: 4 },
    { text: title, weight: 3 },
    { text: slug === '' ? description : '', weight: 3 },
    { text: body, weight: 1 },
  ],
});

/** In a thread, because it takes a second in which the server could not answer. */
async function compute(sections: readonly IndexedSection[]): Promise<LatentSpace> {
  const worker = new Worker(new URL('./latentSemantics.worker.ts', import.meta.url), {
    env: threadEnvironment(),
    workerData: sections.map(textOf),
  });
  const [space] = (await once(worker, 'message')) as [LatentSpace];
  return space;
}

const bytesOf = (numbers: Float32Array): Buffer => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** A copy, because the bytes of a row may begin anywhere. */
const numbersOf = (bytes: Uint8Array): Float32Array => new Float32Array(new Uint8Array(bytes).buffer);

/**
 * The space of the guides' sections: from the database while they are the same as at the last time, otherwise computed
 * and kept there.
 */
export async function openGuideVectors(db: ControlDatabase, sections: readonly IndexedSection[]): Promise<LatentSpace> {
  const hash = createHash('sha256').update(method).update(JSON.stringify(sections)).digest('base64url');
  const kept = await db.selectFrom('guide_vectors').selectAll().where('hash', '=', hash).executeTakeFirst();
  if (kept)
    return {
      terms: kept.terms,
      weights: numbersOf(kept.weights),
      termVectors: numbersOf(kept.term_vectors),
      textVectors: numbersOf(kept.text_vectors),
    };
  const space = await compute(sections);
  await db.transaction().execute(async (transaction) => {
    // Several servers of one database may compute it at the same time: the last one stays.
    await sql`select pg_advisory_xact_lock(hashtextextended('basechart guide vectors', 0))`.execute(transaction);
    await transaction.deleteFrom('guide_vectors').execute();
    await transaction
      .insertInto('guide_vectors')
      .values({
        hash,
        terms: [...space.terms],
        weights: bytesOf(space.weights),
        term_vectors: bytesOf(space.termVectors),
        text_vectors: bytesOf(space.textVectors),
      })
      .execute();
  });
  return space;
}
