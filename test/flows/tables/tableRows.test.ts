import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, waitFor, type Actor } from 'xstate';
import { rowAddressIn, wholeTable, type RowAddress } from '../../../src/contract/tables/rowAddress.ts';
import {
  everyRow,
  type KeptFilters,
  type RowCount,
  type RowFilters,
  type RowPage,
  type RowView,
  type RowPosition,
} from '../../../src/contract/tables/rows.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import {
  tableRowsMachine,
  type AddressChanged,
  type FilterRecalled,
  type RoleChanged,
  type StoreFilter,
  type TableOutdated,
  type TableRef,
} from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import {
  selectCount,
  selectCountFailure,
  selectFilterDraft,
  selectIsFiltering,
  selectIsCounting,
  selectHidden,
  selectIsReadingRows,
  selectOpenRow,
  selectRowId,
  selectPage,
  selectPageRequest,
  selectPosition,
  selectRowsFailure,
  selectView,
  selectViewAs,
} from '../../../src/machines/tables/tableRows/tableRows.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal } from '../../fixtures/screen.ts';
import { boats, twoBoats } from '../../fixtures/tables.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { keyChanged, tableRowsModel } from './tableRows.model.ts';

coverChart(tableRowsModel);

describe('the rows of a table', () => {
  let read: ReturnType<typeof held<RowPage, TableRef & Pick<RowAddress, 'view' | 'position' | 'viewAs'>>>;
  let count: ReturnType<typeof held<RowCount, TableRef & Pick<RowAddress, 'view' | 'viewAs'>>>;
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof tableRowsMachine>;
  let told: (RoleChanged | TableOutdated)[];
  let recall: (kept: KeptFilters) => void;
  let stored: KeptFilters[];
  let tell: (address: RowAddress) => void;
  const seen = <Value>(select: (snapshot: ReturnType<typeof flow.getSnapshot>) => Value) => select(flow.getSnapshot());
  const filtered: RowView = {
    filters: [{ column: 'name', operator: '=', value: 'Ada & Grace' }],
    where: 'id > 1',
    sorts: [{ column: 'id', descending: true }],
  };
  /** The rows that the last requested address shows. */
  const addressed = (replace = true) => {
    const last = port.commands.at(-1);
    if (last?.type !== 'navigation.requested') throw new Error('No address was requested.');
    expect(last.replace).toBe(replace);
    const { pathname, searchParams } = new URL(last.to, 'http://localhost');
    expect(pathname).toBe(`/project/abc/editor/${boats.id}`);
    return rowAddressIn(Object.fromEntries(searchParams));
  };

  beforeEach(async () => {
    read = held();
    count = held();
    port = recordingPort();
    told = [];
    stored = [];
    const parent = createPort((event) => told.push(event as RoleChanged | TableOutdated)) as unknown as Port<
      RoleChanged | TableOutdated
    >;
    flow = createActor(
      tableRowsMachine.provide({
        actors: {
          readRows: read.logic,
          countRows: count.logic,
          storeFilter: fromCallback<StoreFilter, TableRef>(({ sendBack, receive }) => {
            recall = (kept) => sendBack({ type: 'filter.recalled', kept } satisfies FilterRecalled);
            receive(({ kept }) => stored.push(kept));
          }),
          watchAddress: fromCallback<AddressChanged, TableRef>(({ sendBack }) => {
            tell = (address) => sendBack({ type: 'address.changed', address } satisfies AddressChanged);
          }),
        },
      }),
      {
        input: { ref: 'abc', id: boats.id, port, parent, columns: twoBoats.columns, key: ['id'], address: wholeTable },
      },
    ).start();
    read.last().answer(twoBoats);
    await waitFor(flow, (snapshot) => snapshot.matches({ rows: 'ready' }));
  });

  it('appear without waiting for a count', () => {
    expect([seen(selectPage), count.calls.length, seen(selectCount)]).toEqual([twoBoats, 0, null]);
  });

  it('begin at their first page when the filter or the order changes, which the address says', () => {
    flow.send({ type: 'page.requested', position: { by: 'end' } });
    flow.send({ type: 'view.changed', view: filtered });
    expect(read.last().input).toEqual({ ref: 'abc', id: boats.id, view: filtered, position: null, viewAs: null });
    // Back leads to the rows before.
    expect(addressed(false)).toEqual({ ...wholeTable, view: filtered });
    expect([seen(selectView), seen(selectPosition)]).toEqual([filtered, null]);
  });

  describe('filters that are typed and not applied', () => {
    const typed: RowFilters = { filters: [{ column: 'name', operator: '=', value: 'Ad' }], where: 'id >' };
    const none: RowFilters = { filters: [], where: '' };
    const draft = { ...typed, begunFrom: none };
    const panel = () => [seen(selectIsFiltering), seen(selectFilterDraft)];

    it('are stored as they are typed, until they are discarded', () => {
      expect(panel()).toEqual([false, null]);
      flow.send({ type: 'filter.opened' });
      flow.send({ type: 'filter.typed', typed });
      expect([...panel(), seen(selectView), stored.at(-1)]).toEqual([
        true,
        draft,
        everyRow,
        { isOpen: true, drafts: [draft] },
      ]);
      flow.send({ type: 'filter.typed', typed: null });
      expect([...panel(), stored.at(-1)]).toEqual([true, null, { isOpen: true, drafts: [] }]);
    });

    it('are forgotten when filters are applied, also older ones of those', () => {
      flow.send({ type: 'filter.opened' });
      flow.send({ type: 'view.changed', view: filtered });
      flow.send({ type: 'filter.typed', typed });
      tell(wholeTable);
      flow.send({ type: 'filter.typed', typed: { filters: filtered.filters, where: filtered.where } });
      flow.send({ type: 'filter.applied', view: filtered });
      expect([...panel(), stored.at(-1)]).toEqual([true, null, { isOpen: true, drafts: [] }]);
      expect([read.last().input.view, addressed(false).view]).toEqual([filtered, filtered]);
      tell(wholeTable);
      expect(panel()).toEqual([true, null]);
    });

    it('are shown with the filters that they were begun from, and never over others', () => {
      flow.send({ type: 'filter.opened' });
      flow.send({ type: 'filter.typed', typed });
      // A link leads to other rows, and Back to those before; their order and page do not matter.
      tell({ ...wholeTable, view: filtered });
      expect(panel()).toEqual([true, null]);
      flow.send({ type: 'filter.typed', typed: { ...typed, where: 'true' } });
      tell({ ...wholeTable, view: { ...everyRow, sorts: filtered.sorts }, position: { by: 'end' } });
      expect(panel()).toEqual([true, draft]);
      tell({ ...wholeTable, view: filtered });
      expect(seen(selectFilterDraft)?.where).toBe('true');
    });

    it('open the panel after a reload where they belong to the rows, unless the user closed it', () => {
      recall({ isOpen: false, drafts: [draft] });
      expect(panel()).toEqual([false, draft]);
      recall({ isOpen: true, drafts: [{ ...draft, begunFrom: { ...none, where: 'id > 1' } }] });
      expect(panel()).toEqual([false, null]);
      recall({ isOpen: true, drafts: [draft] });
      expect(panel()).toEqual([true, draft]);
      flow.send({ type: 'filter.closed' });
      expect([...panel(), stored.at(-1)]).toEqual([false, draft, { isOpen: false, drafts: [draft] }]);
    });

    it('are kept of a few filters: the newest ones', () => {
      flow.send({ type: 'filter.opened' });
      for (let at = 0; at < 12; at += 1) {
        tell({ ...wholeTable, view: { ...everyRow, where: `id > ${at}` } });
        flow.send({ type: 'filter.typed', typed });
      }
      expect(stored.at(-1)?.drafts.map(({ begunFrom }) => begunFrom.where)).toEqual(
        Array.from({ length: 10 }, (_, index) => `id > ${11 - index}`),
      );
    });
  });

  it('turn to another page, which the address says', () => {
    flow.send({ type: 'page.requested', position: twoBoats.next });
    expect(read.last().input.position).toEqual(twoBoats.next);
    expect(addressed().position).toEqual(twoBoats.next);
    expect([seen(selectIsReadingRows), seen(selectPage)]).toEqual([true, twoBoats]);
  });

  it('are known by what they were read with while others are read, and when that fails', async () => {
    const first = { view: everyRow, position: null, viewAs: null };
    expect(seen(selectPageRequest)).toEqual(first);
    flow.send({ type: 'page.requested', position: twoBoats.next });
    expect([seen(selectPosition), seen(selectPageRequest)]).toEqual([twoBoats.next, first]);
    flow.send({ type: 'view.changed', view: filtered });
    read.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.matches({ rows: 'failed' }));
    expect([seen(selectView), seen(selectPageRequest)]).toEqual([filtered, first]);
    flow.send({ type: 'rows.reloaded' });
    read.last().answer(twoBoats);
    await waitFor(flow, (snapshot) => snapshot.matches({ rows: 'ready' }));
    expect(seen(selectPageRequest)).toEqual({ ...first, view: filtered });
  });

  it('of a newer request replace those of an older one', async () => {
    flow.send({ type: 'page.requested', position: { by: 'end' } });
    const older = read.last();
    flow.send({ type: 'page.requested', position: null });
    read.last().answer({ ...twoBoats, rows: [] });
    await waitFor(flow, (snapshot) => snapshot.matches({ rows: 'ready' }));
    older.answer(twoBoats);
    expect(seen(selectPage)?.rows).toEqual([]);
  });

  it('stay on the screen when a filter is refused', async () => {
    flow.send({ type: 'view.changed', view: filtered });
    read.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.matches({ rows: 'failed' }));
    expect([seen(selectPage), seen(selectRowsFailure)?.message]).toEqual([twoBoats, 'Not like this.']);
    flow.send({ type: 'rows.reloaded' });
    expect([read.last().input.view, seen(selectRowsFailure)]).toEqual([filtered, null]);
  });

  it('are counted exactly on request, which can be cancelled', async () => {
    flow.send({ type: 'count.requested' });
    expect(seen(selectIsCounting)).toBe(true);
    flow.send({ type: 'count.cancelled' });
    expect([seen(selectIsCounting), count.last().signal.aborted]).toEqual([false, true]);
    flow.send({ type: 'count.requested' });
    count.last().fail(refusal);
    await waitFor(flow, (snapshot) => selectCountFailure(snapshot) !== null);
    flow.send({ type: 'count.requested' });
    count.last().answer({ count: 12 });
    await waitFor(flow, (snapshot) => selectCount(snapshot) === 12);
    expect(seen(selectCountFailure)).toBeNull();
    flow.send({ type: 'view.changed', view: filtered });
    expect(seen(selectCount)).toBeNull();
  });

  it('are not said to be as many as before once they are read again', async () => {
    flow.send({ type: 'count.requested' });
    count.last().answer({ count: 12 });
    await waitFor(flow, (snapshot) => selectCount(snapshot) === 12);
    flow.send({ type: 'rows.reloaded' });
    expect([seen(selectCount), seen(selectIsCounting), count.calls.length]).toEqual([null, false, 1]);
    // A count that is under way may have passed the rows that changed.
    flow.send({ type: 'count.requested' });
    const older = count.last();
    flow.send({ type: 'rows.reloaded' });
    expect([older.signal.aborted, seen(selectIsCounting), count.calls.length]).toEqual([true, true, 3]);
    count.last().answer({ count: 13 });
    await waitFor(flow, (snapshot) => selectCount(snapshot) === 13);
  });

  it('of a table that was altered are not shown under the old columns: the screen hears of it', async () => {
    flow.send({ type: 'rows.reloaded' });
    read.last().answer({ ...twoBoats, columns: ['id', 'renamed'], rows: [['1', 'x']] });
    await waitFor(flow, (snapshot) => snapshot.matches({ rows: 'outdated' }));
    expect([told, seen(selectPage)]).toEqual([[{ type: 'table.outdated' }], twoBoats]);
  });

  it('follow the address when the user goes back', () => {
    flow.send({ type: 'view.changed', view: filtered });
    tell({ ...wholeTable, view: filtered });
    expect(read.calls.length).toBe(2);
    tell({ ...wholeTable, hidden: ['notes'] });
    expect([read.last().input.view, seen(selectHidden)]).toEqual([everyRow, ['notes']]);
  });

  it('are seen as another role, which the address and the screen are told', () => {
    const viewAs = { role: 'authenticated', user: 'ada@example.com' } as const;
    flow.send({ type: 'page.requested', position: twoBoats.next });
    flow.send({ type: 'role.chosen', viewAs });
    expect(read.last().input).toEqual({ ref: 'abc', id: boats.id, view: everyRow, position: null, viewAs });
    expect([addressed(false).viewAs, told, seen(selectViewAs)]).toEqual([
      viewAs,
      [{ type: 'role.changed', viewAs }],
      viewAs,
    ]);
    flow.send({ type: 'count.requested' });
    expect(count.last().input.viewAs).toEqual(viewAs);
    tell(wholeTable);
    expect([told.at(-1), seen(selectIsCounting)]).toEqual([{ type: 'role.changed', viewAs: null }, false]);
  });

  it('of one role are not shown as those of another one, also where that may read none', async () => {
    flow.send({ type: 'role.chosen', viewAs: { role: 'anon', user: null } });
    expect(seen(selectPage)).toBeNull();
    read.last().fail(refusal);
    await waitFor(flow, (snapshot) => selectRowsFailure(snapshot) !== null);
    expect(seen(selectPage)).toBeNull();
  });

  it('hide columns, which the address says', () => {
    flow.send({ type: 'columns.hidden', hidden: ['notes', 'active'] });
    expect(addressed().hidden).toEqual(['notes', 'active']);
  });

  it('open as one row, which the address says, until it is closed or the user goes back', () => {
    const opened = () => [seen(selectRowId), seen(selectOpenRow)?.getSnapshot().context.values];
    flow.send({ type: 'row.opened', row: '{"id":"2"}' });
    expect([...opened(), addressed(false).row]).toEqual(['{"id":"2"}', ['2'], '{"id":"2"}']);
    // What is no key is not read.
    for (const row of ['new-7', '["1","2"]', '{"id":1}', '[1]']) {
      flow.send({ type: 'row.opened', row });
      expect(opened()).toEqual([row, undefined]);
    }
    flow.send({ type: 'row.closed' });
    expect([...opened(), addressed().row]).toEqual([null, undefined, null]);
    tell({ ...wholeTable, row: '{"id":"1"}' });
    expect(opened()).toEqual(['{"id":"1"}', ['1']]);
    tell(wholeTable);
    expect(opened()).toEqual([null, undefined]);
  });

  it('close the row that is open when other columns become the key: its id may be that of another one', () => {
    const opened = () => [seen(selectRowId), seen(selectOpenRow) !== undefined];
    flow.send({ type: 'row.opened', row: '{"id":"2"}' });
    flow.send({ type: 'table.described', columns: twoBoats.columns, key: ['id'] });
    expect(opened()).toEqual(['{"id":"2"}', true]);
    flow.send({ type: 'table.described', columns: twoBoats.columns, key: ['doubled'] });
    expect([...opened(), addressed().row]).toEqual([null, false, null]);
    // A new row has no key yet.
    flow.send({ type: 'row.opened', row: 'new-1' });
    flow.send({ type: 'table.described', columns: twoBoats.columns, key: ['id'] });
    expect(opened()).toEqual(['new-1', false]);
  });

  it('begin at their first page where the address is that of another key', () => {
    const ofName: RowPosition = { by: 'key', values: { name: 'Ada' }, backward: false };
    const before = read.calls.length;
    tell({ ...wholeTable, position: ofName });
    expect([read.calls.length, seen(selectPosition)]).toEqual([before, null]);
    tell({ ...wholeTable, view: filtered, position: ofName });
    expect(read.last().input).toMatchObject({ view: filtered, position: null });
    tell({ ...wholeTable, position: { by: 'offset', offset: 100 } });
    expect(read.last().input).toMatchObject({ view: everyRow, position: null });
    // In another order, the sorted column is a part of the position.
    const sorted = { ...everyRow, sorts: [{ column: 'name', descending: false }] };
    const inOrder: RowPosition = { by: 'key', values: { id: '1', name: 'Ada' }, backward: false };
    tell({ ...wholeTable, view: sorted, position: inOrder });
    expect(read.last().input).toMatchObject({ view: sorted, position: inOrder });
    // The page stays what it was while it is read again with another key.
    flow.send({ type: 'table.described', columns: twoBoats.columns, key: ['name'] });
    expect(read.last().input).toMatchObject({ view: sorted, position: null });
  });

  it('have the table read again where it was given another key meanwhile', async () => {
    const known = told.length;
    flow.send({ type: 'page.requested', position: twoBoats.next });
    read.last().fail(keyChanged);
    await waitFor(flow, (snapshot) => snapshot.matches({ rows: 'outdated' }));
    expect([told.slice(known), seen(selectPage)]).toEqual([[{ type: 'table.outdated' }], twoBoats]);
    flow.send({ type: 'table.described', columns: twoBoats.columns, key: ['name'] });
    expect(read.last().input).toMatchObject({ position: null });
  });
});
