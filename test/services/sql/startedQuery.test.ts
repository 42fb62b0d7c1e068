// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { QueryHistoryEntry } from '../../../src/contract/sql/snippet.ts';
import { sqlStartIn, type SqlStart } from '../../../src/contract/sql/sqlStart.ts';
import { writeStored } from '../../../src/services/browser/storage.ts';
import { deleteDrafts } from '../../../src/services/sql/drafts.ts';
import { dropDraft, keptDrafts } from '../../../src/services/sql/draftStore.ts';
import { rememberRun } from '../../../src/services/sql/lastRuns.ts';
import { startedQuery } from '../../../src/services/sql/startedQuery.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

const run: QueryHistoryEntry = {
  id: 'r1',
  sql: 'select 42',
  cut: false,
  started_at: '2026-01-01T00:00:00Z',
  duration_ms: 3,
  outcome: 'succeeded',
  error: null,
};

let history: QueryHistoryEntry[];
/** The texts that the server has, by query; null while it is unreachable. */
let saved: Record<string, string> | null;

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!pathname.includes('/snippets/')) return Response.json(history);
  if (saved === null) throw new TypeError('fetch failed');
  const id = pathname.slice(pathname.lastIndexOf('/') + 1);
  const sql = saved[id];
  if (sql === undefined) return Response.json({ message: 'Not found' }, { status: 404 });
  return Response.json({ id, name: 'Untitled query', version: 1, updated_at: '2026-01-01T00:00:00Z', sql });
}

beforeEach(() => {
  localStorage.clear();
  writeStored('owner', 'ada');
  provideTestRuntime({ config: { apiUrl: 'http://platform.test/api' }, accessToken: async () => 'token' });
  vi.stubGlobal('fetch', answer);
  history = [run];
  saved = {};
  return () => vi.unstubAllGlobals();
});

const started = (start: SqlStart) => startedQuery({ ref: 'abc', start }, new AbortController().signal);
/** The text of the new query; null where none was made. */
const textOf = async (start: SqlStart): Promise<string | null> => {
  const id = await started(start);
  return (await keptDrafts('ada', 'abc')).find((draft) => draft.id === id)?.sql ?? null;
};

const rememberQuery = (query: string) =>
  rememberRun({ ref: 'abc', query }, { id: 'r1', startedAt: 1, from: 0, line: 1, rowLimit: 100, timeLimitMs: 60_000 });

describe('the query that an address asks for', () => {
  it('looks at a table, whatever its name holds', async () => {
    expect(await textOf({ schema: 'public', table: 'orders' })).toBe('select * from public.orders limit 100;\n');
    expect(await textOf({ schema: 'a"b', table: '"; drop table t; --' })).toBe(
      'select * from "a""b"."""; drop table t; --" limit 100;\n',
    );
  });

  it('is an example', async () => {
    expect(await textOf({ example: 'createTable' })).toMatch(/^create table notes/);
    expect(await textOf({ example: 'runQuery' })).toBe('select current_user, current_database(), version();\n');
  });

  it('is an example policy, whatever the name of the table holds', async () => {
    const text = await textOf({ example: 'policy', schema: 'public', table: 'a"b\n; drop table t; --' });
    expect(text?.replaceAll(/^ *-- .*\n/gm, '')).toBe(
      'create policy "Everyone can read" on public."a""b\n; drop table t; --"\n  for select\n  to anon\n  using (true);\n',
    );
    expect(sqlStartIn({ example: 'policy', schema: 'public', table: 'orders' })).toEqual({
      example: 'policy',
      schema: 'public',
      table: 'orders',
    });
  });

  it('is the one that was run, where this browser knows it', async () => {
    rememberQuery('q7');
    saved = { q7: 'select 42' };
    expect(await started({ run: 'r1' })).toBe('q7');
    saved = null;
    expect(await started({ run: 'r1' }), 'without the server').toBe('q7');
    expect(await keptDrafts('ada', 'abc')).toEqual([]);
  });

  it('is a new one with the text that was run, where the query was deleted, here or elsewhere', async () => {
    rememberQuery('q7');
    saved = { q7: 'select 42' };
    await deleteDrafts({ ref: 'abc', id: 'q7' });
    expect(await textOf({ run: 'r1' })).toBe('select 42');
    rememberQuery('q8');
    expect(await textOf({ run: 'r1' })).toBe('select 42');
  });

  it('is the same for the same start, until its text is another', async () => {
    const start = { schema: 'public', table: 'orders' };
    const first = await started(start);
    expect(await started(start)).toBe(first);
    expect(await started({ ...start, table: 'others' })).not.toBe(first);
    const [draft] = (await keptDrafts('ada', 'abc')).filter(({ id }) => id === first);
    // The editor gave it to the server, where it was edited in the end.
    await dropDraft(draft!);
    saved = { [first!]: draft!.sql };
    expect(await started(start)).toBe(first);
    saved = { [first!]: `${draft!.sql}-- edited` };
    expect(await started(start)).not.toBe(first);
  });

  it('is none where the page is left before the server has told the text', async () => {
    const start = { schema: 'public', table: 'orders' };
    const first = await started(start);
    const [draft] = (await keptDrafts('ada', 'abc')).filter(({ id }) => id === first);
    await dropDraft(draft!);
    const leaving = new AbortController();
    vi.stubGlobal('fetch', async () => {
      leaving.abort();
      throw leaving.signal.reason;
    });
    await expect(startedQuery({ ref: 'abc', start }, leaving.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(await keptDrafts('ada', 'abc')).toEqual([]);
  });

  it('is otherwise a new one with the text that was run', async () => {
    expect(await textOf({ run: 'r1' })).toBe('select 42');
  });

  it('is none where the history has no such run, or only half of its text', async () => {
    expect(await started({ run: 'r2' })).toBeNull();
    history = [{ ...run, cut: true }];
    expect(await started({ run: 'r1' })).toBeNull();
  });
});
