import { tsvField } from '../../../contract/sql/resultText.ts';

/** A longer table takes the browser too long to build; its text says the same. */
export const htmlMaxLength = 2_000_000;

/** Cells of a table that are read: cells that span rows and columns may claim any number of places. */
const placesMax = 500_000;

/** What a table says that was copied here: its text has the values exactly. */
export const ownTable = 'data-source="basechart"';

const lineBreaks = new Set(['BR', 'P', 'DIV', 'LI']);

/** The text of a cell: what the page shows in one line is one line. */
function textOf(node: Node): string {
  if (node instanceof Text) return node.data.replaceAll(/\s+/g, ' ');
  const inside = [...node.childNodes].map(textOf).join('');
  if (node.nodeName === 'BR') return '\n';
  return lineBreaks.has(node.nodeName) ? `${inside}\n` : inside;
}

/**
 * The cells of a table, row by row; null where they are too many. One that spans several places has its text in the
 * first.
 */
function rowsOf(table: HTMLTableElement): string[][] | null {
  const rows: string[][] = [];
  const lines = [...table.rows];
  let places = 0;
  for (const [at, row] of lines.entries()) {
    let column = 0;
    for (const cell of row.cells) {
      while (rows[at]?.[column] !== undefined) column += 1;
      const text = textOf(cell).trim();
      const [height, width] = [Math.min(cell.rowSpan || 1, lines.length - at), Math.min(cell.colSpan, 100)];
      places += height * width;
      if (places > placesMax) return null;
      for (let down = 0; down < height; down++)
        for (let right = 0; right < width; right++)
          (rows[at + down] ??= [])[column + right] = down === 0 && right === 0 ? text : '';
    }
    rows[at] ??= [];
  }
  return rows.map((cells) => Array.from(cells, (cell) => cell ?? ''));
}

/** A table of a web page or of a spreadsheet as lines and tabs; null where there is none. */
function textOfTable(html: string): string | null {
  if (html.length > htmlMaxLength || !/<table\b/i.test(html) || html.includes(ownTable)) return null;
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  const rows = table && rowsOf(table);
  // One value is a text.
  if (rows === null || rows.length === 0 || (rows.length === 1 && rows[0]!.length < 2)) return null;
  return rows.map((cells) => cells.map(tsvField).join('\t')).join('\n');
}

/** What was copied, as a block of lines and tabs. */
export const clipboardText = (data: Pick<DataTransfer, 'getData'>): string =>
  textOfTable(data.getData('text/html')) ?? data.getData('text/plain');
