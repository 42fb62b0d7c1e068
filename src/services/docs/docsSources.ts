import type { RuntimeConfig } from '../../contract/common/runtimeConfig.ts';
import * as timing from '../../contract/common/timing.ts';
import { docsLinkOf } from '../../contract/docs/docsLink.ts';
import { docsPagesOf, type DocsPage } from '../../contract/docs/docsPage.ts';
import { docsQueryMaxLength, docsSearchPaths } from '../../contract/docs/docsSearch.ts';
import { runtime, type Runtime } from '../browser/runtime.ts';

/** What one source says about a query: its results, or why it has none. */
export type SourceAnswer = { results: readonly DocsPage[] } | { message: string };

/** What a search knows of the connection and of the backend of the docs; without one, its own origin has the docs. */
export type Reach = Pick<Runtime, 'reachable' | 'unanswered'> & { docs?: RuntimeConfig['docs'] };

/** Where nothing watches the connection, each search finds out when it asks. */
export const unwatched: Reach = { reachable: () => Promise.resolve(), unanswered: () => {} };

/** The application watches its own server, which says nothing about a backend elsewhere. */
const reachOfApp = (): Reach => {
  const { config, reachable, unanswered } = runtime();
  return config.docs ? { ...unwatched, docs: config.docs } : { reachable, unanswered };
};

const messageOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
    ? value.message
    : '';

/** Null for an answer that is not JSON, such as a gateway's page. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The answer of a source. The docs are public, so the session's token stays here: only the public key of their
 * backend is sent. A read waits for the server, as all reads do.
 */
async function ask(
  path: string,
  query: string,
  signal: AbortSignal,
  { reachable, unanswered, docs }: Reach,
): Promise<unknown> {
  await reachable(signal);
  try {
    const response = await fetch(`${docs?.url ?? ''}${path}`, {
      method: 'POST',
      credentials: 'omit',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-request-id': crypto.randomUUID(),
        ...(docs?.key !== undefined && { apikey: docs.key, authorization: `Bearer ${docs.key}` }),
      },
      body: JSON.stringify({ query: query.trim().slice(0, docsQueryMaxLength) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timing.httpTimeoutMs)]),
    });
    return jsonOf(await response.text());
  } catch (thrown) {
    if (!signal.aborted) unanswered();
    throw thrown;
  }
}

/** Results that can be opened: a discussion without a web address cannot. */
const openable = (answer: readonly unknown[]): SourceAnswer => ({
  results: docsPagesOf(answer).filter((page) => docsLinkOf(page) !== null),
});

/** Full-text search of the docs. Never rejects, unless the search is aborted (specification, sections 7 and 8). */
async function searchFullText(query: string, signal: AbortSignal, reach: Reach): Promise<SourceAnswer> {
  try {
    const answer = await ask(docsSearchPaths.fullText, query, signal, reach);
    return Array.isArray(answer) ? openable(answer) : { message: messageOf(answer) };
  } catch (thrown) {
    signal.throwIfAborted();
    console.error(`[ERROR] Error fetching Full Text Search results: ${String(thrown)}`);
    return { message: '' };
  }
}

/** Search by meaning. Never rejects, unless the search is aborted. */
async function searchEmbeddings(query: string, signal: AbortSignal, reach: Reach): Promise<SourceAnswer> {
  try {
    const answer = await ask(docsSearchPaths.embeddings, query, signal, reach);
    return Array.isArray(answer) ? openable(answer) : { message: "didn't get expected results array" };
  } catch (thrown) {
    signal.throwIfAborted();
    return { message: messageOf(thrown) };
  }
}

/**
 * Asks both sources together and calls back with each answer as it arrives, but not after the returned function was
 * called.
 */
export function searchDocs(
  query: string,
  answered: (answer: SourceAnswer) => void,
  reach: Reach = reachOfApp(),
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const report = async (search: typeof searchFullText): Promise<void> => {
    const answer = await search(query, signal, reach).catch(() => null);
    if (answer !== null && !signal.aborted) answered(answer);
  };
  void report(searchFullText);
  void report(searchEmbeddings);
  return () => controller.abort();
}
