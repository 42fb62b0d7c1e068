import { setImmediate } from 'node:timers/promises';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { PlanView } from '../../../src/contract/sql/sqlEditor.ts';
import { sqlResultsMachine, type SqlResultsEvent } from '../../../src/machines/sql/sqlResults/sqlResults.machine.ts';
import { ResultsPane } from '../../../src/views/sql/ResultsPane.tsx';
import { ofLoops, ofPartitionedUpdate, joined, withTrigger } from '../../fixtures/plans.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { endedRun, storeAnswer } from '../../fixtures/sqlRun.ts';
import { withStubs } from '../../support/fakeWorld.ts';

afterEach(cleanup);

let run = 0;
const columns = [{ name: 'QUERY PLAN', type: 'text', typeOid: 25 }];

interface Given {
  text: string;
  planView?: PlanView;
  tag?: string | null;
  name?: string;
}

/** Shows the answer of a run; returns what is sent and chosen. */
async function show({ text, planView = 'plan', tag = 'EXPLAIN', name = 'QUERY PLAN' }: Given) {
  const id = `plan-${++run}`;
  await storeAnswer(id, [{ columns: [{ ...columns[0]!, name }], rows: text.split('\n').map((line) => [line]), tag }]);
  const sent: SqlResultsEvent[] = [];
  const chosen: PlanView[] = [];
  const results = createActor(withStubs(sqlResultsMachine), {
    input: { ref: 'abc', query: 'q1', tab: null, port: recordingPort() },
    inspect: (event) => {
      if (event.type === '@xstate.event' && !event.event.type.startsWith('xstate.'))
        sent.push(event.event as SqlResultsEvent);
    },
  }).start();
  render(
    <ResultsPane
      run={endedRun(id, null, 'explain select 1')}
      results={results}
      earlierVersion={null}
      unavailable={null}
      notice={null}
      history={null}
      name="Orders"
      limit={100}
      planView={planView}
      onPlanViewChanged={(view) => chosen.push(view)}
      onGoToError={() => {}}
      onSettingsOpened={() => {}}
    />,
  );
  return { sent, chosen };
}

const tree = () => screen.findByRole('tree', { name: 'Query plan' });
const items = async () => within(await tree()).getAllByRole('treeitem');
const wordsOf = (item: HTMLElement) => item.textContent.replaceAll(/\s+/g, ' ').trim();
const operations = async () =>
  (await items()).map((item) => /^(?:Nested Loop|Seq Scan|Memoize|Index Scan)/.exec(wordsOf(item))?.[0]);
const grid = () => screen.findByRole('grid', { name: 'Result 1' });

describe('a plan', () => {
  it('is a tree, with what each node took, what it is about, and the times of the whole', async () => {
    await show({ text: joined });
    const scan = (await items())[4]!;
    expect(scan.getAttribute('aria-level')).toBe('5');
    expect(wordsOf(scan)).toContain('Seq Scan on boats b');
    expect(wordsOf(scan)).toContain('Self time 75.4 ms 40% Total');
    expect(wordsOf(scan)).toContain('Total time 75.4 ms');
    expect(wordsOf(scan)).toContain('Rows 8,332 Estimated 8,332 Loops 1 Cost 397.00');
    expect(wordsOf(scan)).toContain('Filter: (berths > 6)Rows Removed by Filter: 11668Buffers: shared hit=147');
    expect(screen.getByText('Slowest').closest('[role=treeitem]')).toBe((await items())[2]);
    expect(screen.getByText('7 nodes')).toBeTruthy();
    expect(screen.getByText('Planning time 0.781 ms')).toBeTruthy();
    expect(screen.getByText('Execution time 187.868 ms')).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('shows costs where nothing was measured', async () => {
    await show({ text: ofPartitionedUpdate });
    const scan = (await items())[2]!;
    expect(wordsOf(scan)).toContain('Most expensive');
    expect(wordsOf(scan)).toContain('Self cost 48.27 100% Estimated rows 8 Total cost 48.27');
    expect(screen.queryByText(/Self time|Loops/)).toBeNull();
  });

  it('shows no numbers that the options of EXPLAIN left out', async () => {
    await show({ text: 'Limit\n  ->  Seq Scan on a\n        Filter: (b > 1)' });
    expect((await items()).map(wordsOf)).toEqual(['Limit', 'Seq Scan on a Filter: (b > 1)']);
  });

  it('says where the estimate is wrong, and what was never executed', async () => {
    await show({
      text: `Nested Loop  (cost=0.00..9.00 rows=10 width=4) (actual time=0.010..9.000 rows=12400.00 loops=1)
  ->  Seq Scan on a  (cost=0.00..1.00 rows=1 width=4) (actual time=0.010..1.000 rows=0.25 loops=4)
  ->  Seq Scan on b  (cost=0.00..1.00 rows=1 width=4) (never executed)`,
    });
    const [join, often, never] = await items();
    expect(wordsOf(join!)).toContain('Estimated 10, got 12,400');
    expect(wordsOf(often!)).toContain('Rows 0.25 Estimated 1 Loops 4');
    expect(wordsOf(often!)).not.toContain('got');
    expect(wordsOf(never!)).toContain('Never executed Self time – Total time – Rows –');
  });

  it('has triggers below it', async () => {
    await show({ text: withTrigger });
    await tree();
    expect(screen.getByText('Trigger audit:').parentElement!.textContent).toBe('Trigger audit: 12.916 ms, 99 calls');
  });

  it('opens and closes its nodes, by key and by click', async () => {
    await show({ text: ofLoops });
    const [join, , memoize] = await items();
    expect(join!.tabIndex).toBe(0);
    join!.focus();
    const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
    press('ArrowDown');
    press('ArrowDown');
    expect(document.activeElement).toBe(memoize);
    press('ArrowLeft');
    expect(memoize!.getAttribute('aria-expanded')).toBe('false');
    expect(wordsOf(memoize!)).toContain('1 node below');
    expect(await operations()).toEqual(['Nested Loop', 'Seq Scan', 'Memoize']);
    press('Enter');
    expect(await operations()).toHaveLength(4);
    press('End');
    press('Enter');
    press('ArrowRight');
    expect(document.activeElement).toBe((await items())[3]);
    press('ArrowLeft');
    expect(document.activeElement).toBe(memoize);
    fireEvent.click(screen.getByText('Nested Loop'));
    expect(await operations()).toEqual(['Nested Loop']);
    // The keyboard enters the tree at the node that is left.
    expect((await items())[0]!.tabIndex).toBe(0);
  });

  const whole = { fromRow: 0, toRow: 25, fromColumn: 0, toColumn: 0 };

  it('is copied as its rows by key', async () => {
    const { sent } = await show({ text: joined });
    (await items())[0]!.focus();
    fireEvent.keyDown(document.activeElement!, { key: 'c', ctrlKey: true });
    expect(sent).toMatchObject([
      { type: 'copy.requested', request: { range: whole, format: 'tsv', withHeader: false } },
    ]);
  });

  it('is copied as its rows from the menu', async () => {
    const { sent } = await show({ text: joined });
    await tree();
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    await act(() => setImmediate());
    fireEvent.click(screen.getByText('CSV').closest('[role=menuitem]')!);
    expect(sent[0]).toMatchObject({ type: 'copy.requested', request: { range: whole, format: 'csv' } });
  });

  it('is shown as rows where the user wants that', async () => {
    const { chosen } = await show({ text: joined, planView: 'rows' });
    await grid();
    expect(screen.queryByRole('tree')).toBeNull();
    fireEvent.click(await screen.findByRole('radio', { name: 'Plan' }));
    expect(chosen).toEqual(['plan']);
  });
});

describe('rows without a choice are shown for', () => {
  const scan = 'Seq Scan on a  (cost=0.00..1.00 rows=1 width=4)';
  it.each<[string, Given]>([
    ['a plan in another format', { text: '- Plan: \n    Node Type: "Result"' }],
    ['a plan that was cut off', { text: scan, tag: null }],
    ['rows that look like a plan', { text: scan, tag: 'SELECT 1' }],
    ['a column of another name', { text: scan, name: 'plan' }],
  ])('%s', async (_, given) => {
    await show(given);
    await grid();
    // What would offer the choice has loaded by now.
    await act(() => setImmediate());
    expect(screen.queryByRole('radio', { name: 'Plan' })).toBeNull();
    expect(screen.queryByRole('tree')).toBeNull();
  });
});
