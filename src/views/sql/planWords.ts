import { grouped } from '../../contract/common/counts.ts';

/** With all its digits, so that numbers below one another align. */
export function fixed(value: number, digits: number): string {
  const [whole = '', fraction] = value.toFixed(digits).split('.');
  return grouped(Number(whole)) + (fraction === undefined ? '' : `.${fraction}`);
}

/** Digits that all times of a plan are shown with, by its longest. */
export const timeDigits = (longestMs: number): number =>
  longestMs < 10 ? 3 : longestMs < 100 ? 2 : longestMs < 10_000 ? 1 : 0;

export const costDigits = (highest: number): number => (highest < 10_000 ? 2 : 0);

/** Rows are an average of all loops, which matters while they are few. */
export const rowsText = (rows: number): string =>
  Number.isInteger(rows) || rows >= 10 ? grouped(Math.round(rows)) : rows.toFixed(2);

export const percentText = (share: number): string => `${Math.round(share * 100)}%`;
