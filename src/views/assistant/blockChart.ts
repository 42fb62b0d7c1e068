import { numericTypes } from '../../contract/sql/numericTypes.ts';
import type { BlockResult } from '../../machines/assistant/blockRun/blockResults.ts';

/** A result as a chart of bars: one for each of its first rows. */
export interface BarChart {
  label: string;
  bars: readonly { name: string; value: number; text: string }[];
  /** There are more rows than bars. */
  isCut: boolean;
}

export const mostBars = 24;

/** A chart of a result: its last column of numbers, named by its first other column. Null where none can show it. */
export function chartOf({ columns, rows }: BlockResult): BarChart | null {
  const amount = columns.findLastIndex(({ type }) => numericTypes.has(type));
  if (amount === -1 || rows.length === 0) return null;
  const name = columns.findIndex((_, index) => index !== amount);
  const bars = rows.slice(0, mostBars).map((row, index) => ({
    name: name === -1 ? `Row ${index + 1}` : (row[name] ?? 'NULL'),
    value: Number(row[amount]),
    text: row[amount] ?? 'NULL',
  }));
  return bars.every(({ value }) => Number.isFinite(value) && value >= 0)
    ? { label: columns[amount]!.name, bars, isCut: rows.length > mostBars }
    : null;
}
