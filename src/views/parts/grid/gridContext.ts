import { createColumns, type GridColumns } from './gridColumns.ts';
import { createElements, type GridElements } from './gridElements.ts';
import type { GridClasses, GridData, GridMarks, GridOptions } from './gridOptions.ts';
import { createViewport, type GridViewport } from './gridViewport.ts';
import type { Size } from './selection.ts';

/** What the parts of one grid share. */
export interface GridContext {
  /** Id of the grid's element, and prefix of the other elements' ids. */
  readonly id: string;
  readonly data: GridData;
  readonly classes: GridClasses;
  readonly marks: GridMarks | undefined;
  readonly columns: GridColumns;
  readonly elements: GridElements;
  readonly viewport: GridViewport;
  /** How many of the first columns the user has frozen. */
  readonly wantedFrozen: number;
  size(): Size;
}

export function createGridContext(
  options: GridOptions,
  widthOf: GridOptions['widthOf'] = options.widthOf,
): GridContext {
  const { id, data, classes, marks } = options;
  const columns = createColumns(data, widthOf);
  return {
    id,
    data,
    classes,
    marks,
    columns,
    elements: createElements(options, columns.numeric),
    viewport: createViewport(data, options.rowHeight),
    wantedFrozen: options.frozen ?? 0,
    size: () => ({ rows: data.rows.length, columns: data.columns.length }),
  };
}
