import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { ChosenTab } from '../../../src/contract/sql/resultsTab.ts';
import { lazyLogic } from '../../../src/machines/parts/lazyLogic.ts';
import { sqlRemedyMachine, type SqlRemedyInput } from '../../../src/machines/sql/sqlRemedy/sqlRemedy.machine.ts';
import {
  sqlResultsMachine,
  type CopyRequest,
  type ExportRequest,
  type ExportDone,
  type TransferDone,
} from '../../../src/machines/sql/sqlResults/sqlResults.machine.ts';
import {
  selectChosenTab,
  selectIsCopyingCells,
  selectIsExporting,
  selectOpenCell,
  selectRemedies,
  shownTab,
} from '../../../src/machines/sql/sqlResults/sqlResults.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { withStubs } from '../../support/fakeWorld.ts';
import { sqlResultsModel } from './sqlResults.model.ts';

coverChart(sqlResultsModel);

const rows = { columns: 2 };
const command = { columns: 0 };

it('apply the first remedy with a chart that loads then, and say when it cannot be loaded', async () => {
  const remedy = { run: 'run-1', sql: 'close it', text: 'It is closed', timeLimitMs: 60_000 } as const;
  const port = recordingPort();
  const load = held<void>();
  const pane = createActor(
    sqlResultsMachine.provide({
      actors: { loadRemedy: load.logic, sqlRemedy: lazyLogic<SqlRemedyInput>(() => sqlRemedyMachine) },
    }),
    { input: { ref: 'abc', query: 'q1', tab: null, port } },
  ).start();
  pane.send({ type: 'remedy.opened', remedy });
  load.last().fail(new Error('offline'));
  await waitFor(pane, (snapshot) => snapshot.matches({ remedy: 'none' }));
  expect(port.commands).toMatchObject([
    { type: 'toast.requested', toast: { title: 'Could not apply the remedy', description: 'offline' } },
  ]);
  pane.send({ type: 'remedy.opened', remedy });
  load.last().answer();
  await waitFor(pane, (snapshot) => selectRemedies(snapshot) !== undefined);
  expect(selectRemedies(pane.getSnapshot())?.getSnapshot().context).toMatchObject({ ref: 'abc', remedy });
  pane.stop();
});

describe('the results of a run', () => {
  let port: ReturnType<typeof recordingPort>;
  let copy: ReturnType<typeof held<TransferDone, CopyRequest | { text: string }>>;
  let exported: ReturnType<typeof held<ExportDone, ExportRequest>>;
  let stored: ReturnType<typeof held<void, { id: string; chosen: ChosenTab }>>;
  let pane: Actor<typeof sqlResultsMachine>;
  const look = <Value>(select: (snapshot: ReturnType<typeof pane.getSnapshot>) => Value) => select(pane.getSnapshot());
  const shown = (run: string | null, results: readonly { columns: number }[]) =>
    shownTab(
      look(selectChosenTab),
      run,
      results.map(({ columns }) => ({ columns, rows: 1, tag: null })),
    );
  const rested = () => waitFor(pane, (snapshot) => snapshot.matches({ transfer: 'idle' }));
  const request: CopyRequest = {
    run: 'run-1',
    result: 1,
    range: { fromRow: 0, toRow: 9, fromColumn: 0, toColumn: 1 },
    format: 'tsv',
    withHeader: true,
  };
  const file: ExportRequest = { run: 'run-1', result: 0, format: 'json', name: 'Orders' };

  beforeEach(() => {
    port = recordingPort();
    copy = held();
    exported = held();
    stored = held();
    pane = createActor(
      sqlResultsMachine.provide({
        actors: { storeTab: stored.logic, copyCells: copy.logic, exportResult: exported.logic },
      }),
      {
        input: { ref: 'abc', query: 'q1', tab: null, port },
      },
    ).start();
  });

  it('are no tab before there is a row or an end', () => {
    const waiting = { columns: 1, rows: 0, tag: null };
    expect(shownTab(null, 'run-1', [waiting])).toEqual({ pane: 'messages' });
    for (const begun of [{ rows: 1 }, { tag: 'SELECT 0' }])
      expect(shownTab(null, 'run-1', [{ ...waiting, ...begun }])).toEqual({ pane: 'result', index: 0 });
  });

  it('are tabs, the first with rows in front', () => {
    expect(shown('run-1', [command, rows, rows])).toEqual({ pane: 'result', index: 1 });
  });

  it('without rows are messages', () => {
    expect(shown('run-1', [command, command])).toEqual({ pane: 'messages' });
    expect(shown(null, [])).toEqual({ pane: 'messages' });
  });

  it('show the tab that is chosen, as long as it is the same run', () => {
    pane.send({ type: 'tab.chosen', run: 'run-1', tab: { pane: 'result', index: 2 } });
    expect(shown('run-1', [rows, command, rows])).toEqual({ pane: 'result', index: 2 });
    expect(shown('run-2', [rows, command, rows])).toEqual({ pane: 'result', index: 0 });
  });

  it('show it again after a reload', () => {
    const chosen: ChosenTab = { run: 'run-1', tab: { pane: 'result', index: 2 } };
    pane.send({ type: 'tab.chosen', ...chosen });
    expect(stored.last().input).toEqual({ id: 'q1', chosen });
    pane = createActor(withStubs(sqlResultsMachine), { input: { ref: 'abc', query: 'q1', tab: chosen, port } }).start();
    expect(shown('run-1', [rows, command, rows])).toEqual({ pane: 'result', index: 2 });
    expect(shown('run-2', [rows, command, rows])).toEqual({ pane: 'result', index: 0 });
  });

  it('leave the history when something new is run', () => {
    pane.send({ type: 'tab.chosen', run: null, tab: { pane: 'history' } });
    expect(shown(null, [])).toEqual({ pane: 'history' });
    expect(shown('run-1', [rows])).toEqual({ pane: 'result', index: 0 });
  });

  it('do not show a tab that this run has no rows for', () => {
    pane.send({ type: 'tab.chosen', run: 'run-1', tab: { pane: 'result', index: 3 } });
    expect(shown('run-1', [rows])).toEqual({ pane: 'result', index: 0 });
  });

  it('show one value whole, until it is put away', () => {
    pane.send({ type: 'cell.opened', cell: { run: 'run-1', result: 0, row: 4, column: 1 } });
    expect(look(selectOpenCell)).toEqual({ run: 'run-1', result: 0, row: 4, column: 1 });
    pane.send({ type: 'cell.closed' });
    expect(look(selectOpenCell)).toBeNull();
  });

  it('are copied as they are selected, and say how much that was', async () => {
    pane.send({ type: 'copy.requested', request });
    expect(copy.last().input).toEqual(request);
    expect(look(selectIsCopyingCells)).toBe(true);
    copy.last().answer({ rows: 10, cells: 1_200 });
    await rested();
    expect(port.commands).toEqual([
      { type: 'toast.requested', toast: { tone: 'success', title: 'Copied 1,200 cells' } },
    ]);
  });

  it('are copied one value at a time too, while it is looked at', async () => {
    pane.send({ type: 'cell.opened', cell: { run: 'run-1', result: 0, row: 4, column: 1 } });
    pane.send({ type: 'valueCopy.requested', text: '{"a":1}' });
    expect(copy.last().input).toEqual({ text: '{"a":1}' });
    copy.last().answer({ rows: 1, cells: 1 });
    await rested();
    expect(port.commands).toEqual([{ type: 'toast.requested', toast: { tone: 'success', title: 'Copied 1 cell' } }]);
    expect(look(selectOpenCell)).not.toBeNull();
  });

  it('say why they could not be copied', async () => {
    pane.send({ type: 'copy.requested', request });
    copy.last().fail(new Error('The window has no focus.'));
    await rested();
    expect(port.commands).toEqual([
      {
        type: 'toast.requested',
        toast: { tone: 'danger', title: 'Unable to copy to clipboard', description: 'The window has no focus.' },
      },
    ]);
  });

  it('are exported whole, in the format that is chosen', async () => {
    pane.send({ type: 'export.requested', request: file });
    expect(exported.last().input).toEqual(file);
    expect(look(selectIsExporting)).toBe(true);
    exported.last().answer({ rows: 100_000, file: 'Orders (Excel-safe).csv' });
    await rested();
    expect(port.commands).toEqual([
      {
        type: 'toast.requested',
        toast: { tone: 'success', title: 'Exported 100,000 rows to Orders (Excel-safe).csv' },
      },
    ]);
  });

  it('stop being exported when that is cancelled, and nothing is said of it', () => {
    pane.send({ type: 'export.requested', request: file });
    pane.send({ type: 'export.cancelled' });
    expect(exported.last().signal.aborted).toBe(true);
    expect(look(selectIsExporting)).toBe(false);
    expect(port.commands).toEqual([]);
  });

  it('say why they could not be exported', async () => {
    pane.send({ type: 'export.requested', request: file });
    exported.last().fail(new Error('The disk is full.'));
    await rested();
    expect(port.commands).toEqual([
      {
        type: 'toast.requested',
        toast: { tone: 'danger', title: 'Could not export the result', description: 'The disk is full.' },
      },
    ]);
  });

  it('are made into text for one request at a time', () => {
    pane.send({ type: 'export.requested', request: file });
    pane.send({ type: 'copy.requested', request });
    pane.send({ type: 'export.requested', request: { ...file, format: 'csv' } });
    expect(copy.calls).toHaveLength(0);
    expect(exported.calls).toHaveLength(1);
  });
});
