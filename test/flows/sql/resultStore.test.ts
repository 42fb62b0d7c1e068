import { describe, expect, it } from 'vitest';
import { resultStore, ResultStore } from '../../../src/machines/sql/sqlRun/resultStore.ts';

/** A screen whose frames come when asked for. */
function frames() {
  const waiting: (() => void)[] = [];
  return {
    schedule: (callback: () => void) => void waiting.push(callback),
    next: () => waiting.splice(0).forEach((callback) => callback()),
    get waiting() {
      return waiting.length;
    },
  };
}

const columns = [{ name: 'n', type: 'int4', typeOid: 23 }];

describe('the result store', () => {
  it('keeps rows as they come, per statement', () => {
    const store = new ResultStore(() => {});
    store.receive({ type: 'columns', result: 0, columns });
    store.receive({ type: 'rows', result: 0, rows: [['1'], [null]] });
    store.receive({ type: 'rows', result: 0, rows: [['']] });
    store.receive({ type: 'complete', result: 0, tag: 'SELECT 3', rowCount: 3, more: true });
    store.receive({ type: 'complete', result: 1, tag: 'CREATE TABLE', rowCount: null, more: false });
    store.receive({ type: 'notice', severity: 'NOTICE', message: 'hello' });
    expect(store.results).toEqual([
      { columns, rows: [['1'], [null], ['']], tag: 'SELECT 3', rowCount: 3, more: true },
      { columns: [], rows: [], tag: 'CREATE TABLE', rowCount: null, more: false },
    ]);
    expect(store.notices).toEqual([{ severity: 'NOTICE', message: 'hello' }]);
  });

  it('writes booleans as words, and no other value that looks like one', () => {
    const store = new ResultStore(() => {});
    store.receive({
      type: 'columns',
      result: 0,
      columns: [
        { name: 'letter', type: 'text', typeOid: 25 },
        { name: 'on', type: 'bool', typeOid: 16 },
      ],
    });
    store.receive({
      type: 'rows',
      result: 0,
      rows: [
        ['t', 't'],
        ['f', 'f'],
        ['f', null],
      ],
    });
    expect(store.results[0]!.rows).toEqual([
      ['t', 'true'],
      ['f', 'false'],
      ['f', null],
    ]);
  });

  it('tells its watchers at most once per frame, with a version that has grown', () => {
    const screen = frames();
    const store = new ResultStore(screen.schedule);
    let told = 0;
    const stop = store.watch(() => {
      told++;
    });
    for (let index = 0; index < 100; index++) store.receive({ type: 'rows', result: 0, rows: [[String(index)]] });
    expect([told, screen.waiting, store.version]).toEqual([0, 1, 0]);
    screen.next();
    expect([told, store.version, store.results[0]!.rows.length]).toEqual([1, 1, 100]);
    store.receive({ type: 'rows', result: 0, rows: [['more']] });
    stop();
    screen.next();
    expect([told, store.version]).toEqual([1, 2]);
  });

  it('takes more rows in one event than a call has arguments', () => {
    const store = new ResultStore(() => {});
    store.receive({ type: 'rows', result: 0, rows: Array.from({ length: 300_000 }, () => ['x']) });
    expect(store.results[0]!.rows).toHaveLength(300_000);
  });
});

describe('the shelf', () => {
  const ended = { sql: 'select 1', error: null, durationMs: 3, engineRestarted: false };
  const fill = (run: string, rows: number) => {
    const store = resultStore.open(run);
    store.receive({ type: 'rows', result: 0, rows: Array.from({ length: rows }, () => ['x']) });
    return store;
  };

  it('holds an answer that is complete for a user who comes back to it, and an empty one for any other', () => {
    const first = fill('one', 1);
    expect(resultStore.of('one')).toBe(first);
    expect(resultStore.recall('one')).toBeNull();
    first.complete(ended);
    fill('two', 1);
    expect(resultStore.recall('one')).toBe(first);
    expect(first.end).toEqual(ended);
    expect(resultStore.of(null).results).toEqual([]);
    expect(resultStore.recall('never')).toBeNull();
  });

  it('lets an answer go that was left before it was complete', () => {
    fill('left', 1);
    fill('next', 1);
    expect(resultStore.of('left').results).toEqual([]);
  });

  it('lets the answers go that were not looked at for longest, and large ones', () => {
    for (const run of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) fill(run, 1).complete(ended);
    resultStore.recall('a');
    fill('i', 1).complete(ended);
    fill('j', 1).complete(ended);
    expect(['a', 'b', 'c'].map((run) => resultStore.recall(run) !== null)).toEqual([true, false, true]);
    fill('large', 60_000).complete(ended);
    fill('k', 1);
    expect(['large', 'a'].map((run) => resultStore.recall(run) !== null)).toEqual([false, true]);
  });

  it('lets go of every answer when it is cleared', () => {
    resultStore.open('mine').complete({ sql: 'select 1', error: null, durationMs: 1, engineRestarted: false });
    expect(resultStore.recall('mine')).not.toBeNull();
    resultStore.clear();
    expect(resultStore.recall('mine')).toBeNull();
    expect(resultStore.of('mine').results).toEqual([]);
  });
});
