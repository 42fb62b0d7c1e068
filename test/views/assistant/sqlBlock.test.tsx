// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Column } from '../../../src/contract/sql/query.ts';
import { blockKeyOf, blockResults } from '../../../src/machines/assistant/blockRun/blockResults.ts';
import { blockRunMachine } from '../../../src/machines/assistant/blockRun/blockRun.machine.ts';
import { chartOf, mostBars } from '../../../src/views/assistant/blockChart.ts';
import { BlockContext } from '../../../src/views/assistant/blockContext.ts';
import { SqlBlock } from '../../../src/views/assistant/SqlBlock.tsx';
import { InApp } from '../../flows/assistant/startAssistant.tsx';
import { FakeWorld } from '../../support/fakeWorld.ts';

const column = (name: string, type: string): Column => ({ name, type, typeOid: 0 });
const sales = {
  columns: [column('month', 'text'), column('sales', 'numeric')],
  rows: [
    ['May', '12'],
    ['June', '30'],
  ],
};
const sql = 'select month, sales from months;\n\ndelete from months';

afterEach(cleanup);

/** The block after its SQL has run. */
function shown() {
  const world = new FakeWorld();
  const blockRun = createActor(world.withStubs(blockRunMachine), { input: { ref: 'abc' } }).start();
  blockRun.send({ type: 'run.requested', block: { key: blockKeyOf('a1', sql), sql } });
  const titles = ['months: select', 'months: delete'];
  world.answer('check', { writes: false, reason: null, titles });
  blockResults.put(blockKeyOf('a1', sql), [sales, { columns: [], rows: [] }]);
  world.answer('run', {
    kind: 'done',
    results: [
      { title: titles[0]!, tag: 'SELECT 2', count: 2, more: false },
      { title: titles[1]!, tag: 'DELETE 7', count: 7, more: false },
    ],
    durationMs: 4,
  });
  render(
    <InApp>
      <BlockContext value={{ blockRun, insert: () => undefined, explain: () => undefined }}>
        <SqlBlock answerId="a1" language="sql" code={sql} isOpen={false} />
      </BlockContext>
    </InApp>,
  );
}

describe('a block of SQL that has run', () => {
  it('shows the result of each statement by its name, as a grid or a chart', async () => {
    shown();
    expect(screen.getByText(/^SELECT 2 · 2 rows/)).toBeTruthy();
    expect(screen.getByText('Show as')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Chart'));
    expect(await screen.findByRole('rowheader', { name: 'June' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '2. months: delete' }));
    expect(screen.getByText(/^DELETE 7 · 7 rows/)).toBeTruthy();
    expect(screen.queryByText('Show as')).toBeNull();
  });

  it('is named by its first words', () => {
    shown();
    const name = 'SQL “select month, sales from months; delete …”';
    expect(screen.getByRole('group', { name })).toBeTruthy();
    expect(screen.getByRole('button', { name: `Copy ${name}` })).toBeTruthy();
  });
});

describe('a chart of a result', () => {
  it('draws the last column of numbers, named by the first other column', () => {
    const columns = [column('year', 'integer'), column('total', 'bigint')];
    expect(chartOf({ columns, rows: [['2026', '7']] })).toEqual({
      label: 'total',
      bars: [{ name: '2026', value: 7, text: '7' }],
      isCut: false,
    });
    expect(chartOf({ columns: columns.slice(1), rows: [['7']] })?.bars).toEqual([
      { name: 'Row 1', value: 7, text: '7' },
    ]);
  });

  it('has bars for the first rows only', () => {
    const rows = Array.from({ length: mostBars + 1 }, () => ['May', '1']);
    expect(chartOf({ ...sales, rows })).toMatchObject({ isCut: true, bars: { length: mostBars } });
  });

  it.each([
    ['no numbers', { columns: [column('month', 'text')], rows: [['May']] }],
    ['a number below zero', { ...sales, rows: [['May', '-1']] }],
    ['no rows', { ...sales, rows: [] }],
  ])('cannot show %s', (_, result) => {
    expect(chartOf(result)).toBeNull();
  });
});
