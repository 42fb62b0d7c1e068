/** Blocks of cells between the grid and other programs. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clipboardHtml, copiedCells } from '../../../../src/views/parts/grid/clipboardHtml.ts';
import { clipboardText } from '../../../../src/views/parts/grid/clipboardText.ts';

const copied = (html: string, text = 'as text') =>
  clipboardText({ getData: (type) => (type === 'text/html' ? html : text) });

const cells = {
  columns: [
    { name: 'id & <b>', type: 'bigint' },
    { name: 'name', type: 'text' },
  ],
  rows: [
    ['1', '<img src=x onerror=alert(1)>'],
    ['12345678901234567', '=1+1'],
    [null, 'two\nlines'],
  ],
};
const all = { fromRow: 0, toRow: 2, fromColumn: 0, toColumn: 1 };

afterEach(() => vi.unstubAllGlobals());

describe('a block that is copied', () => {
  it('is a table for other programs, which runs nothing', () => {
    const html = clipboardHtml(cells, all, true)!;
    const table = new DOMParser().parseFromString(html, 'text/html');
    expect(table.querySelectorAll('img, b')).toHaveLength(0);
    expect([...table.querySelectorAll('th, td')].map(({ textContent }) => textContent)).toEqual([
      'id & <b>',
      'name',
      '1',
      '<img src=x onerror=alert(1)>',
      '12345678901234567',
      '=1+1',
      '',
      'twolines',
    ]);
    expect(table.querySelectorAll('br')).toHaveLength(1);
  });

  it('is only a text where the table would be too long', () => {
    const rows = Array.from({ length: 3 }, () => ['1', 'x'.repeat(1_000_000)]);
    expect(clipboardHtml({ ...cells, rows }, all, false)).toBeUndefined();
  });

  it('is a text and a table, and only the text in a browser that copies nothing else', () => {
    vi.stubGlobal('ClipboardItem', Object);
    expect(copiedCells('as text', cells, all, false)).toEqual({
      'text/plain': 'as text',
      'text/html': clipboardHtml(cells, all, false),
    });
    vi.stubGlobal('ClipboardItem', undefined);
    expect(copiedCells('as text', cells, all, false)).toBe('as text');
  });

  it('comes back into the grid by its text, which tells the values exactly', () => {
    expect(copied(clipboardHtml(cells, all, false)!, '1\t  two  spaces')).toBe('1\t  two  spaces');
  });
});

describe('a table of another program', () => {
  it('is read cell by cell, with cells that span others', () => {
    expect(
      copied('<table><tr><td rowspan=2>a</td><td>b<br>c</td></tr><tr><td colspan=2> d  e </td></tr></table>'),
    ).toBe('a\t"b\nc"\n\td e\t');
  });

  it('is inert, and the text beside it is taken where its cells claim too many places', () => {
    const { length } = document.querySelectorAll('*');
    expect(copied('<table><tr><td><img src=x onerror="document.body.append(1)">a<td>b</table>')).toBe('a\tb');
    expect(document.querySelectorAll('*')).toHaveLength(length);
    const line = '<tr><td rowspan=65534 colspan=1000>x</td></tr>';
    expect(copied(`<table>${line.repeat(100)}</table>`)).toBe('as text');
  });
});
