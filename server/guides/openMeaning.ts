import type { Logger } from 'pino';
import { docsQueryMaxLength } from '../../src/contract/docs/docsSearch.ts';
import type { ControlDatabase } from '../database/database.ts';
import { once } from './once.ts';
import type { DocsSection, RankedSection } from './search/docsSection.ts';
import { isDropped } from './search/docsTables.ts';
import { embed, embeddingsOf, questionPatienceMs, type EmbeddingsSettings } from './search/embeddings.ts';
import { dimensions, pointIn } from './search/latentSemantics.ts';
import { openLatentSpace } from './search/openLatentSpace.ts';
import { recentValues } from './search/recentValues.ts';
import { searchByMeaning, type Meaning } from './search/searchByMeaning.ts';
import type { SearchExtensions } from './search/searchExtensions.ts';
import { vectorsInMemory, vectorsInPostgres, type SectionVectors } from './search/vectorIndex.ts';

/** Found by trying: of a space of latent semantics, and of the usual models of embeddings. */
const nearEnough = { latent: 0.35, embeddings: 0.2 };

/** How long the service of embeddings rests after a failure. */
const retryAfterMs = 60_000;
/** Questions repeat while their words are typed and deleted. */
const keptQuestions = 200;

interface MeaningOptions {
  db: ControlDatabase;
  embeddings: EmbeddingsSettings | null;
  log: Logger;
  extensions(): Promise<SearchExtensions>;
  sections(): Promise<readonly DocsSection[]>;
}

interface OpenMeaning {
  /**
   * The sections near a question: by the model where one is set up, has its vectors and answers, otherwise by latent
   * semantics.
   */
  find(question: string): Promise<RankedSection[]>;
  /** Latent semantics, if a search has opened them. Starts to open them. */
  latentIfOpen(): Meaning | null;
}

/** The spaces in which questions and sections are compared. Each is opened when a search first needs it. */
export function openMeaning({ db, embeddings, log, extensions, sections }: MeaningOptions): OpenMeaning {
  const openVectors = async (name: string, found: SectionVectors) => {
    const { vector: schema } = await extensions();
    return schema === null ? vectorsInMemory(found) : await vectorsInPostgres(db, { ...found, schema, name });
  };

  let opened: Meaning | null = null;
  const latent = once(async () => {
    const { hash, vectors, ...space } = await openLatentSpace(db, await sections());
    const index = await openVectors('docs_latent_vectors', { hash, dimensions, vectors });
    const point = pointIn(space);
    opened = {
      index,
      nearEnough: nearEnough.latent,
      pointOf: (question) => Promise.resolve(point(question.slice(0, docsQueryMaxLength))),
    };
    return opened;
  });

  /** Vectors of a model. They are opened in the background, because a service may take minutes for all sections. */
  const byModel = (settings: EmbeddingsSettings) => {
    const questions = recentValues<Float32Array>(keptQuestions);
    let restsUntil = 0;
    const failed = (error: unknown): null => {
      restsUntil = performance.now() + retryAfterMs;
      log.warn({ err: error }, 'failed to get embeddings; using latent semantic analysis instead');
      return null;
    };
    const pointOf = async (question: string): Promise<Float32Array | null> => {
      const text = question.trim().slice(0, docsQueryMaxLength);
      if (text === '') return null;
      const known = questions.get(text);
      if (known) return known;
      const [point] = await embed(settings, [text], questionPatienceMs);
      questions.set(text, point!);
      return point!;
    };
    let model: Meaning | null = null;
    const open = once(async () => {
      const found = await embeddingsOf(db, settings, await sections());
      const index = await openVectors('docs_embedding_vectors', found);
      model = { index, nearEnough: nearEnough.embeddings, pointOf };
    });
    return async (question: string): Promise<RankedSection[] | null> => {
      if (performance.now() < restsUntil) return null;
      open().catch(failed);
      if (model === null) return null;
      return await searchByMeaning(model, question).catch((error: unknown) => {
        // The index is opened again, which writes its tables.
        if (isDropped(error)) throw error;
        return failed(error);
      });
    };
  };
  const findByModel = embeddings === null ? () => Promise.resolve(null) : byModel(embeddings);

  return {
    find: async (question) => (await findByModel(question)) ?? (await searchByMeaning(await latent(), question)),
    latentIfOpen() {
      latent().catch((error: unknown) => log.warn({ err: error }, 'failed to load the vectors of the docs'));
      return opened;
    },
  };
}
