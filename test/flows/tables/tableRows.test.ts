import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { RowAddress } from '../../../src/contract/tables/rowAddress.ts';
import { rowAddressIn } from '../../../src/contract/tables/rowAddress.ts';
import { everyRow, type RowCount, type RowPage, type RowView } from '../../../src/contract/tables/rows.ts';
import { tableRowsMachine, type TableRef } from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import {
  selectCount,
  selectCountFailure,
  selectIsCounting,
  selectIsReadingRows,
  selectPage,
  selectPosition,
  selectRowsFailure,
  selectView,
} from '../../../src/machines/tables/tableRows/tableRows.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal } from '../../fixtures/screen.ts';
import { boats, twoBoats } from '../../fixtures/tables.ts';
import { coverChart } from '../../support/cover.ts';
import { tableRowsModel } from './tableRows.model.ts';

coverChart(tableRowsModel);

describe('the rows of a table', () => {
  let read: ReturnType<typeof held<RowPage, TableRef & RowAddress>>;
  let count: ReturnType<typeof held<RowCount, TableRef & { view: RowView }>>;
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof tableRowsMachine>;
  const seen = <Value>(select: (snapshot: ReturnType<typeof flow.getSnapshot>) => Value) => select(flow.getSnapshot());
  const filtered: RowView = {
    filters: [{ column: 'name', operator: '=', value: 'Ada & Grace' }],
    where: 'id > 1',
    sorts: [{ column: 'id', descending: true }],
  };
  /** The rows that the last requested address shows. */
  const addressed = () => {
    const last = port.commands.at(-1);
    if (last?.type !== 'navigation.requested') throw new Error('No address was requested.');
    expect(last.replace).toBe(true);
    const { pathname, searchParams } = new URL(last.to, 'http://localhost');
    expect(pathname).toBe(`/project/abc/editor/${boats.id}`);
    return rowAddressIn(Object.fromEntries(searchParams));
  };

  beforeEach(async () => {
    read = held();
    count = held();
    port = recordingPort();
    flow = createActor(tableRowsMachine.provide({ actors: { readRows: read.logic, countRows: count.logic } }), {
      input: { ref: 'abc', id: boats.id, port, address: { view: everyRow, position: null } },
    }).start();
    read.last().answer(twoBoats);
    await waitFor(flow, (snapshot) => snapshot.matches({ rows: 'ready' }));
  });

  it('appear without waiting for a count', () => {
    expect([seen(selectPage), count.calls.length, seen(selectCount)]).toEqual([twoBoats, 0, null]);
  });

  it('begin at their first page when the filter or the order changes, which the address says', () => {
    flow.send({ type: 'page.requested', position: { by: 'end' } });
    flow.send({ type: 'view.changed', view: filtered });
    expect(read.last().input).toEqual({ ref: 'abc', id: boats.id, view: filtered, position: null });
    expect(addressed()).toEqual({ view: filtered, position: null });
    expect([seen(selectView), seen(selectPosition)]).toEqual([filtered, null]);
  });

  it('turn to another page, which the address says', () => {
    flow.send({ type: 'page.requested', position: twoBoats.next });
    expect(read.last().input.position).toEqual(twoBoats.next);
    expect(addressed().position).toEqual(twoBoats.next);
    expect([seen(selectIsReadingRows), seen(selectPage)]).toEqual([true, twoBoats]);
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
});
