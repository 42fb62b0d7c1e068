import { afterEach, expect, it, vi } from 'vitest';
import { distinctTitles } from '../../../src/contract/sql/queryTitle.ts';
import { newQueryId } from '../../../src/services/sql/queryId.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('numbers queries with the same title in the order in which they were created', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const ids = Array.from({ length: 20 }, (_, second) => {
    vi.setSystemTime(Date.UTC(2026, 0, 1, 0, 0, second));
    return newQueryId();
  });
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  const queries = ids.map((id) => ({ id, name: 'Untitled query', title: 'select 1' }));
  const [first, ...others] = distinctTitles(queries);
  expect([first, ...others.slice(0, 2), others.at(-1)]).toEqual([
    'select 1',
    'select 1 (2)',
    'select 1 (3)',
    'select 1 (20)',
  ]);
});
