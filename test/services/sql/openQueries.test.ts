// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { keepSession } from '../../../src/services/accounts/sessionStore.ts';
import { chosenTabOf, cursorOf, keepChosenTab, keepCursor } from '../../../src/services/sql/openQueries.ts';
import { sessionUntil } from '../../fixtures/session.ts';

const chosen = { run: 'run-1', tab: { pane: 'result', index: 2 } } as const;
const cursor = { anchor: 3, head: 7 };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
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
