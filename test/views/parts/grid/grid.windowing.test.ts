import { describe, expect, it } from 'vitest';
import {
  columnAt,
  follow,
  leftToShow,
  maxScrollHeight,
  offsetsOf,
  scrollHeight,
  scrollTopOf,
  topToShow,
  visibleColumns,
  visibleRows,
  type ScrollPosition,
} from '../../../../src/views/parts/grid/windowing.ts';

const rowHeight = 28;
const few = { rows: 100_000, viewport: 560, rowHeight };
const many = { rows: 5_000_000, viewport: 560, rowHeight };
const start: ScrollPosition = { scrollTop: 0, top: 0 };

let seed = 3;
const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;

describe('rows in a window', () => {
  it('are those that the window touches', () => {
    expect(visibleRows(0, few)).toEqual({ first: 0, last: 19 });
    expect(visibleRows(1, few)).toEqual({ first: 0, last: 20 });
    expect(visibleRows(rowHeight, few)).toEqual({ first: 1, last: 20 });
    expect(visibleRows(0, { rows: 3, viewport: 560, rowHeight })).toEqual({ first: 0, last: 2 });
    expect(visibleRows(0, { rows: 0, viewport: 560, rowHeight })).toEqual({ first: 0, last: -1 });
  });

  it('are where the scroll bar says, up to the height a browser can count', () => {
    expect(scrollHeight(few)).toBe(2_800_000);
    for (let round = 0; round < 200; round++) {
      const scrollTop = random(2_800_000 - 560);
      expect(follow(start, scrollTop, few)).toEqual({ scrollTop, top: scrollTop });
      expect(scrollTopOf(scrollTop, few)).toBe(scrollTop);
    }
  });

  it('can all be reached beyond that height', () => {
    expect(scrollHeight(many)).toBe(maxScrollHeight);
    expect(follow(start, maxScrollHeight - many.viewport, many).top).toBe(many.rows * rowHeight - many.viewport);
    expect(follow({ scrollTop: 900, top: 8_000 }, 0, many).top).toBe(0);
    const middle = follow(start, (maxScrollHeight - many.viewport) / 2, many);
    expect(middle.top).toBeCloseTo((many.rows * rowHeight - many.viewport) / 2, 3);
  });

  it('move by as many pixels as a wheel says, however far the bar’s way is scaled', () => {
    let position = follow(start, 7_000_000, many);
    for (let step = 0; step < 50; step++) {
      const next = follow(position, position.scrollTop + 100, many);
      expect(next.top - position.top).toBeCloseTo(100, 6);
      position = next;
    }
  });

  it('stay within the data wherever the bar goes', () => {
    let position = start;
    for (let round = 0; round < 1_000; round++) {
      const scrollTop =
        random(3) === 0
          ? random(maxScrollHeight)
          : Math.max(0, Math.min(maxScrollHeight - 560, position.scrollTop + random(1_000) - 500));
      position = follow(position, scrollTop, many);
      expect(position.top).toBeGreaterThanOrEqual(0);
      expect(position.top).toBeLessThanOrEqual(many.rows * rowHeight - many.viewport);
      const { first, last } = visibleRows(position.top, many);
      expect(last - first).toBeLessThanOrEqual(20);
      expect(last).toBeLessThan(many.rows);
    }
  });

  it('have a place of the bar that shows them, and back again', () => {
    for (let round = 0; round < 200; round++) {
      const top = random(many.rows * rowHeight - many.viewport);
      expect(follow(start, scrollTopOf(top, many), many).top).toBeCloseTo(top, 2);
    }
  });

  it('do not move where everything fits', () => {
    const fitting = { rows: 3, viewport: 560, rowHeight };
    expect(follow(start, 0, fitting).top).toBe(0);
    expect(scrollTopOf(0, fitting)).toBe(0);
  });

  it('are shown whole by moving as little as possible', () => {
    expect(topToShow(5, 0, few)).toBe(0);
    expect(topToShow(20, 0, few)).toBe(rowHeight);
    expect(topToShow(2, 280, few)).toBe(2 * rowHeight);
    expect(topToShow(99_999, 0, few)).toBe(100_000 * rowHeight - 560);
  });
});

describe('columns in a window', () => {
  const offsets = offsetsOf([100, 50, 200, 80, 120]);

  it('begin where the ones before them end', () => expect([...offsets]).toEqual([0, 100, 150, 350, 430, 550]));

  it('are found by the pixel', () => {
    expect([0, 99, 100, 149, 150, 349, 350, 549, 9_999].map((x) => columnAt(x, offsets))).toEqual([
      0, 0, 1, 1, 2, 2, 3, 4, 4,
    ]);
    expect(columnAt(-5, offsets)).toBe(0);
  });

  it('are those that the window touches, with spare ones', () => {
    expect(visibleColumns(0, 150, offsets, 0)).toEqual({ first: 0, last: 1 });
    expect(visibleColumns(120, 40, offsets, 0)).toEqual({ first: 1, last: 2 });
    expect(visibleColumns(120, 40, offsets, 1)).toEqual({ first: 0, last: 3 });
    expect(visibleColumns(0, 5_000, offsets, 2)).toEqual({ first: 0, last: 4 });
    expect(visibleColumns(0, 500, offsetsOf([]), 1)).toEqual({ first: 0, last: -1 });
  });

  it('agree with looking at every column', () => {
    for (let round = 0; round < 300; round++) {
      const widths = Array.from({ length: 1 + random(40) }, () => 20 + random(300));
      const all = offsetsOf(widths);
      const left = random(all.at(-1)!);
      const width = 1 + random(1_500);
      const touched = widths.flatMap((_, index) =>
        all[index]! < left + width && all[index + 1]! > left ? [index] : [],
      );
      expect(visibleColumns(left, width, all, 0)).toEqual({ first: touched[0], last: touched.at(-1) });
    }
  });

  it('are shown whole by moving as little as possible, a wide one from its beginning', () => {
    expect(leftToShow(0, 120, 300, offsets)).toBe(0);
    expect(leftToShow(2, 0, 300, offsets)).toBe(50);
    expect(leftToShow(1, 0, 300, offsets)).toBe(0);
    expect(leftToShow(2, 0, 120, offsets)).toBe(150);
  });
});
