import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { QueryHistoryEntry } from '../../../src/contract/sql/snippet.ts';
import { HistoryList } from '../../../src/views/sql/HistoryList.tsx';

const run = (sql: string, outcome: QueryHistoryEntry['outcome'], cut = false): QueryHistoryEntry => ({
  id: sql,
  sql,
  cut,
  started_at: '2026-01-01T00:00:00Z',
  duration_ms: 12,
  outcome,
  error: outcome === 'failed' ? 'relation does not exist' : null,
});

afterEach(cleanup);

let chosen: string[];
beforeEach(() => {
  chosen = [];
  render(
    <HistoryList
      history={{
        state: 'ready',
        data: [
          run('select * from orders', 'succeeded'),
          run('select * from ordres', 'failed'),
          run('insert', 'succeeded', true),
        ],
        failure: null,
        refreshing: false,
        retry: () => {},
      }}
      isBlocked={false}
      onRun={(sql) => chosen.push(`run ${sql}`)}
      onInsert={(sql) => chosen.push(`insert ${sql}`)}
    />,
  );
});

const lines = () => [...document.querySelectorAll('li code')].map(({ textContent }) => textContent);
const search = (text: string) => fireEvent.change(screen.getByLabelText('Search history'), { target: { value: text } });

it('is searched by what was run, and narrowed to what failed', () => {
  expect(lines()).toEqual(['select * from orders', 'select * from ordres', 'insert']);
  search('SELECT');
  expect(lines()).toEqual(['select * from orders', 'select * from ordres']);
  fireEvent.click(screen.getByLabelText('Failed only'));
  expect(lines()).toEqual(['select * from ordres']);
  search('orders');
  expect(lines()).toEqual([]);
  expect(screen.getByText('No matching runs')).toBeTruthy();
});

it('runs a query again or puts it into the editor, unless only its beginning is known', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Run again: select * from orders' }));
  fireEvent.click(screen.getByRole('button', { name: 'Insert into editor: select * from ordres' }));
  for (const words of ['Run again', 'Insert into editor'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: `${words}: insert` }).disabled).toBe(true);
  expect(chosen).toEqual(['run select * from orders', 'insert select * from ordres']);
});
