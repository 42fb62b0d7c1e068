import * as database from 'fake-indexeddb';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RowChange } from '../../../src/contract/tables/changes.ts';
import { stagedDatabase } from '../../../src/contract/tables/stagedRow.ts';
import { openTabChannel } from '../../../src/services/browser/tabChannel.ts';

type Store = typeof import('../../../src/services/tables/stagedStore.ts');
type Delta = Parameters<ReturnType<Store['shareStaged']>['tell']>[0];

const target = { ref: 'abc', id: 7 };
const insert = (note: string): RowChange => ({ type: 'insert', values: { note } });

/** What a page keeps in memory, it keeps alone. */
async function openTab() {
  vi.resetModules();
  const store: Store = await import('../../../src/services/tables/stagedStore.ts');
  const heard: Delta[] = [];
  const tabs = store.shareStaged(target, (rows) => heard.push(rows));
  const stage = async (rows: Delta, now: number) => {
    await store.storeStaged(target, rows, now);
    tabs.tell(rows);
  };
  return { ...store, heard, stage, close: tabs.close };
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
    await here.storeStaged(target, { first: null, second: null }, 9);
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

  it('begins anew where the other tab has taken it back', async () => {
    await here.stage({ first: insert('a') }, 1);
    await here.stage({ second: insert('b') }, 2);
    await here.stage({ first: null }, 3);
    await vi.waitFor(() => expect(there.heard).toHaveLength(3));
    await there.stage({ first: insert('c') }, 4);
    expect(Object.keys(await there.recallStaged(target))).toEqual(['second', 'first']);
  });

  it('is not heard for another table, of another user, or in a form that is not known', async () => {
    const sender = openTabChannel<unknown>(stagedDatabase, () => undefined);
    const known = { owner: '', ...target, rows: { first: insert('a') } };
    sender.tell({ ...known, id: 8 });
    sender.tell({ ...known, owner: 'eve' });
    sender.tell({ ...known, rows: { first: { type: 'drop' } } });
    sender.tell({ ...known, rows: { first: { ...insert('a'), values: { note: 7 } } } });
    sender.tell(null);
    // From a tab that tells no times yet.
    sender.tell(known);
    await vi.waitFor(() => expect(there.heard).toEqual([{ first: insert('a') }]));
    sender.close();
  });
});
