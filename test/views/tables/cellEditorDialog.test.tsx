import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { Port } from '../../../src/machines/parts/port.ts';
import { cellEditorMachine, type CellAccepted } from '../../../src/machines/tables/cellEditor/cellEditor.machine.ts';
import { CellEditorDialog } from '../../../src/views/tables/CellEditorDialog.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { boats } from '../../fixtures/tables.ts';
import { notes } from '../../flows/tables/cellEditor.model.ts';
import { createPort } from '../../support/fakeWorld.ts';

// The plain field in its place.
vi.mock('../../../src/views/parts/editor/jsonEditor.ts', () => {
  throw new Error('The server is unreachable.');
});

afterEach(cleanup);

it('keeps a value whose column is gone, and says why it cannot be staged', async () => {
  const flow = createActor(cellEditorMachine, {
    input: {
      ref: 'abc',
      id: boats.id,
      viewAs: null,
      cell: notes,
      parent: createPort(() => {}) as unknown as Port<CellAccepted>,
    },
  }).start();
  const app = startTestApp();
  const dialog = (columns: typeof boats.columns) => (
    <InApp app={app}>
      <CellEditorDialog flow={flow} table={{ ...boats, columns }} styleNonce={undefined} onClose={() => {}} />
    </InApp>
  );
  const { rerender } = render(dialog(boats.columns));
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Value');
  const disabled = () =>
    ['Set to default', 'Stage value'].map((name) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled);
  fireEvent.change(await screen.findByLabelText('Value'), { target: { value: '{"deck": 9}' } });
  // Who opened it by a key goes on typing.
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect(disabled()).toEqual([false, false]);
  rerender(dialog(boats.columns.filter(({ name }) => name !== 'notes')));
  expect([disabled(), field().value]).toEqual([[true, true], '{"deck": 9}']);
  expect(screen.getByText('The table no longer has the column notes. Copy the value, or press Escape.')).toBeTruthy();
});
