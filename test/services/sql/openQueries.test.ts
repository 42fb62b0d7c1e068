// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultSqlSettings } from '../../../src/contract/sql/sqlEditor.ts';
import { clearSession, keepSession } from '../../../src/services/accounts/sessionStore.ts';
import { readStored } from '../../../src/services/browser/storage.ts';
import { chosenTabOf, cursorOf, keepChosenTab, storeViewState } from '../../../src/services/sql/openQueries.ts';
import { sqlEntries } from '../../../src/services/sql/sqlEntries.ts';
import { sessionUntil } from '../../fixtures/session.ts';

const chosen = { run: 'run-1', tab: { pane: 'result', index: 2 } } as const;
const cursor = { anchor: 3, head: 7 };

function keepCursor(id: string, moved: typeof cursor): void {
  const viewState = storeViewState(id);
  viewState.receive({ type: 'cursor.moved', cursor: moved });
  viewState.stop();
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the settings and the cursor of an open query', () => {
  const settings = { ...defaultSqlSettings, sidebarPane: 'tables' } as const;
  const stored = () => [readStored(sqlEntries.settings), cursorOf('one')];
  const changed = () => {
    const viewState = storeViewState('one');
    viewState.receive({ type: 'settings.changed', settings });
    viewState.receive({ type: 'cursor.moved', cursor });
    expect(stored()).toEqual([null, null]);
    return viewState;
  };

  it('are stored at a pause', () => {
    const viewState = changed();
    viewState.receive({ type: 'pause.reached' });
    expect(stored()).toEqual([settings, cursor]);
    viewState.stop();
  });

  it('are stored when the query is left, and not again later', () => {
    changed().stop();
    expect(stored()).toEqual([settings, cursor]);
    localStorage.clear();
    dispatchEvent(new Event('pagehide'));
    expect(readStored(sqlEntries.settings)).toBeNull();
  });

  it('are not stored once the user has signed out, or is another one', async () => {
    keepSession(sessionUntil(100, { user: 'ada' }));
    const viewState = changed();
    await clearSession({ everything: true });
    viewState.stop();
    expect(stored()).toEqual([null, null]);
    keepSession(sessionUntil(100, { user: 'ada' }));
    const left = changed();
    keepSession(sessionUntil(100, { user: 'bob' }));
    left.receive({ type: 'pause.reached' });
    expect(stored()).toEqual([null, null]);
    left.stop();
  });

  it('are stored when the page goes, or is hidden', () => {
    let viewState = changed();
    dispatchEvent(new Event('pagehide'));
    expect(stored()).toEqual([settings, cursor]);
    viewState.stop();
    localStorage.clear();
    sessionStorage.clear();
    viewState = changed();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(stored()).toEqual([null, null]);
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
    expect(stored()).toEqual([settings, cursor]);
    viewState.stop();
  });
});

describe('the cursor and the tab of results of a query', () => {
  it('are what was stored last for this query', () => {
    expect([cursorOf('one'), chosenTabOf('one')]).toEqual([null, null]);
    keepCursor('one', { anchor: 0, head: 0 });
    keepCursor('one', cursor);
    keepChosenTab('one', { run: null, tab: { pane: 'history' } });
    keepChosenTab('one', chosen);
    keepChosenTab('two', { run: null, tab: { pane: 'messages' } });
    expect([cursorOf('one'), chosenTabOf('one')]).toEqual([cursor, chosen]);
    expect([cursorOf('two'), chosenTabOf('two')]).toEqual([null, { run: null, tab: { pane: 'messages' } }]);
  });

  it('are stored for the twenty queries that were used last', () => {
    const ids = Array.from({ length: 20 }, (_, index) => `q${index}`);
    const keep = (id: string) => {
      keepCursor(id, cursor);
      keepChosenTab(id, chosen);
    };
    for (const id of ids) keep(id);
    keep('q0');
    keep('q20');
    expect([cursorOf('q1'), chosenTabOf('q1')]).toEqual([null, null]);
    for (const id of ['q0', 'q2', 'q20']) expect([cursorOf(id), chosenTabOf(id)]).toEqual([cursor, chosen]);
  });

  it('are gone once another user takes the tab, and stay for the same one', () => {
    keepSession(sessionUntil(100, { user: 'ada' }));
    keepCursor('one', cursor);
    keepChosenTab('one', chosen);
    keepSession(sessionUntil(200, { user: 'ada' }));
    expect([cursorOf('one'), chosenTabOf('one')]).toEqual([cursor, chosen]);
    keepSession(sessionUntil(100, { user: 'bob' }));
    expect([cursorOf('one'), chosenTabOf('one')]).toEqual([null, null]);
  });

  it('are unknown where what was stored cannot be read', () => {
    sessionStorage.setItem('basechart-sql-cursors', '[{"id":"one"}]');
    sessionStorage.setItem('basechart-sql-result-tabs', '[{"id":"one","run":null,"tab":{"pane":"result","index":-1}}]');
    expect([cursorOf('one'), chosenTabOf('one')]).toEqual([null, null]);
  });
});
