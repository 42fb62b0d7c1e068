// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import type { QueryHistoryEntry } from '../../../src/contract/sql/snippet.ts';
import { noteEnd, rememberRun } from '../../../src/services/sql/lastRuns.ts';
import { readRunning, watchRuns } from '../../../src/services/sql/runningQueries.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

const asked: string[] = [];
/** Ids of the runs that the server has and that have not ended. */
let running: string[];

function answer(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  asked.push(pathname + search);
  return Response.json(
    running.map((id): QueryHistoryEntry => ({
      id,
      sql: 'select 1',
      started_at: '2026-01-01T00:00:00Z',
      duration_ms: null,
      outcome: 'running',
      error: null,
    })),
  );
}

beforeEach(() => {
  localStorage.clear();
  provideTestRuntime({ config: { apiUrl: 'http://platform.test/api' }, accessToken: async () => 'token' });
  vi.stubGlobal('fetch', async (request: Request) => answer(request));
  asked.length = 0;
  running = [];
  return () => vi.unstubAllGlobals();
});

const begin = (query: string, startedAt: number) =>
  rememberRun(
    { ref: 'abc', query },
    { id: `run of ${query}`, startedAt, from: 0, line: 1, rowLimit: 100, timeLimitMs: 60_000 },
  );
const read = () => readRunning({ ref: 'abc' }, new AbortController().signal);

it('are those whose last run the server has not ended, and nothing is asked where none was begun', async () => {
  expect(await read()).toEqual({ queries: [], mayChange: false });
  begin('ended', 1);
  noteEnd({ ref: 'abc', query: 'ended' }, 'run of ended');
  expect([await read(), asked]).toEqual([{ queries: [], mayChange: false }, []]);
  begin('long', 1);
  begin('lost', 1);
  running = ['run of long', 'run of another computer'];
  expect(await read()).toEqual({ queries: ['long'], mayChange: true });
  expect(asked).toEqual(['/api/platform/projects/abc/query-history?outcome=running']);
  running = [];
  expect(await read()).toEqual({ queries: [], mayChange: false });
});

it('may be one more while the request of a new run is on its way', async () => {
  begin('new', Date.now());
  expect(await read()).toEqual({ queries: [], mayChange: true });
});

it('are worth another look once a run of the project has ended in this tab, while someone looks', () => {
  begin('one', 1);
  begin('two', 1);
  let changes = 0;
  const stop = watchRuns({ ref: 'abc' }, () => changes++);
  const stopOther = watchRuns({ ref: 'other' }, () => changes++);
  noteEnd({ ref: 'abc', query: 'one' }, 'run of one');
  noteEnd({ ref: 'abc', query: 'one' }, 'run of one');
  expect(changes).toBe(1);
  dispatchEvent(new StorageEvent('storage', { key: 'basechart-sql-runs:abc', newValue: '[]' }));
  expect(changes).toBe(2);
  stop();
  noteEnd({ ref: 'abc', query: 'two' }, 'run of two');
  stopOther();
  expect(changes).toBe(2);
});
