import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import type { Port } from '../../../src/machines/parts/port.ts';
import {
  importRowsMachine,
  type ImportDraft,
  type ImportOpened,
  type ReadSource,
  type RowsImported,
} from '../../../src/machines/tables/importRows/importRows.machine.ts';
import { shapeSuggestionsMachine } from '../../../src/machines/tables/shapeSuggestions/shapeSuggestions.machine.ts';
import { ImportPanel } from '../../../src/views/tables/ImportPanel.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { boats } from '../../fixtures/tables.ts';
import { reading, source } from '../../flows/tables/importRows.model.ts';
import { harborSuggestions } from '../../flows/tables/shapeSuggestions.model.ts';
import { createPort } from '../../support/fakeWorld.ts';

afterEach(cleanup);

async function show() {
  const asked: (number | null)[] = [];
  const searched: string[] = [];
  const flow = createActor(
    importRowsMachine.provide({
      actors: {
        loadDraft: fromPromise<ImportDraft | null, { ref: string; tableId: number | null }>(
          async () => await Promise.resolve(null),
        ),
        keepDraft: fromPromise(async () => await Promise.resolve()),
        holdFiles: fromCallback(() => {}),
        readSource: fromPromise(async ({ input: { tableId } }: { input: ReadSource }) => {
          asked.push(tableId);
          return await Promise.resolve({ ...reading, table: tableId === null ? null : { ...boats, id: tableId } });
        }),
        shapeSuggestions: shapeSuggestionsMachine.provide({
          actors: {
            readSuggestions: fromPromise(async ({ input: { search } }: { input: { ref: string; search: string } }) => {
              searched.push(search);
              const { schema, name, id } = boats;
              const tables = search === 'public.boats' ? [{ id, schema, name }] : harborSuggestions.tables;
              return await Promise.resolve({ ...harborSuggestions, tables });
            }),
          },
        }),
      },
    }),
    {
      input: {
        ref: 'abc',
        schema: 'public',
        target: null,
        source,
        parent: createPort(() => {}) as unknown as Port<ImportOpened | RowsImported>,
      },
    },
  ).start();
  await waitFor(flow, (snapshot) => snapshot.matches('mapping'));
  render(
    <InApp app={startTestApp()}>
      <ImportPanel flow={flow} onClose={() => {}} />
    </InApp>,
  );
  return { flow, asked, searched };
}

it('finds the table that rows go to by its name, in any schema', async () => {
  const { flow, asked, searched } = await show();
  const into = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Into' });
  expect(into.value).toBe('A new table');
  into.focus();
  fireEvent.change(into, { target: { value: 'piers' } });
  await expect.poll(() => searched).toEqual(['', 'public.harbors', 'piers']);
  await userEvent.click(await screen.findByRole('option', { name: 'harbor.piers' }));
  await waitFor(flow, (snapshot) => snapshot.matches('mapping') && snapshot.context.table !== null);
  expect(asked).toEqual([null, 8]);
});

it('says at the name of a new table that a table has it, and imports into that one instead', async () => {
  const { flow, asked, searched } = await show();
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  expect(name.getAttribute('aria-invalid')).toBeNull();
  fireEvent.change(name, { target: { value: 'boats' } });
  await screen.findByText('The table public.boats exists already. Choose another name, or import into it.');
  expect(searched.at(-1)).toBe('public.boats');
  // It is not sent, and the field says why.
  await userEvent.click(screen.getByRole('button', { name: 'Create table and import' }));
  expect([flow.getSnapshot().matches('mapping'), document.activeElement]).toEqual([true, name]);
  await userEvent.click(screen.getByRole('button', { name: 'Import into public.boats' }));
  await waitFor(flow, (snapshot) => snapshot.matches('mapping') && snapshot.context.table !== null);
  expect(asked).toEqual([null, boats.id]);
  expect(screen.queryByLabelText('Name')).toBeNull();
});
