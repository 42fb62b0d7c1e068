import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import {
  noTables,
  tabsMax,
  withOpened,
  withStaged,
  type TabsAndFavorites,
} from '../../../src/contract/tables/tabsAndFavorites.ts';
import type { AppPort } from '../../../src/machines/parts/port.ts';
import {
  tabsAndFavoritesMachine,
  type TablesLoaded,
  type StoreTables,
} from '../../../src/machines/tables/tabsAndFavorites/tabsAndFavorites.machine.ts';
import {
  selectFavorites,
  selectStagedTables,
  selectTabs,
} from '../../../src/machines/tables/tabsAndFavorites/tabsAndFavorites.selectors.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { kept, tabsAndFavoritesModel } from './tabsAndFavorites.model.ts';

coverChart(tabsAndFavoritesModel);

describe('the tables at hand', () => {
  let stored: TabsAndFavorites[];
  let told: unknown[];
  const start = (tables: TabsAndFavorites) =>
    createActor(
      tabsAndFavoritesMachine.provide({
        actors: {
          storeTables: fromCallback<StoreTables, { ref: string }>(({ sendBack, receive }) => {
            sendBack({ type: 'tables.loaded', tables } satisfies TablesLoaded);
            receive((command) => stored.push(command.tables));
          }),
        },
      }),
      { input: { ref: 'abc', port: createPort((event) => told.push(event)) as unknown as AppPort } },
    ).start();
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name);

  beforeEach(() => {
    stored = [];
    told = [];
  });

  it('come back as they were left', () => {
    const flow = start({ tabs: [kept(1, 'boats')], favorites: [kept(2, 'trips')] });
    expect(names(selectTabs(flow.getSnapshot()))).toEqual(['boats']);
    expect(names(selectFavorites(flow.getSnapshot()))).toEqual(['trips']);
  });

  it('show the next tab when the shown one is closed, and the list after the last', () => {
    const flow = start({ tabs: [kept(1, 'boats'), kept(2, 'trips'), kept(3, 'crew')], favorites: [] });
    flow.send({ type: 'tab.closed', id: 2, isShown: true });
    flow.send({ type: 'tab.closed', id: 3, isShown: true });
    flow.send({ type: 'tab.closed', id: 1, isShown: true });
    expect(told).toEqual(
      ['/project/abc/editor/3', '/project/abc/editor/1', '/project/abc/editor'].map((to) => ({
        type: 'navigation.requested',
        to,
      })),
    );
    expect(stored.at(-1)).toEqual(noTables);
  });

  it('stay where they are when another tab is closed', () => {
    const flow = start({ tabs: [kept(1, 'boats'), kept(2, 'trips')], favorites: [] });
    flow.send({ type: 'tab.closed', id: 2, isShown: false });
    expect([told, names(selectTabs(flow.getSnapshot()))]).toEqual([[], ['boats']]);
  });

  it('have favorites by name, which are taken back the same way', () => {
    const flow = start({ tabs: [], favorites: [kept(2, 'trips')] });
    flow.send({ type: 'favorite.toggled', table: kept(1, 'boats') });
    expect(names(selectFavorites(flow.getSnapshot()))).toEqual(['boats', 'trips']);
    flow.send({ type: 'favorite.toggled', table: kept(2, 'trips') });
    expect(stored.at(-1)?.favorites).toEqual([{ id: 1, schema: 'public', name: 'boats', kind: 'table' }]);
  });

  it('forget a table that was dropped', () => {
    const flow = start({ tabs: [kept(1, 'boats')], favorites: [kept(1, 'boats')] });
    flow.send({ type: 'table.forgotten', id: 1 });
    expect(stored).toEqual([noTables]);
  });

  it('name tables with staged changes, open or not, and dropped or not, until nothing waits there', () => {
    const waiting = withStaged({ tabs: [kept(1, 'boats')], favorites: [] }, 1, 3);
    const flow = start(waiting);
    expect(selectStagedTables(flow.getSnapshot())).toEqual([{ ...kept(1, 'boats'), staged: 3 }]);
    flow.send({ type: 'tab.closed', id: 1, isShown: false });
    flow.send({ type: 'table.forgotten', id: 1 });
    expect(stored.at(-1)).toMatchObject({ tabs: [], staged: [{ id: 1, name: 'boats', staged: 3 }] });
    const reopened = withOpened(stored.at(-1)!, kept(1, 'ships'));
    expect(reopened).toMatchObject({ tabs: [{ name: 'ships', staged: 3 }], staged: [{ name: 'ships' }] });
    expect(withStaged(reopened, 1, 0)).toMatchObject({ tabs: [{ staged: 0 }], staged: [] });
    // Nothing is known of a table that was never opened here.
    expect(withStaged(noTables, 7, 2)).toEqual(noTables);
  });

  it('have a table once, under its present name, and make room for new ones', () => {
    const renamed = withOpened({ tabs: [kept(1, 'boats')], favorites: [kept(1, 'boats')] }, kept(1, 'ships'));
    expect(renamed).toEqual({ tabs: [kept(1, 'ships')], favorites: [kept(1, 'ships')] });
    const many = Array.from({ length: tabsMax + 1 }, (_, id) => kept(id, `t${id}`)).reduce(withOpened, noTables);
    expect([many.tabs.length, many.tabs[0]?.id]).toEqual([tabsMax, 1]);
    // What waits to be committed stays in its tab.
    const waiting = withStaged({ tabs: [kept(1, 'boats')], favorites: [] }, 1, 3);
    expect(withOpened(waiting, kept(1, 'ships')).tabs).toEqual([{ ...kept(1, 'ships'), staged: 3 }]);
  });
});
