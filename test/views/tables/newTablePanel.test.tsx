import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { newColumn, type NewTable, type TableCreated } from '../../../src/contract/tables/newTable.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import { newTableMachine, type TableMade } from '../../../src/machines/tables/newTable/newTable.machine.ts';
import { shapeSuggestionsMachine } from '../../../src/machines/tables/shapeSuggestions/shapeSuggestions.machine.ts';
import { NewTablePanel } from '../../../src/views/tables/NewTablePanel.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { harbors } from '../../flows/tables/newTable.model.ts';
import { harborSuggestions } from '../../flows/tables/shapeSuggestions.model.ts';
import { createPort } from '../../support/fakeWorld.ts';

afterEach(cleanup);

async function show(columns: NewTable['columns']) {
  let sent: NewTable | null = null;
  const flow = createActor(
    newTableMachine.provide({
      actors: {
        loadDraft: fromPromise<NewTable | null, { ref: string }>(
          async () => await Promise.resolve({ ...harbors, columns }),
        ),
        keepDraft: fromPromise(async () => await Promise.resolve()),
        createTable: fromPromise<TableCreated, { ref: string; table: NewTable }>(async ({ input: { table } }) => {
          sent = table;
          return await new Promise(() => {});
        }),
        shapeSuggestions: shapeSuggestionsMachine.provide({
          actors: { readSuggestions: fromPromise(async () => await Promise.resolve(harborSuggestions)) },
        }),
      },
    }),
    { input: { ref: 'abc', schema: 'public', parent: createPort(() => {}) as unknown as Port<TableMade> } },
  ).start();
  await waitFor(flow, (snapshot) => snapshot.matches('editing'));
  render(
    <InApp app={startTestApp()}>
      <NewTablePanel flow={flow} onCancel={() => {}} />
    </InApp>,
  );
  await screen.findByRole('group', { name: 'Column 1' });
  return { flow, created: (): NewTable | null => sent };
}

const column = (place: number) => within(screen.getByRole('group', { name: `Column ${place}` }));
const fieldsOf = (label: string) => [1, 2].map((place) => column(place).queryByLabelText(label) !== null);
const typeOf = (place: number) => column(place).getByLabelText<HTMLInputElement>('Type').value;

it('shows what few columns have where one has it, and moves what is open with its column', async () => {
  await show([newColumn({ name: 'a', check: 'a > 0' }), newColumn({ name: 'b' })]);
  expect(fieldsOf('Check')).toEqual([true, false]);
  await userEvent.click(screen.getByRole('button', { name: 'Move a down' }));
  expect(fieldsOf('Check')).toEqual([false, true]);
  await userEvent.click(column(2).getByRole('button', { name: 'More options' }));
  await userEvent.click(screen.getByRole('button', { name: 'Move a up' }));
  expect(fieldsOf('Check')).toEqual([false, false]);
  await userEvent.click(column(1).getByRole('button', { name: 'More options' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove b' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add column' }));
  expect(fieldsOf('Check')).toEqual([true, false]);
});

it('gives a column the type of the key that it points to, unless a type was chosen', async () => {
  await show([newColumn({ name: 'a' }), newColumn({ name: 'b', dataType: 'uuid' })]);
  for (const place of [1, 2]) {
    await userEvent.click(column(place).getByRole('button', { name: 'More options' }));
    await userEvent.click(column(place).getByRole('combobox', { name: 'References table' }));
    await userEvent.click(await screen.findByRole('option', { name: 'public.boats' }));
  }
  expect([typeOf(1), typeOf(2)]).toEqual(['integer', 'uuid']);
});

it('says what is wrong with a column at its field, which takes the focus', async () => {
  await show([newColumn({ name: 'a' }), newColumn(), newColumn({ name: 'a', dataType: '' })]);
  await userEvent.click(screen.getByRole('button', { name: 'Create table' }));
  const name = (place: number) => column(place).getByLabelText('Column name');
  expect(document.activeElement).toBe(name(2));
  const marked = (element: HTMLElement) => element.getAttribute('aria-invalid');
  expect([name(1), name(2), name(3)].map(marked)).toEqual([null, 'true', 'true']);
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Enter a name.',
    'Two columns have the same name.',
    'Enter a type.',
  ]);
});

it('has keys of several columns in its SQL', async () => {
  await show([newColumn({ name: 'a' }), newColumn({ name: 'b' })]);
  const form = within(screen.getByRole('group', { name: 'New constraint' }));
  await userEvent.selectOptions(form.getByLabelText('Kind'), 'Unique');
  await userEvent.type(form.getByLabelText('Columns'), 'a, b');
  await userEvent.click(form.getByRole('button', { name: 'Add constraint' }));
  const sql = () => screen.getByRole('region', { name: 'SQL of the new table' }).textContent;
  expect(sql()).toContain('unique (a, b)');
  await userEvent.click(screen.getByRole('button', { name: 'Drop unique (a, b)' }));
  expect(sql()).not.toContain('unique');
});

it('has a constraint that is typed and not added: in its SQL, and in the table', async () => {
  const { flow, created } = await show([newColumn({ name: 'a' })]);
  const form = within(screen.getByRole('group', { name: 'New constraint' }));
  await userEvent.type(form.getByLabelText('Condition'), 'a > 0');
  expect(screen.getByRole('region', { name: 'SQL of the new table' }).textContent).toContain('check (a > 0)');
  await userEvent.click(screen.getByRole('button', { name: 'Create table' }));
  await waitFor(flow, (snapshot) => snapshot.matches('creating'));
  expect(created()?.constraints).toEqual([{ storedName: null, kind: 'check', definition: 'check (a > 0)' }]);
  // It is listed once, should the database refuse the table.
  expect(screen.getAllByText('check (a > 0)')).toHaveLength(1);
  expect(form.getByLabelText<HTMLInputElement>('Condition').value).toBe('');
});

it('is not created with half of a foreign key: the missing column takes the focus', async () => {
  const { created } = await show([newColumn({ name: 'a' })]);
  const form = within(screen.getByRole('group', { name: 'New constraint' }));
  await userEvent.selectOptions(form.getByLabelText('Kind'), 'Foreign key');
  await userEvent.click(form.getByRole('combobox', { name: 'References table' }));
  await userEvent.click(await screen.findByRole('option', { name: 'public.boats' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create table' }));
  expect(document.activeElement).toBe(form.getByLabelText('Column for id'));
  expect(form.getByText('Choose a column, or another kind of constraint.')).toBeTruthy();
  expect(created()).toBeNull();
  await userEvent.selectOptions(form.getByLabelText('Column for id'), 'a');
  await userEvent.click(screen.getByRole('button', { name: 'Create table' }));
  await expect.poll(() => created()?.constraints).toMatchObject([{ kind: 'foreign key' }]);
});

it('is created by Enter in its name, and not by Enter in a column, where it takes a suggestion', async () => {
  await show([newColumn({ name: 'a' })]);
  const sends = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Enter' });
  expect([screen.getByLabelText('Name'), column(1).getByLabelText('Column name')].map(sends)).toEqual([true, false]);
});

it('goes to the name of a column that is added', async () => {
  await show([newColumn({ name: 'a' })]);
  await userEvent.click(screen.getByRole('button', { name: 'Add column' }));
  await userEvent.keyboard('length');
  expect(column(2).getByLabelText<HTMLInputElement>('Column name').value).toBe('length');
});

it('leaves the focus where the user types while another field is invalid', async () => {
  await show([newColumn({ name: 'a' })]);
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.click(screen.getByRole('button', { name: 'Create table' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  await userEvent.click(screen.getByRole('button', { name: 'Add column' }));
  await userEvent.keyboard('length');
  expect(column(2).getByLabelText<HTMLInputElement>('Column name').value).toBe('length');
});

it('shows placeholders in its SQL until there are names', async () => {
  await show([newColumn({ name: 'a' }), newColumn()]);
  await userEvent.clear(screen.getByLabelText('Name'));
  const sql = screen.getByRole('region', { name: 'SQL of the new table' }).textContent;
  expect(sql).toContain('create table public.table_name (');
  expect(sql).toContain('column_2 ');
  expect(sql).not.toContain('""');
});
