import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, waitFor, type Actor } from 'xstate';
import * as timing from '../../../src/contract/common/timing.ts';
import { tableSearchDebounceMs } from '../../../src/contract/tables/table.ts';
import type { ResourceView } from '../../../src/machines/parts/port.ts';
import { dropTableMachine, type DropTableInput } from '../../../src/machines/tables/dropTable/dropTable.machine.ts';
import {
  importRowsMachine,
  type ImportRowsInput,
  type ImportSource,
} from '../../../src/machines/tables/importRows/importRows.machine.ts';
import { newTableMachine, type NewTableInput } from '../../../src/machines/tables/newTable/newTable.machine.ts';
import {
  tableListMachine,
  type ListedTables,
  type ReadTables,
} from '../../../src/machines/tables/tableList/tableList.machine.ts';
import {
  selectFormsFailure,
  selectHasFailed,
  selectHasForm,
  selectHasMore,
  selectImportRows,
  selectDropped,
  selectDropTable,
  selectIsOpening,
  selectIsReading,
  selectIsReadingMore,
  selectNewTable,
  selectSchema,
  selectSchemas,
  selectSearch,
  selectTables,
} from '../../../src/machines/tables/tableList/tableList.selectors.ts';
import { tabsAndFavoritesMachine } from '../../../src/machines/tables/tabsAndFavorites/tabsAndFavorites.machine.ts';
import { held } from '../../fixtures/held.ts';
import { ordersDetail, recordingPort, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { loaded, SteppedClock } from '../../support/fakeWorld.ts';
import { entry, listed, tableListModel } from './tableList.model.ts';

coverChart(tableListModel);

describe('the list of tables', () => {
  let clock: SteppedClock;
  let read: ReturnType<typeof held<ListedTables, ReadTables>>;
  let file: ReturnType<typeof held<ImportSource | null, { file: File | null }>>;
  let forms: ReturnType<typeof held<void, undefined>>;
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof tableListMachine>;
  const ready = () => waitFor(flow, (snapshot) => snapshot.matches({ list: 'ready' }));
  const opened = () => waitFor(flow, selectHasForm);
  const names = () => selectTables(flow.getSnapshot()).map(({ name }) => name);

  beforeEach(async () => {
    clock = new SteppedClock();
    read = held();
    file = held();
    forms = held();
    port = recordingPort();
    flow = createActor(
      tableListMachine.provide({
        actors: {
          readTables: read.logic,
          keepFile: file.logic,
          loadForms: forms.logic,
          newTable: loaded<NewTableInput>(newTableMachine),
          dropTable: loaded<DropTableInput>(dropTableMachine),
          importRows: loaded<ImportRowsInput>(importRowsMachine),
          tabsAndFavorites: tabsAndFavoritesMachine.provide({ actors: { storeTables: fromCallback(() => {}) } }),
        },
      }),
      {
        clock,
        input: {
          ...screenInput({
            port,
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
      },
    ).start();
    read.last().answer(listed([entry(1, 'boats')], 'boats'));
    await ready();
  });

  it('opens with the last selected schema, whatever it is', () => {
    expect(read.calls[0]?.input).toEqual({ ref: 'abc', schema: null, search: '', withSizes: false, after: null });
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
    expect(read.last().input).toEqual({ ref: 'abc', schema: 'harbor', search: '', withSizes: false, after: null });
    expect(names()).toEqual([]);
  });

  it('stays when another table of its schema is opened, and follows to the schema of one of another', () => {
    flow.send({ type: 'page.changed' });
    flow.send({ type: 'table.shown', schema: 'public' });
    expect([read.calls.length, names()]).toEqual([1, ['boats']]);
    flow.send({ type: 'table.shown', schema: 'harbor' });
    expect([read.last().input.schema, selectSchema(flow.getSnapshot()), names()]).toEqual(['harbor', 'harbor', []]);
  });

  it('loses a table that was dropped elsewhere, once the user has tried to open it', async () => {
    flow.send({ type: 'table.missing' });
    expect(names()).toEqual(['boats']);
    read.last().answer(listed([entry(2, 'trips')]));
    await ready();
    expect([read.calls.length, names()]).toEqual([2, ['trips']]);
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

  it('opens the form of a new table, which can be closed', async () => {
    flow.send({ type: 'creation.requested' });
    forms.last().answer();
    await opened();
    expect(selectNewTable(flow.getSnapshot())?.getSnapshot().context.values.schema).toBe('public');
    flow.send({ type: 'creation.cancelled' });
    expect(selectNewTable(flow.getSnapshot())).toBeUndefined();
  });

  it('can be used while the code of a form loads, which is said if it takes long', async () => {
    flow.send({ type: 'creation.requested' });
    expect([selectIsOpening(flow.getSnapshot()), selectNewTable(flow.getSnapshot())]).toEqual([false, undefined]);
    clock.increment(timing.skeletonDelayMs);
    expect(selectIsOpening(flow.getSnapshot())).toBe(true);
    flow.send({ type: 'search.changed', search: 'boat' });
    expect(selectSearch(flow.getSnapshot())).toBe('boat');
    forms.last().answer();
    await opened();
    expect([selectIsOpening(flow.getSnapshot()), selectNewTable(flow.getSnapshot())]).toEqual([
      false,
      expect.anything(),
    ]);
  });

  it('gives up a form that does not come, when the user cancels it', () => {
    flow.send({ type: 'creation.requested' });
    clock.increment(timing.skeletonDelayMs);
    flow.send({ type: 'opening.cancelled' });
    expect(forms.last().signal.aborted).toBe(true);
    expect(flow.getSnapshot().matches({ work: 'idle' })).toBe(true);
  });

  it('says why a form could not be loaded, and opens it with the dropped file when it is tried again', async () => {
    const dropped = { id: 'one', name: 'boats.csv', size: 12 };
    flow.send({ type: 'import.requested', table: entry(1, 'boats'), file: new File(['id'], 'boats.csv') });
    file.last().answer(dropped);
    await waitFor(flow, (snapshot) => snapshot.matches({ work: 'loading' }));
    forms.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.matches({ work: 'missing' }));
    expect(selectFormsFailure(flow.getSnapshot())).toMatchObject({ message: refusal.message });
    flow.send({ type: 'opening.retried' });
    forms.last().answer();
    await opened();
    const { context } = selectImportRows(flow.getSnapshot())!.getSnapshot();
    expect([context.source, context.target]).toEqual([dropped, { id: 1, name: 'boats' }]);
    expect(selectFormsFailure(flow.getSnapshot())).toBeNull();
  });

  it('opens what was asked for last while the code loads', async () => {
    flow.send({ type: 'creation.requested' });
    flow.send({ type: 'drop.requested', table: entry(1, 'boats') });
    forms.last().answer();
    await opened();
    expect([selectDropTable(flow.getSnapshot()), selectNewTable(flow.getSnapshot())]).toEqual([
      expect.anything(),
      undefined,
    ]);
  });

  it('opens a table that was created, and is read again', async () => {
    flow.send({ type: 'creation.requested' });
    forms.last().answer();
    await opened();
    flow.send({ type: 'table.created', id: 9 });
    expect(port.commands).toMatchObject([
      { type: 'toast.requested' },
      { type: 'navigation.requested', to: '/project/abc/editor/9' },
    ]);
    expect(read.calls).toHaveLength(2);
  });

  it('leaves a table that was dropped, and is read again', async () => {
    flow.send({ type: 'drop.requested', table: entry(1, 'boats') });
    forms.last().answer();
    await opened();
    expect(selectDropTable(flow.getSnapshot())?.getSnapshot().context).toMatchObject({ id: 1, name: 'boats' });
    flow.send({ type: 'table.dropped' });
    expect(flow.getSnapshot().matches({ work: 'idle' })).toBe(true);
    expect([read.calls.length, port.commands.at(-1)]).toMatchObject([2, { to: '/project/abc/editor' }]);
    expect(selectDropped(flow.getSnapshot())).toBe(1);
  });
});
