import { resourcePath } from '../../contract/cache/resources.ts';
import { FailureError } from '../../contract/common/failureError.ts';
import { type SaveSnippet } from '../../contract/sql/saveSnippet.ts';
import { snippetSchema, type Snippet, type SnippetSummary } from '../../contract/sql/snippet.ts';
import { get, nothing, put, remove, type RequestOptions } from '../http/http.ts';
import { newQueryId } from './queryId.ts';

interface Target {
  ref: string;
  id: string;
}

const pathOf = (target: Target): string => resourcePath({ name: 'snippet', params: { ...target } });

const isMissing = (error: unknown): boolean => error instanceof FailureError && error.code === 404;

/** Null where the server has no such query. */
export async function readSnippet(target: Target, signal: AbortSignal): Promise<Snippet | null> {
  try {
    // Who waits for the network shows what this computer has meanwhile, and asks again when it is back.
    return await get(pathOf(target), snippetSchema, { signal, waits: false });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Refused with 409 when the stored version is not the one the body was made from. */
export const saveSnippet = (
  { ref, id, body }: Target & { body: SaveSnippet },
  options: Pick<RequestOptions, 'signal' | 'keepalive'>,
): Promise<Snippet> => put(pathOf({ ref, id }), body, snippetSchema, options);

/** Saves a text as a new query. */
export const saveCopy = (
  { ref, name, sql }: { ref: string; name: string; sql: string },
  signal: AbortSignal,
): Promise<Snippet> =>
  saveSnippet(
    { ref, id: newQueryId(), body: { name: `${name.slice(0, 193)} (copy)`, sql, base_version: 0 } },
    { signal },
  );

/** Gives a listed query another name, whatever version it has come to. */
export async function renameSnippet(
  { ref, id, name }: Target & { name: string },
  signal: AbortSignal,
): Promise<SnippetSummary> {
  const { sql, version } = await get(pathOf({ ref, id }), snippetSchema, { signal, waits: false });
  return saveSnippet({ ref, id, body: { name, sql, base_version: version } }, { signal });
}

/** One that is gone already is deleted. */
export async function deleteSnippet(target: Target, signal: AbortSignal): Promise<void> {
  try {
    await remove(pathOf(target), nothing, { signal });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
