// @vitest-environment happy-dom
import * as database from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RowChange } from '../../../src/contract/tables/changes.ts';
import { stagedDatabase } from '../../../src/contract/tables/stagedRow.ts';
import { removeStored, writeStored } from '../../../src/services/browser/storage.ts';
import { openTabChannel } from '../../../src/services/browser/tabChannel.ts';
import { noteCommitted } from '../../../src/services/tables/committedRows.ts';
import { memberNames } from '../../fixtures/memberNames.ts';

type Store = typeof import('../../../src/services/tables/stagedStore.ts');
type Delta = Parameters<ReturnType<Store['shareStaged']>['tell']>[0];

const target = { ref: 'abc', id: 7 };
const insert = (note: string): RowChange => ({ type: 'insert', values: { note } });

/** Each tab has its own memory, so it gets its own copy of the module. */
async function openTab() {
  vi.resetModules();
  const store: Store = await import('../../../src/services/tables/stagedStore.ts');
  const heard: Delta[] = [];
  const tabs = store.shareStaged(target, (rows) => heard.push(rows));
  const stage = async (rows: Delta, now: number) => {
    await store.storeStaged(target, rows, now);
    tabs.tell(rows);
  };
  return { ...store, heard, stage, tell: tabs.tell, close: tabs.close };
}

describe('what is staged in two tabs of a browser', () => {
  beforeAll(() => {
    for (const [name, value] of Object.entries(database)) if (name !== 'default') vi.stubGlobal(name, value);
  });
  let here: Awaited<ReturnType<typeof openTab>>;
  let there: Awaited<ReturnType<typeof openTab>>;
  beforeEach(async () => {
    here = await openTab();
    there = await openTab();
  });
  afterEach(async () => {
    const left = Object.keys(await here.recallStaged(target));
    await here.storeStaged(target, Object.fromEntries(left.map((row) => [row, null])), 9);
    here.close();
    there.close();
  });

  it('keeps its order after a reload, also where the other tab has edited the first change last', async () => {
    await here.stage({ first: insert('a') }, 1);
    await here.stage({ second: insert('b') }, 2);
    await vi.waitFor(() => expect(there.heard).toEqual([{ first: insert('a') }, { second: insert('b') }]));
    await there.stage({ first: insert('c') }, 3);
    await vi.waitFor(() => expect(here.heard).toEqual([{ first: insert('c') }]));
    const reloaded = await openTab();
    reloaded.close();
    const recalled = await reloaded.recallStaged(target);
    expect(Object.entries(recalled)).toEqual([
      ['first', insert('c')],
      ['second', insert('b')],
    ]);
  });

  it('gives a row the last place where it was taken back and is changed again in the other tab', async () => {
    await here.stage({ first: insert('a') }, 1);
    await here.stage({ second: insert('b') }, 2);
    await here.stage({ first: null }, 3);
    await vi.waitFor(() => expect(there.heard).toHaveLength(3));
    await there.stage({ first: insert('c') }, 4);
    expect(Object.keys(await there.recallStaged(target))).toEqual(['second', 'first']);
  });

  /** Ids of pasted rows, which are random: in the reverse of the order in which IndexedDB sorts them. */
  const pasted = ['d', 'c', 'b', 'a'];
  const block: Delta = Object.fromEntries(pasted.map((row) => [row, insert(row)]));
  const afterReload = async () => {
    const reloaded = await openTab();
    reloaded.close();
    return Object.keys(await reloaded.recallStaged(target));
  };

  it('keeps the order of rows that are pasted in one step after a reload', async () => {
    await here.stage({ first: insert('x') }, 1);
    await here.stage(block, 1);
    await here.stage({ last: insert('y') }, 1);
    expect(await afterReload()).toEqual(['first', ...pasted, 'last']);
  });

  it('keeps that order where another tab edits, takes back and adds rows, and where the clock is set back', async () => {
    await here.stage(block, 5);
    await vi.waitFor(() => expect(there.heard).toEqual([block]));
    await there.stage({ a: insert('edited'), d: insert('edited') }, 6);
    await vi.waitFor(() => expect(here.heard).toHaveLength(1));
    await here.stage({ c: insert('edited') }, 7);
    await there.stage({ b: null, z: insert('new') }, 2);
    expect(await afterReload()).toEqual(['d', 'c', 'a', 'z']);
  });

  it('keeps that order in a tab that is opened later', async () => {
    await here.stage(block, 5);
    const late = await openTab();
    expect(Object.keys(await late.recallStaged(target))).toEqual(pasted);
    await late.stage({ b: insert('edited') }, 6);
    late.close();
    expect(await afterReload()).toEqual(pasted);
  });

  /** A database that another tab of an older version holds does not open. */
  const heldOpen = async () => {
    here.close();
    await new Promise<void>((resolve) => {
      const deleting = indexedDB.deleteDatabase(stagedDatabase);
      deleting.addEventListener('success', () => resolve());
    });
    return await openDB(stagedDatabase, 1, {
      upgrade: (created) => {
        created.createObjectStore('rows', { keyPath: ['owner', 'ref', 'id', 'row'] });
      },
    });
  };

  it('keeps what is staged before the database is open over reloads, in its order', async () => {
    const older = await heldOpen();
    const early = await openTab();
    void early.storeStaged(target, { first: insert('a'), ...block }, 1);
    void early.storeStaged(target, { first: insert('b') }, 2);
    void early.storeStaged(target, { a: null }, 3);
    early.close();
    const again = await openTab();
    const restoring = again.restoreStaged(target).written;
    void again.storeStaged(target, { last: insert('y') }, 1);
    again.close();
    const reloaded = await openTab();
    const restored = reloaded.restoreStaged(target);
    older.close();
    await restoring;
    await restored.written;
    expect(restored.rows).toEqual({
      first: insert('b'),
      d: insert('d'),
      c: insert('c'),
      b: insert('b'),
      a: null,
      last: insert('y'),
    });
    reloaded.close();
    expect(Object.keys(await reloaded.recallStaged(target))).toEqual(['first', 'd', 'c', 'b', 'last']);
    expect(sessionStorage.length).toBe(0);
  });

  it('stages no new row again that another tab has committed before the reload', async () => {
    const older = await heldOpen();
    const early = await openTab();
    void early.storeStaged(target, { first: insert('a'), second: insert('b'), '{"id":"1"}': insert('c') }, 1);
    early.close();
    noteCommitted(['first', '{"id":"1"}']);
    const reloaded = await openTab();
    const { rows, written } = reloaded.restoreStaged(target);
    older.close();
    await written;
    reloaded.close();
    expect(rows).toEqual({ second: insert('b'), '{"id":"1"}': insert('c') });
  });

  it('keeps what cannot be written, with what is stored, until it can be', async () => {
    await here.stage({ stored: insert('s'), both: insert('old') }, 1);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await expect(here.storeStaged(target, { both: insert('new'), typed: insert('t') }, 2)).rejects.toThrow('Full');
    const reloaded = await openTab();
    reloaded.close();
    const restored = reloaded.restoreStaged(target);
    await expect(restored.written).rejects.toThrow('Full');
    expect(reloaded.withRestored(await reloaded.recallStaged(target), restored.rows)).toEqual({
      stored: insert('s'),
      both: insert('new'),
      typed: insert('t'),
    });
    put.mockRestore();
    await reloaded.storeStaged(target, { both: insert('newer') }, 3);
    const again = await openTab();
    again.close();
    const { rows, written } = again.restoreStaged(target);
    await written;
    expect(rows).toEqual({ typed: insert('t') });
    expect(await again.recallStaged(target)).toEqual({
      stored: insert('s'),
      both: insert('newer'),
      typed: insert('t'),
    });
    expect(sessionStorage.length).toBe(0);
  });

  it('keeps nothing in the journal once it is written, and nothing of another user', async () => {
    const older = await heldOpen();
    const early = await openTab();
    writeStored('owner', 'ada');
    const staging = early.storeStaged(target, { first: insert('a') }, 1);
    writeStored('owner', 'bob');
    const other = await openTab();
    expect(other.restoreStaged(target).rows).toEqual({});
    writeStored('owner', 'ada');
    expect(sessionStorage.length).toBe(1);
    older.close();
    await staging;
    expect(sessionStorage.length).toBe(0);
    removeStored('owner');
    early.close();
    other.close();
  });

  it('reads records that an older version has stored without a place', async () => {
    await here.recallStaged(target);
    const older = await openDB(stagedDatabase);
    const record = { owner: '', ...target, change: insert('old') };
    await older.put('rows', { ...record, row: 'second', begunAt: 1 });
    await older.put('rows', { ...record, row: 'first', begunAt: 2 });
    older.close();
    await here.stage(block, 3);
    expect(await afterReload()).toEqual(['second', 'first', ...pasted]);
  });

  it('keeps changes whose keys an older version stored as lists, as those of no known columns', async () => {
    await here.recallStaged(target);
    const older = await openDB(stagedDatabase);
    const change = { type: 'update', key: ['1', 'a'], old: { name: 'Ada' }, values: { name: 'Joan' }, defaults: [] };
    await older.put('rows', { owner: '', ...target, row: '["1","a"]', change, begunAt: 1 });
    older.close();
    const kept = { '["1","a"]': { ...change, key: { '': '1, a' } } };
    expect(await here.recallStaged(target)).toEqual(kept);
    // From a tab that still runs that version.
    const channel = openTabChannel(stagedDatabase, () => {});
    channel.tell({ owner: '', ...target, rows: { '["1","a"]': change } });
    await vi.waitFor(() => expect(here.heard).toEqual([kept]));
    channel.close();
  });

  it('counts from the earlier start where both tabs change a row before they hear of each other', async () => {
    await here.storeStaged(target, { first: insert('a') }, 1);
    await there.storeStaged(target, { second: insert('b') }, 2);
    await there.storeStaged(target, { first: insert('c') }, 3);
    here.tell({ first: insert('a') });
    there.tell({ first: insert('c'), second: insert('b') });
    await vi.waitFor(() => expect([here.heard.length, there.heard.length]).toEqual([1, 1]));
    await there.stage({ first: insert('d') }, 4);
    expect(await afterReload()).toEqual(['first', 'second']);
    await here.stage({ first: insert('e') }, 5);
    expect(await afterReload()).toEqual(['first', 'second']);
  });

  it('does not go back to the place of a row that was removed while the storage was read', async () => {
    await here.stage({ first: insert('a') }, 1);
    await here.stage({ second: insert('b') }, 2);
    const late = await openTab();
    const recalling = late.recallStaged(target);
    await late.storeStaged(target, { first: null }, 3);
    await recalling;
    await late.storeStaged(target, { first: insert('c') }, 4);
    late.close();
    expect(await afterReload()).toEqual(['second', 'first']);
  });

  it('keeps columns that are named like members of every object', async () => {
    const values = Object.fromEntries(memberNames.map((name) => [name, name]));
    const change: RowChange = { type: 'update', key: { id: '1' }, old: values, values, defaults: [...memberNames] };
    await here.stage({ first: change, second: { type: 'delete', key: { id: '2' }, old: values } }, 1);
    await vi.waitFor(() => expect(there.heard).toHaveLength(1));
    const [heard = {}] = there.heard;
    const recalled = await there.recallStaged(target);
    for (const { first, second } of [heard, recalled]) {
      expect(first?.type === 'update' && Object.entries(first.values)).toEqual(Object.entries(values));
      expect(second?.type === 'delete' && Object.entries(second.old)).toEqual(Object.entries(values));
    }
  });

  it('is heard without the rows whose form is not known', async () => {
    const sender = openTabChannel<unknown>(stagedDatabase, () => undefined);
    const rows = { first: { type: 'drop' }, second: insert('b'), third: null };
    sender.tell({ owner: '', ...target, rows, begunAt: { second: 'soon' }, places: { second: null } });
    await vi.waitFor(() => expect(there.heard).toEqual([{ second: insert('b'), third: null }]));
    sender.close();
  });

  it('is not heard for another table, of another user, or in a form that is not known', async () => {
    const sender = openTabChannel<unknown>(stagedDatabase, () => undefined);
    const known = { owner: '', ...target, rows: { first: insert('a') } };
    sender.tell({ ...known, id: 8 });
    sender.tell({ ...known, owner: 'eve' });
    sender.tell({ ...known, rows: { first: { type: 'drop' } } });
    sender.tell({ ...known, rows: { first: { ...insert('a'), values: { note: 7 } } } });
    sender.tell(null);
    // A tab with an older version of the app sends no times.
    sender.tell(known);
    await vi.waitFor(() => expect(there.heard).toEqual([{ first: insert('a') }]));
    sender.close();
  });
});
