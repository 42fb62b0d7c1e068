// @vitest-environment happy-dom
/** Where drafts lie in a browser that has a database: there, and in local storage only where that does not take them. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredDraft } from '../../../src/contract/sql/draft.ts';
import { storedMembers } from '../../../src/services/browser/storage.ts';
import { dropDraft, keptDrafts, putDraft, putDraftNow } from '../../../src/services/sql/draftStore.ts';
import { sqlEntries } from '../../../src/services/sql/sqlEntries.ts';

const database = vi.hoisted(() => ({ rows: new Map<string, unknown>(), opened: 0, fails: false }));
vi.mock('idb', () => ({
  openDB: async () => {
    database.opened += 1;
    const answer = <Value>(value: Value) =>
      database.fails ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : Promise.resolve(value);
    return {
      getAll: () => answer([...database.rows.values()]),
      put: async (_store: string, draft: StoredDraft) => {
        await answer(null);
        database.rows.set([draft.owner, draft.ref, draft.id, draft.writer].join('/'), draft);
      },
      delete: (_store: string, key: string[]) => answer(database.rows.delete(key.join('/'))),
    };
  },
}));
vi.stubGlobal('IDBKeyRange', { bound: () => null });

const draft = (given: Partial<StoredDraft> = {}): StoredDraft => ({
  owner: 'ada',
  ref: 'abc',
  id: 'q1',
  writer: 'tab',
  name: 'Orders',
  sql: 'select 1',
  baseVersion: 0,
  keptAt: 1,
  ...given,
});
const kept = async () => (await keptDrafts('ada', 'abc')).map(({ sql }) => sql);

describe('a draft', () => {
  beforeEach(() => {
    localStorage.clear();
    database.rows.clear();
    database.fails = false;
  });

  it('lies in the database, which is opened once', async () => {
    await putDraft(draft());
    await putDraft(draft({ sql: 'select 2', keptAt: 2 }));
    expect([database.rows.size, storedMembers(sqlEntries.draft), database.opened]).toEqual([1, [], 1]);
    expect(await kept()).toEqual(['select 2']);
    await dropDraft(draft());
    expect(await kept()).toEqual([]);
  });

  it('that was written in a hurry is the newer one, until the database has a newer one still', async () => {
    await putDraft(draft());
    putDraftNow(draft({ sql: 'in a hurry', keptAt: 2 }));
    expect(await kept()).toEqual(['in a hurry']);
    await putDraft(draft({ sql: 'select 3', keptAt: 3 }));
    expect([await kept(), storedMembers(sqlEntries.draft)]).toEqual([['select 3'], []]);
  });

  it('lies in local storage where the database is full', async () => {
    database.fails = true;
    await putDraft(draft());
    expect([database.rows.size, storedMembers(sqlEntries.draft)]).toEqual([0, ['ada/abc/q1/tab']]);
    expect(await kept()).toEqual(['select 1']);
    await dropDraft(draft());
    expect(await kept()).toEqual([]);
  });
});
