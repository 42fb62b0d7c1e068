import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { TableCreated } from '../../../src/contract/tables/newTable.ts';
import type { Duplicate } from '../../../src/contract/tables/shape.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import { duplicateTableMachine } from '../../../src/machines/tables/duplicateTable/duplicateTable.machine.ts';
import type { TableMade } from '../../../src/machines/tables/newTable/newTable.machine.ts';
import type { TableRef } from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { held } from '../../fixtures/held.ts';
import { refusal } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { duplicateTableModel } from './duplicateTable.model.ts';

coverChart(duplicateTableModel);

describe('a copy of a table', () => {
  it('has a name of the table to begin with, stays typed when it is refused, and is reported once it exists', async () => {
    const copy = held<TableCreated, TableRef & { copy: Duplicate }>();
    const told: TableMade[] = [];
    const flow = createActor(duplicateTableMachine.provide({ actors: { duplicateTable: copy.logic } }), {
      input: {
        ref: 'abc',
        id: 7,
        name: 'boats',
        parent: createPort((event) => told.push(event as TableMade)) as unknown as Port<TableMade>,
      },
    }).start();
    flow.send({ type: 'field.changed', field: 'rows', value: false });
    flow.send({ type: 'form.submitted' });
    expect(copy.last().input).toEqual({ ref: 'abc', id: 7, copy: { name: 'boats_copy', rows: false } });
    copy.last().fail(refusal);
    await waitFor(flow, ({ context }) => context.failure !== null);
    flow.send({ type: 'form.submitted' });
    copy.last().answer({ id: 9 });
    await waitFor(flow, (snapshot) => snapshot.matches('copied'));
    expect(told).toEqual([{ type: 'table.created', id: 9 }]);
  });
});
