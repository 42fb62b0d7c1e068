import { mountGrid } from '../../src/views/sql/grid/grid.ts';
import { gridClasses } from '../../src/views/sql/grid/gridStyles.ts';

const types = ['int8', 'text', 'numeric', 'timestamptz', 'bool', 'uuid', 'text', 'float8', 'jsonb', 'int4', 'text', 'date'] as const;

const valueOf = (row: number, column: number): string | null => {
  if ((row + column) % 17 === 0) return null;
  switch (types[column % types.length]!) {
    case 'int8': return String(9_007_199_254_740_993n + BigInt(row));
    case 'int4': return String((row * 7_919) % 100_000);
    case 'numeric': return `${row}.${String(row % 100).padStart(2, '0')}`;
    case 'float8': return String(row / 7);
    case 'timestamptz': return `2026-01-${String((row % 28) + 1).padStart(2, '0')} 12:34:56.789+00`;
    case 'date': return `2026-02-${String((row % 28) + 1).padStart(2, '0')}`;
    case 'bool': return row % 2 === 0 ? 't' : 'f';
    case 'uuid': return `${row.toString(16).padStart(8, '0')}-0000-4000-8000-${(row * 31).toString(16).padStart(12, '0')}`;
    case 'jsonb': return `{"row": ${row}, "tags": ["a", "b"]}`;
    case 'text': return `value ${row} of column ${column}`;
  }
};

/** Shows a made-up result in the product's own grid. The benchmark calls it. */
function showGrid(rows: number, columns: number): { milliseconds: number } {
  const data = {
    columns: Array.from({ length: columns }, (_, index) => ({ name: `column_${index + 1}`, type: types[index % types.length]!, typeOid: 0 })),
    rows: Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (__, column) => valueOf(row, column))),
  };
  const root = document.querySelector<HTMLElement>('#root')!;
  root.replaceChildren();
  const began = performance.now();
  mountGrid(root, { data, classes: gridClasses, label: 'Benchmark', describedBy: 'help', onCellOpened: () => {}, onCopyRequested: () => {}, onSelected: () => {} });
  return { milliseconds: performance.now() - began };
}

Object.assign(globalThis, { showGrid });
