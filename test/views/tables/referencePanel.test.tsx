import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { Port } from '../../../src/machines/parts/port.ts';
import type { CellAccepted } from '../../../src/machines/tables/cellEditor/cellEditor.machine.ts';
import { referenceMachine } from '../../../src/machines/tables/reference/reference.machine.ts';
import { ReferencePanel } from '../../../src/views/tables/ReferencePanel.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { boats, twoBoats } from '../../fixtures/tables.ts';
import { boatOfTrip } from '../../flows/tables/reference.model.ts';
import { createPort } from '../../support/fakeWorld.ts';

it.each([
  ['4', 'Postgres computes twice. Only rows with twice = 4 can be chosen.', [true, false]],
  [null, 'Postgres computes twice, which has no known value in this row. No row can be chosen.', [true, true]],
] as const)('says why rows cannot be chosen where the computed column has %j', async (value, reason, disabled) => {
  const { column } = boatOfTrip;
  const reference = { ...column.reference!, others: [{ name: 'twice', target: 'doubled' }] };
  const flow = createActor(
    referenceMachine.provide({
      actors: { readTable: fromPromise(async () => boats), readRows: fromPromise(async () => twoBoats) },
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
  const { unmount } = render(
    <InApp app={startTestApp()}>
      <ReferencePanel flow={flow} projectRef="abc" viewAs={null} onClose={() => {}} />
    </InApp>,
  );
  const buttons = await screen.findAllByRole<HTMLButtonElement>('button', { name: /^Choose/ });
  expect(buttons.map((button) => button.disabled)).toEqual(disabled);
  expect(screen.getByText(reason).id).toBe(buttons[0]?.getAttribute('aria-describedby'));
  unmount();
  flow.stop();
});
