/** The bar of the staged changes, beyond what the paths of its chart cover. */
import { setImmediate } from 'node:timers/promises';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { unnamedKey } from '../../../src/contract/tables/rowKey.ts';
import {
  stagedEditsMachine,
  type StagedEditsInput,
  type StorageReport,
} from '../../../src/machines/tables/stagedEdits/stagedEdits.machine.ts';
import { ChangeBar, ChangeNotices } from '../../../src/views/tables/ChangeBar.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { recordingPort } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import { createPort } from '../../support/fakeWorld.ts';

afterEach(cleanup);

const nowhere = createPort(() => {}) as unknown as StagedEditsInput['parent'];

it('reviews the changes until the last one is undone, and again only when the user asks', async () => {
  const edits = createActor(stagedEditsMachine.provide({ actors: { storeEdits: fromCallback(() => {}) } }), {
    input: {
      ref: 'abc',
      id: boats.id,
      port: recordingPort(),
      viewAs: null,
      columns: boats.columns,
      parent: nowhere,
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

it('says which changes cannot be committed, since the table has another key than they were staged by', async () => {
  const update = { type: 'update' as const, old: { name: 'Ada' }, defaults: [] };
  const edits = createActor(
    stagedEditsMachine.provide({
      actors: {
        storeEdits: fromCallback(({ sendBack }) =>
          sendBack({
            type: 'edits.recalled',
            undecided: false,
            staged: {
              fine: { ...update, key: { id: '1' }, values: { name: 'Grace' } },
              moved: { ...update, key: { name: 'Ada' }, values: { name: 'Joan' } },
              old: { ...update, key: unnamedKey(['7']), values: { name: 'Edith' } },
              new: { type: 'insert', values: {} },
            },
          } satisfies StorageReport),
        ),
      },
    }),
    {
      input: { ref: 'abc', id: boats.id, port: recordingPort(), viewAs: null, columns: boats.columns, parent: nowhere },
    },
  ).start();
  render(
    <InApp app={startTestApp()}>
      <ChangeNotices edits={edits} table={boats} />
      <ChangeBar edits={edits} table={boats} />
    </InApp>,
  );
  const notice = () =>
    screen.getByText(/changes? cannot be committed$/, { ignore: '[role=group] *' }).closest('[role=status]');
  const commit = screen.getByRole<HTMLButtonElement>('button', { name: 'Commit' });
  expect(notice()!.textContent).toBe(
    '2 changes cannot be committed' +
      'The key of boats was changed after 1 change was staged, and may find another row now. ' +
      '1 change was staged by an older version of the dashboard, which did not store the columns of the key. ' +
      'Review shows which ones they are: copy what you need, and undo them before you commit.',
  );
  expect(screen.getByText('4 changes staged, 2 cannot be committed')).toBeTruthy();
  expect(commit.disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  const items = await screen.findAllByRole('listitem');
  const words = items.map((item) => /Its row was known by .*?\.|It was staged by .*?\./.exec(item.textContent)?.[0]);
  expect(words).toEqual([
    undefined,
    'Its row was known by name, and the table has the key id now.',
    'It was staged by an older version of the dashboard, which did not store the columns of the key.',
    undefined,
  ]);
  // What was typed can be copied, and the change taken back.
  expect(items[1]!.textContent).toContain("set name = 'Joan'");
  expect(screen.getByRole('button', { name: 'Copy the SQL of row where name = Ada' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Undo update of row where name = Ada' }));
  expect(notice()!.textContent).toBe(
    '1 change cannot be committed' +
      '1 change was staged by an older version of the dashboard, which did not store the columns of the key. ' +
      'Review shows which one it is: copy what you need, and undo it before you commit.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Undo update of row 7' }));
  expect(screen.queryByText(/cannot be committed/)).toBeNull();
  expect(commit.disabled).toBe(false);
});

it('leaves the values of a dropped column out when the user says so, and commits the rest', async () => {
  const [id, title, notes] = boats.columns;
  const table = { ...boats, columns: boats.columns.filter((one) => one !== notes) };
  const edits = createActor(stagedEditsMachine.provide({ actors: { storeEdits: fromCallback(() => {}) } }), {
    input: { ref: 'abc', id: boats.id, port: recordingPort(), viewAs: null, columns: boats.columns, parent: nowhere },
  }).start();
  const stored = { key: { id: '1' }, values: { id: '1', name: 'Ada', notes: null }, columns: boats.columns };
  const edit = (column: string, value: string) => ({ row: '{"id":"1"}', stored, column, value, toDefault: false });
  edits.send({ type: 'cells.edited', cells: [edit('name', 'Grace'), edit('notes', '"Typed"')] });
  edits.send({ type: 'columns.described', columns: table.columns });
  render(
    <InApp app={startTestApp()}>
      <ChangeNotices edits={edits} table={table} />
      <ChangeBar edits={edits} table={table} />
    </InApp>,
  );
  expect(screen.getByText('1 change staged, 1 cannot be committed')).toBeTruthy();
  const commit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Commit' });
  expect(commit().disabled).toBe(true);
  expect(await screen.findByText('1 change cannot be committed: the column notes of boats was dropped')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  const review = within(await screen.findByRole('dialog', { name: 'Staged changes' }));
  expect(
    review.getByText('The table no longer has the column notes: copy what you need, and leave it out.'),
  ).toBeTruthy();
  expect(review.getByText('"Typed"')).toBeTruthy();
  expect(review.getByRole<HTMLButtonElement>('button', { name: 'Commit' }).disabled).toBe(true);
  fireEvent.click(review.getByRole('button', { name: 'Close' }));
  await act(() => setImmediate());
  fireEvent.click(screen.getByRole('button', { name: 'Leave the column out' }));
  expect(commit().disabled).toBe(false);
  expect(edits.getSnapshot().context.staged.changes).toEqual([
    {
      type: 'update',
      key: { id: '1' },
      columns: { id: id!.number, name: title!.number },
      old: { name: 'Ada' },
      values: { name: 'Grace' },
      defaults: [],
    },
  ]);
});

it('asks in plain words before it commits with other rights than those that changes were staged with', async () => {
  const edits = createActor(stagedEditsMachine.provide({ actors: { storeEdits: fromCallback(() => {}) } }), {
    input: {
      ref: 'abc',
      id: boats.id,
      port: recordingPort(),
      viewAs: { role: 'anon', user: null },
      columns: boats.columns,
      parent: nowhere,
    },
  }).start();
  edits.send({ type: 'rows.inserted', rows: [{ row: 'new-1', cells: {} }] });
  edits.send({ type: 'role.changed', viewAs: null });
  edits.send({ type: 'rows.inserted', rows: [{ row: 'new-2', cells: {} }] });
  render(
    <InApp app={startTestApp()}>
      <ChangeBar edits={edits} table={boats} />
    </InApp>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  const review = within(await screen.findByRole('dialog', { name: 'Staged changes' }));
  expect(review.getAllByText('Staged as anon.').length).toBe(1);
  fireEvent.click(review.getByRole('button', { name: 'Commit' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Commit as yourself?' }));
  expect(
    question.getByText(
      '1 of 2 changes was staged as anon. With your own rights, it is made also where that role may not make it.',
    ),
  ).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Commit with your own rights' }));
  expect(edits.getSnapshot().matches({ work: 'committing' })).toBe(true);
});
