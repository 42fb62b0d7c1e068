// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { holdWriter, isOwnWriter, livingWriters } from '../../../src/services/sql/draftTabs.ts';

afterEach(() => vi.unstubAllGlobals());

/** Locks that a browser frees some time after their holders let them go. */
function slowLocks(): { held: string[] } {
  const held: string[] = [];
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, work: () => Promise<void>) => {
        held.push(name);
        return work();
      },
      query: async () => ({ held: held.map((name) => ({ name })) }),
    },
  });
  return { held };
}

it('a writer lives from its beginning to its end, and not until its lock is freed', async () => {
  const { held } = slowLocks();
  held.push('basechart-sql-drafts:of another tab', 'another lock');
  const stop = holdWriter('own');
  expect([[...(await livingWriters())].toSorted(), isOwnWriter('own')]).toEqual([['of another tab', 'own'], true]);
  stop();
  expect([[...(await livingWriters())], isOwnWriter('own')]).toEqual([['of another tab'], false]);
});

it('without locks, the writers of this page are known', async () => {
  vi.stubGlobal('navigator', {});
  const stop = holdWriter('alone');
  expect([...(await livingWriters())]).toEqual(['alone']);
  stop();
  expect([...(await livingWriters())]).toEqual([]);
});
