import { describe, expect, it } from 'vitest';
import { arranged } from '../../../src/machines/sql/sqlRun/arrangedResult.ts';
import { asReceived } from '../../../src/machines/sql/sqlRun/arrangement.ts';
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

describe('what the user has set on a result', () => {
  const twoColumns = [...columns, { name: 'label', type: 'text', typeOid: 25 }];
  const sorted = { ...asReceived, sort: { column: 0, descending: true }, hidden: new Set([1]) };
  let runs = 0;
  const ran = (query: string, results: readonly (typeof columns)[], id = `settings-${++runs}`, sql = '') => {
    const store = resultStore.open(id, query, sql);
    for (const [result, columnsOfIt] of results.entries()) {
      if (columnsOfIt.length > 0) store.receive({ type: 'columns', result, columns: columnsOfIt });
      store.receive({ type: 'rows', result, rows: [['1', 'a'].slice(0, columnsOfIt.length), ['2', 'b']] });
      store.receive({ type: 'complete', result, tag: 'SELECT 2', rowCount: 2, more: false });
    }
    return store;
  };

  it('is set again when the query runs again and gives the same columns in that place', () => {
    const first = ran('q1', [columns, twoColumns]);
    first.arrange(1, sorted, arranged);
    first.keepWidths(1, new Map([[0, 240]]));
    const again = ran('q1', [columns, twoColumns]);
    expect(again.arrangementOf(0)).toBe(asReceived);
    expect(again.arrangementOf(1)).toBe(sorted);
    expect(again.results[1]).toMatchObject({ columns: [columns[0]], rows: [['2'], ['1']] });
    expect(again.widthsOf(1)?.get(0)).toBe(240);
    // It lasts from run to run, and as long as the user wants it.
    const third = ran('q1', [columns, twoColumns]);
    expect(third.arrangementOf(1)).toBe(sorted);
    third.arrange(1, asReceived, arranged);
    expect(ran('q1', [columns, twoColumns]).arrangementOf(1)).toBe(asReceived);
    expect(ran('another query', [columns, twoColumns]).arrangementOf(1)).toBe(asReceived);
  });

  it('is dropped where the columns have other names or types, or are gone', () => {
    const renamed = [columns[0]!, { ...twoColumns[1]!, name: 'title' }];
    const retyped = [{ ...columns[0]!, type: 'int8', typeOid: 20 }, twoColumns[1]!];
    for (const other of [renamed, retyped, columns, []]) {
      const query = `changed ${++runs}`;
      ran(query, [twoColumns]).arrange(0, sorted, arranged);
      expect(ran(query, [other]).arrangementOf(0)).toBe(asReceived);
      expect(ran(query, [twoColumns]).arrangementOf(0)).toBe(asReceived);
    }
  });

  it('filters no rows of another statement, even where its columns are the same', () => {
    const filtered = { ...sorted, filters: new Map([[0, { kind: 'is', value: '2' } as const]]) };
    const only = (sql: string, query: string) => ran(query, [twoColumns], undefined, sql);
    for (const [same, other] of [
      ['select id, label from boats', 'select id, label from harbors'],
      ['table "Boats"', 'table boats'],
      ['select id, label from boats', 'select label as id, label from boats'],
    ] as const) {
      const query = `filtered ${++runs}`;
      const first = only(same, query);
      first.arrange(0, filtered, arranged);
      first.keepWidths(0, new Map([[0, 240]]));
      expect(only(`  ${same}; -- again`, query).arrangementOf(0)).toBe(filtered);
      const next = only(other, query);
      expect(next.arrangementOf(0)).toEqual(sorted);
      expect(next.results[0]!.rows).toEqual([['2'], ['1']]);
      expect(next.widthsOf(0)?.get(0)).toBe(240);
      expect(only(same, query).arrangementOf(0)).toEqual(sorted);
    }
    // A statement with other values is the same.
    only("select * from boats where id < 20 and label <> 'a'", 'values').arrange(0, filtered, arranged);
    expect(only("select * from boats where id < 30 and label <> 'b'", 'values').arrangementOf(0)).toBe(filtered);
    // Each result is compared with its own statement.
    const both = (sql: string) => ran('two', [twoColumns, twoColumns], undefined, sql);
    const first = both('table a; table b');
    for (const index of [0, 1]) first.arrange(index, filtered, arranged);
    const next = both('table a; table c');
    expect([next.arrangementOf(0), next.arrangementOf(1)]).toEqual([filtered, sorted]);
  });

  it('outlasts a run that fails before that result, and a second reading of the same run', () => {
    ran('q2', [columns, twoColumns], 'read twice').arrange(1, sorted, arranged);
    expect(ran('q2', [columns, twoColumns], 'read twice').arrangementOf(1)).toBe(sorted);
    ran('q2', [columns]);
    expect(ran('q2', [columns, twoColumns]).arrangementOf(1)).toBe(sorted);
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
