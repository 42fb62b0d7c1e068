import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, type Actor } from 'xstate';
import {
  exportFileName,
  rowWriter,
  type ExportFormat,
  type ExportRequest,
} from '../../../src/contract/tables/exportRows.ts';
import { everyRow } from '../../../src/contract/tables/rows.ts';
import {
  exportRowsMachine,
  type ExportedRows,
  type ExportReport,
  type ExportRowsInput,
  type ExportScope,
} from '../../../src/machines/tables/exportRows/exportRows.machine.ts';
import {
  selectExportedRows,
  selectExportFailure,
  selectIsExporting,
  selectIsSaved,
} from '../../../src/machines/tables/exportRows/exportRows.selectors.ts';
import type { TableRef } from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { boats } from '../../fixtures/tables.ts';
import { coverChart } from '../../support/cover.ts';
import { exportRowsModel } from './exportRows.model.ts';

coverChart(exportRowsModel);

describe('an export of rows', () => {
  type Input = TableRef & ExportRequest & { name: string };
  let started: Input[];
  let stopped: number;
  let report: (event: ExportReport) => void;
  let flow: Actor<typeof exportRowsMachine>;
  const all = { name: 'boats', view: everyRow, viewAs: null, columns: ['id', 'name'] };
  const only = { by: 'key' as const, keys: [{ id: '7' }, { id: '8' }] };
  /** Those of the selection: the page may read others by now. */
  const ofSelection: Pick<ExportRequest, 'view' | 'viewAs'> = {
    view: { ...everyRow, where: 'id > 6' },
    viewAs: { role: 'anon', user: null },
  };
  const exported: ExportedRows = {
    ...all,
    total: null,
    selected: { ...ofSelection, only, rows: 2, columns: ['name'] },
  };

  const start = (given: Pick<ExportRowsInput, 'exported' | 'scope'>) =>
    createActor(
      exportRowsMachine.provide({
        actors: {
          saveRows: fromCallback<ExportReport, Input>(({ input, sendBack }) => {
            started.push(input);
            report = sendBack;
            return () => {
              stopped += 1;
            };
          }),
        },
      }),
      { input: { ref: 'abc', id: boats.id, ...given } },
    ).start();

  beforeEach(() => {
    started = [];
    stopped = 0;
    flow = start({ exported, scope: 'all' });
  });

  it('has the chosen format, and tells how many rows have come', () => {
    flow.send({ type: 'format.chosen', format: 'sql' });
    flow.send({ type: 'export.started' });
    expect(started).toEqual([{ ref: 'abc', id: boats.id, ...all, only: null, format: 'sql' }]);
    report({ type: 'rows.received', rows: 200 });
    report({ type: 'rows.received', rows: 30 });
    report({ type: 'file.saved' });
    expect([selectExportedRows(flow.getSnapshot()), selectIsSaved(flow.getSnapshot())]).toEqual([230, true]);
  });

  it.for<[ExportScope, Partial<ExportRequest>]>([
    ['rows', { ...ofSelection, only, columns: ['id', 'name'] }],
    ['cells', { ...ofSelection, only, columns: ['name'] }],
    ['all', { only: null, columns: ['id', 'name'] }],
  ])('has what is selected of the rows where the user wants only that: %s', ([scope, request]) => {
    flow.send({ type: 'scope.chosen', scope });
    flow.send({ type: 'export.started' });
    expect(started).toEqual([{ ref: 'abc', id: boats.id, ...all, format: 'csv', ...request }]);
  });

  it('of a selection never becomes one of all rows', () => {
    flow = start({ exported: { ...all, total: null, selected: null }, scope: 'cells' });
    flow.send({ type: 'export.started' });
    expect([started, selectIsExporting(flow.getSnapshot())]).toEqual([[], false]);
  });

  it('ends when it is cancelled', () => {
    flow.send({ type: 'export.started' });
    flow.send({ type: 'export.cancelled' });
    expect([stopped, selectIsExporting(flow.getSnapshot())]).toEqual([1, false]);
  });

  it('takes another format after a file was saved', () => {
    flow.send({ type: 'export.started' });
    report({ type: 'file.saved' });
    flow.send({ type: 'format.chosen', format: 'json' });
    expect(flow.getSnapshot().value).toBe('choosing');
    flow.send({ type: 'export.started' });
    report({ type: 'file.saved' });
    flow.send({ type: 'scope.chosen', scope: 'all' });
    expect([flow.getSnapshot().value, started.map(({ format }) => format)]).toEqual(['choosing', ['csv', 'json']]);
  });

  it('is made again after a file was saved', () => {
    flow.send({ type: 'export.started' });
    report({ type: 'rows.received', rows: 200 });
    report({ type: 'file.saved' });
    flow.send({ type: 'export.started' });
    expect([started.length, selectIsExporting(flow.getSnapshot()), selectExportedRows(flow.getSnapshot())]).toEqual([
      2,
      true,
      0,
    ]);
  });

  it('tells why it failed, until it is tried again', () => {
    flow.send({ type: 'export.started' });
    report({ type: 'export.failed', failure: { code: 'export_failed', message: 'It broke off.' } });
    expect(selectExportFailure(flow.getSnapshot())?.message).toBe('It broke off.');
    flow.send({ type: 'export.started' });
    expect(selectExportFailure(flow.getSnapshot())).toBeNull();
  });
});

describe('a file of rows', () => {
  const columns = [
    { name: 'id', baseType: 'integer' },
    { name: 'the "name"', baseType: 'text' },
    { name: 'notes', baseType: 'jsonb' },
  ];
  const rows = [
    ['1', `it's, "x"`, '{"a": 1}'],
    ['2', '', null],
    ['3', '=1+1', null],
  ];
  const file = (format: ExportFormat) => {
    const writer = rowWriter({ schema: 'public', name: 'Boats' }, columns, format);
    return writer.begin + rows.map((row, place) => writer.row(row, place === 0)).join('') + writer.end;
  };

  it('tells NULL and an empty text apart', () => {
    expect(file('csv')).toBe('id,"the ""name""",notes\r\n1,"it\'s, ""x""","{""a"": 1}"\r\n2,"",\r\n3,=1+1,\r\n');
    expect(file('spreadsheet')).toContain(`3,"'=1+1",`);
    expect(JSON.parse(file('json'))).toEqual([
      { id: 1, 'the "name"': `it's, "x"`, notes: { a: 1 } },
      { id: 2, 'the "name"': '', notes: null },
      { id: 3, 'the "name"': '=1+1', notes: null },
    ]);
    expect(file('sql').split('\n')[1]).toBe(
      `insert into public."Boats" (id, "the ""name""", notes) values ('2', '', null);`,
    );
  });

  it('has a name that every system takes', () => {
    expect([exportFileName('a/b "c".d', 'json'), exportFileName('ö', 'spreadsheet')]).toEqual([
      'a_b_c_d.json',
      'ö-spreadsheet.csv',
    ]);
  });
});
