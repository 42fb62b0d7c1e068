// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import { countStagedIn } from '../../../src/contract/tables/tabsAndFavorites.ts';
import { readStored, writeStored } from '../../../src/services/browser/storage.ts';
import { tableEntries } from '../../../src/services/tables/tableEntries.ts';
import {
  noteMissingTable,
  noteOpenedTable,
  noteStagedChanges,
  readTabsAndFavorites,
  watchMissingTables,
  watchTabsAndFavorites,
} from '../../../src/services/tables/tabsAndFavorites.ts';
import { boats } from '../../fixtures/tables.ts';

it('how many changes wait at a table is stored and told to the lists of the project, once', async () => {
  noteOpenedTable('abc', boats);
  const [changed, elsewhere] = [vi.fn<() => void>(), vi.fn<() => void>()];
  for (const [ref, told] of [
    ['abc', changed],
    ['def', elsewhere],
  ] as const)
    onTestFinished(watchTabsAndFavorites(ref, told));
  for (const _ of [1, 2]) noteStagedChanges('abc', boats.id, 3);
  expect(countStagedIn(readTabsAndFavorites('abc'), boats.id)).toBe(3);
  noteStagedChanges('abc', boats.id, 0);
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
  expect(elsewhere).not.toHaveBeenCalled();
});

it('a table that does not exist is forgotten, but for what is staged of it, and told to the lists of the project', async () => {
  const trips = { ...boats, id: boats.id + 1, name: 'trips' };
  for (const table of [boats, trips]) noteOpenedTable('ghi', table);
  noteStagedChanges('ghi', boats.id, 3);
  writeStored(tableEntries.table, { id: boats.id, name: boats.name }, 'ghi');
  const missed = vi.fn<() => void>();
  onTestFinished(watchMissingTables('ghi', missed));
  noteMissingTable('ghi', boats.id);
  const tables = readTabsAndFavorites('ghi');
  expect([tables.tabs.map(({ name }) => name), countStagedIn(tables, boats.id)]).toEqual([['trips'], 3]);
  expect(readStored(tableEntries.table, 'ghi')).toBeNull();
  await vi.waitFor(() => expect(missed).toHaveBeenCalledTimes(1));
  writeStored(tableEntries.table, { id: trips.id, name: trips.name }, 'ghi');
  noteMissingTable('ghi', boats.id);
  expect(readStored(tableEntries.table, 'ghi')?.name).toBe('trips');
});
