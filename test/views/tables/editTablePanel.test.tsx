import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { StoredShape } from '../../../src/contract/tables/shape.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import {
  editTableMachine,
  type ShapeDraft,
  type TableAltered,
} from '../../../src/machines/tables/editTable/editTable.machine.ts';
import { shapeSuggestionsMachine } from '../../../src/machines/tables/shapeSuggestions/shapeSuggestions.machine.ts';
import type { TableRef } from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { EditTablePanel } from '../../../src/views/tables/EditTablePanel.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { storedBoats } from '../../flows/tables/editTable.model.ts';
import { harborSuggestions } from '../../flows/tables/shapeSuggestions.model.ts';
import { createPort } from '../../support/fakeWorld.ts';

afterEach(cleanup);

async function show() {
  const flow = createActor(
    editTableMachine.provide({
      actors: {
        readShape: fromPromise<StoredShape, TableRef>(async () => await Promise.resolve(storedBoats)),
        loadDraft: fromPromise<ShapeDraft | null, TableRef>(async () => await Promise.resolve(null)),
        keepDraft: fromPromise(async () => await Promise.resolve()),
        shapeSuggestions: shapeSuggestionsMachine.provide({
          actors: { readSuggestions: fromPromise(async () => await Promise.resolve(harborSuggestions)) },
        }),
      },
    }),
    { input: { ref: 'abc', id: 7, parent: createPort(() => {}) as unknown as Port<TableAltered> } },
  ).start();
  await waitFor(flow, (snapshot) => snapshot.matches('editing'));
  render(
    <InApp app={startTestApp()}>
      <EditTablePanel flow={flow} onCancel={() => {}} />
    </InApp>,
  );
  await screen.findByRole('group', { name: 'Column 1' });
}

const column = (place: number) => within(screen.getByRole('group', { name: `Column ${place}` }));
const warning = () => screen.queryByText('Some stored data is lost, which cannot be undone');

it('says what stored values lose before they do', async () => {
  await show();
  expect(screen.getByRole('dialog', { name: 'Edit boats' })).toBeTruthy();
  const type = column(1).getByLabelText('Type');
  fireEvent.change(type, { target: { value: 'numeric' } });
  expect(warning()).toBeNull();
  fireEvent.change(type, { target: { value: 'float8' } });
  expect(warning()).toBeTruthy();
  expect(screen.getByText('id: digits that the new type cannot store')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Drop name' }));
  expect(screen.getByText('name: all values, as the column is dropped')).toBeTruthy();
});

it('asks for the name of a new column at its field', async () => {
  await show();
  fireEvent.click(screen.getByRole('button', { name: 'Add column' }));
  fireEvent.click(screen.getByRole('button', { name: 'Change table' }));
  const name = column(3).getByLabelText('Column name');
  expect([document.activeElement, name.getAttribute('aria-invalid')]).toEqual([name, 'true']);
  expect(screen.getByRole('alert').textContent).toBe('Enter a name.');
});

it('takes Enter as the end of a value, and not as the button', async () => {
  await show();
  const type = column(1).getByLabelText('Type');
  await userEvent.clear(type);
  await userEvent.type(type, 'float8{Enter}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Change table' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Change boats?' }));
  expect(question.getByText('id: digits that the new type cannot store')).toBeTruthy();
});

it('has a constraint that is typed and not added among its changes', async () => {
  await show();
  const change = screen.getByRole<HTMLButtonElement>('button', { name: 'Change table' });
  expect(change.disabled).toBe(true);
  const form = within(screen.getByRole('group', { name: 'New constraint' }));
  await userEvent.type(form.getByLabelText('Condition'), 'id > 0');
  expect(change.disabled).toBe(false);
  expect(screen.getByRole('region', { name: 'SQL of the changes' }).textContent).toContain('check (id > 0)');
});
