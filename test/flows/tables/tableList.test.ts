import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import { tableSearchDebounceMs } from '../../../src/contract/tables/table.ts';
import type { ResourceView } from '../../../src/machines/parts/port.ts';
import {
  tableListMachine,
  type ListedTables,
  type ReadTables,
} from '../../../src/machines/tables/tableList/tableList.machine.ts';
import {
  selectHasFailed,
  selectHasMore,
  selectIsReading,
  selectIsReadingMore,
  selectSchema,
  selectSchemas,
  selectTables,
} from '../../../src/machines/tables/tableList/tableList.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { ordersDetail, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { entry, listed, tableListModel } from './tableList.model.ts';

coverChart(tableListModel);

describe('the list of tables', () => {
  let clock: SteppedClock;
  let read: ReturnType<typeof held<ListedTables, ReadTables>>;
  let flow: Actor<typeof tableListMachine>;
  const ready = () => waitFor(flow, (snapshot) => snapshot.matches('ready'));
  const names = () => selectTables(flow.getSnapshot()).map(({ name }) => name);

  beforeEach(async () => {
    clock = new SteppedClock();
    read = held();
    flow = createActor(tableListMachine.provide({ actors: { readTables: read.logic } }), {
      clock,
      input: {
        ...screenInput({
          resources: {
            watch: (_, seen) => {
              (seen as (view: ResourceView) => void)({
                data: ordersDetail('ACTIVE_HEALTHY'),
                failure: null,
                refreshing: false,
              });
              return () => {};
            },
          },
        }),
        params: { ref: 'abc' },
      },
    }).start();
    read.last().answer(listed([entry(1, 'boats')], 'boats'));
    await ready();
  });

  it('opens with the last selected schema, whatever it is', () => {
    expect(read.calls[0]?.input).toEqual({ ref: 'abc', schema: null, search: '', after: null });
    expect([selectSchema(flow.getSnapshot()), selectSchemas(flow.getSnapshot())]).toEqual([
      'public',
      ['harbor', 'public'],
    ]);
  });

  it('is read page by page', async () => {
    expect(selectHasMore(flow.getSnapshot())).toBe(true);
    flow.send({ type: 'more.requested' });
    expect([selectIsReadingMore(flow.getSnapshot()), read.last().input.after]).toEqual([true, 'boats']);
    read.last().answer(listed([entry(2, 'trips')]));
    await ready();
    expect(names()).toEqual(['boats', 'trips']);
  });

  it('is searched when the user pauses, and what was listed stays until then', () => {
    for (const search of ['t', 'tr', 'tri ']) {
      flow.send({ type: 'search.changed', search });
      clock.increment(tableSearchDebounceMs - 1);
    }
    expect(read.calls).toHaveLength(1);
    clock.increment(1);
    expect(read.last().input).toMatchObject({ search: 'tri', after: null });
    expect([names(), selectIsReading(flow.getSnapshot())]).toEqual([['boats'], true]);
  });

  it('begins with the first page of another schema', () => {
    flow.send({ type: 'search.changed', search: 'b' });
    flow.send({ type: 'schema.chosen', schema: 'harbor' });
    expect(read.last().input).toEqual({ ref: 'abc', schema: 'harbor', search: '', after: null });
    expect(names()).toEqual([]);
  });

  it('stays when another table is opened', () => {
    flow.send({ type: 'page.changed' });
    expect([read.calls.length, names()]).toEqual([1, ['boats']]);
  });

  it('says why it could not be read, and is read again on request', async () => {
    flow.send({ type: 'list.reloaded' });
    read.last().fail(refusal);
    await waitFor(flow, selectHasFailed);
    flow.send({ type: 'list.reloaded' });
    read.last().answer(listed([]));
    await ready();
    expect([names(), flow.getSnapshot().context.failure]).toEqual([[], null]);
  });
});
