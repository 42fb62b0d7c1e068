import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, waitFor, type Actor } from 'xstate';
import type { CommitOutcome, RowsTaken } from '../../../src/contract/tables/changes.ts';
import { goneIn, type NumberedColumn } from '../../../src/contract/tables/columnNumbers.ts';
import { keyInRowId, rowIdOf } from '../../../src/contract/tables/rowKey.ts';
import type { ViewAs } from '../../../src/contract/tables/viewAs.ts';
import {
  stagedEditsMachine,
  undoMax,
  type StagedEditsInput,
  type StorageCommand,
  type StorageReport,
} from '../../../src/machines/tables/stagedEdits/stagedEdits.machine.ts';
import {
  selectCanCheckCommit,
  selectCanRedo,
  selectCanUndo,
  selectCommitFailure,
  selectIsCommitting,
  selectIsConfirmingRole,
  selectIsConflicted,
  selectIsLocked,
  selectIsUndecided,
  selectIsUnstored,
  selectRefused,
  selectRefusedRow,
  selectStaged,
  selectStagedCount,
} from '../../../src/machines/tables/stagedEdits/stagedEdits.selectors.ts';
import {
  changesByRow,
  changeOf,
  isOfOtherKey,
  ofGoneColumns,
  stagedIdOf,
  type RowChanges,
  type StagedDelta,
  type StoredRow,
} from '../../../src/machines/tables/stagedEdits/stagedRows.ts';
import type { TableRef } from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal, unanswered } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { ada, refusedColumns, refusedKey, refusedName, rename, stagedEditsModel } from './stagedEdits.model.ts';

coverChart(stagedEditsModel);

describe('staged changes', () => {
  let commit: ReturnType<
    typeof held<CommitOutcome | RowsTaken, TableRef & { changes: RowChanges; viewAs: ViewAs | null }>
  >;
  let settle: ReturnType<typeof held<readonly string[], TableRef>>;
  let stored: StagedDelta[];
  let report: (message: StorageReport) => void;
  let told: unknown[];
  let port: ReturnType<typeof recordingPort>;
  let given: StagedEditsInput;
  let flow: Actor<typeof stagedEditsMachine>;
  const row = rowIdOf(ada.key);
  const seen = <Value>(select: (snapshot: ReturnType<typeof flow.getSnapshot>) => Value) => select(flow.getSnapshot());
  const staged = () => changesByRow(seen(selectStaged));
  const until = (isThere: (snapshot: ReturnType<typeof flow.getSnapshot>) => boolean) => waitFor(flow, isThere);

  beforeEach(() => {
    commit = held();
    settle = held();
    stored = [];
    told = [];
    port = recordingPort();
    given = {
      ref: 'abc',
      id: boats.id,
      port,
      viewAs: null,
      columns: [],
      parent: createPort((event) => told.push(event)) as unknown as StagedEditsInput['parent'],
    };
    flow = createActor(
      stagedEditsMachine.provide({
        actors: {
          commitChanges: commit.logic,
          settleCommits: settle.logic,
          storeEdits: fromCallback<StorageCommand, TableRef>(({ sendBack, receive }) => {
            report = sendBack;
            receive(({ rows }) => stored.push(rows));
          }),
        },
      }),
      { input: given },
    ).start();
  });

  it('hold the value before and after, and none where a value is typed back', () => {
    flow.send({ type: 'cells.edited', cells: [rename('Grace')] });
    expect(staged()).toEqual({
      [row]: { type: 'update', key: { id: '1' }, old: { name: 'Ada' }, values: { name: 'Grace' }, defaults: [] },
    });
    flow.send({ type: 'cells.edited', cells: [{ ...rename(''), column: 'notes', toDefault: true }] });
    expect(staged()[row]).toMatchObject({ old: { name: 'Ada', notes: null }, defaults: ['notes'] });
    flow.send({ type: 'cells.edited', cells: [{ ...rename(''), column: 'notes', value: null }, rename('Ada')] });
    expect(staged()).toEqual({});
  });

  it('tell NULL, an empty text and DEFAULT apart', () => {
    flow.send({ type: 'rows.inserted', rows: [{ row: 'new', cells: { name: 'a', notes: 'b' } }] });
    const edit = { row: 'new', stored: null, toDefault: false };
    flow.send({
      type: 'cells.edited',
      cells: [
        { ...edit, column: 'name', value: '' },
        { ...edit, column: 'notes', value: null },
        { ...edit, column: 'active', value: null, toDefault: true },
      ],
    });
    expect(staged()).toEqual({ new: { type: 'insert', values: { name: '', notes: null } } });
  });

  it('forget a new row that is deleted, and take no edits of a row that is to be deleted', () => {
    flow.send({ type: 'rows.inserted', rows: [{ row: 'new', cells: {} }] });
    flow.send({
      type: 'rows.deleted',
      rows: [
        { row: 'new', stored: null },
        { row, stored: ada },
      ],
    });
    flow.send({ type: 'cells.edited', cells: [rename('Grace')] });
    expect(staged()).toEqual({ [row]: { type: 'delete', key: { id: '1' }, old: ada.values } });
  });

  it('stay in the order in which they began', () => {
    const insert = (name: string) => flow.send({ type: 'rows.inserted', rows: [{ row: name, cells: {} }] });
    const edit = (name: string) =>
      flow.send({
        type: 'cells.edited',
        cells: [{ row: name, stored: null, column: 'name', value: 'x', toDefault: false }],
      });
    insert('first');
    insert('second');
    const { rows } = seen(selectStaged);
    edit('first');
    expect(seen(selectStaged).rows).toBe(rows);
    flow.send({ type: 'change.reverted', row: 'first' });
    insert('third');
    edit('second');
    expect(staged()).toEqual({
      second: { type: 'insert', values: { name: 'x' } },
      third: { type: 'insert', values: {} },
    });
    expect(Object.keys(staged())).toEqual(['second', 'third']);
    expect(seen(selectStagedCount)).toBe(2);
  });

  it('are undone and redone step by step', () => {
    flow.send({ type: 'cells.edited', cells: [rename('One')] });
    flow.send({ type: 'cells.edited', cells: [rename('Two')] });
    flow.send({ type: 'edit.undone' });
    expect(staged()[row]).toMatchObject({ values: { name: 'One' } });
    flow.send({ type: 'edit.undone' });
    expect([staged(), seen(selectCanUndo)]).toEqual([{}, false]);
    flow.send({ type: 'edit.redone' });
    flow.send({ type: 'edit.redone' });
    expect([staged()[row], seen(selectCanRedo)]).toMatchObject([{ values: { name: 'Two' } }, false]);
    flow.send({ type: 'edit.undone' });
    flow.send({ type: 'cells.edited', cells: [rename('Three')] });
    expect(seen(selectCanRedo)).toBe(false);
  });

  it('that are pasted are undone together, with the rows that they add', () => {
    flow.send({ type: 'cells.edited', cells: [rename('Pasted')], added: [{ row: 'new', cells: { name: 'Below' } }] });
    expect(Object.keys(staged())).toEqual([row, 'new']);
    flow.send({ type: 'edit.undone' });
    expect(staged()).toEqual({});
    flow.send({ type: 'edit.redone' });
    expect(staged()).toMatchObject({ new: { type: 'insert', values: { name: 'Below' } } });
  });

  it('that are typed into one field are undone together', () => {
    const type = (value: string) => flow.send({ type: 'cells.edited', cells: [rename(value)], typing: true });
    type('G');
    type('Gr');
    flow.send({ type: 'cells.edited', cells: [{ ...rename('x'), column: 'notes' }], typing: true });
    type('Gra');
    flow.send({ type: 'edit.undone' });
    expect(staged()[row]).toMatchObject({ values: { name: 'Gr', notes: 'x' } });
    flow.send({ type: 'edit.undone' });
    flow.send({ type: 'edit.undone' });
    expect(staged()).toEqual({});
    // What is typed after an undo is another step.
    type('A');
    flow.send({ type: 'edit.undone' });
    type('B');
    expect(seen(selectCanUndo)).toBe(true);
  });

  it('keep a bounded number of steps', () => {
    for (let step = 0; step < undoMax + 5; step += 1)
      flow.send({ type: 'cells.edited', cells: [rename(`Name ${step}`)] });
    for (let step = 0; step < undoMax; step += 1) flow.send({ type: 'edit.undone' });
    expect([seen(selectCanUndo), staged()[row]]).toMatchObject([false, { values: { name: 'Name 4' } }]);
  });

  it('survive a reload: each is stored, and what was stored comes back under what is newer', () => {
    flow.send({ type: 'cells.edited', cells: [rename('Newer')] });
    report({
      type: 'edits.recalled',
      staged: {
        [row]: { type: 'delete', key: { id: '1' }, old: {} },
        other: { type: 'insert', values: {} },
      },
      undecided: false,
    });
    expect(staged()).toMatchObject({ [row]: { type: 'update' }, other: { type: 'insert' } });
    flow.send({ type: 'edit.undone' });
    expect(stored).toMatchObject([{ [row]: { type: 'update' } }, { [row]: null }]);
  });

  it('are the same in all tabs: what another one commits or takes back is no longer staged, nor undone', () => {
    flow.send({ type: 'rows.inserted', rows: [{ row: 'new', cells: {} }] });
    flow.send({ type: 'cells.edited', cells: [rename('Grace')] });
    report({ type: 'rows.shared', rows: { new: null, other: { type: 'insert', values: { name: 'Other' } } } });
    expect(Object.keys(staged())).toEqual([row, 'other']);
    expect(told).toEqual([{ type: 'rows.outdated' }]);
    flow.send({ type: 'edit.undone' });
    expect([Object.keys(staged()), seen(selectCanUndo)]).toEqual([['other'], false]);
  });

  it('that another tab stages of a row while it is committed stay staged', async () => {
    flow.send({ type: 'cells.edited', cells: [rename('Grace')] });
    flow.send({ type: 'commit.requested' });
    const newer = {
      type: 'update' as const,
      key: { id: '1' },
      old: { name: 'Ada' },
      values: { name: 'Lin' },
      defaults: [],
    };
    report({ type: 'rows.shared', rows: { [row]: newer } });
    commit.last().answer({ outcome: 'committed', count: 1 });
    await until((snapshot) => snapshot.matches({ work: 'idle' }));
    expect(staged()).toEqual({ [row]: newer });
  });

  it('that another tab committed at the same moment are not sent again, and the rest is', async () => {
    flow.send({ type: 'rows.inserted', rows: [{ row: 'new', cells: {} }] });
    flow.send({ type: 'cells.edited', cells: [rename('Grace')] });
    flow.send({ type: 'commit.requested' });
    commit.last().answer({ outcome: 'taken', rows: ['new'] });
    await until(() => commit.calls.length === 2);
    expect([Object.keys(commit.last().input.changes), told]).toEqual([[row], [{ type: 'rows.outdated' }]]);
    commit.last().answer({ outcome: 'taken', rows: [row] });
    await until((snapshot) => !selectIsLocked(snapshot));
    expect([staged(), commit.calls.length, port.commands]).toEqual([{}, 2, []]);
  });

  it('whose commit another tab has given up and made say nothing once they are made', async () => {
    flow.send({ type: 'cells.edited', cells: [rename('Grace')] });
    flow.send({ type: 'commit.requested' });
    commit.last().fail(refusal);
    await until((snapshot) => selectCommitFailure(snapshot) !== null);
    report({ type: 'rows.shared', rows: { [row]: null } });
    expect([seen(selectCommitFailure), staged(), told]).toEqual([null, {}, [{ type: 'rows.outdated' }]]);
  });

  it('say that they are not stored where the browser refuses it', () => {
    report({ type: 'storage.refused' });
    expect(seen(selectIsUnstored)).toBe(true);
    flow.send({ type: 'cells.edited', cells: [rename('Grace')] });
    expect(Object.keys(staged())).toEqual([row]);
  });

  it('say so too where the browser has no storage at all', async () => {
    const storeEdits = fromCallback<StorageCommand, TableRef>(() => {
      throw new Error('no storage');
    });
    const unstored = createActor(stagedEditsMachine.provide({ actors: { storeEdits } }), { input: given }).start();
    await waitFor(unstored, selectIsUnstored);
    unstored.send({ type: 'cells.edited', cells: [rename('Grace')] });
    expect(Object.keys(changesByRow(selectStaged(unstored.getSnapshot())))).toEqual([row]);
  });

  it('are committed together, and then the rows are read again', async () => {
    flow.send({ type: 'cells.edited', cells: [rename('Grace')] });
    flow.send({ type: 'rows.inserted', rows: [{ row: 'new', cells: {} }] });
    flow.send({ type: 'commit.requested' });
    expect([seen(selectIsCommitting), Object.values(commit.last().input.changes)]).toMatchObject([
      true,
      [{ type: 'update' }, { type: 'insert' }],
    ]);
    // Until it is known what became of them, nothing changes.
    flow.send({ type: 'cells.edited', cells: [rename('Too late')] });
    commit.last().answer({ outcome: 'committed', count: 2 });
    await until((snapshot) => !selectIsCommitting(snapshot));
    expect([staged(), told]).toEqual([{}, [{ type: 'rows.outdated' }]]);
    expect(port.commands).toMatchObject([{ toast: { title: '2 changes committed' } }]);
    expect(stored.at(-1)).toEqual({ [row]: null, new: null });
  });

  describe('with the rights that the rows are seen with', () => {
    const anon = { role: 'anon', user: null } as const;
    const grace = { role: 'authenticated', user: 'grace@example.com' } as const;
    const become = (viewAs: ViewAs | null) => flow.send({ type: 'role.changed', viewAs });
    const insert = (name: string) => flow.send({ type: 'rows.inserted', rows: [{ row: name, cells: {} }] });
    const asked = () => {
      flow.send({ type: 'commit.requested' });
      return seen(selectIsConfirmingRole);
    };

    it('are made without a question', () => {
      become(anon);
      insert('new');
      expect([asked(), commit.last().input.viewAs]).toEqual([false, anon]);
    });

    it('are made with the rights of somebody else only after a question', async () => {
      become(anon);
      insert('new');
      flow.send({ type: 'commit.requested' });
      commit.last().answer(refusedName);
      await until((snapshot) => selectRefused(snapshot) !== null);
      become(null);
      expect([asked(), commit.calls.length]).toEqual([true, 1]);
      flow.send({ type: 'action.cancelled' });
      expect([Object.keys(staged()), commit.calls.length]).toEqual([['new'], 1]);
      flow.send({ type: 'commit.requested' });
      flow.send({ type: 'action.confirmed' });
      expect([commit.calls.length, commit.last().input.viewAs]).toEqual([2, null]);
    });

    it('are asked about also where they were staged as the developer, or as another user', () => {
      insert('new');
      become(grace);
      expect(asked()).toBe(true);
      // The question was about other rights.
      become(null);
      expect([seen(selectIsConfirmingRole), asked()]).toEqual([false, false]);
    });

    it('stay those of a role where the developer goes on with them', () => {
      become(grace);
      insert('new');
      become(null);
      flow.send({
        type: 'cells.edited',
        cells: [{ row: 'new', stored: null, column: 'name', value: 'x', toDefault: false }],
      });
      expect(staged()['new']).toEqual({ type: 'insert', values: { name: 'x' }, stagedAs: grace });
      expect(stored.at(-1)).toEqual(staged());
    });

    it('are not committed after a conflict with the rights of somebody else', async () => {
      flow.send({ type: 'cells.edited', cells: [rename('Mine')] });
      flow.send({ type: 'commit.requested' });
      commit.last().answer({ outcome: 'conflict', change: 0, cells: { name: 'Theirs' } });
      await until(selectIsConflicted);
      become(anon);
      flow.send({ type: 'conflict.overwritten' });
      expect([seen(selectIsConflicted), commit.calls.length]).toEqual([false, 1]);
      expect(asked()).toBe(true);
    });

    it('are asked about once where the role is changed before the answer', async () => {
      const conflict: CommitOutcome = { outcome: 'conflict', change: 0, cells: { name: 'Theirs' } };
      become(anon);
      flow.send({ type: 'cells.edited', cells: [rename('Mine')] });
      flow.send({ type: 'commit.requested' });
      become(null);
      commit.last().answer(conflict);
      await until(selectIsConflicted);
      flow.send({ type: 'conflict.overwritten' });
      expect([seen(selectIsConfirmingRole), commit.calls.length]).toEqual([true, 1]);
      flow.send({ type: 'action.confirmed' });
      commit.last().answer(conflict);
      await until(selectIsConflicted);
      flow.send({ type: 'conflict.overwritten' });
      expect([seen(selectIsConfirmingRole), commit.calls.map(({ input }) => input.viewAs)]).toEqual([
        false,
        [anon, null, null],
      ]);
    });

    it('are asked about where the rest is sent after the role was changed', async () => {
      become(anon);
      insert('new');
      insert('rest');
      flow.send({ type: 'commit.requested' });
      become(null);
      commit.last().answer({ outcome: 'taken', rows: ['new'] });
      await until(selectIsConfirmingRole);
      expect([Object.keys(staged()), commit.calls.length]).toEqual([['rest'], 1]);
    });

    it('are no longer asked about where another tab takes back what was staged with other rights', () => {
      insert('own');
      become(anon);
      insert('new');
      become(null);
      expect(asked()).toBe(true);
      report({ type: 'rows.shared', rows: { new: null } });
      expect([seen(selectIsConfirmingRole), Object.keys(staged()), commit.calls.length]).toEqual([false, ['own'], 0]);
    });
  });

  it('that are recalled while others are committed stay staged', async () => {
    flow.send({ type: 'cells.edited', cells: [rename('Grace')] });
    flow.send({ type: 'commit.requested' });
    report({ type: 'edits.recalled', staged: { other: { type: 'insert', values: {} } }, undecided: false });
    commit.last().answer({ outcome: 'committed', count: 1 });
    await until((snapshot) => !selectIsCommitting(snapshot));
    expect(Object.keys(staged())).toEqual(['other']);
  });

  it('are not committed when there are none', () => {
    flow.send({ type: 'commit.requested' });
    flow.send({ type: 'discard.requested' });
    expect([commit.calls.length, flow.getSnapshot().value]).toMatchObject([0, { work: 'idle' }]);
  });

  it('tell the row and the column that the database refuses, until the next edit', async () => {
    flow.send({ type: 'cells.edited', cells: [rename('Far too long')] });
    flow.send({ type: 'commit.requested' });
    commit.last().answer(refusedName);
    await until((snapshot) => selectRefused(snapshot) !== null);
    expect([seen(selectRefusedRow), seen(selectRefused)]).toMatchObject([row, { column: 'name' }]);
    expect(Object.keys(staged())).toEqual([row]);
    flow.send({ type: 'cells.edited', cells: [rename('Short')] });
    expect([seen(selectRefused), seen(selectRefusedRow)]).toEqual([null, null]);
  });

  it('stay staged where the table was given another key, which has the screen read the table again', async () => {
    flow.send({ type: 'cells.edited', cells: [rename('Grace')] });
    flow.send({ type: 'commit.requested' });
    commit.last().answer(refusedKey);
    await until((snapshot) => selectRefused(snapshot) !== null);
    expect(told).toEqual([{ type: 'table.outdated' }]);
    expect(Object.keys(staged())).toEqual([row]);
    const change = changeOf(seen(selectStaged), row)!;
    expect([isOfOtherKey(['id'], change), isOfOtherKey(['name'], change), isOfOtherKey([], change)]).toEqual([
      false,
      true,
      true,
    ]);
    // The row with the same value in the new key is another row.
    const other = { key: { name: '1' }, values: { id: '7', name: '1' } };
    flow.send({ type: 'cells.edited', cells: [{ ...rename('Joan'), row: rowIdOf(other.key), stored: other }] });
    expect(Object.values(staged())).toMatchObject([
      { key: { id: '1' }, values: { name: 'Grace' } },
      { key: { name: '1' }, values: { name: 'Joan' } },
    ]);
    flow.send({ type: 'change.reverted', row });
    expect(Object.keys(staged())).toEqual([rowIdOf(other.key)]);
  });

  describe('of a table that is altered meanwhile', () => {
    const [id, name, notes] = [
      { name: 'id', number: 1 },
      { name: 'name', number: 2 },
      { name: 'notes', number: 3 },
    ] as const;
    const described = [id, name, notes];
    const read: StoredRow = { ...ada, columns: described };
    const call = (column: { number: number }, as: string) => ({ ...column, name: as });
    const describeAs = (...columns: NumberedColumn[]) => flow.send({ type: 'columns.described', columns });
    const edit = (column: string, value: string) =>
      flow.send({ type: 'cells.edited', cells: [{ ...rename(value), stored: read, column }] });
    const gone = (columns: readonly NumberedColumn[]) =>
      ofGoneColumns(seen(selectStaged).changes, columns).map((change) => goneIn(change, columns));

    beforeEach(() => describeAs(...described));

    it('follow a column that is renamed, with the steps that can be undone', () => {
      edit('name', 'Grace');
      flow.send({ type: 'rows.inserted', rows: [{ row: 'new', cells: { name: 'New' } }] });
      flow.send({ type: 'edit.undone' });
      describeAs(id, call(name, 'notes'), call(notes, 'name'));
      expect(staged()[row]).toMatchObject({ old: { notes: 'Ada' }, values: { notes: 'Grace' } });
      flow.send({ type: 'edit.redone' });
      expect(staged()['new']).toMatchObject({ values: { notes: 'New' } });
      flow.send({ type: 'commit.requested' });
      expect(Object.values(commit.last().input.changes)).toMatchObject([
        { columns: { id: 1, notes: 2 }, values: { notes: 'Grace' } },
        { columns: { notes: 2 }, values: { notes: 'New' } },
      ]);
    });

    it('follow a column of the key, and the row is still the one that is changed', () => {
      edit('name', 'Grace');
      describeAs(call(id, 'pk'), name, notes);
      const [change] = seen(selectStaged).changes;
      expect([change, isOfOtherKey(['pk'], change!)]).toMatchObject([{ key: { pk: '1' } }, false]);
      expect(stagedIdOf(seen(selectStaged), rowIdOf({ pk: '1' }))).toBe(row);
    });

    it('are of another row where the key is another column of the same name', () => {
      edit('name', 'Grace');
      const replaced = { name: 'id', number: 7 };
      describeAs(replaced, name, notes);
      const [change] = seen(selectStaged).changes;
      expect(isOfOtherKey(['id'], change!)).toBe(true);
      // A row with the same value in the new column has a change of its own.
      const other = {
        key: { id: '1' },
        values: { id: '1', name: 'Joan', notes: null },
        columns: [replaced, name, notes],
      };
      const otherId = stagedIdOf(seen(selectStaged), rowIdOf(other.key));
      flow.send({ type: 'cells.edited', cells: [{ ...rename('Lin'), row: otherId, stored: other }] });
      expect(Object.values(staged())).toMatchObject([
        { columns: { name: 2 }, values: { name: 'Grace' } },
        { key: { id: '1' }, columns: { id: 7 }, old: { name: 'Joan' }, values: { name: 'Lin' } },
      ]);
      expect(keyInRowId(otherId)).toEqual({ id: '1' });
    });

    it('keep what was typed for a column that is dropped, until it is left out', () => {
      edit('name', 'Grace');
      edit('notes', 'Typed');
      flow.send({ type: 'rows.inserted', rows: [{ row: 'new', cells: { notes: 'New' } }] });
      const left = [id, name, { name: 'notes', number: 9 }];
      describeAs(...left);
      expect(gone(left)).toEqual([['notes (dropped)'], ['notes (dropped)']]);
      expect(staged()).toMatchObject({
        [row]: { values: { name: 'Grace', 'notes (dropped)': 'Typed' } },
        new: { values: { 'notes (dropped)': 'New' } },
      });
      flow.send({ type: 'gone.leftOut' });
      expect([gone(left), staged()]).toMatchObject([[], { [row]: { values: { name: 'Grace' } }, new: { values: {} } }]);
      expect(stored.at(-1)).toEqual(staged());
      flow.send({ type: 'edit.undone' });
      expect(staged()[row]).toMatchObject({ values: { 'notes (dropped)': 'Typed' } });
    });

    it('of which nothing is left without the dropped column are no changes', () => {
      edit('notes', 'Typed');
      describeAs(id, name);
      flow.send({ type: 'gone.leftOut' });
      expect(staged()).toEqual({});
    });

    it('in conflict when a column is renamed overwrite the stored row at once', async () => {
      edit('name', 'Mine');
      flow.send({ type: 'commit.requested' });
      // The table is read again before the answer, and once more while the user looks at it.
      describeAs(id, call(name, 'title'), notes);
      commit.last().answer({ outcome: 'conflict', change: 0, cells: { id: '1', name: 'Theirs', notes: null } });
      await until(selectIsConflicted);
      expect(seen(selectRefused)).toMatchObject({ cells: { title: 'Theirs' } });
      describeAs(id, call(name, 'heading'), notes);
      expect(seen(selectRefused)).toMatchObject({ cells: { heading: 'Theirs' } });
      flow.send({ type: 'conflict.overwritten' });
      expect(Object.values(commit.last().input.changes)).toMatchObject([
        { old: { heading: 'Theirs' }, values: { heading: 'Mine' } },
      ]);
    });

    it('that were refused name the column as it is called now', async () => {
      const refuse = async (outcome: CommitOutcome) => {
        flow.send({ type: 'commit.requested' });
        commit.last().answer(outcome);
        await until((snapshot) => selectRefused(snapshot) !== null);
      };
      edit('name', 'Far too long');
      await refuse(refusedName);
      describeAs(id, call(name, 'title'), notes);
      expect(seen(selectRefused)).toMatchObject({ column: 'title' });
      await refuse({ outcome: 'goneColumns', change: 0, columns: ['notes'] });
      // Another column has taken the name.
      describeAs(id, call(name, 'notes'));
      expect(seen(selectRefused)).toMatchObject({ columns: ['notes (dropped)'] });
    });

    it('that delete a row need no other column than its key', () => {
      flow.send({ type: 'rows.deleted', rows: [{ row, stored: read }] });
      describeAs(id, call(name, 'title'));
      expect(gone([id, call(name, 'title')])).toEqual([]);
      expect(staged()[row]).toMatchObject({ columns: { id: 1, title: 2 }, old: { id: '1', title: 'Ada' } });
    });

    it('of an older version are known by their names', () => {
      const update = { type: 'update' as const, key: { id: '1' }, old: {}, defaults: [] };
      report({
        type: 'edits.recalled',
        staged: {
          [row]: { ...update, values: { name: 'Grace', born: '1906' } },
          other: { type: 'delete', key: { id: '2' }, old: { name: 'Joan', born: '1412' } },
        },
        undecided: false,
      });
      expect(gone(described)).toEqual([['born']]);
      expect(staged()['other']).toMatchObject({ old: { name: 'Joan' } });
      expect(Object.keys((staged()['other'] as { old: object }).old)).toEqual(['name']);
    });

    it('that another tab names otherwise have the screen read the table again', () => {
      const shared = { type: 'insert' as const, columns: { title: 2 }, values: { title: 'Other' } };
      report({ type: 'rows.shared', rows: { other: shared } });
      expect([staged(), told]).toMatchObject([{ other: { values: { name: 'Other' } } }, [{ type: 'table.outdated' }]]);
      describeAs(id, call(name, 'title'), notes);
      expect(staged()['other']).toEqual(shared);
    });

    it('are taken away once they are committed, although a column is renamed before the answer', async () => {
      edit('name', 'Grace');
      flow.send({ type: 'commit.requested' });
      describeAs(id, call(name, 'title'), notes);
      commit.last().answer({ outcome: 'committed', count: 1 });
      await until((snapshot) => !selectIsCommitting(snapshot));
      expect(staged()).toEqual({});
    });

    it('stay staged where the server says that a column is gone, and the screen reads the table again', async () => {
      edit('name', 'Grace');
      flow.send({ type: 'commit.requested' });
      commit.last().answer(refusedColumns);
      await until((snapshot) => selectRefused(snapshot) !== null);
      expect([Object.keys(staged()), told]).toEqual([[row], [{ type: 'table.outdated' }]]);
    });
  });

  it('stay staged when they could not be sent', async () => {
    flow.send({ type: 'cells.edited', cells: [rename('Grace')] });
    flow.send({ type: 'commit.requested' });
    commit.last().fail(refusal);
    await until((snapshot) => selectCommitFailure(snapshot) !== null);
    expect(Object.keys(staged())).toEqual([row]);
    flow.send({ type: 'commit.requested' });
    expect([commit.calls.length, seen(selectCommitFailure)]).toEqual([2, null]);
  });

  describe('whose commit got no answer', () => {
    beforeEach(async () => {
      flow.send({ type: 'rows.inserted', rows: [{ row: 'new', cells: {} }] });
      flow.send({ type: 'commit.requested' });
      commit.last().fail(unanswered);
      await until(selectIsUndecided);
    });

    it('cannot be edited or sent again until it is known whether they were made', () => {
      flow.send({ type: 'commit.requested' });
      flow.send({ type: 'rows.inserted', rows: [{ row: 'second', cells: {} }] });
      expect([Object.keys(staged()), commit.calls.length, seen(selectIsLocked)]).toEqual([['new'], 1, true]);
    });

    it('are no longer staged when they were made', async () => {
      settle.last().answer(['new']);
      await until((snapshot) => !selectIsLocked(snapshot));
      expect([staged(), told, stored.at(-1)]).toEqual([{}, [{ type: 'rows.outdated' }], { new: null }]);
      expect(port.commands).toMatchObject([{ toast: { title: '1 change committed' } }]);
    });

    it('stay staged, with the reason, when none was made', async () => {
      settle.last().answer([]);
      await until((snapshot) => !selectIsLocked(snapshot));
      expect([Object.keys(staged()), seen(selectCommitFailure)?.message]).toEqual([['new'], unanswered.message]);
    });

    it('are asked for again when that fails', async () => {
      settle.last().fail(refusal);
      await until(selectCanCheckCommit);
      flow.send({ type: 'commit.checked' });
      expect(settle.calls.length).toBe(2);
    });
  });

  it('that were sent before a reload are asked for first', async () => {
    report({ type: 'edits.recalled', staged: { new: { type: 'insert', values: {} } }, undecided: true });
    expect([seen(selectIsUndecided), Object.keys(staged())]).toEqual([true, ['new']]);
    settle.last().answer(['new']);
    await until((snapshot) => !selectIsLocked(snapshot));
    expect(staged()).toEqual({});
  });

  describe('of a row that was changed meanwhile', () => {
    beforeEach(async () => {
      flow.send({ type: 'cells.edited', cells: [rename('Mine')] });
      flow.send({ type: 'rows.inserted', rows: [{ row: 'new', cells: {} }] });
      flow.send({ type: 'commit.requested' });
      commit.last().answer({ outcome: 'conflict', change: 0, cells: { id: '1', name: 'Theirs', notes: null } });
      await until(selectIsConflicted);
    });

    it('overwrite it when the user says so', () => {
      flow.send({ type: 'conflict.overwritten' });
      expect(Object.values(commit.last().input.changes)[0]).toEqual({
        type: 'update',
        key: { id: '1' },
        old: { name: 'Theirs' },
        values: { name: 'Mine' },
        defaults: [],
      });
    });

    it('leave it as it is when the user says so, and the others are committed', () => {
      flow.send({ type: 'conflict.yielded' });
      expect(Object.values(commit.last().input.changes)).toEqual([{ type: 'insert', values: {} }]);
      expect(told).toEqual([{ type: 'rows.outdated' }]);
    });

    it('stay as they are when the user goes back', () => {
      flow.send({ type: 'action.cancelled' });
      expect([Object.keys(staged()), commit.calls.length]).toEqual([[row, 'new'], 1]);
    });

    it('cannot overwrite a row that is gone', async () => {
      flow.send({ type: 'action.cancelled' });
      flow.send({ type: 'commit.requested' });
      commit.last().answer({ outcome: 'conflict', change: 0, cells: null });
      await until(selectIsConflicted);
      flow.send({ type: 'conflict.overwritten' });
      expect(seen(selectIsConflicted)).toBe(true);
      flow.send({ type: 'conflict.yielded' });
      expect(Object.keys(staged())).toEqual(['new']);
    });
  });

  it('are discarded after a question', () => {
    flow.send({ type: 'cells.edited', cells: [rename('Grace')] });
    flow.send({ type: 'discard.requested' });
    flow.send({ type: 'action.cancelled' });
    expect(Object.keys(staged())).toEqual([row]);
    flow.send({ type: 'discard.requested' });
    flow.send({ type: 'action.confirmed' });
    expect([staged(), stored.at(-1)]).toEqual([{}, { [row]: null }]);
  });
});
