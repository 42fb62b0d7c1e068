// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { untitledSnippet } from '../../../src/contract/sql/queryTitle.ts';
import { readStored, storage, storedMembers, writeStored } from '../../../src/services/browser/storage.ts';
import { clearUserData } from '../../../src/services/browser/userData.ts';
import { persistDraft, type PersistenceReport } from '../../../src/services/sql/draftPersistence.ts';
import {
  createDraft,
  draftOwner,
  deleteDrafts,
  queryToOpen,
  loadDraft,
  watchDrafts,
} from '../../../src/services/sql/drafts.ts';
import { keptDrafts, putDraftNow } from '../../../src/services/sql/draftStore.ts';
import { livingWriters, openChannel, type TabMessage } from '../../../src/services/sql/draftTabs.ts';
import { sqlEntries } from '../../../src/services/sql/sqlEntries.ts';

/** This DOM has no database, so that everything lands where a closing page would write it: in local storage. */
const target = { ref: 'abc', id: 'q1' };
const draft = { name: 'Orders', sql: 'select 1', baseVersion: 3 };

type Persistence = ReturnType<typeof persistDraft>;
const open: Persistence[] = [];
const others: { close(): void }[] = [];

beforeEach(() => {
  localStorage.clear();
  writeStored('owner', 'ada');
});
afterEach(() => {
  [...open].forEach((persistence) => persistence.stop());
  others.splice(0).forEach((channel) => channel.close());
  vi.restoreAllMocks();
});

function save(where = target) {
  const reports: PersistenceReport[] = [];
  const persistence = persistDraft(where, (fact) => reports.push(fact));
  const { stop } = persistence;
  persistence.stop = () => {
    open.splice(open.indexOf(persistence), 1);
    stop();
  };
  open.push(persistence);
  return { persistence, reports };
}

/** What another tab hears. */
function listen() {
  const heard: TabMessage[] = [];
  const channel = openChannel((message) => heard.push(message));
  others.push(channel);
  return { heard, tell: channel.tell };
}

const kept = async () => (await keptDrafts('ada', 'abc')).map(({ id, sql, baseVersion }) => ({ id, sql, baseVersion }));
/** A text that a tab left which is gone. */
const leave = (sql: string, keptAt: number, more: Partial<Parameters<typeof putDraftNow>[0]> = {}) =>
  putDraftNow({ owner: 'ada', ...target, writer: `gone-${keptAt}`, ...draft, sql, keptAt, ...more });

describe('the keeper of a text', () => {
  it('writes the latest text when it has rested, and says which', async () => {
    const { persistence, reports } = save();
    persistence.receive({ type: 'text.changed', revision: 1, draft });
    persistence.receive({ type: 'text.changed', revision: 2, draft: { ...draft, sql: 'select 2' } });
    expect(await kept()).toEqual([]);
    persistence.receive({ type: 'pause.reached' });
    await vi.waitFor(() => expect(reports).toEqual([{ type: 'local.saved', revision: 2 }]));
    expect(await kept()).toEqual([{ id: 'q1', sql: 'select 2', baseVersion: 3 }]);
  });

  it('forgets what the server has', async () => {
    const { persistence, reports } = save();
    persistence.receive({ type: 'text.changed', revision: 1, draft });
    persistence.receive({ type: 'pause.reached' });
    await vi.waitFor(() => expect(reports).toHaveLength(1));
    persistence.receive({ type: 'text.saved', revision: 1, version: 4 });
    await vi.waitFor(async () => expect(await kept()).toEqual([]));
  });

  it('keeps what was typed on while the text before was sent, as made from the new version', async () => {
    const { persistence } = save();
    persistence.receive({ type: 'text.changed', revision: 1, draft });
    persistence.receive({ type: 'text.changed', revision: 2, draft: { ...draft, sql: 'select 12' } });
    persistence.receive({ type: 'text.saved', revision: 1, version: 4 });
    await vi.waitFor(async () => expect(await kept()).toEqual([{ id: 'q1', sql: 'select 12', baseVersion: 4 }]));
  });

  it.each([
    [
      'is hidden',
      () => {
        vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
        document.dispatchEvent(new Event('visibilitychange'));
      },
    ],
    ['goes', () => dispatchEvent(new Event('pagehide'))],
  ])('writes at once when the page %s', async (_, happens) => {
    const { persistence } = save();
    persistence.receive({ type: 'text.changed', revision: 1, draft });
    happens();
    // Nothing may be awaited by a page that goes.
    expect(storedMembers(sqlEntries.draft)).toHaveLength(1);
    expect(readStored(sqlEntries.draft, storedMembers(sqlEntries.draft)[0])).toMatchObject({
      ...target,
      ...draft,
      owner: 'ada',
    });
  });

  it('writes a text once, however often the page is hidden', () => {
    const { persistence } = save();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const hide = () => document.dispatchEvent(new Event('visibilitychange'));
    persistence.receive({ type: 'text.changed', revision: 1, draft });
    hide();
    localStorage.clear();
    hide();
    expect(storedMembers(sqlEntries.draft)).toEqual([]);
    persistence.receive({ type: 'text.changed', revision: 2, draft });
    hide();
    expect(storedMembers(sqlEntries.draft)).toHaveLength(1);
  });

  it('writes at once when its editor closes, and no more after that', () => {
    const { persistence } = save();
    persistence.receive({ type: 'text.changed', revision: 1, draft });
    persistence.stop();
    expect(storedMembers(sqlEntries.draft)).toHaveLength(1);
    localStorage.clear();
    dispatchEvent(new Event('pagehide'));
    expect(storedMembers(sqlEntries.draft)).toHaveLength(0);
  });

  it('tells when the network is back', () => {
    const { reports } = save();
    dispatchEvent(new Event('online'));
    expect(reports).toEqual([{ type: 'network.returned' }]);
  });
});

describe('tabs with the same query', () => {
  it('tell one another of unsaved text, once, and when it is saved', async () => {
    const { persistence } = save();
    const { reports } = save();
    persistence.receive({ type: 'text.changed', revision: 1, draft });
    persistence.receive({ type: 'text.changed', revision: 2, draft });
    await vi.waitFor(() => expect(reports).toEqual([{ type: 'otherTab.edited' }]));
    persistence.receive({ type: 'text.saved', revision: 2, version: 4 });
    await vi.waitFor(() =>
      expect(reports).toEqual([
        { type: 'otherTab.edited' },
        { type: 'otherTab.settled' },
        { type: 'otherTab.saved', version: 4 },
      ]),
    );
  });

  it('take a text that the server has for no edit', async () => {
    const { heard } = listen();
    const { persistence } = save();
    const { reports } = save();
    persistence.receive({ type: 'text.saved', revision: 1, version: 3 });
    persistence.receive({ type: 'text.changed', revision: 1, draft });
    await vi.waitFor(() => expect(reports).toEqual([{ type: 'otherTab.saved', version: 3 }]));
    expect(heard.some(({ type }) => type === 'edited')).toBe(false);
  });

  it('are told of unsaved text that was there before them', async () => {
    const { persistence } = save();
    persistence.receive({ type: 'text.changed', revision: 1, draft });
    const { reports } = save();
    await vi.waitFor(() => expect(reports).toEqual([{ type: 'otherTab.edited' }]));
  });

  it('hear when the other one closes', async () => {
    const { persistence } = save();
    const { reports } = save();
    persistence.receive({ type: 'text.changed', revision: 1, draft });
    await vi.waitFor(() => expect(reports).toHaveLength(1));
    persistence.stop();
    await vi.waitFor(() => expect(reports).toEqual([{ type: 'otherTab.edited' }, { type: 'otherTab.settled' }]));
  });

  it('keep a text each', async () => {
    for (const sql of ['from one', 'from two']) {
      const { persistence, reports } = save();
      persistence.receive({ type: 'text.changed', revision: 1, draft: { ...draft, sql } });
      persistence.receive({ type: 'pause.reached' });
      await vi.waitFor(() => expect(reports.some(({ type }) => type === 'local.saved')).toBe(true));
    }
    expect((await kept()).map(({ sql }) => sql).toSorted()).toEqual(['from one', 'from two']);
  });

  it('say nothing of other queries', async () => {
    const { reports } = save({ ...target, id: 'q2' });
    const same = save();
    const { persistence } = save();
    persistence.receive({ type: 'text.changed', revision: 1, draft });
    await vi.waitFor(() => expect(same.reports).toHaveLength(1));
    expect(reports).toEqual([]);
  });
});

describe('a kept text', () => {
  it('comes back after its tab has gone', async () => {
    leave('select 1', 1);
    expect(await loadDraft(target)).toMatchObject({ sql: 'select 1', baseVersion: 3 });
  });

  it('is another tab’s while that lives', async () => {
    const { persistence } = save();
    persistence.receive({ type: 'text.changed', revision: 1, draft });
    dispatchEvent(new Event('pagehide'));
    expect(await loadDraft(target)).toBeNull();
    persistence.stop();
    expect(await loadDraft(target)).toMatchObject({ sql: 'select 1' });
  });

  it('is nobody else’s', async () => {
    leave('select 1', 1);
    writeStored('owner', 'bob');
    expect(draftOwner()).toBe('bob');
    expect(await loadDraft(target)).toBeNull();
  });

  it('that an older tab left too becomes a query of its own where it says something else', async () => {
    leave('older', 1);
    leave('newest', 3);
    leave('newest', 2);
    leave('', 0);
    expect(await loadDraft(target)).toMatchObject({ sql: 'newest' });
    const recovered = (await keptDrafts('ada', 'abc')).filter(({ id }) => id !== target.id);
    expect(recovered).toMatchObject([{ sql: 'older', name: 'Orders (recovered)', baseVersion: 0 }]);
  });

  it('that was taken over is forgotten once it is kept under the new name, and not before', async () => {
    leave('select 1', 1);
    const { persistence, reports } = save();
    const recalled = await loadDraft(target);
    expect(storedMembers(sqlEntries.draft)).toHaveLength(1);
    persistence.receive({ type: 'text.changed', revision: 1, draft: { ...draft, sql: recalled!.sql } });
    persistence.receive({ type: 'pause.reached' });
    await vi.waitFor(() => expect(reports).toHaveLength(1));
    expect(storedMembers(sqlEntries.draft)).toHaveLength(1);
    expect((await keptDrafts('ada', 'abc'))[0]?.writer).not.toBe('gone-1');
  });

  it('goes with its query, and so does the memory of that as the last one', async () => {
    leave('select 1', 1);
    leave('another', 2, { id: 'q2' });
    writeStored('lastSnippet', 'q1', 'abc');
    await deleteDrafts(target);
    expect(await kept()).toMatchObject([{ id: 'q2' }]);
    expect(readStored('lastSnippet', 'abc')).toBeNull();
  });
});

describe('a new query', () => {
  it('is one that only this computer knows', async () => {
    const id = await createDraft({ ref: 'abc' });
    expect(await kept()).toEqual([{ id, sql: '', baseVersion: 0 }]);
    expect(await livingWriters()).toEqual(new Set());
  });

  it('opens with its text, once', async () => {
    const id = await createDraft({ ref: 'abc', sql: 'select 1' });
    const [stored] = await keptDrafts(draftOwner(), 'abc');
    // What is stored is looked up together with the tabs that hold it.
    const query = vi.fn<() => Promise<LockManagerSnapshot>>(async () => ({ held: [] }));
    vi.stubGlobal('navigator', { locks: { query } });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await loadDraft({ ref: 'abc', id })).toEqual(stored);
    expect(query).not.toHaveBeenCalled();
    leave('select 2', Date.now() + 1, { id });
    expect(await loadDraft({ ref: 'abc', id })).toMatchObject({ sql: 'select 2' });
    expect(query).toHaveBeenCalledOnce();
  });

  it('opens with what another tab wrote, where it was left for a while', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const id = await createDraft({ ref: 'abc' });
    leave('select 2', Date.now() + 1, { id });
    now.mockReturnValue(1_000);
    expect(await loadDraft({ ref: 'abc', id })).toMatchObject({ sql: 'select 2' });
  });

  it('is not the next user’s', async () => {
    const id = await createDraft({ ref: 'abc', sql: 'select 1' });
    writeStored('owner', 'bob');
    expect(await loadDraft({ ref: 'abc', id })).toBeNull();
  });

  it('is forgotten with what else the page has of the user', async () => {
    const id = await createDraft({ ref: 'abc', sql: 'select 1' });
    clearUserData();
    leave('select 2', Date.now() + 1, { id });
    expect(await loadDraft({ ref: 'abc', id })).toMatchObject({ sql: 'select 2' });
  });

  it('that nobody typed into is forgotten after a day, when another one is made', async () => {
    const unsent = { name: untitledSnippet, baseVersion: 0 };
    const day = 24 * 3_600_000;
    leave('', Date.now() - day - 1, { ...unsent, id: 'old' });
    leave('', Date.now() - day + 60_000, { ...unsent, id: 'recent' });
    leave('select 1', 5, { ...unsent, id: 'typed' });
    const made = await createDraft({ ref: 'abc' });
    expect((await kept()).map(({ id }) => id).toSorted()).toEqual([made, 'recent', 'typed'].toSorted());
  });

  it('has the first number that no other query shows as its name', async () => {
    const nameOf = async (id: string) => (await keptDrafts(draftOwner(), 'abc')).find((one) => one.id === id)?.name;
    expect(await nameOf(await createDraft({ ref: 'abc', titles: ['products: select'] }))).toBe('Untitled query');
    leave('what is this', 1, { name: untitledSnippet, id: 'thought', baseVersion: 0 });
    leave('select * from stock', 2, { name: 'Untitled query 2', id: 'named after its statement', baseVersion: 0 });
    expect(await nameOf(await createDraft({ ref: 'abc' }))).toBe('Untitled query 2');
    const titles = ['Untitled query 2', 'Untitled query 4'];
    expect(await nameOf(await createDraft({ ref: 'abc', titles }))).toBe('Untitled query 3');
  });

  it('is listed once it has a text, now and whenever a tab changes one', async () => {
    leave('', 1, { id: 'empty', baseVersion: 0 });
    leave('select 1', 2, { id: 'typed', baseVersion: 0 });
    leave('select 2', 3, { id: 'sent' });
    const seen: { id: string; name: string; statement: string | null }[][] = [];
    const stop = watchDrafts({ ref: 'abc' }, (drafts) => seen.push(drafts));
    await vi.waitFor(() => expect(seen).toEqual([[{ id: 'typed', name: 'Orders', statement: 'select 1' }]]));
    leave('select * from stock', 4, { id: 'another', baseVersion: 0 });
    listen().tell({ type: 'edited', ...target, writer: 'x' });
    await vi.waitFor(() =>
      expect(seen.at(-1)).toEqual([
        { id: 'another', name: 'Orders', statement: 'stock: select' },
        { id: 'typed', name: 'Orders', statement: 'select 1' },
      ]),
    );
    stop();
  });

  it('is told to nobody who has left while it was read', async () => {
    leave('select 1', 2, { id: 'typed', baseVersion: 0 });
    const [stayed, left] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const stopLeft = watchDrafts({ ref: 'abc' }, left);
    const stopStayed = watchDrafts({ ref: 'abc' }, stayed);
    stopLeft();
    await vi.waitFor(() => expect(stayed).toHaveBeenCalled());
    stopStayed();
    expect(left).not.toHaveBeenCalled();
  });
});

describe('the query to open', () => {
  it('is the one that is named, and then the one that was open last', () => {
    expect(queryToOpen({ ref: 'abc', id: 'q7' })).toBe('q7');
    expect(queryToOpen({ ref: 'abc', id: null })).toBe('q7');
  });

  it('is looked up before its editor asks, once', async () => {
    leave('select 1', 1);
    writeStored('lastSnippet', 'q1', 'abc');
    const query = vi.fn<() => Promise<LockManagerSnapshot>>(async () => ({ held: [] }));
    vi.stubGlobal('navigator', { locks: { query } });
    onTestFinished(() => void vi.unstubAllGlobals());
    queryToOpen({ ref: 'abc', id: null });
    await vi.waitFor(() => expect(query).toHaveBeenCalled());
    // The address names it from now on.
    queryToOpen({ ref: 'abc', id: 'q1' });
    expect(await loadDraft(target)).toMatchObject({ sql: 'select 1' });
    expect(query).toHaveBeenCalledOnce();
  });

  it('is looked up for nobody else', async () => {
    leave('select 1', 1);
    writeStored('lastSnippet', 'q1', 'abc');
    queryToOpen({ ref: 'abc', id: null });
    writeStored('owner', 'bob');
    expect(await loadDraft(target)).toBeNull();
  });

  it('is a new one where there was none, and is stored', async () => {
    const id = queryToOpen({ ref: 'fresh', id: null });
    await vi.waitFor(async () => expect((await keptDrafts('ada', 'fresh')).map((made) => made.id)).toEqual([id]));
    expect(queryToOpen({ ref: 'fresh', id: null })).toBe(id);
  });

  it('opens as a new one even where nothing can be stored', async () => {
    const refuse = vi.fn<() => never>(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    const { setItem } = storage;
    // This DOM's storage takes no spy back: what is assigned to it is an item.
    const define = (value: unknown) => Object.defineProperty(storage, 'setItem', { value, configurable: true });
    define(refuse);
    onTestFinished(() => void define(setItem));
    const id = queryToOpen({ ref: 'abc', id: null });
    refuse.mockClear();
    expect(await loadDraft({ ref: 'abc', id })).toMatchObject({ id, sql: '', baseVersion: 0 });
    await vi.waitFor(() => expect(refuse).toHaveBeenCalled());
    expect(await kept()).toEqual([]);
  });
});
