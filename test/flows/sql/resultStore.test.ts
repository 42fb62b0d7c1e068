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
  it('holds the last run only, and an empty answer for any other', () => {
    const first = resultStore.open('one');
    expect(resultStore.of('one')).toBe(first);
    resultStore.open('two');
    expect(resultStore.of('one').results).toEqual([]);
    expect(resultStore.of(null).results).toEqual([]);
  });
});
