import { setImmediate } from 'node:timers/promises';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { SqlError } from '../../../src/contract/sql/query.ts';
import {
  sqlResultsMachine,
  type CopyRequest,
  type ExportRequest,
} from '../../../src/machines/sql/sqlResults/sqlResults.machine.ts';
import { sqlRunMachine, type RunEnd, type StreamInput } from '../../../src/machines/sql/sqlRun/sqlRun.machine.ts';
import { CommandsContext, createCommandRegistry } from '../../../src/views/parts/commands.ts';
import { ResultsPane } from '../../../src/views/sql/ResultsPane.tsx';
import { RunReport } from '../../../src/views/sql/RunReport.tsx';
import { RunStatus } from '../../../src/views/sql/RunStatus.tsx';
import { storeAnswer, endedRun, type Answered } from '../../fixtures/sqlRun.ts';
import { createPort } from '../../support/fakeWorld.ts';

const columns = [
  { name: 'id', type: 'int8', typeOid: 20 },
  { name: 'body', type: 'text', typeOid: 25 },
];
const done = (tag: string): Answered => ({ columns: [], rows: [], tag });

let runs = 0;

/** What a run gave, as it stands below the editor. */
async function show(results: readonly Answered[], error: SqlError | null = null, sql?: string) {
  const id = `run-${++runs}`;
  if (results.length > 0) await storeAnswer(id, results);
  const run = endedRun(id, error, sql);
  const copied: unknown[] = [];
  const exported: ExportRequest[] = [];
  const pane = createActor(
    sqlResultsMachine.provide({
      actors: {
        copyCells: fromPromise(async ({ input }: { input: CopyRequest | { text: string } }) => {
          copied.push(input);
          return { cells: 1, rows: 1 };
        }),
        exportResult: fromPromise(async ({ input }: { input: ExportRequest }) => {
          exported.push(input);
          return { file: 'Answer.csv', rows: 1 };
        }),
      },
    }),
    { input: { ref: 'abc', query: 'q1', tab: null, port: createPort(() => {}) } },
  ).start();
  const commands = createCommandRegistry();
  render(
    <CommandsContext value={commands}>
      <ResultsPane
        run={run}
        results={pane}
        earlierVersion={null}
        unavailable={null}
        notice={null}
        history={null}
        name="Orders"
        limit={100}
        planView="plan"
        onPlanViewChanged={() => {}}
        onGoToError={() => {}}
        onSettingsOpened={() => {}}
      />
    </CommandsContext>,
  );
  await screen.findByText(error ? 'Failed after 12 ms' : / in 12 ms$/);
  return { copied, exported, commands };
}

async function copyAs(format: string): Promise<void> {
  fireEvent.click(screen.getByText('Copy').closest('button')!);
  await setImmediate();
  fireEvent.click(screen.getByText(format).closest('[role=menuitem]')!);
  await setImmediate();
}

const divisionByZero = { message: 'division by zero', code: '22012' };

describe('a run that failed', () => {
  afterEach(cleanup);

  it('names the statement and its line, and shows no empty result of it', async () => {
    const script = 'create table a (id int);\ninsert into a values (1);\n\nselect 1 / 0;\nselect 5;';
    await show([done('CREATE TABLE'), done('INSERT 0 1'), { columns, rows: [], tag: null }], divisionByZero, script);
    expect(screen.getByText('Statement 3 of 4, from line 4')).toBeTruthy();
    expect(screen.queryByRole('tab', { name: /Result/ })).toBeNull();
    expect(screen.getByRole('tab', { name: 'Messages', selected: true })).toBeTruthy();
  });

  it('says which statement it was, and that what came before is undone', async () => {
    await show([done('CREATE TABLE'), done('INSERT 0 1'), { columns, rows: [], tag: null }], divisionByZero);
    fireEvent.click(screen.getByRole('tab', { name: 'Messages' }));
    expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      '1CREATE TABLE',
      '2INSERT 0 1',
      '3failed',
    ]);
    expect(screen.getByText(/^All changes were rolled back/)).toBeTruthy();
  });

  it('says so too of a statement without columns, and of none where all were complete', async () => {
    const script = 'create table a (id int); insert into a values (1); insert into a values (1 / 0); -- the end';
    const messages = async () => {
      fireEvent.click(screen.getByRole('tab', { name: 'Messages' }));
      return (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    };
    await show([done('CREATE TABLE'), done('INSERT 0 1')], divisionByZero, script);
    expect(await messages()).toEqual(['1CREATE TABLE', '2INSERT 0 1', '3failed']);
    cleanup();
    // As a deferred constraint, which is checked after the last statement.
    await show([done('CREATE TABLE'), done('INSERT 0 1'), done('INSERT 0 1')], divisionByZero, script);
    expect(await messages()).toEqual(['1CREATE TABLE', '2INSERT 0 1', '3INSERT 0 1']);
  });

  it('says so only of what was not committed', async () => {
    await show([done('BEGIN'), done('INSERT 0 1'), done('COMMIT')], divisionByZero);
    expect(screen.getByText(/^Changes after the last COMMIT were rolled back/)).toBeTruthy();
  });

  it('says that nothing was run where a later statement cannot be read', async () => {
    const script = 'select 1;\nselect 2;\nselec 3;';
    await show([], { message: 'syntax error at or near "selec"', code: '42601', position: 21 }, script);
    expect(screen.getByText('Statement 3 of 3, from line 3')).toBeTruthy();
    expect(screen.getByText('No statement was run.')).toBeTruthy();
    cleanup();
    await show([done('SELECT 1'), done('SELECT 1')], divisionByZero, 'select 1;\nselect 2;\nselect 1 / 0;');
    expect(screen.queryByText('No statement was run.')).toBeNull();
  });

  it('names each part of what Postgres says alike, and no part that it does not say', async () => {
    const parts = { Detail: 'The divisor is 0.', Hint: 'Use nullif.', Where: 'PL/pgSQL function share() line 3' };
    const { Detail: detail, Hint: hint, Where: where } = parts;
    await show([], { ...divisionByZero, detail, hint, where });
    const looks = Object.entries(parts).map(([name, text]) => {
      const label = screen.getByText(name);
      expect(label.parentElement?.textContent).toBe(`${name} ${text}`);
      return label.className;
    });
    expect([...new Set(looks)]).toEqual([screen.getByText('SQLSTATE').className]);
    cleanup();
    await show([], divisionByZero);
    expect(Object.keys(parts).filter((name) => screen.queryByText(name))).toEqual([]);
  });

  it('calls SQLSTATE only what is one', async () => {
    await show([{ columns, rows: [], tag: null }], {
      message: 'The database’s folder is in use.',
      code: 'data_folder_in_use',
    });
    expect(screen.queryByText('SQLSTATE')).toBeNull();
    expect(screen.getByText('Reason').parentElement?.textContent).toBe('Reason data_folder_in_use · About this error');
  });
});

describe('a run that is canceled while others run', () => {
  afterEach(cleanup);

  it('has not started, took no time and changed nothing', async () => {
    const ended = Promise.withResolvers<RunEnd>();
    const run = createActor(
      sqlRunMachine.provide({
        actors: {
          streamQuery: fromPromise<RunEnd, StreamInput>(({ input: { report } }) => {
            report.send({ type: 'stream.opened', id: 'queued' });
            report.send({ type: 'stream.accepted' });
            report.send({ type: 'stream.queued', ahead: 1 });
            return ended.promise;
          }),
          cancelQuery: fromPromise(async () => {
            const error = { message: 'The query was canceled.', code: '57014' };
            const end = { durationMs: null, engineRestarted: false, cancelled: true };
            ended.resolve({ results: [], notices: 0, error, ...end });
          }),
        },
      }),
      { input: { ref: 'abc', query: 'query-1', port: createPort(() => {}), now: () => 0 } },
    ).start();
    run.send({
      type: 'run.requested',
      request: { sql: 'select 1', from: 0, line: 1, rowLimit: 100, timeLimitMs: 60_000 },
    });
    render(
      <>
        <RunStatus run={run} />
        <RunReport run={run} onGoToError={() => {}} onSettingsOpened={() => {}} />
      </>,
    );
    await screen.findByText('Waiting, 1 query ahead');
    act(() => run.send({ type: 'cancel.requested' }));
    await screen.findByText('Nothing was executed.');
    expect(screen.getAllByText('Canceled before it started')).toHaveLength(2);
    expect(document.body.textContent).not.toMatch(/rolled back|\bm?s\b/);
  });
});

describe('what a run gave', () => {
  afterEach(cleanup);

  it('says that there are no rows, exactly where there are none', async () => {
    await show([{ columns, rows: [] }]);
    expect(screen.getByText('No rows')).toBeTruthy();
    cleanup();
    await show([{ columns, rows: [['1', 'one']] }]);
    expect(screen.queryByText('No rows')).toBeNull();
  });

  it('counts its rows where there are none, and none where nothing gives rows', async () => {
    await show([{ columns, rows: [] }]);
    expect(screen.getByText('0 rows in 12 ms')).toBeTruthy();
    cleanup();
    await show([done('CREATE TABLE')]);
    expect(screen.getByText('Completed in 12 ms')).toBeTruthy();
  });

  it('of comments alone says that there was nothing to run', async () => {
    await show([], null, '-- later');
    expect(screen.getByText('The query has no statements.')).toBeTruthy();
  });

  it('is copied whole as long as nothing of it has been selected', async () => {
    const { copied } = await show([
      {
        columns,
        rows: [
          ['1', 'a'],
          ['2', 'b'],
          ['3', 'c'],
        ],
      },
    ]);
    await copyAs('CSV');
    expect(copied).toMatchObject([{ range: { fromRow: 0, toRow: 2, fromColumn: 0, toColumn: 1 } }]);
  });

  it('is copied as far as it has been selected, be it one cell', async () => {
    const { copied } = await show([
      {
        columns,
        rows: [
          ['1', 'a'],
          ['2', 'b'],
        ],
      },
    ]);
    fireEvent.keyDown(screen.getByRole('grid'), { key: 'ArrowRight' });
    await copyAs('CSV');
    expect(copied).toMatchObject([{ range: { fromRow: 0, toRow: 0, fromColumn: 1, toColumn: 1 } }]);
  });

  it('is copied and exported from the palette too', async () => {
    const { copied, exported, commands } = await show([{ columns, rows: [['1', 'a']] }]);
    const choose = async (label: string) => {
      const { action } = commands.list().find((command) => command.label === label)!;
      await act(async () => {
        if ('run' in action) action.run();
        await setImmediate();
      });
    };
    await choose('Copy result as JSON');
    await choose('Export result as CSV');
    expect([copied, exported]).toMatchObject([[{ format: 'json' }], [{ format: 'csv', name: 'Orders' }]]);
  });

  it('is counted over all results, and says that it is', async () => {
    await show([
      { columns, rows: [['1', 'a']] },
      done('INSERT 0 1'),
      {
        columns,
        rows: [
          ['1', 'a'],
          ['2', 'b'],
        ],
      },
    ]);
    expect(screen.getByText('2 results, 3 rows in 12 ms')).toBeTruthy();
  });
});
