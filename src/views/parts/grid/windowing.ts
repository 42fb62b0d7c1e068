/** Height of the header, in pixels: the number that the stylesheet has as `sizes.7`. */
export const headHeight = 28;

/** Browsers stop counting somewhere above 16 million pixels; beyond this the scroll bar's way is scaled. */
export const maxScrollHeight = 15_000_000;

/** A stretch of rows or columns; both ends belong to it, and an empty one ends before it begins. */
export interface Stretch {
  first: number;
  last: number;
}

export interface ScrollPosition {
  /** Where the browser's scroll bar stands. */
  scrollTop: number;
  /** First visible pixel of all rows. */
  top: number;
}

export interface ScrollExtent {
  rows: number;
  /** Height in which rows are seen. */
  viewport: number;
  /** In pixels. */
  rowHeight: number;
}

const contentHeight = ({ rows, rowHeight }: ScrollExtent): number => rows * rowHeight;

/** Height of the element that gives the scroll bar its way. */
export const scrollHeight = (extent: ScrollExtent): number => Math.min(contentHeight(extent), maxScrollHeight);

const lastTop = (extent: ScrollExtent): number => Math.max(0, contentHeight(extent) - extent.viewport);
const lastScrollTop = (extent: ScrollExtent): number => Math.max(0, scrollHeight(extent) - extent.viewport);

/** The nearest first visible pixel that the data has. */
export const topWithin = (top: number, extent: ScrollExtent): number => Math.max(0, Math.min(lastTop(extent), top));

/** The first visible pixel when the bar was dragged to `scrollTop`. */
function topOf(scrollTop: number, extent: ScrollExtent): number {
  const way = lastScrollTop(extent);
  if (way === 0) return 0;
  return contentHeight(extent) <= maxScrollHeight
    ? Math.min(scrollTop, lastTop(extent))
    : (Math.min(scrollTop, way) / way) * lastTop(extent);
}

/** Where the bar belongs when `top` is the first visible pixel. */
export function scrollTopOf(top: number, extent: ScrollExtent): number {
  const content = lastTop(extent);
  if (content === 0) return 0;
  return contentHeight(extent) <= maxScrollHeight ? top : (top / content) * lastScrollTop(extent);
}

/**
 * Follows the scroll bar. Where its way is scaled, a wheel's step still moves the rows by as many pixels as it says, or
 * single rows could not be reached; a leap goes to where the bar stands. The bar is put right when scrolling rests.
 */
export function follow(before: ScrollPosition, scrollTop: number, extent: ScrollExtent): ScrollPosition {
  const isScaled = contentHeight(extent) > maxScrollHeight;
  const isStep = Math.abs(scrollTop - before.scrollTop) <= 2 * extent.viewport;
  const isAtEnd = scrollTop <= 0 || scrollTop >= lastScrollTop(extent);
  if (!isScaled || !isStep || isAtEnd) return { scrollTop, top: topOf(scrollTop, extent) };
  const top = before.top + (scrollTop - before.scrollTop);
  return { scrollTop, top: topWithin(top, extent) };
}

/** The first visible pixel that shows a row whole, moving as little as possible. */
export function topToShow(row: number, top: number, extent: ScrollExtent): number {
  const { rowHeight } = extent;
  const start = row * rowHeight;
  if (start < top) return start;
  if (start + rowHeight > top + extent.viewport) return Math.min(lastTop(extent), start + rowHeight - extent.viewport);
  return top;
}

export function visibleRows(top: number, { rows, viewport, rowHeight }: ScrollExtent): Stretch {
  const first = Math.max(0, Math.floor(top / rowHeight));
  return { first, last: Math.min(rows - 1, Math.ceil((top + viewport) / rowHeight) - 1) };
}

/** Where each column begins; the last number is where they all end. */
export function offsetsOf(widths: readonly number[]): Float64Array {
  const offsets = new Float64Array(widths.length + 1);
  for (const [index, width] of widths.entries()) offsets[index + 1] = offsets[index]! + width;
  return offsets;
}

/** The last column that begins at or before the pixel. */
export function columnAt(x: number, offsets: Float64Array): number {
  let low = 0;
  let high = offsets.length - 2;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (offsets[middle]! <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Columns that show in a stretch of pixels, and `spare` more on each side. */
export function visibleColumns(left: number, width: number, offsets: Float64Array, spare: number): Stretch {
  const columns = offsets.length - 1;
  if (columns === 0) return { first: 0, last: -1 };
  return {
    first: Math.max(0, columnAt(Math.max(0, left), offsets) - spare),
    last: Math.min(columns - 1, columnAt(Math.max(0, left + width - 1), offsets) + spare),
  };
}

/** The scroll position that shows a column whole, moving as little as possible; a wider one shows its beginning. */
export function leftToShow(column: number, left: number, width: number, offsets: Float64Array): number {
  const start = offsets[column]!;
  const end = offsets[column + 1]!;
  if (start < left || end - start > width) return start;
  return end > left + width ? end - width : left;
}
