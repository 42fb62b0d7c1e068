import { clampWidth, fittingWidth, isNumeric, textCapacity, widestAlone } from './cellText.ts';
import type { GridData } from './gridOptions.ts';
import { offsetsOf } from './windowing.ts';

/** The columns' widths in pixels, and what follows from them. */
export interface GridColumns {
  readonly numeric: readonly boolean[];
  readonly widths: readonly number[];
  /** How many characters each column shows. */
  readonly capacities: readonly number[];
  /** Where each column begins; the last number is where they all end. */
  readonly offsets: Float64Array;
  setWidth(column: number, width: number): void;
  /** The width that shows the name and the first values whole, as far as the screen is wide. */
  fittingWidth(column: number): number;
  /** Fits the columns to the first values, which arrive after the columns. Returns whether the widths are new. */
  fitToValues(): boolean;
}

export function createColumns(data: GridData, chosenWidth?: (column: number) => number | undefined): GridColumns {
  const { columns } = data;
  const fitting = (index: number, most?: number) => fittingWidth(columns[index]!, index, data.rows, most);
  const widthOf = (index: number) =>
    chosenWidth?.(index) ?? fitting(index, columns.length === 1 ? widestAlone : undefined);
  const widths = columns.map((_, index) => widthOf(index));
  const capacities = widths.map(textCapacity);
  let offsets = offsetsOf(widths);
  let isFitted = data.rows.length > 0;
  return {
    numeric: columns.map(isNumeric),
    widths,
    capacities,
    get offsets() {
      return offsets;
    },
    fittingWidth: (column) => fitting(column, widestAlone),
    setWidth(column, width) {
      isFitted = true;
      widths[column] = clampWidth(width);
      capacities[column] = textCapacity(widths[column]);
      offsets = offsetsOf(widths);
    },
    fitToValues() {
      if (isFitted || data.rows.length === 0) return false;
      isFitted = true;
      for (const index of columns.keys()) {
        widths[index] = widthOf(index);
        capacities[index] = textCapacity(widths[index]);
      }
      offsets = offsetsOf(widths);
      return true;
    },
  };
}
