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
  /**
   * Fits the columns to the first values, which arrive after the columns, and lets long ones have what is free beside
   * the columns. Returns whether the widths are new.
   */
  fit(room: number): boolean;
  /** The user has given a column another width. */
  readonly isResized: boolean;
}

/** Widths that show as much of the wanted ones as there is room for; what needs least comes first. */
function sharedRoom(least: readonly number[], wanted: readonly number[], room: number): number[] {
  const widths = [...least];
  let free = room - least.reduce((sum, width) => sum + width, 0);
  const growing = [...least.keys()]
    .filter((column) => wanted[column]! > least[column]!)
    .toSorted((a, b) => wanted[a]! - least[a]! - (wanted[b]! - least[b]!));
  for (const [place, column] of growing.entries()) {
    const more = Math.max(0, Math.min(wanted[column]! - least[column]!, Math.floor(free / (growing.length - place))));
    widths[column]! += more;
    free -= more;
  }
  return widths;
}

export function createColumns(data: GridData, chosenWidth?: (column: number) => number | undefined): GridColumns {
  const { columns } = data;
  const fitting = (index: number, most?: number) => fittingWidth(columns[index]!, index, data.rows, most);
  const leastWidths = () =>
    columns.map((_, index) => chosenWidth?.(index) ?? fitting(index, columns.length === 1 ? widestAlone : undefined));
  let least = leastWidths();
  const widths = [...least];
  const capacities = widths.map(textCapacity);
  let offsets = offsetsOf(widths);
  let isFitted = data.rows.length > 0;
  // Where all have a width, the user has chosen one before.
  let isResized = columns.length > 0 && columns.every((_, index) => chosenWidth?.(index) !== undefined);

  function apply(next: readonly number[]): void {
    for (const [index, width] of next.entries()) {
      widths[index] = width;
      capacities[index] = textCapacity(width);
    }
    offsets = offsetsOf(widths);
  }

  return {
    numeric: columns.map(isNumeric),
    widths,
    capacities,
    get offsets() {
      return offsets;
    },
    get isResized() {
      return isResized;
    },
    fittingWidth: (column) => fitting(column, widestAlone),
    setWidth(column, width) {
      isResized = true;
      widths[column] = clampWidth(width);
      apply(widths);
    },
    fit(room) {
      // Columns must not move while the user drags one.
      if (isResized) return false;
      if (!isFitted && data.rows.length > 0) {
        isFitted = true;
        least = leastWidths();
      }
      const wanted = columns.map((_, index) => chosenWidth?.(index) ?? fitting(index, widestAlone));
      const next = sharedRoom(least, wanted, room);
      if (next.every((width, index) => width === widths[index])) return false;
      apply(next);
      return true;
    },
  };
}
