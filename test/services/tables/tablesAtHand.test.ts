// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import { countStagedIn } from '../../../src/contract/tables/tablesAtHand.ts';
import {
  noteOpenedTable,
  noteStagedChanges,
  readTablesAtHand,
  watchTablesAtHand,
} from '../../../src/services/tables/tablesAtHand.ts';
import { boats } from '../../fixtures/tables.ts';

it('how many changes wait at a table is stored and told to the lists of the project, once', async () => {
  noteOpenedTable('abc', boats);
  const [changed, elsewhere] = [vi.fn<() => void>(), vi.fn<() => void>()];
  for (const [ref, told] of [
    ['abc', changed],
    ['def', elsewhere],
  ] as const)
    onTestFinished(watchTablesAtHand(ref, told));
  for (const _ of [1, 2]) noteStagedChanges('abc', boats.id, 3);
  expect(countStagedIn(readTablesAtHand('abc'), boats.id)).toBe(3);
  noteStagedChanges('abc', boats.id, 0);
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
  expect(elsewhere).not.toHaveBeenCalled();
});
