import { sql } from 'kysely';
import * as v from 'valibot';
import { readBounded } from '../../common/readBounded.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { bytesOf, numbersOf } from './bytes.ts';
import type { DocsSection } from './docsSection.ts';
import { batchesOf, hashOf } from './docsTables.ts';
import type { SectionVectors } from './vectorIndex.ts';

/** A service of embeddings that speaks OpenAI's protocol. */
export interface EmbeddingsSettings {
  /** Base address, to which `/embeddings` is added. */
  url: string;
  model: string;
  key: string | null;
}

/** Most services take more; with fewer, one answer stays small. */
const textsPerRequest = 64;
/** Models read at least 512 tokens; the beginning of a section says what it is about. */
const textLength = 2_000;
const buildPatienceMs = 60_000;
/** The user waits: after it, the latent semantic vectors answer instead. */
export const questionPatienceMs = 2_000;
/** An answer to `textsPerRequest` texts of 4,000 numbers. */
const answerMaxBytes = 16 * 1024 * 1024;

/** So long stays what no server has needed: texts have changed, or another model is asked. */
const keptDays = 30;

const answerSchema = v.object({
  data: v.array(
    v.object({
      index: v.pipe(v.number(), v.integer(), v.minValue(0)),
      embedding: v.pipe(v.array(v.pipe(v.number(), v.finite())), v.minLength(1)),
    }),
  ),
});

function normalized(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers) || 1;
  return Float32Array.from(numbers, (number) => number / length);
}

/** The vectors of some texts, of length 1. Errors name neither the key nor what the service said. */
export async function embed(
  { url, model, key }: EmbeddingsSettings,
  texts: readonly string[],
  timeoutMs: number,
): Promise<Float32Array[]> {
  const response = await fetch(`${url}/embeddings`, {
    method: 'POST',
    redirect: 'error',
    headers: { 'Content-Type': 'application/json', ...(key !== null && { Authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await readBounded(response, answerMaxBytes);
  if (!response.ok) throw new Error(`The embeddings service answered ${response.status}.`);
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), answerSchema), text);
  const found = success ? output.data.toSorted((one, other) => one.index - other.index) : [];
  const length = found[0]?.embedding.length;
  if (
    found.length !== texts.length ||
    found.some(({ index, embedding }, at) => index !== at || embedding.length !== length)
  )
    throw new Error('The embeddings service sent an unexpected answer.');
  return found.map(({ embedding }) => normalized(embedding));
}

const textOf = ({ title, heading, description, body }: DocsSection): string =>
  [title, heading, description, body].filter(Boolean).join('\n').slice(0, textLength);

/** The vectors of all sections. Only texts that the database has no vector of are sent to the service. */
export async function embeddingsOf(
  db: ControlDatabase,
  settings: EmbeddingsSettings,
  sections: readonly DocsSection[],
): Promise<SectionVectors> {
  const texts = sections.map((section) => {
    const text = textOf(section);
    return { text, hash: hashOf('embedding 1', settings.url, settings.model, text) };
  });
  const hashes = texts.map(({ hash }) => hash);
  const isNeeded = sql<boolean>`hash = any(${hashes}::text[])`;
  const kept = await db.selectFrom('docs_embeddings').select(['hash', 'embedding']).where(isNeeded).execute();
  const known = new Map(kept.map(({ hash, embedding }) => [hash, numbersOf(embedding)]));
  const unknown = [...new Map(texts.filter(({ hash }) => !known.has(hash)).map((text) => [text.hash, text])).values()];
  for (const some of batchesOf(unknown, textsPerRequest)) {
    const found = await embed(
      settings,
      some.map(({ text }) => text),
      buildPatienceMs,
    );
    await db
      .insertInto('docs_embeddings')
      .values(some.map(({ hash }, at) => ({ hash, embedding: bytesOf(found[at]!) })))
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
    for (const [at, { hash }] of some.entries()) known.set(hash, found[at]!);
  }
  await db
    .updateTable('docs_embeddings')
    .set({ used_at: sql`now()` })
    .where(isNeeded)
    .where('used_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  await db
    .deleteFrom('docs_embeddings')
    .where('used_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
    .execute();

  const dimensions = known.get(texts[0]?.hash ?? '')?.length ?? 0;
  const vectors = new Float32Array(sections.length * dimensions);
  for (const [section, { hash }] of texts.entries()) {
    const vector = known.get(hash)!;
    if (vector.length !== dimensions) throw new Error('The embeddings service changed the length of its vectors.');
    vectors.set(vector, section * dimensions);
  }
  return { hash: hashOf(hashes), dimensions, vectors: () => vectors };
}
