import { setImmediate } from 'node:timers/promises';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { sqlResultsMachine, type SqlResultsEvent } from '../../../src/machines/sql/sqlResults/sqlResults.machine.ts';
import { ResultPanel } from '../../../src/views/sql/ResultPanel.tsx';
import { recordingPort } from '../../fixtures/screen.ts';
import { storeAnswer } from '../../fixtures/sqlRun.ts';
import { withStubs } from '../../support/fakeWorld.ts';

const columns = [
  { name: 'n', type: 'integer', typeOid: 23 },
  { name: 'comet', type: 'text', typeOid: 25 },
];

/** What the store tells, it tells with the next frame. */
const frame = () =>
  act(async () => {
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => resolve());
    });
  });

let sent: SqlResultsEvent[];
let run = 0;
afterEach(cleanup);

beforeEach(async () => {
  const id = `panel-${++run}`;
  await storeAnswer(id, [
    {
      columns,
      rows: [
        ['2', 'Encke'],
        ['10', 'Halley'],
        ['1', null],
      ],
    },
  ]);
  sent = [];
  const results = createActor(withStubs(sqlResultsMachine), {
    input: { ref: 'abc', query: 'q1', tab: null, port: recordingPort() },
    inspect: (event) => {
      if (event.type === '@xstate.event' && !event.event.type.startsWith('xstate.'))
        sent.push(event.event as SqlResultsEvent);
    },
  }).start();
  render(
    <ResultPanel
      results={results}
      run={id}
      index={0}
      isReceiving={false}
      limit={null}
      describedBy="help"
      port={{ current: null }}
    />,
  );
});

const grid = () => screen.getByRole('grid', { name: 'Result 1' });
/** Chooses from the menu of a column. */
async function choose(column: number, label: string) {
  for (let right = 0; right < column; right++) fireEvent.keyDown(grid(), { key: 'ArrowRight' });
  fireEvent.keyDown(grid(), { key: 'ArrowDown', altKey: true });
  await act(() => setImmediate());
  fireEvent.click(screen.getByText(label).closest('[role=menuitem]')!);
  await frame();
}
const shown = () => within(screen.getByRole('group', { name: 'Shown rows' }));
const rowCount = () => Number(grid().getAttribute('aria-rowcount')) - 1;

it('sorts by a column, says so, and goes back', async () => {
  expect(screen.queryByRole('group', { name: 'Shown rows' })).toBeNull();
  await choose(0, 'Sort descending');
  expect(shown().getByText(/Sorted by/).textContent).toBe('Sorted by n ↓');
  fireEvent.keyDown(grid(), { key: 'Enter' });
  await choose(0, 'Copy column');
  expect(sent.at(-1)).toMatchObject({
    type: 'copy.requested',
    request: { range: { fromRow: 0, toRow: 2, fromColumn: 0, toColumn: 0 }, format: 'tsv' },
  });
  fireEvent.click(shown().getByRole('button', { name: 'Clear sorting' }));
  await frame();
  expect(screen.queryByRole('group', { name: 'Shown rows' })).toBeNull();
});

it('sorts by the header of a column, up, down and not, and says so there', async () => {
  const head = () => within(grid()).getAllByRole('columnheader');
  const sorts = () => head().map((cell) => cell.getAttribute('aria-sort'));
  const firstCells = () =>
    within(grid())
      .getAllByRole('gridcell')
      .map(({ textContent }) => textContent);
  const sort = async () => {
    fireEvent.keyDown(grid(), { key: 'Enter' });
    await frame();
  };
  grid().focus();
  fireEvent.keyDown(grid(), { key: 'ArrowUp' });
  await sort();
  expect([sorts(), firstCells()[0], document.activeElement]).toEqual([['ascending', null], '1', grid()]);
  // The keyboard stays in the header.
  await sort();
  expect([sorts(), firstCells()[0]]).toEqual([['descending', null], '10']);
  await sort();
  expect([sorts(), firstCells()[0]]).toEqual([[null, null], '2']);
  // With the pointer, by the arrow.
  fireEvent.pointerDown(head()[1]!.querySelector('[data-sort]')!, { button: 0 });
  await frame();
  expect(sorts()).toEqual([null, 'ascending']);
});

it('filters by what is typed, and counts what is left', async () => {
  await choose(1, 'Filter…');
  fireEvent.change(shown().getByLabelText('Filter comet'), { target: { value: 'hal' } });
  await frame();
  expect(shown().getByRole('status').textContent).toBe('1 of 3 rows');
  expect(rowCount()).toBe(1);
  fireEvent.change(shown().getByLabelText('Filter comet'), { target: { value: 'nowhere' } });
  await frame();
  expect(screen.getByText('No rows match the filter')).toBeTruthy();
  fireEvent.click(shown().getByRole('button', { name: 'Clear filter on comet' }));
  await frame();
  expect(rowCount()).toBe(3);
});

it('keeps both characters that are typed within one frame', async () => {
  await choose(1, 'Filter…');
  const field = shown().getByLabelText<HTMLInputElement>('Filter comet');
  for (const character of 'nc') fireEvent.change(field, { target: { value: `${field.value}${character}` } });
  await frame();
  expect(field.value).toBe('nc');
  expect(shown().getByRole('status').textContent).toBe('1 of 3 rows');
});

it('filters by a text after a value, and goes back to that text when it is asked for again', async () => {
  fireEvent.contextMenu(grid());
  await act(() => setImmediate());
  fireEvent.click(screen.getByText('Filter by this value').closest('[role=menuitem]')!);
  await frame();
  await choose(0, 'Filter…');
  const field = shown().getByLabelText<HTMLInputElement>('Filter n');
  const isFocused = () => vi.waitFor(() => expect(document.activeElement).toBe(field));
  await isFocused();
  fireEvent.change(field, { target: { value: '1' } });
  await frame();
  expect(rowCount()).toBe(2);
  grid().focus();
  await choose(0, 'Filter…');
  await isFocused();
  expect(field.value).toBe('1');
});

it('hides a column but the last one, and shows it again', async () => {
  await choose(0, 'Hide column');
  expect(grid().getAttribute('aria-colcount')).toBe('1');
  fireEvent.keyDown(grid(), { key: 'ArrowDown', altKey: true });
  await act(() => setImmediate());
  expect(screen.getByText('Hide column').closest('[role=menuitem]')?.hasAttribute('data-disabled')).toBe(true);
  fireEvent.click(shown().getByRole('button', { name: 'Show 1 hidden column' }));
  await frame();
  expect(grid().getAttribute('aria-colcount')).toBe('2');
});

it('copies a cell from its menu, opens its value, and filters by it', async () => {
  const open = async (label: string) => {
    fireEvent.contextMenu(grid());
    await act(() => setImmediate());
    fireEvent.click(screen.getByText(label).closest('[role=menuitem]')!);
    await frame();
  };
  await open('Copy as JSON');
  expect(sent.at(-1)).toMatchObject({ type: 'copy.requested', request: { format: 'json', withHeader: true } });
  await open('View value');
  expect(sent.at(-1)).toMatchObject({ type: 'cell.opened', cell: { row: 0, column: 0 } });
  await open('Filter by this value');
  expect(rowCount()).toBe(1);
  expect(shown().getByText('is 2')).toBeTruthy();
});
