// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStored } from '../../../src/services/browser/storage.ts';
import { searchDocs, type SourceAnswer } from '../../../src/services/docs/docsSources.ts';
import { loadRecentSearches, saveRecentSearches } from '../../../src/services/docs/recentSearches.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

const fullText = '/rest/v1/rpc/docs_search_fts';
const embeddings = '/functions/v1/search-embeddings';

const result = (id: string) => ({ id, path: `/guides/${id}`, type: 'markdown', title: id, headings: [], slugs: [] });

interface Call {
  path: string;
  init: RequestInit;
  answer: (body: unknown, status?: number) => void;
  fail: (error: Error) => void;
}

let calls: Call[];
let logged: string[];

beforeEach(() => {
  calls = [];
  logged = [];
  provideTestRuntime({ accessToken: async () => 'a.b.c' });
  vi.spyOn(console, 'error').mockImplementation((line) => void logged.push(String(line)));
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    calls.push({
      path,
      init,
      answer: (body, status = 200) =>
        resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })),
      fail: reject,
    });
    return promise;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function searching(query: string, backend = '') {
  const answers: SourceAnswer[] = [];
  const known = calls.length;
  const stop = searchDocs(query, (answer) => answers.push(answer));
  await vi.waitFor(() => expect(calls.length).toBe(known + 2));
  const callTo = (path: string) => calls.slice(known).find((call) => call.path === `${backend}${path}`)!;
  return {
    answers,
    stop,
    fullText: callTo(fullText),
    embeddings: callTo(embeddings),
    answered: (count: number) => vi.waitFor(() => expect(answers.length).toBe(count)),
  };
}

const ids = (answers: readonly SourceAnswer[]) =>
  answers.map((answer) => ('results' in answer ? answer.results.map(({ id }) => id) : answer.message));

describe('the docs search', () => {
  it('fires both calls together, each with the trimmed query as JSON and without the session’s token', async () => {
    const search = await searching('  row level ');
    for (const { init } of [search.fullText, search.embeddings]) {
      expect(init.method).toBe('POST');
      expect(JSON.parse(String(init.body))).toEqual({ query: 'row level' });
      expect(new Headers(init.headers).get('content-type')).toBe('application/json');
      expect(new Headers(init.headers).has('authorization')).toBe(false);
      expect(init.credentials).toBe('omit');
    }
  });

  it('asks another backend where one is set up, with its public key as a header and as a bearer', async () => {
    const url = 'https://docs.example.com';
    provideTestRuntime({ config: { docs: { url, key: 'public-key' } }, accessToken: async () => 'a.b.c' });
    const search = await searching('row level', url);
    for (const { init } of [search.fullText, search.embeddings]) {
      const headers = new Headers(init.headers);
      expect([headers.get('apikey'), headers.get('authorization')]).toEqual(['public-key', 'Bearer public-key']);
      expect(init.credentials).toBe('omit');
    }
  });

  it('asks for no more than the server reads', async () => {
    const { fullText: call } = await searching('x'.repeat(10_000));
    expect((JSON.parse(String(call.init.body)) as { query: string }).query.length).toBe(300);
  });

  it('reports each answer as it arrives, in either order', async () => {
    const first = await searching('a');
    first.embeddings.answer([result('meaning')]);
    await first.answered(1);
    first.fullText.answer([result('text')]);
    await first.answered(2);
    expect(ids(first.answers)).toEqual([['meaning'], ['text']]);
  });

  it('shows the message of a response that is no array, or an empty one', async () => {
    for (const [body, message] of [
      [{ message: 'Too many requests' }, 'Too many requests'],
      [{ error: 'x' }, ''],
      ['<html>', ''],
      ['', ''],
    ] as const) {
      const search = await searching('a');
      search.fullText.answer(body, 500);
      await search.answered(1);
      expect(search.answers).toEqual([{ message }]);
    }
    expect(logged).toEqual([]);
  });

  it('logs a failure of the network as a full-text search error, and has an empty message for it', async () => {
    const search = await searching('a');
    search.fullText.fail(new TypeError('Failed to fetch'));
    await search.answered(1);
    expect(search.answers).toEqual([{ message: '' }]);
    expect(logged).toEqual(['[ERROR] Error fetching Full Text Search results: TypeError: Failed to fetch']);
  });

  it("says of embeddings that are no array: didn't get expected results array", async () => {
    for (const body of [{ message: 'Not found' }, '<html>', null]) {
      const search = await searching('a');
      search.embeddings.answer(body, 404);
      await search.answered(1);
      expect(search.answers).toEqual([{ message: "didn't get expected results array" }]);
    }
  });

  it('has the results of one source while the other is down, and two failures when both are', async () => {
    const one = await searching('a');
    one.embeddings.fail(new TypeError('Failed to fetch'));
    one.fullText.answer([result('text')]);
    await one.answered(2);
    expect(ids(one.answers)).toEqual(expect.arrayContaining([['text'], 'Failed to fetch']));
    const both = await searching('a');
    both.embeddings.fail(new TypeError('Failed to fetch'));
    both.fullText.fail(new TypeError('Failed to fetch'));
    await both.answered(2);
    expect(ids(both.answers)).toEqual(expect.arrayContaining(['', 'Failed to fetch']));
  });

  it('gives up a source that is too slow', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('Too slow', 'TimeoutError')));
    const answers: SourceAnswer[] = [];
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => signal?.throwIfAborted());
    searchDocs('a', (answer) => answers.push(answer));
    await vi.waitFor(() => expect(ids(answers).toSorted()).toEqual(['', 'Too slow']));
  });

  it('drops malformed results and discussions that cannot be opened', async () => {
    const search = await searching('a');
    search.fullText.answer([
      null,
      { id: 'x' },
      { ...result('discussion'), type: 'github-discussions', path: 'javascript:alert(1)' },
      result('text'),
    ]);
    await search.answered(1);
    expect(ids(search.answers)).toEqual([['text']]);
  });

  it('aborts both calls when a newer search replaces it, and says no more', async () => {
    const old = await searching('a');
    old.fullText.answer([result('old')]);
    old.stop();
    expect([old.fullText, old.embeddings].map(({ init }) => init.signal?.aborted)).toEqual([true, true]);
    const newer = await searching('ab');
    newer.fullText.answer([result('new')]);
    newer.embeddings.answer([]);
    await newer.answered(2);
    expect(old.answers).toEqual([]);
    expect(logged).toEqual([]);
  });

  it('waits while the server is unreachable, and tells when a call got no answer', async () => {
    const reached = Promise.withResolvers<void>();
    let unanswered = 0;
    provideTestRuntime({
      reachable: () => reached.promise,
      unanswered: () => {
        unanswered += 1;
      },
    });
    const answers: SourceAnswer[] = [];
    searchDocs('a', (answer) => answers.push(answer));
    await Promise.resolve();
    expect(calls).toEqual([]);
    reached.resolve();
    await vi.waitFor(() => expect(calls.length).toBe(2));
    for (const call of calls) call.fail(new TypeError('Failed to fetch'));
    await vi.waitFor(() => expect(answers.length).toBe(2));
    expect(unanswered).toBe(2);
  });

  it('does not wait for the own server to ask another backend, whose failure says nothing of it', async () => {
    const unanswered = vi.fn<() => void>();
    const url = 'https://docs.example.com';
    provideTestRuntime({ config: { docs: { url } }, reachable: () => new Promise(() => {}), unanswered });
    const search = await searching('a', url);
    search.fullText.answer([result('text')]);
    search.embeddings.fail(new TypeError('Failed to fetch'));
    await search.answered(2);
    expect(ids(search.answers)).toEqual(expect.arrayContaining([['text'], 'Failed to fetch']));
    expect(unanswered).not.toHaveBeenCalled();
  });
});

describe('recent searches', () => {
  it('survive a reload and are cleared at sign-out', () => {
    expect(loadRecentSearches()).toEqual([]);
    saveRecentSearches(['policies']);
    expect(loadRecentSearches()).toEqual(['policies']);
    clearStored();
    expect(loadRecentSearches()).toEqual([]);
  });
});
