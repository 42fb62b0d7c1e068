import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { Port } from '../../../src/machines/parts/port.ts';
import { cellEditorMachine, type CellAccepted } from '../../../src/machines/tables/cellEditor/cellEditor.machine.ts';
import { CellEditorDialog } from '../../../src/views/tables/CellEditorDialog.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { boats } from '../../fixtures/tables.ts';
import { notes } from '../../flows/tables/cellEditor.model.ts';
import { createPort, withStubs } from '../../support/fakeWorld.ts';

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
  expect(screen.getByRole('group', { name: 'View of the value' })).toBeTruthy();
  // Who opened it by a key goes on typing.
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect(disabled()).toEqual([false, false]);
  rerender(dialog(boats.columns.filter(({ name }) => name !== 'notes')));
  expect([disabled(), field().value]).toEqual([[true, true], '{"deck": 9}']);
  expect(screen.getByText('The table no longer has the column notes. Copy the value, or press Escape.')).toBeTruthy();
});

describe('what was typed before the editor was closed', () => {
  const discard = () => screen.queryByRole('button', { name: 'Discard draft' });
  const notStaged = 'It is not staged: you closed the editor first.';
  const overwrites = ' The stored value has changed since, and this would overwrite it.';

  /** The note above the value, in words; null without one. */
  const note = () => {
    const title = screen.queryByText(/^(?:Unstaged|Earlier) draft$/);
    return title && [title.textContent, screen.getByText(notStaged, { exact: false }).textContent];
  };

  async function opened() {
    const flow = createActor(withStubs(cellEditorMachine), {
      input: {
        ref: 'abc',
        id: boats.id,
        viewAs: null,
        cell: notes,
        parent: createPort(() => {}) as unknown as Port<CellAccepted>,
      },
    }).start();
    render(
      <InApp app={startTestApp()}>
        <CellEditorDialog flow={flow} table={boats} styleNonce={undefined} onClose={() => {}} />
      </InApp>,
    );
    await screen.findByLabelText('Value');
    return {
      recall: (from: string) => act(() => flow.send({ type: 'draft.recalled', draft: { text: '{"deck": 5}', from } })),
      type: (text: string) => act(() => flow.send({ type: 'text.changed', text })),
    };
  }

  it('is not mentioned where there was nothing', async () => {
    (await opened()).type('{"deck": 2}');
    expect([note(), discard()]).toEqual([null, null]);
  });

  it('is called a draft until something else is typed', async () => {
    const { recall, type } = await opened();
    recall('{"deck": 1}');
    expect(note()).toEqual(['Unstaged draft', notStaged]);
    type('{"deck": 6}');
    expect([note(), discard()]).toEqual([null, null]);
  });

  it('is said to overwrite another value, also once something else is typed', async () => {
    const { recall, type } = await opened();
    recall('{"deck": 0}');
    expect(note()).toEqual(['Unstaged draft', notStaged + overwrites]);
    type('{"deck": 6}');
    expect(note()).toEqual(['Earlier draft', notStaged + overwrites]);
  });

  it('is discarded on request', async () => {
    (await opened()).recall('{"deck": 0}');
    fireEvent.click(discard()!);
    expect([note(), discard()]).toEqual([null, null]);
    expect(screen.getByLabelText<HTMLTextAreaElement>('Value').value).toBe('{"deck": 1}');
  });
});
