// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../src/contract/common/apiError.ts';
import type { ExportEvent } from '../../../src/contract/tables/exportRows.ts';
import { saveRows } from '../../../src/services/tables/exportRows.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

let files: { name: string; blob: Blob }[];
let counts: number[];

beforeEach(() => {
  files = [];
  counts = [];
  let offered: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    offered = blob as Blob;
    return 'blob:1';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    files.push({ name: this.download, blob: offered! });
  });
  provideTestRuntime({ config: { apiUrl: 'http://platform.test/api' }, accessToken: async () => 'token' });
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

/** Exports what the server answers with. */
async function exported(events: readonly ExportEvent[], { signal } = new AbortController()): Promise<void> {
  vi.stubGlobal('fetch', async () => new Response(events.map((event) => `${JSON.stringify(event)}\n`).join('')));
  await saveRows(
    {
      ref: 'abc',
      id: 16_400,
      name: 'open orders',
      view: { filters: [], where: '', sorts: [] },
      only: null,
      viewAs: null,
      columns: ['id'],
      format: 'csv',
    },
    (rows) => counts.push(rows),
    signal,
  );
}

describe('an export of rows', () => {
  it('is a file of all parts in their order, however many, and tells how many rows have come', async () => {
    const parts = Array.from({ length: 130 }, (_, index): ExportEvent => ({
      type: 'part',
      rows: 2,
      text: `${index},`,
    }));
    await exported([{ type: 'part', rows: 0, text: 'id\r\n' }, ...parts, { type: 'end' }]);
    expect(files.map(({ name, blob }) => [name, blob.type])).toEqual([['open_orders.csv', 'text/csv']]);
    expect(await files[0]!.blob.text()).toBe(`id\r\n${parts.map((_, index) => `${index},`).join('')}`);
    expect(counts).toEqual(parts.map(() => 2));
  });

  it('that the server breaks off says why, and saves nothing', async () => {
    const events: ExportEvent[] = [
      { type: 'part', rows: 1, text: '1' },
      { type: 'error', message: 'The table was dropped.' },
      { type: 'end' },
    ];
    const error: unknown = await exported(events).catch((thrown: unknown) => thrown);
    expect(failureOf(error)).toMatchObject({ code: 'export_failed', message: 'The table was dropped.' });
    expect(files).toEqual([]);
  });

  it('whose connection ends early is an error, and saves nothing', async () => {
    await expect(exported([{ type: 'part', rows: 1, text: '1' }])).rejects.toThrow('before all rows had arrived');
    expect(files).toEqual([]);
  });
});
