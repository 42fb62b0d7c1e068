import { numericTypes } from '../../contract/sql/numericTypes.ts';
import type { BlockResult } from '../../machines/assistant/blockRun/blockResults.ts';

/** A result as a chart of bars: one for each row. */
export interface BarChart {
  label: string;
  bars: readonly { name: string; value: number; text: string }[];
}

const mostBars = 24;

/** A chart of a result with names and amounts; null for a result that none can show. */
export function chartOf({ columns, rows }: BlockResult): BarChart | null {
  const amount = columns.findIndex(({ type }) => numericTypes.has(type));
  const name = columns.findIndex(({ type }, index) => index !== amount && !numericTypes.has(type));
  if (amount === -1 || name === -1 || rows.length < 2 || rows.length > mostBars) return null;
  const bars = rows.map((row) => ({
    name: row[name] ?? 'NULL',
    value: Number(row[amount]),
    text: row[amount] ?? 'NULL',
  }));
  return bars.every(({ value }) => Number.isFinite(value) && value >= 0)
    ? { label: columns[amount]!.name, bars }
    : null;
}
