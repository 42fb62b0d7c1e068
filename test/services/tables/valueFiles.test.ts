// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import tableFlow from '../../../src/app/tables/table.flow.ts';
import { valueFileMax, type WholeValue } from '../../../src/contract/tables/rows.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import type { CellAccepted, cellEditorMachine } from '../../../src/machines/tables/cellEditor/cellEditor.machine.ts';
import { selectFileFailure } from '../../../src/machines/tables/cellEditor/cellEditor.selectors.ts';
import { bytesOf, hexOf, readValueFile } from '../../../src/services/tables/valueFiles.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';
import { column } from '../../fixtures/tables.ts';
import { createPort } from '../../support/fakeWorld.ts';

test('bytes come back from their digits', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect([...bytesOf(hexOf(bytes))]).toEqual([...bytes]);
    }),
    { seed: 2 },
  );
  expect([...bytesOf(String.raw`\X00 fF`)]).toEqual([0, 255]);
});

test('a file is the bytes of a binary value, or the text of another', async () => {
  const file = new Blob([new Uint8Array([0xe2, 0x82, 0xac])]);
  expect(await readValueFile({ file, isBinary: true })).toBe(String.raw`\xe282ac`);
  expect(await readValueFile({ file, isBinary: false })).toBe('€');
});

test('a file that is too large, or no text, is refused', async () => {
  await expect(readValueFile({ file: new Blob([new Uint8Array([0xff])]), isBinary: false })).rejects.toThrow('UTF-8');
  const large = { size: valueFileMax + 1 } as Blob;
  await expect(readValueFile({ file: large, isBinary: true })).rejects.toThrow('larger than 7 MB');
});

describe('a value that is too long to be edited', () => {
  const { cellEditor } = tableFlow.implementations.actors as unknown as { cellEditor: typeof cellEditorMachine };
  const tooLong: WholeValue = { value: null, leftOutBytes: 200_000_000 };
  /** What the server has when the value is saved. */
  let whole: WholeValue;
  let files: string[];

  beforeEach(() => {
    files = [];
    provideTestRuntime({ config: { apiUrl: 'http://platform.test/api' }, accessToken: async () => 'token' });
    vi.stubGlobal('fetch', async (request: Request) => {
      const { maxBytes } = (await request.json()) as { maxBytes: number | null };
      return Response.json(maxBytes === null ? whole : tooLong);
    });
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:value');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      files.push(this.download);
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it.for<[WholeValue, string[], string | undefined]>([
    [{ value: 'All of it', leftOutBytes: null }, ['notes.txt'], undefined],
    [tooLong, [], 'The value is too long to download. Read it in parts with SQL.'],
    [{ value: null, leftOutBytes: null }, [], 'The value is NULL now, so there is nothing to save.'],
  ])('is saved as a file, or the editor says why it is not: %j', async ([found, saved, why]) => {
    whole = found;
    const editor = createActor(cellEditor, {
      input: {
        ref: 'abc',
        id: 16_400,
        viewAs: null,
        cell: {
          row: '{"id":"1"}',
          stored: { key: { id: '1' }, values: {} },
          column: column('notes', 'text'),
          text: 'All',
          isCut: true,
          pointsAt: null,
          readOnly: false,
        },
        parent: createPort(() => {}) as unknown as Port<CellAccepted>,
      },
    }).start();
    await waitFor(editor, (snapshot) => snapshot.matches('tooLong'));
    editor.send({ type: 'download.requested' });
    const after = await waitFor(editor, (snapshot) => snapshot.matches('tooLong'));
    expect([files, selectFileFailure(after)?.message]).toEqual([saved, why]);
    editor.stop();
  });
});
