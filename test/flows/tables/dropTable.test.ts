import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { Dependants } from '../../../src/contract/tables/table.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import {
  dropTableMachine,
  type DropCancelled,
  type TableDropped,
} from '../../../src/machines/tables/dropTable/dropTable.machine.ts';
import { selectDependants } from '../../../src/machines/tables/dropTable/dropTable.selectors.ts';
import type { TableRef } from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { held } from '../../fixtures/held.ts';
import { refusal } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { dropTableModel } from './dropTable.model.ts';

coverChart(dropTableModel);

describe('dropping a table', () => {
  let read: ReturnType<typeof held<Dependants, TableRef>>;
  let drop: ReturnType<typeof held<void, TableRef>>;
  let told: (TableDropped | DropCancelled)[];
  let flow: Actor<typeof dropTableMachine>;
  const confirming = () => waitFor(flow, (snapshot) => snapshot.matches('confirming'));

  beforeEach(() => {
    read = held();
    drop = held();
    told = [];
    flow = createActor(dropTableMachine.provide({ actors: { readDependants: read.logic, dropTable: drop.logic } }), {
      input: {
        ref: 'abc',
        id: 7,
        name: 'boats',
        kind: 'table',
        parent: createPort((event) => told.push(event as TableDropped)) as unknown as Port<
          TableDropped | DropCancelled
        >,
      },
    }).start();
  });

  it('is not done while something depends on it, until that is gone', async () => {
    read.last().answer({ names: ['view calm_boats'], total: 1 });
    await confirming();
    flow.send({ type: 'action.confirmed' });
    expect([selectDependants(flow.getSnapshot()).names, drop.calls.length]).toEqual([['view calm_boats'], 0]);
    flow.send({ type: 'dependants.reloaded' });
    read.last().answer({ names: [], total: 0 });
    await confirming();
    flow.send({ type: 'action.confirmed' });
    expect(drop.last().input).toEqual({ ref: 'abc', id: 7 });
    drop.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('closed'));
    expect(told).toEqual([{ type: 'table.dropped' }]);
  });

  it('is possible where it is unknown what depends on it, and says why it failed', async () => {
    read.last().fail(refusal);
    await confirming();
    flow.send({ type: 'action.confirmed' });
    drop.last().fail(refusal);
    expect((await confirming()).context).toMatchObject({ confirmFailure: { message: refusal.message } });
    flow.send({ type: 'action.cancelled' });
    expect(told).toEqual([{ type: 'drop.cancelled' }]);
  });
});
