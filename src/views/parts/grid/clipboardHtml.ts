import type { CopiedText } from '../../../contract/common/copiedText.ts';
import type { CellRange } from '../../../contract/sql/cellRange.ts';
import type { ResultTable } from '../../../contract/sql/resultText.ts';
import { htmlMaxLength, ownTable } from './clipboardText.ts';

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replaceAll(/[&<>]|\r?\n|\r/g, (sign) => signs[sign] ?? '<br>');

/**
 * The cells of a range as a table for other programs; undefined where it would be too long. It says less than the
 * lines and tabs beside it, which the grid itself prefers. Without styles: the policy of the page forbids them where
 * browsers check what is copied.
 */
export function clipboardHtml(
  { columns, rows }: ResultTable,
  { fromRow, toRow, fromColumn, toColumn }: CellRange,
  withHeader: boolean,
): string | undefined {
  const line = (cells: readonly (string | null)[], tag: 'td' | 'th') =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell ?? '')}</${tag}>`).join('')}</tr>`;
  const names = columns.slice(fromColumn, toColumn + 1).map(({ name }) => name);
  let html = `<table ${ownTable}>${withHeader ? line(names, 'th') : ''}`;
  for (const row of rows.slice(fromRow, toRow + 1)) {
    html += line(
      names.map((_, index) => row[fromColumn + index] ?? null),
      'td',
    );
    if (html.length > htmlMaxLength) return undefined;
  }
  return `${html}</table>`;
}

/** The cells of a range for the clipboard: as a text, and as a table where it is not too long. */
export function copiedCells(text: string, table: ResultTable, range: CellRange, withHeader: boolean): CopiedText {
  // Firefox before 127 copies nothing but text.
  const html = typeof ClipboardItem === 'undefined' ? undefined : clipboardHtml(table, range, withHeader);
  return html === undefined ? text : { 'text/plain': text, 'text/html': html };
}
