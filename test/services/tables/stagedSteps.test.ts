// @vitest-environment happy-dom
/** What can be undone, over a reload and over other tables. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StagedChange } from '../../../src/contract/tables/stagedRow.ts';
import { openSteps } from '../../../src/services/tables/stagedSteps.ts';

const table = { ref: 'abc', id: 7 };
const insert = (note: string): StagedChange => ({ type: 'insert', values: { note } });
const none = { undoable: [], redoable: [] };

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => vi.useRealTimers());

/** Steps of a page that was left. */
function leaveWith(rows: Readonly<Record<string, StagedChange | null>>, undoable: readonly (typeof rows)[]): void {
  const steps = openSteps(table);
  steps.recall({});
  steps.keep(rows, { undoable, redoable: [] });
  steps.close();
}

it('comes back with the changes that it is about', () => {
  leaveWith({ new: insert('b') }, [{ new: null }, { new: insert('a') }]);
  const back = openSteps(table);
  expect(back.recall({ new: insert('b') })).toEqual({ undoable: [{ new: null }, { new: insert('a') }], redoable: [] });
  expect(openSteps({ ...table, id: 8 }).recall({})).toEqual(none);
  back.close();
});

it('leaves out the rows that another tab has changed or committed meanwhile', () => {
  leaveWith({ one: insert('b'), two: insert('c') }, [{ one: null }, { one: insert('a'), two: null }]);
  expect(openSteps(table).recall({ one: insert('other'), two: insert('c') })).toEqual({
    undoable: [{ two: null }],
    redoable: [],
  });
  expect(openSteps(table).recall({})).toEqual(none);
});

it('follows a column that was renamed between two steps', () => {
  const named = (name: string): StagedChange => ({ type: 'insert', columns: { [name]: 2 }, values: { [name]: 'a' } });
  leaveWith({ one: named('title') }, [{ one: null }]);
  expect(openSteps(table).recall({ one: named('name') }).undoable).toEqual([{ one: null }]);
});

it('is written after the keys, and before the page is closed', () => {
  const steps = openSteps(table);
  steps.recall({});
  steps.keep({ new: insert('a') }, { undoable: [{ new: null }], redoable: [] });
  expect(sessionStorage).toHaveLength(0);
  vi.advanceTimersByTime(1_000);
  expect(sessionStorage).toHaveLength(1);
  steps.keep({ new: insert('ab') }, { undoable: [{ new: null }, { new: insert('a') }], redoable: [] });
  dispatchEvent(new Event('pagehide'));
  expect(openSteps(table).recall({ new: insert('ab') }).undoable).toHaveLength(2);
  // Nothing is left of it once nothing can be undone.
  steps.keep({ new: null }, none);
  steps.close();
  expect(sessionStorage).toHaveLength(0);
});

it('begins where it fits: the latest steps come first', () => {
  const long = insert('x'.repeat(300_000));
  leaveWith({ new: insert('now') }, [{ new: null }, { new: long }, { new: long }, { new: insert('short') }]);
  expect(openSteps(table).recall({ new: insert('now') }).undoable).toEqual([{ new: long }, { new: insert('short') }]);
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, row) => [`row ${row}`, null]));
  leaveWith({ new: insert('now') }, [many, { new: null }]);
  expect(openSteps(table).recall({ new: insert('now') }).undoable).toEqual([{ new: null }]);
});
