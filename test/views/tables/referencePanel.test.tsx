import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { TableDetail } from '../../../src/contract/tables/table.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import type { CellAccepted } from '../../../src/machines/tables/cellEditor/cellEditor.machine.ts';
import { referenceMachine } from '../../../src/machines/tables/reference/reference.machine.ts';
import { ReferencePanel } from '../../../src/views/tables/ReferencePanel.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { boats, column as columnOf, twoBoats } from '../../fixtures/tables.ts';
import { boatOfTrip } from '../../flows/tables/reference.model.ts';
import { createPort } from '../../support/fakeWorld.ts';

/** The panel for a cell of `trips`, whose key has a part that Postgres computes. */
async function showPanel(value: string | null, of: TableDetail, page = twoBoats) {
  const { column } = boatOfTrip;
  const reference = { ...column.reference!, others: [{ name: 'twice', target: 'doubled' }] };
  const flow = createActor(
    referenceMachine.provide({
      actors: { readTable: fromPromise(async () => boats), readRows: fromPromise(async () => page) },
    }),
    {
      input: {
        ref: 'abc',
        viewAs: null,
        cell: { ...boatOfTrip, column: { ...column, reference }, pointsAt: null },
        computed: [{ column: 'twice', value }],
        parent: createPort(() => {}) as unknown as Port<CellAccepted>,
      },
    },
  ).start();
  await waitFor(flow, (snapshot) => snapshot.matches('ready'));
  render(
    <InApp app={startTestApp()}>
      <ReferencePanel flow={flow} projectRef="abc" of={of} viewAs={null} onClose={() => {}} />
    </InApp>,
  );
  return await screen.findAllByRole<HTMLButtonElement>('button', { name: /^Choose/ });
}

const trips: TableDetail = { ...boats, name: 'trips', columns: [boatOfTrip.column, columnOf('twice', 'integer')] };

afterEach(cleanup);

it.each([
  ['4', 'Postgres computes twice. Only rows with twice = 4 can be chosen.', [true, false]],
  [null, 'Postgres computes twice, which has no known value in this row. No row can be chosen.', [true, true]],
] as const)('says why rows cannot be chosen where the computed column has %j', async (value, reason, disabled) => {
  const buttons = await showPanel(value, trips);
  expect(buttons.map((button) => button.disabled)).toEqual(disabled);
  expect(screen.getByText(reason).id).toBe(buttons[0]?.getAttribute('aria-describedby'));
  expect(screen.queryByText(/no longer has the column/)).toBeNull();
});

it('says which column of the key is gone: then no row can be chosen', async () => {
  const buttons = await showPanel('4', { ...trips, columns: [columnOf('ship', 'integer'), trips.columns[1]!] });
  expect(buttons.map((button) => button.disabled)).toEqual([true, true]);
  expect(screen.getByText(/^The table no longer has the column boat\./)).toBeTruthy();
});

it('says where there are more rows than it lists', async () => {
  await showPanel('4', trips, { ...twoBoats, next: { by: 'key', values: { id: '2' }, backward: false } });
  expect(screen.getByRole('columnheader', { name: 'Choose' })).toBeTruthy();
  expect(screen.getByText('There are more rows. Search to find another one.')).toBeTruthy();
  cleanup();
  await showPanel('4', trips, { ...twoBoats, next: null });
  expect(screen.queryByText(/^There are more rows/)).toBeNull();
});
