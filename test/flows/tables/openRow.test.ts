import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { RowAddress } from '../../../src/contract/tables/rowAddress.ts';
import type { RowPage } from '../../../src/contract/tables/rows.ts';
import { openRowMachine } from '../../../src/machines/tables/openRow/openRow.machine.ts';
import {
  selectIsReadingRow,
  selectIsRowGone,
  selectRowFailure,
  selectStoredRow,
} from '../../../src/machines/tables/openRow/openRow.selectors.ts';
import type { TableRef } from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { held } from '../../fixtures/held.ts';
import { refusal } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import { coverChart } from '../../support/cover.ts';
import { adaAlone, openRowModel } from './openRow.model.ts';

coverChart(openRowModel);

describe('a row that is opened', () => {
  let read: ReturnType<typeof held<RowPage, TableRef & Pick<RowAddress, 'view' | 'position' | 'viewAs'>>>;
  const open = (values: string[], key = ['id']) =>
    createActor(openRowMachine.provide({ actors: { readRows: read.logic } }), {
      input: { ref: 'abc', id: boats.id, viewAs: null, key, values },
    }).start();

  beforeEach(() => {
    read = held();
  });

  it('is read by its key', async () => {
    const flow = open(['1', 'a"b'], ['id', 'name']);
    expect(read.last().input.view.filters).toEqual([
      { column: 'id', operator: '=', value: '1' },
      { column: 'name', operator: '=', value: 'a"b' },
    ]);
    read.last().answer(adaAlone);
    await waitFor(flow, (snapshot) => !selectIsReadingRow(snapshot));
    expect(selectStoredRow(flow.getSnapshot())).toEqual(adaAlone);
  });

  it('may be gone, or cannot be read, and is read again on request', async () => {
    const flow = open(['1']);
    read.last().answer({ ...adaAlone, rows: [] });
    await waitFor(flow, selectIsRowGone);
    flow.send({ type: 'row.reloaded' });
    read.last().fail(refusal);
    await waitFor(flow, (snapshot) => selectRowFailure(snapshot) !== null);
    flow.send({ type: 'row.reloaded' });
    expect([read.calls.length, selectRowFailure(flow.getSnapshot())]).toEqual([3, null]);
  });
});
