import { createColumns, type GridColumns } from './gridColumns.ts';
import { createElements, type GridElements } from './gridElements.ts';
import type { GridClasses, GridData, GridOptions } from './gridOptions.ts';
import { createViewport, type GridViewport } from './gridViewport.ts';
import type { Size } from './selection.ts';

/** What the parts of one grid share. */
export interface GridContext {
  /** Prefix of the elements' ids. */
  readonly id: string;
  readonly data: GridData;
  readonly classes: GridClasses;
  readonly columns: GridColumns;
  readonly elements: GridElements;
  readonly viewport: GridViewport;
  size(): Size;
}

let grids = 0;

export function createGridContext(options: GridOptions): GridContext {
  const { data, classes } = options;
  const id = `grid-${++grids}`;
  const columns = createColumns(data);
  return {
    id,
    data,
    classes,
    columns,
    elements: createElements(id, options, columns.numeric),
    viewport: createViewport(data),
    size: () => ({ rows: data.rows.length, columns: data.columns.length }),
  };
}
