/** The bar of the staged changes, beyond what the paths of its chart cover. */
import { setImmediate } from 'node:timers/promises';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Port } from '../../../src/machines/parts/port.ts';
import { stagedEditsMachine, type RowsOutdated } from '../../../src/machines/tables/stagedEdits/stagedEdits.machine.ts';
import { ChangeBar } from '../../../src/views/tables/ChangeBar.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { recordingPort } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import { createPort } from '../../support/fakeWorld.ts';

afterEach(cleanup);

it('reviews the changes until the last one is undone, and again only when the user asks', async () => {
  const edits = createActor(stagedEditsMachine.provide({ actors: { storeEdits: fromCallback(() => {}) } }), {
    input: {
      ref: 'abc',
      id: boats.id,
      port: recordingPort(),
      viewAs: null,
      parent: createPort(() => {}) as unknown as Port<RowsOutdated>,
    },
  }).start();
  const insert = (row: string) => act(() => edits.send({ type: 'rows.inserted', rows: [{ row, cells: {} }] }));
  const review = () => fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  insert('new-1');
  render(
    <InApp app={startTestApp()}>
      <ChangeBar edits={edits} table={boats} />
    </InApp>,
  );
  review();
  const dialog = await screen.findByRole('dialog', { name: 'Staged changes' });
  fireEvent.click(screen.getByRole('button', { name: /^Undo insert/ }));
  await act(() => setImmediate());
  expect(dialog.isConnected).toBe(false);
  insert('new-2');
  await act(() => setImmediate());
  expect(screen.queryByRole('dialog')).toBeNull();
  review();
  expect(await screen.findByRole('dialog', { name: 'Staged changes' })).toBeTruthy();
});
