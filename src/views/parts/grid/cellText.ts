import { numericTypes } from '../../../contract/sql/numericTypes.ts';
import type { Cell, Column } from '../../../contract/sql/query.ts';
import type { GridColumn } from './gridOptions.ts';

/**
 * Numbers stand right, so that their digits stand under one another. Modifiers, as in `numeric(10,2)`, do not matter.
 */
export const isNumeric = ({ type }: Pick<Column, 'type'>): boolean => numericTypes.has(type.replace(/\s*\(.*\)$/, ''));

export const nullText = 'NULL';
export const defaultText = 'DEFAULT';

/** Width of a character of the mono face at its size in cells, and what a cell has beside its text, in pixels. */
const characterWidth = 7.2;
const padding = 16;
const narrowest = 64;
const widest = 420;
/** Of a column that has the grid for itself, or that the user asks to see. */
export const widestAlone = 4 * widest;
const sampled = 100;
/** Pixels of a header: a character of its name and of its type, the gaps around them, and its menu or its arrow. */
const header = { name: 6.8, type: 6.2, gaps: 14, sign: 20 };

/** How many characters a column of this width shows. */
export const textCapacity = (width: number): number => Math.max(1, Math.floor((width - padding) / characterWidth));

/** Line ends and tabs as signs, or a cell would show only its first line. */
const invisible = /[\r\n\t]/;
const shownAs: Readonly<Record<string, string>> = { '\n': '↵', '\r': '␍', '\t': '⇥' };

/** A value on one line, cut to what fits: a browser lays out what it is given, seen or not. */
export function cellText(value: Cell, capacity: number): string {
  if (value === null) return nullText;
  const short = value.length > capacity ? `${value.slice(0, capacity - 1)}…` : value;
  return invisible.test(short) ? short.replaceAll(/[\r\n\t]/g, (sign) => shownAs[sign]!) : short;
}

/** Whether a text may be wider than its number of characters says: then its cell has to clip it. */
// oxlint-disable-next-line no-control-regex -- everything up to the last letter of Latin is one character wide
export const hasWideGlyphs = (text: string): boolean => /[^\u0000-\u024f…↵⇥]/.test(text);

export const clampWidth = (width: number): number => Math.round(Math.max(narrowest / 2, Math.min(widestAlone, width)));

/** What the header says of a column beside its name. */
export const typeWords = ({ type, pointsTo, zone }: GridColumn): string =>
  `${type}${zone === undefined ? '' : ` in ${zone}`}${pointsTo === undefined ? '' : ` → ${pointsTo}`}`;

/** A width that shows the name and most of the first values. */
export function fittingWidth(
  shown: GridColumn,
  column: number,
  rows: readonly (readonly Cell[])[],
  most = widest,
): number {
  let longest = nullText.length;
  for (const row of rows.slice(0, sampled)) longest = Math.max(longest, row[column]?.length ?? 0);
  const values = (longest + 2) * characterWidth;
  // The signs stand beside the texts, so that they cover nothing when they are shown.
  const signs = shown.sort === undefined ? header.sign : 2 * header.sign;
  const head = shown.name.length * header.name + typeWords(shown).length * header.type + header.gaps + signs;
  return Math.round(Math.max(narrowest, Math.min(most, Math.max(values, head) + padding)));
}
