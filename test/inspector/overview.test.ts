import { describe, expect, it } from 'vitest';
import { calloutsFor, endAt, overviewNames } from '../../src/inspector/chart/overview.ts';
import type { Box, PicturedState } from '../../src/inspector/chart/picture.ts';

const state = (
  id: string,
  [x, y, width, height]: readonly [number, number, number, number],
  kind: PicturedState['kind'] = 'state',
): PicturedState => ({
  id,
  kind,
  name: id.slice(id.lastIndexOf('.') + 1),
  lines: [],
  folded: 0,
  words: { x, y, width, height },
  x,
  y,
  width,
  height,
});

const states = [
  state('chart', [0, 0, 2000, 1000], 'group'),
  state('chart.signedIn', [100, 100, 1000, 600], 'group'),
  state('chart.signedIn.refreshing', [200, 300, 100, 40]),
  state('chart.signedIn.backingOff', [310, 300, 100, 40]),
  state('chart.signedOut', [1400, 300, 100, 40]),
];
const shown = (given: readonly PicturedState[], isForemost: (state: PicturedState) => boolean = () => false) =>
  overviewNames({ states: given, edges: [], width: 2000, height: 1000 }, 0.25, isForemost);
const named = (isForemost: (state: PicturedState) => boolean) => shown(states, isForemost);

describe('the names on a small chart', () => {
  it('are those of outer states, and of others on or beside their boxes', () => {
    expect(named(() => false).map(({ text }) => text)).toEqual(['signedIn', 'signedOut', 'refreshing', 'backingOff']);
  });

  it('leave out what has no room without covering another box or name', () => {
    const column = Array.from({ length: 12 }, (_, index) =>
      state(`chart.waiting${index}`, [900, 300 + index * 12, 100, 10]),
    );
    const names = shown(column);
    expect(names.length).toBeGreaterThan(1);
    const isApart = (a: Box, b: Box): boolean =>
      a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
    const covering = names.flatMap((one) => names.filter((other) => one !== other && !isApart(one, other)));
    expect(covering).toEqual([]);
    expect(shown(column, ({ name }) => name === 'waiting5').map(({ text }) => text)).toContain('waiting5');
  });

  it('that have no room on it stand beside it, on the nearer side, each with a line to its state', () => {
    const picture = { states, width: 2000, height: 1000 };
    const callouts = calloutsFor(picture, 0.25, [], 120);
    expect(callouts.map(({ id }) => id).toSorted()).toEqual(
      states
        .map(({ id }) => id)
        .filter((id) => id !== 'chart')
        .toSorted(),
    );
    const [left, right] = [callouts.filter(({ x }) => x < 0), callouts.filter(({ x }) => x > 500)];
    expect(right.map(({ text }) => text)).toEqual(['signedOut']);
    expect(left).toHaveLength(3);
    for (const side of [left, right])
      for (const [index, { x, y, width }] of side.entries()) {
        expect(Math.max(-x, x + width - 500)).toBeLessThanOrEqual(120);
        expect(y).toBeGreaterThanOrEqual(index === 0 ? 0 : side[index - 1]!.y + 14);
      }
    expect(callouts.find(({ text }) => text === 'refreshing')?.line[1]).toEqual({ x: 50, y: 80 });
    expect(
      calloutsFor(
        picture,
        0.25,
        named(() => false),
        120,
      ),
    ).toEqual([]);
    expect(calloutsFor(picture, 0.25, [], 20)).toEqual([]);
  });

  it('begin with those that matter now', () => {
    expect(named(({ name }) => name === 'backingOff').map(({ text }) => text)).toEqual([
      'backingOff',
      'signedIn',
      'signedOut',
    ]);
  });

  it('do not overlap or touch, and stay within the chart', () => {
    const names = named(() => true);
    for (const [index, a] of names.entries()) {
      expect(a.x).toBeGreaterThanOrEqual(0);
      expect(a.x + a.width).toBeLessThanOrEqual(500);
      for (const b of names.slice(index + 1))
        expect(
          a.x > b.x + b.width + 2 || b.x > a.x + a.width + 2 || a.y >= b.y + b.height || b.y >= a.y + a.height,
        ).toBe(true);
    }
  });
});

describe('an arrow to a box that has grown', () => {
  const box = { x: 100, y: 100, width: 40, height: 20 };
  const grown = { x: 90, y: 94, width: 60, height: 32 };

  it.each([
    ['above', { x: 120, y: 0 }, { x: 120, y: 100 }, { x: 120, y: 94 }],
    ['below', { x: 120, y: 300 }, { x: 120, y: 120 }, { x: 120, y: 126 }],
    ['the left', { x: 0, y: 110 }, { x: 100, y: 110 }, { x: 90, y: 110 }],
    ['the right', { x: 300, y: 110 }, { x: 140, y: 110 }, { x: 150, y: 110 }],
  ])('from %s ends at the new edge', (_, from, end, moved) => {
    expect(endAt([from, end], box, grown)).toEqual([from, moved]);
  });

  it('stays where its last piece is too short', () => {
    const points = [
      { x: 0, y: 97 },
      { x: 120, y: 97 },
      { x: 120, y: 100 },
    ];
    expect(endAt(points, box, grown)).toEqual(points);
  });
});
