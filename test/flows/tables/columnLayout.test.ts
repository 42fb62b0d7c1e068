import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, type Actor } from 'xstate';
import { arranged, moved, ownLayout, type ColumnLayout } from '../../../src/contract/tables/columnLayout.ts';
import {
  columnLayoutMachine,
  type LayoutRecalled,
  type StoreLayout,
} from '../../../src/machines/tables/columnLayout/columnLayout.machine.ts';
import { selectLayout } from '../../../src/machines/tables/columnLayout/columnLayout.selectors.ts';
import type { TableRef } from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { boats } from '../../fixtures/tables.ts';
import { coverChart } from '../../support/cover.ts';
import { columnLayoutModel } from './columnLayout.model.ts';

coverChart(columnLayoutModel);

describe('the columns of a table', () => {
  let stored: ColumnLayout[];
  let recalled: ColumnLayout | null;
  const start = (): Actor<typeof columnLayoutMachine> =>
    createActor(
      columnLayoutMachine.provide({
        actors: {
          storeLayout: fromCallback<StoreLayout, TableRef>(({ sendBack, receive }) => {
            if (recalled) sendBack({ type: 'layout.recalled', layout: recalled } satisfies LayoutRecalled);
            receive(({ layout }) => stored.push(layout));
          }),
        },
      }),
      { input: { ref: 'abc', id: boats.id } },
    ).start();
  const names = (layout: ColumnLayout) => arranged(boats.columns, layout).map(({ name }) => name);

  beforeEach(() => {
    stored = [];
    recalled = null;
  });

  it('stand as in the table until the user arranges them, which is stored', () => {
    const flow = start();
    expect(selectLayout(flow.getSnapshot())).toEqual(ownLayout);
    flow.send({ type: 'columns.ordered', order: moved(names(ownLayout), 'notes', 0) });
    flow.send({ type: 'column.resized', name: 'name', width: 240 });
    expect(stored.at(-1)).toEqual({
      order: ['notes', 'id', 'name', 'active', 'doubled'],
      widths: { name: 240 },
      frozen: [],
      zone: null,
    });
    expect(names(selectLayout(flow.getSnapshot()))).toEqual(['notes', 'id', 'name', 'active', 'doubled']);
    flow.send({ type: 'layout.reset' });
    expect(stored.at(-1)).toEqual(ownLayout);
  });

  it('come back as they were arranged; columns that are new come last', () => {
    recalled = { order: ['active', 'gone', 'name'], widths: {}, frozen: [], zone: null };
    expect(names(selectLayout(start().getSnapshot()))).toEqual(['active', 'name', 'id', 'notes', 'doubled']);
  });

  it('that are frozen come first, and are stored', () => {
    const flow = start();
    flow.send({ type: 'columns.frozen', names: ['active'] });
    expect([names(selectLayout(flow.getSnapshot())), stored.at(-1)?.frozen]).toEqual([
      ['active', 'id', 'name', 'notes', 'doubled'],
      ['active'],
    ]);
    flow.send({ type: 'columns.ordered', order: ['notes', 'active', 'id', 'name', 'doubled'] });
    expect(names(selectLayout(flow.getSnapshot()))).toEqual(['active', 'notes', 'id', 'name', 'doubled']);
  });

  it('are not moved beyond the others', () => {
    const all = names(ownLayout);
    expect([moved(all, 'id', -1), moved(all, 'doubled', 5), moved(all, 'none', 0)]).toEqual([all, all, all]);
  });
});
