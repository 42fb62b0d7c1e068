// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../src/contract/common/apiError.ts';
import { copyText } from '../../../src/services/browser/clipboard.ts';
import { saveTraceFile } from '../../../src/services/inspector/traceFile.ts';
import { downloadText, fileName, gather } from '../../../src/services/sql/exports.ts';

const { signal } = new AbortController();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** What the browser's downloads are given. */
function downloads() {
  const files: { name: string; blob: Blob; url: string }[] = [];
  const blobs = new Map<string, Blob>();
  const revoked: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => {
    revoked.push(url);
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    // A blob that was given back before the click has nothing to download.
    if (!blob || revoked.includes(this.href)) throw new Error('There is nothing to download.');
    files.push({ name: this.download, blob, url: this.href });
  });
  return { files, revoked };
}

describe('an export', () => {
  it('is a file of all pieces in their order, under its name and type', async () => {
    const { files, revoked } = downloads();
    await downloadText(
      ['a,b\r\n', '1,2\r\n', 'é,\r\n'],
      { name: 'orders.csv', type: 'text/csv;charset=utf-8' },
      signal,
    );
    expect(files).toMatchObject([{ name: 'orders.csv' }]);
    expect([await files[0]!.blob.text(), files[0]!.blob.type]).toEqual([
      'a,b\r\n1,2\r\né,\r\n',
      'text/csv;charset=utf-8',
    ]);
    expect(revoked).toEqual([]);
    vi.runAllTimers();
    expect(revoked).toEqual([files[0]!.url]);
  });

  it.each([
    ['Orders', 'Orders.csv'],
    ['Orders: all', 'Orders all.csv'],
    ['../a\\b|c\n', '.. a b c.csv'],
    ['"?"', 'export.csv'],
  ])('of %j is called %s', (name, called) => {
    expect(fileName(name, '.csv')).toBe(called);
  });

  it('that is given up gives no file, and reads no further', async () => {
    const { files } = downloads();
    const giving = new AbortController();
    let read = 0;
    function* pieces() {
      for (;;) {
        if (++read === 3) giving.abort();
        yield 'x';
      }
    }
    await expect(downloadText(pieces(), { name: 'x.csv', type: 'text/csv' }, giving.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect([read, files]).toEqual([3, []]);
  });

  it('lets the page have its turn while it is made', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const turns: string[] = [];
    const page = new MessageChannel();
    page.port1.addEventListener('message', () => turns.push('the page'));
    page.port1.start();
    page.port2.postMessage(null);
    function* pieces() {
      for (const piece of ['one', 'two']) {
        now += 20;
        turns.push(piece);
        yield piece;
      }
    }
    await gather(pieces(), signal);
    page.port1.close();
    expect(turns).toEqual(['one', 'the page', 'two']);
  });

  it('of a trace is named after the moment', async () => {
    const { files } = downloads();
    saveTraceFile({ events: [] }, new Date('2026-11-21T03:04:05.678Z'));
    expect(files[0]!.name).toBe('basechart-trace-2026-11-21T03-04-05.json');
    expect(JSON.parse(await files[0]!.blob.text())).toEqual({ events: [] });
  });
});

describe('copying', () => {
  it('puts the text on the clipboard', async () => {
    await navigator.clipboard.writeText('before');
    await copyText({ text: 'select 1' });
    expect(await navigator.clipboard.readText()).toBe('select 1');
  });

  it('puts a table beside its text for other programs', async () => {
    await copyText({
      text: { 'text/plain': '1\t2', 'text/html': '<table><tr><td>1</td><td>2</td></tr></table>' },
    });
    const [item] = await navigator.clipboard.read();
    const read = async (type: string) => (await item!.getType(type)).text();
    expect(await navigator.clipboard.readText()).toBe('1\t2');
    expect(await read('text/html')).toContain('<td>2</td>');
  });

  it('that the browser refuses is told with what to do', async () => {
    const cause = new DOMException('Document is not focused.', 'NotAllowedError');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(cause);
    const error: unknown = await copyText({ text: 'x' }).catch((thrown: unknown) => thrown);
    expect(failureOf(error)).toMatchObject({
      code: 'clipboard',
      message: 'The browser lets a page copy only while its window has the focus.',
    });
    expect((error as Error).cause).toBe(cause);
  });
});
