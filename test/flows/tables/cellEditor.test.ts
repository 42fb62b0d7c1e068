import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, waitFor } from 'xstate';
import { valueFileMax, type ReadValue, type WholeValue } from '../../../src/contract/tables/rows.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import {
  cellEditorMachine,
  type CellAccepted,
  type CellRecalled,
  type OpenedCell,
  type StoreCell,
} from '../../../src/machines/tables/cellEditor/cellEditor.machine.ts';
import {
  selectCanAccept,
  selectHasStoredChanged,
  selectIsDraft,
  selectIsFiling,
  selectIsReadingValue,
  selectProblem,
  selectText,
  selectTooManyBytes,
  selectValueFailure,
} from '../../../src/machines/tables/cellEditor/cellEditor.selectors.ts';
import type { TableRef } from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { held } from '../../fixtures/held.ts';
import { refusal } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { cellEditorModel, notes } from './cellEditor.model.ts';

coverChart(cellEditorModel);

describe('a value in the editor', () => {
  let kept: StoreCell['draft'] = null;

  beforeEach(() => {
    kept = null;
  });

  function open(cell: Partial<OpenedCell> = {}) {
    const read = held<WholeValue, TableRef & ReadValue>();
    const told: CellAccepted[] = [];
    const storeDraft = fromCallback<StoreCell, TableRef & { row: string; column: string }>(({ sendBack, receive }) => {
      if (kept) sendBack({ type: 'draft.recalled', draft: kept } satisfies CellRecalled);
      receive(({ draft }) => {
        kept = draft;
      });
    });
    const flow = createActor(cellEditorMachine.provide({ actors: { readValue: read.logic, storeDraft } }), {
      input: {
        ref: 'abc',
        viewAs: null,
        id: boats.id,
        cell: { ...notes, ...cell },
        parent: createPort((event) => told.push(event as CellAccepted)) as unknown as Port<CellAccepted>,
      },
    }).start();
    return { read, told, flow };
  }

  it('is there again when its editor was closed before it was staged, until it is discarded', () => {
    open().flow.send({ type: 'text.changed', text: '{"typed": 1}' });
    const { flow } = open();
    expect([selectText(flow.getSnapshot()), selectIsDraft(flow.getSnapshot())]).toEqual(['{"typed": 1}', true]);
    flow.send({ type: 'draft.discarded' });
    expect([selectText(flow.getSnapshot()), selectIsDraft(flow.getSnapshot()), kept]).toEqual([
      notes.text,
      false,
      null,
    ]);
    expect(selectIsDraft(open().flow.getSnapshot())).toBe(false);
  });

  it('is no draft any more once it is staged, or typed back', () => {
    const { flow } = open();
    flow.send({ type: 'text.changed', text: null });
    expect(kept).toEqual({ text: null, from: notes.text });
    flow.send({ type: 'value.accepted' });
    expect(kept).toBeNull();
    flow.send({ type: 'text.changed', text: '[]' });
    flow.send({ type: 'text.changed', text: notes.text });
    expect(kept).toBeNull();
  });

  it('is a draft over the whole value, which is read first, and none where it can only be read', async () => {
    kept = { text: '{"typed": 2}', from: '{"deck": 1}' };
    const { flow, read } = open({ isCut: true });
    read.last().answer({ value: '{"deck": 1}', leftOutBytes: null });
    await waitFor(flow, (snapshot) => !selectIsReadingValue(snapshot));
    expect([selectText(flow.getSnapshot()), selectIsDraft(flow.getSnapshot())]).toEqual(['{"typed": 2}', true]);
    expect(selectText(open({ readOnly: true }).flow.getSnapshot())).toBe(notes.text);
  });

  it('says that the stored value has changed since it was begun, until it is discarded', () => {
    open().flow.send({ type: 'text.changed', text: '{"typed": 1}' });
    const hasChanged = (flow: ReturnType<typeof open>['flow']) => selectHasStoredChanged(flow.getSnapshot());
    expect(hasChanged(open().flow)).toBe(false);
    const changed = { text: '{"deck": 7}' };
    open(changed).flow.send({ type: 'text.changed', text: '{"typed": 2}' });
    // It is told again: the text is still the one that was begun from the first value.
    const { flow } = open(changed);
    expect([selectText(flow.getSnapshot()), hasChanged(flow)]).toEqual(['{"typed": 2}', true]);
    flow.send({ type: 'draft.discarded' });
    expect([selectText(flow.getSnapshot()), hasChanged(flow)]).toEqual(['{"deck": 7}', false]);
    flow.send({ type: 'text.changed', text: '{"typed": 3}' });
    expect(hasChanged(open(changed).flow)).toBe(false);
  });

  it('says so of a value that is read whole first', async () => {
    kept = { text: '{"typed": 2}', from: '{"deck": 1}' };
    const { flow, read } = open({ isCut: true });
    read.last().answer({ value: '{"deck": 7}', leftOutBytes: null });
    await waitFor(flow, (snapshot) => !selectIsReadingValue(snapshot));
    expect(selectHasStoredChanged(flow.getSnapshot())).toBe(true);
  });

  it('is staged with the value that it had', () => {
    const { flow, told } = open();
    expect(selectCanAccept(flow.getSnapshot())).toBe(false);
    flow.send({ type: 'text.changed', text: '[]' });
    flow.send({ type: 'value.accepted' });
    expect(told).toMatchObject([
      {
        cells: [
          {
            row: '{"id":"1"}',
            column: 'notes',
            value: '[]',
            toDefault: false,
            stored: { values: { notes: notes.text } },
          },
        ],
      },
    ]);
  });

  it('is read whole where the grid shows only its beginning', async () => {
    const { flow, read, told } = open({ text: '{"de', isCut: true });
    expect([selectIsReadingValue(flow.getSnapshot()), read.last().input]).toEqual([
      true,
      { ref: 'abc', id: boats.id, viewAs: null, key: { id: '1' }, column: 'notes', maxBytes: valueFileMax },
    ]);
    read.last().fail(refusal);
    await waitFor(flow, (snapshot) => selectValueFailure(snapshot) !== null);
    flow.send({ type: 'reading.retried' });
    read.last().answer({ value: '{"deck": 1}', leftOutBytes: null });
    await waitFor(flow, (snapshot) => selectText(snapshot) === '{"deck": 1}');
    flow.send({ type: 'text.changed', text: '{}' });
    flow.send({ type: 'value.accepted' });
    expect(told[0]?.cells[0]?.stored?.values['notes']).toBe('{"deck": 1}');
  });

  it('of bytes is read with both digits of each, as many as a file may have', () => {
    const column = { ...notes.column, baseType: 'bytea' };
    const { read } = open({ column, text: '\\x68', isCut: true });
    expect(read.last().input.maxBytes).toBe('\\x'.length + 2 * valueFileMax);
  });

  it('that is too long stays as it is, and can be saved as a file', async () => {
    const { flow, read, told } = open({ text: '{"de', isCut: true });
    read.last().answer({ value: null, leftOutBytes: 50 * 1024 * 1024 });
    await waitFor(flow, (snapshot) => selectTooManyBytes(snapshot) !== null);
    flow.send({ type: 'text.changed', text: '{}' });
    flow.send({ type: 'value.accepted' });
    flow.send({ type: 'default.chosen' });
    expect([told, selectText(flow.getSnapshot())]).toEqual([[], '{"de']);
    flow.send({ type: 'download.requested' });
    expect(selectIsFiling(flow.getSnapshot())).toBe(true);
  });

  it('that is no JSON is not staged', () => {
    const { flow, told } = open();
    flow.send({ type: 'text.changed', text: '{"deck": ' });
    flow.send({ type: 'value.accepted' });
    expect([told, selectProblem(flow.getSnapshot())]).toEqual([[], expect.stringMatching(/JSON/)]);
  });

  it('can be NULL only where the column allows it', () => {
    const { flow, told } = open({ column: boats.columns[1]!, text: 'Ada' });
    flow.send({ type: 'text.changed', text: null });
    flow.send({ type: 'value.accepted' });
    expect([told, selectProblem(flow.getSnapshot())]).toEqual([[], 'This column cannot be NULL.']);
    flow.send({ type: 'text.changed', text: '' });
    flow.send({ type: 'value.accepted' });
    expect(told[0]?.cells[0]?.value).toBe('');
  });

  it('becomes the default of its column', () => {
    const { flow, told } = open();
    flow.send({ type: 'default.chosen' });
    expect(told[0]?.cells[0]).toMatchObject({ value: null, toDefault: true });
  });

  it('of a column that cannot be edited is only shown', () => {
    const { flow, told } = open({ readOnly: true });
    flow.send({ type: 'text.changed', text: '{}' });
    flow.send({ type: 'value.accepted' });
    flow.send({ type: 'default.chosen' });
    expect([told, selectProblem(flow.getSnapshot())]).toEqual([[], null]);
  });
});
