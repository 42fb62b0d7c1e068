import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { rowsWithText, type RowPage } from '../../../src/contract/tables/rows.ts';
import type { TableDetail } from '../../../src/contract/tables/table.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import type { CellAccepted, OpenedCell } from '../../../src/machines/tables/cellEditor/cellEditor.machine.ts';
import type { ComputedPart } from '../../../src/machines/tables/reference/computedParts.ts';
import { referenceMachine, type ReadReferenced } from '../../../src/machines/tables/reference/reference.machine.ts';
import {
  selectFoundRows,
  selectHasReferenceFailed,
  selectIsFollowing,
  selectIsSearching,
  selectReferencedRow,
  selectReferencedTable,
  selectReferenceFailure,
} from '../../../src/machines/tables/reference/reference.selectors.ts';
import type { TableRef } from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { held } from '../../fixtures/held.ts';
import { refusal } from '../../fixtures/screen.ts';
import { boats, twoBoats } from '../../fixtures/tables.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { adaAlone } from './openRow.model.ts';
import { boatOfTrip, referenceModel } from './reference.model.ts';

coverChart(referenceModel);

describe('a cell of a foreign key', () => {
  function open(cell: Partial<OpenedCell> = {}, computed: readonly ComputedPart[] = []) {
    const tables = held<TableDetail, TableRef>();
    const rows = held<RowPage, ReadReferenced>();
    const told: CellAccepted[] = [];
    const flow = createActor(
      referenceMachine.provide({ actors: { readTable: tables.logic, readRows: rows.logic }, delays: { debounce: 1 } }),
      {
        input: {
          ref: 'abc',
          viewAs: null,
          cell: { ...boatOfTrip, ...cell },
          computed,
          parent: createPort((event) => told.push(event as CellAccepted)) as unknown as Port<CellAccepted>,
        },
      },
    ).start();
    return { tables, rows, told, flow };
  }

  it('shows the row that it points to, in place', async () => {
    const { tables, rows, flow } = open();
    expect([selectIsFollowing(flow.getSnapshot()), tables.last().input]).toEqual([true, { ref: 'abc', id: boats.id }]);
    tables.last().answer(boats);
    await waitFor(flow, (snapshot) => selectReferencedTable(snapshot) !== null);
    expect(rows.last().input.view.filters).toEqual([{ column: 'id', operator: '=', value: '1' }]);
    rows.last().answer(adaAlone);
    await waitFor(flow, (snapshot) => !selectIsFollowing(snapshot));
    expect(selectReferencedRow(flow.getSnapshot())).toEqual(adaAlone);
  });

  it('gets the value of a row that is found by any of its columns', async () => {
    const { tables, rows, told, flow } = open({ text: null, pointsAt: null });
    tables.last().answer(boats);
    await waitFor(flow, (snapshot) => snapshot.matches('following'));
    expect(rows.last().input.view.where).toBe('false');
    rows.last().answer({ ...twoBoats, rows: [] });
    await waitFor(flow, selectIsSearching);
    expect([selectReferencedRow(flow.getSnapshot())?.rows, rows.last().input.view.where]).toEqual([[], '']);
    rows.last().answer(twoBoats);
    await waitFor(flow, (snapshot) => selectFoundRows(snapshot) !== null);
    flow.send({ type: 'search.changed', search: 'GRA' });
    await waitFor(flow, (snapshot) => snapshot.matches('searching'));
    expect(rows.last().input.view).toEqual(rowsWithText('gra'));
    rows.last().answer(twoBoats);
    await waitFor(flow, (snapshot) => snapshot.matches('ready'));
    flow.send({ type: 'row.chosen', cells: { boat: '2' } });
    expect(told).toEqual([
      {
        type: 'cell.accepted',
        cells: [{ row: '{"id":"7"}', stored: boatOfTrip.stored, column: 'boat', value: '2', toDefault: false }],
      },
    ]);
  });

  it('whose key has a computed column points only to rows that agree in it, which stays unstaged', async () => {
    const choose = async (value: string | null, cells: Readonly<Record<string, string>>) => {
      const { tables, rows, told, flow } = open({}, [{ column: 'harbor', value }]);
      tables.last().answer(boats);
      await waitFor(flow, (snapshot) => snapshot.matches('following'));
      rows.last().answer(adaAlone);
      await waitFor(flow, selectIsSearching);
      rows.last().answer(twoBoats);
      await waitFor(flow, (snapshot) => snapshot.matches('ready'));
      flow.send({ type: 'row.chosen', cells });
      return told.flatMap((event) => event.cells.map((cell) => [cell.column, cell.value]));
    };
    expect(await choose('9', { harbor: '9', boat: '2' })).toEqual([['boat', '2']]);
    expect(await choose('9', { harbor: '8', boat: '2' })).toEqual([]);
    // Before the row is stored, nobody knows it.
    expect(await choose(null, { harbor: '9', boat: '2' })).toEqual([]);
  });

  it('may be read again after a failure, and keeps what was found', async () => {
    const { tables, rows, flow } = open({ text: null, pointsAt: null });
    tables.last().fail(refusal);
    await waitFor(flow, selectHasReferenceFailed);
    flow.send({ type: 'reading.retried' });
    tables.last().answer(boats);
    await waitFor(flow, (snapshot) => snapshot.matches('following'));
    expect(rows.last().input.view.where).toBe('false');
    rows.last().answer({ ...twoBoats, rows: [] });
    await waitFor(flow, selectIsSearching);
    rows.last().fail(refusal);
    await waitFor(flow, (snapshot) => selectReferenceFailure(snapshot) !== null);
    flow.send({ type: 'reading.retried' });
    expect([selectIsSearching(flow.getSnapshot()), selectReferenceFailure(flow.getSnapshot())]).toEqual([true, null]);
  });

  it('that cannot be edited only shows where it points', async () => {
    const { tables, rows, told, flow } = open({ readOnly: true, text: null, pointsAt: null });
    tables.last().answer(boats);
    await waitFor(flow, (snapshot) => snapshot.matches('following'));
    expect(rows.last().input.view.where).toBe('false');
    rows.last().answer({ ...twoBoats, rows: [] });
    await waitFor(flow, selectIsSearching);
    rows.last().answer(twoBoats);
    await waitFor(flow, (snapshot) => snapshot.matches('ready'));
    flow.send({ type: 'row.chosen', cells: { boat: '2' } });
    expect(told).toEqual([]);
  });
});
