import { resourcePath } from '../../contract/cache/resources.ts';
import { resourceSchemas } from '../../contract/cache/resourceSchemas.ts';
import type { SqlStart } from '../../contract/sql/sqlStart.ts';
import { readStored, writeStored } from '../browser/storage.ts';
import { get } from '../http/http.ts';
import { createDraft, draftOwner } from './drafts.ts';
import { keptDrafts } from './draftStore.ts';
import { queryOfRun } from './lastRuns.ts';
import { readSnippet } from './snippets.ts';
import { sqlEntries } from './sqlEntries.ts';

interface Start {
  ref: string;
  start: SqlStart;
}

/** Starts of a project whose query is remembered. */
const remembered = 50;

/** The text of a query as it is now; null where there is no such query, undefined while the server cannot tell. */
async function currentText(target: { ref: string; id: string }, signal: AbortSignal) {
  const kept = (await keptDrafts(draftOwner(), target.ref)).find(({ id }) => id === target.id);
  if (kept) return kept.sql;
  try {
    return (await readSnippet(target, signal))?.sql ?? null;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** The query that the same start led to before, as long as its text is untouched, or else a new one. */
async function queryWith({ ref, start, sql }: Start & { sql: string }, signal: AbortSignal): Promise<string> {
  const key = JSON.stringify(start);
  const { [key]: before, ...others } = readStored(sqlEntries.startedQueries, ref) ?? {};
  if (before !== undefined && (await currentText({ ref, id: before }, signal)) === sql) return before;
  const query = await createDraft({ ref, sql });
  const latest = Object.entries(others).slice(-remembered + 1);
  writeStored(sqlEntries.startedQueries, { ...Object.fromEntries(latest), [key]: query }, ref);
  return query;
}

/** The id of the query that an address asks for, which may be a new one; null where there is nothing to open. */
export async function startedQuery({ ref, start }: Start, signal: AbortSignal): Promise<string | null> {
  if (!('run' in start)) {
    const { startText } = await import('../../contract/sql/startText.ts');
    return queryWith({ ref, start, sql: startText(start) }, signal);
  }
  const known = queryOfRun({ ref, id: start.run });
  // Another browser may have deleted it.
  if (known !== null && (await currentText({ ref, id: known }, signal)) !== null) return known;
  const path = resourcePath({ name: 'queryHistory', params: { ref } });
  const history = await get(path, resourceSchemas.queryHistory, { signal });
  const run = history.find(({ id }) => id === start.run);
  // Half of a text is no query.
  return run === undefined || run.cut ? null : queryWith({ ref, start, sql: run.sql }, signal);
}
