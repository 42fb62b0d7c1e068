import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, type Actor } from 'xstate';
import { shellTiming } from '../../../src/contract/shell/shellTiming.ts';
import { guessType, matchColumns, tableNameOf } from '../../../src/contract/tables/importRows.ts';
import { settleRetryMs, type SettledCommit } from '../../../src/contract/tables/settledCommit.ts';
import {
  importRowsMachine,
  type ImportDraft,
  type ImportReport,
  type ImportTarget,
  type ReadSource,
  type SaveRejected,
} from '../../../src/machines/tables/importRows/importRows.machine.ts';
import {
  selectDraftedFile,
  selectImport,
  selectIsImported,
  selectIsMapping,
  selectIsRefused,
  selectIsRunning,
  selectIsSettling,
} from '../../../src/machines/tables/importRows/importRows.selectors.ts';
import { boats } from '../../fixtures/tables.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { draft, drafted, importRowsModel, preview, reading, source } from './importRows.model.ts';

coverChart(importRowsModel);

describe('an import', () => {
  let read: ReadSource[];
  let sent: object[];
  let stored: ImportDraft | null;
  let deleted: boolean;
  let stopped: number;
  let saved: string[];
  let told: object[];
  let settled: SettledCommit | Error;
  let report: (event: ImportReport) => void;
  let clock: SimulatedClock;
  let flow: Actor<typeof importRowsMachine>;
  const file = new File(['a'], source.name);

  function start(target: ImportTarget | null = null, given: typeof source | null = null) {
    flow = createActor(
      importRowsMachine.provide({
        actors: {
          loadDraft: fromPromise(async () => stored),
          keepDraft: fromPromise(async ({ input }) => {
            stored = input.draft;
          }),
          deleteDraft: fromPromise(async () => {
            deleted = true;
          }),
          keepFile: fromPromise(async () => source),
          readSource: fromPromise(async ({ input }) => {
            read.push(input);
            return { ...reading, read: input.read ?? reading.read, table: input.tableId === null ? null : boats };
          }),
          importFile: fromCallback(({ input, sendBack }) => {
            sent.push(input.request);
            report = sendBack;
            return () => {
              stopped += 1;
            };
          }),
          settleImport: fromPromise(async () => {
            if (settled instanceof Error) throw settled;
            return settled;
          }),
          holdFiles: fromCallback<SaveRejected, { ref: string }>(({ receive }) => {
            receive((command) => saved.push(command.source.id));
          }),
        },
      }),
      {
        clock,
        input: {
          ref: 'abc',
          schema: 'public',
          target,
          source: given,
          parent: createPort((event) => told.push(event)) as never,
        },
      },
    ).start();
  }

  const idle = async () => {
    for (let turn = 0; turn < 12; turn++) await Promise.resolve();
  };
  const mapped = async () => {
    await idle();
    flow.send({ type: 'source.chosen', file });
    await idle();
  };
  const now = () => flow.getSnapshot();

  beforeEach(() => {
    [read, sent, saved, told] = [[], [], [], []];
    [stored, deleted, stopped] = [null, false, 0];
    settled = { outcome: 'none' };
    clock = new SimulatedClock();
  });

  it('reads the beginning of the file, names the table after it, and guesses the columns', async () => {
    start();
    await mapped();
    expect(read).toEqual([{ ref: 'abc', source, read: null, tableId: null }]);
    expect(selectImport(now()).choices).toMatchObject({
      name: 'harbors',
      rowSecurity: true,
      columns: [
        { source: 'Name', name: 'name', dataType: 'text' },
        { source: 'Berths', name: 'berths', dataType: 'bigint' },
      ],
    });
  });

  it('sends the choices, tells how far it is, and that the rows are there', async () => {
    start();
    await mapped();
    flow.send({ type: 'import.submitted' });
    expect(sent).toEqual([
      expect.objectContaining({
        sources: ['Name', 'Berths'],
        columns: [
          { source: 0, name: 'name' },
          { source: 1, name: 'berths' },
        ],
        onError: 'stop',
        target: {
          by: 'newTable',
          table: expect.objectContaining({ schema: 'public', name: 'harbors', rowSecurity: true }),
        },
      }),
    ]);
    report({ type: 'file.sent', share: 1 });
    report({ type: 'rows.written', rows: 5 });
    expect(selectImport(now())).toMatchObject({ sent: 1, rows: 5 });
    report({ type: 'import.ended', end: { committed: true, rows: 7, rejected: 0, id: 9 } });
    expect([selectIsImported(now()), deleted, told]).toEqual([true, true, [{ type: 'rows.imported' }]]);
    flow.send({ type: 'table.requested' });
    expect(told.at(-1)).toEqual({ type: 'import.opened', id: 9 });
  });

  it('goes into a table by the names of its columns, however they are written', async () => {
    start({ id: boats.id, name: boats.name });
    await mapped();
    flow.send({ type: 'import.submitted' });
    expect(sent).toMatchObject([{ target: { by: 'table', id: boats.id }, columns: [{ source: 0, name: 'name' }] }]);
  });

  it('reads a file at once that was dropped on the rows of a table', async () => {
    start({ id: boats.id, name: boats.name }, source);
    await idle();
    expect([read, selectIsMapping(now())]).toEqual([[{ ref: 'abc', source, read: null, tableId: boats.id }], true]);
  });

  it('is cancelled', async () => {
    start();
    await mapped();
    flow.send({ type: 'import.submitted' });
    flow.send({ type: 'import.cancelled' });
    expect([stopped, selectIsMapping(now())]).toEqual([1, true]);
  });

  it('stores what was chosen just before it was sent and cancelled, or its file was dropped', async () => {
    start();
    await mapped();
    const chosen = async (name: string, left: 'import.submitted' | 'source.dropped') => {
      flow.send({ type: 'choices.changed', choices: { name } });
      flow.send({ type: left });
      if (left === 'import.submitted') flow.send({ type: 'import.cancelled' });
      clock.increment(shellTiming.addressMirrorMs);
      await idle();
      return stored?.choices?.name;
    };
    expect(await chosen('ports', 'import.submitted')).toBe('ports');
    expect(await chosen('docks', 'source.dropped')).toBe('docks');
  });

  it('lists bad rows, saves them as a file, and skips them when the user wants that', async () => {
    start();
    await mapped();
    flow.send({ type: 'import.submitted' });
    report({ type: 'file.sent', share: 0.5 });
    report({ type: 'rows.rejected', rows: [{ line: 3, reason: 'Not a number.' }] });
    report({ type: 'import.ended', end: { committed: false, rows: 0, rejected: 1, id: null } });
    expect([selectIsRefused(now()), selectImport(now()).badRows]).toEqual([
      true,
      [{ line: 3, reason: 'Not a number.' }],
    ]);
    flow.send({ type: 'rejected.requested' });
    expect(saved).toEqual([source.id]);
    flow.send({ type: 'skip.chosen' });
    expect([selectIsRunning(now()), sent.at(-1)]).toEqual([true, expect.objectContaining({ onError: 'skip' })]);
    expect(selectImport(now())).toMatchObject({ sent: 0, rows: 0, rejected: 0, badRows: [] });
  });

  it('whose answer was lost asks what became of the rows until it is known', async () => {
    start();
    await mapped();
    flow.send({ type: 'import.submitted' });
    settled = new Error('unreachable');
    report({ type: 'import.lost', failure: { code: 500, message: 'Gone.' }, commit: 'c' });
    await idle();
    expect(selectIsSettling(now())).toBe(true);
    settled = { outcome: 'committed', count: 4 };
    clock.increment(settleRetryMs);
    await idle();
    expect([selectIsImported(now()), selectImport(now()).end?.rows]).toEqual([true, 4]);
  });

  it('keeps what was chosen over a reload, and says which file has to be chosen again', async () => {
    stored = draft;
    start();
    await idle();
    expect([selectDraftedFile(now()), selectImport(now()).text]).toEqual([source.name, 'a,b']);
    await mapped();
    expect(read).toMatchObject([{ read: drafted.read, tableId: null }]);
    expect(selectImport(now()).choices).toEqual(drafted);
    flow.send({ type: 'choices.changed', choices: { name: 'quays' } });
    clock.increment(60_000);
    await idle();
    expect(stored).toMatchObject({ file: source.name, choices: { name: 'quays', onError: 'skip' } });
  });
});

describe('columns of a file', () => {
  it('get the narrowest type that takes all values', () => {
    const guesses: [string, (string | null)[]][] = [
      ['bigint', ['1', '-20', null, '']],
      ['numeric', ['1', '2.50', '1e3']],
      ['text', ['007', '12']],
      ['boolean', ['true', 'f', 'No']],
      ['uuid', ['0193b8c8-7f61-7a39-9d2e-2f2f6a1c0c11']],
      ['date', ['2024-02-29']],
      // Postgres refuses these days, and one is enough to lose the whole import.
      ['text', ['2024-01-02', '2024-02-30']],
      ['text', ['2023-02-29', '2023-03-01']],
      ['text', ['0000-01-01']],
      ['text', ['2024-01-31 10:00', '2024-04-31 10:00']],
      ['text', ['2024-04-30T10:00:00Z', '2024-04-31T10:00:00Z']],
      ['timestamptz', ['2024-02-29T10:00:00Z', '2024-02-29 10:00:00.123+02']],
      ['timestamp', ['2024-02-29 10:00']],
      ['jsonb', ['{"a": 1}', '[1]']],
      ['text', ['{"a": 1}', '[1']],
      ['numeric', ['12345678901234567890']],
      ['text', [null, '']],
    ];
    expect(guesses.map(([, values]) => guessType(values))).toEqual(guesses.map(([type]) => type));
  });

  it('become columns with names of their own', () => {
    const names = ['Größe (m)', 'size', 'Size', '2nd', '!'];
    expect(matchColumns({ sources: names, types: [] }, null).map(({ name }) => name)).toEqual([
      'größe_m',
      'size',
      'size_2',
      'c2nd',
      'column',
    ]);
    expect(tableNameOf('My Orders.2024.csv')).toBe('my_orders_2024');
  });

  it('never go to a column that Postgres computes, nor two to one', () => {
    const columns = [
      { name: 'id', generated: true },
      { name: 'first_name', generated: false },
    ];
    expect(
      matchColumns({ ...preview, sources: ['ID', 'First Name', 'FIRST-NAME'] }, columns).map(({ name }) => name),
    ).toEqual(['', 'first_name', '']);
  });
});
