import * as database from 'fake-indexeddb';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CommitOutcome, RowChange } from '../../../src/contract/tables/changes.ts';
import { noteCommitted } from '../../../src/services/tables/committedRows.ts';
import { settleCommit } from '../../../src/services/tables/settleCommit.ts';
import { commitStaged, settleStaged } from '../../../src/services/tables/stagedCommits.ts';
import { recallStaged, storeStaged } from '../../../src/services/tables/stagedStore.ts';
import { commitChanges } from '../../../src/services/tables/tableRows.ts';

vi.mock(import('../../../src/services/tables/tableRows.ts'), async (original) => ({
  ...(await original()),
  commitChanges: vi.fn<typeof commitChanges>(),
}));
vi.mock(import('../../../src/services/tables/committedRows.ts'), () => ({
  noteCommitted: vi.fn<typeof noteCommitted>(),
  readCommitted: () => new Set<string>(),
}));
vi.mock(import('../../../src/services/tables/settleCommit.ts'), () => ({
  settleCommit: vi.fn<typeof settleCommit>(),
}));

const target = { ref: 'abc', id: 7 };
const { signal } = new AbortController();
const insert: RowChange = { type: 'insert', values: { note: 'North' } };
const update: RowChange = { type: 'update', key: { id: '1' }, old: { note: 'a' }, values: { note: 'b' }, defaults: [] };
const commit = (changes: Readonly<Record<string, RowChange>>) =>
  commitStaged({ ...target, changes, viewAs: null }, signal);
const sent = vi.mocked(commitChanges);
const asked = vi.mocked(settleCommit);

describe('the commit of a table that two tabs of a browser show', () => {
  beforeAll(() => {
    for (const [name, value] of Object.entries(database)) if (name !== 'default') vi.stubGlobal(name, value);
  });
  let server: PromiseWithResolvers<CommitOutcome>;
  beforeEach(async () => {
    server = Promise.withResolvers();
    sent.mockReset().mockImplementation(() => server.promise);
    asked.mockReset();
    await storeStaged(target, { new: insert, '{"id":"1"}': update }, 1);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await storeStaged(target, { new: null, '{"id":"1"}': null, full: null }, 2);
  });

  it('is sent once, and what the first tab committed is told to the second', async () => {
    const both = [commit({ new: insert, '{"id":"1"}': update }), commit({ new: insert, '{"id":"1"}': update })];
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
    server.resolve({ outcome: 'committed', count: 2 });
    expect(await Promise.all(both)).toEqual([
      { outcome: 'committed', count: 2 },
      { outcome: 'taken', rows: ['new', '{"id":"1"}'] },
    ]);
    expect([sent.mock.calls.length, await recallStaged(target)]).toEqual([1, {}]);
    expect(vi.mocked(noteCommitted)).toHaveBeenCalledWith(['new', '{"id":"1"}']);
  });

  it('keeps a row that was changed again while it was made', async () => {
    const first = commit({ new: insert, '{"id":"1"}': update });
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
    const newer = { ...update, values: { note: 'c' } };
    await storeStaged(target, { '{"id":"1"}': newer }, 2);
    server.resolve({ outcome: 'committed', count: 2 });
    await first;
    expect(await recallStaged(target)).toEqual({ '{"id":"1"}': newer });
  });

  it('takes away a deletion of an older version, which compares a column that was dropped', async () => {
    const row = '{"id":"1"}';
    const stored = {
      type: 'delete',
      key: { id: '1' },
      old: { id: '1', note: 'a' },
      fingerprints: { body: 'f' },
    } as const;
    await storeStaged(target, { new: null, [row]: stored }, 2);
    server.resolve({ outcome: 'committed', count: 1 });
    await commit({ [row]: { ...stored, old: { id: '1' }, fingerprints: {} } });
    expect(await recallStaged(target)).toEqual({});
  });

  it('keeps a deletion that was staged again for a row that was read again', async () => {
    const row = '{"id":"1"}';
    const stored = {
      type: 'delete',
      key: { id: '1' },
      columns: { id: 1, note: 2 },
      old: { id: '1', note: 'b' },
    } as const;
    await storeStaged(target, { new: null, [row]: stored }, 2);
    server.resolve({ outcome: 'committed', count: 1 });
    await commit({ [row]: { ...stored, columns: { id: 1 }, old: { id: '1' } } });
    expect(await recallStaged(target)).toEqual({ [row]: stored });
  });

  it('is asked for before anything is sent when its answer was lost', async () => {
    sent.mockRejectedValueOnce(new Error('lost'));
    await expect(commit({ new: insert })).rejects.toThrow('lost');
    asked.mockResolvedValue({ outcome: 'committed', count: 1 });
    expect(await commit({ new: insert, '{"id":"1"}': update })).toEqual({ outcome: 'taken', rows: ['new'] });
    expect([sent.mock.calls.length, asked.mock.calls.length]).toEqual([1, 1]);
    expect(await settleStaged(target, signal)).toEqual([]);
  });

  it('is sent by the second tab when the first one was refused', async () => {
    sent.mockResolvedValueOnce({ outcome: 'conflict', change: 0, cells: null });
    server.resolve({ outcome: 'committed', count: 1 });
    const both = [commit({ new: insert }), commit({ new: insert })];
    expect(await Promise.all(both)).toMatchObject([{ outcome: 'conflict' }, { outcome: 'committed' }]);
  });

  it('holds what the browser does not store', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(storeStaged(target, { full: insert }, 2)).rejects.toThrow('full');
    server.resolve({ outcome: 'committed', count: 1 });
    expect(await commit({ full: insert })).toEqual({ outcome: 'committed', count: 1 });
  });

  it('is made also where the browser finds no room for its record', async () => {
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function full(this: IDBObjectStore, ...record) {
      const request = put.apply(this, record);
      // A browser says so after the call, for the request and for its transaction.
      this.transaction.abort();
      return request;
    });
    server.resolve({ outcome: 'committed', count: 1 });
    // The run fails if a rejection is left unhandled.
    expect(await commit({ new: insert })).toEqual({ outcome: 'committed', count: 1 });
  });

  it('is made once where the browser has no locks', async () => {
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue(undefined as never);
    vi.resetModules();
    const otherTab = await import('../../../src/services/tables/stagedCommits.ts');
    const ends = new Map<string, 'committed' | 'none'>();
    sent.mockImplementation(async ({ commit: id }) => {
      if (ends.has(id)) throw Object.assign(new Error('settled'), { code: 409 });
      ends.set(id, 'committed');
      return { outcome: 'committed', count: 2 };
    });
    asked.mockImplementation(async ({ commit: id }) => {
      const outcome = ends.get(id) ?? 'none';
      ends.set(id, outcome);
      return outcome === 'committed' ? { outcome, count: 2 } : { outcome };
    });
    const changes = { new: insert, '{"id":"1"}': update };
    await Promise.allSettled([commit(changes), otherTab.commitStaged({ ...target, changes, viewAs: null }, signal)]);
    expect([...ends.values()].filter((end) => end === 'committed')).toHaveLength(1);
    expect(await recallStaged(target)).toEqual({});
  });
});
