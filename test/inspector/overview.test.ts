import { describe, expect, it } from 'vitest';
import {
  between,
  calloutsFor,
  endAt,
  nearNames,
  overviewNames,
  pointedName,
} from '../../src/inspector/chart/overview.ts';
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
    const isSignedOut = ({ name }: PicturedState) => name === 'signedOut';
    const callouts = calloutsFor(picture, 0.25, [], 120, isSignedOut);
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
        () => false,
      ),
    ).toEqual([]);
    expect(calloutsFor(picture, 0.25, [], 20, () => false)).toEqual([]);
  });

  it('beside it lead there by a short line that runs through no name, or to what matters now', () => {
    const picture = { states, width: 2000, height: 1000 };
    const texts = (callouts: readonly { text: string }[]) => callouts.map(({ text }) => text);
    const isSignedOut = ({ name }: PicturedState) => name === 'signedOut';
    expect(texts(calloutsFor(picture, 0.25, [], 120, () => false))).not.toContain('signedOut');
    const wall = (x: number) => ({ id: 'wall', text: 'wall', box: null, x, y: 0, width: 20, height: 250 });
    expect(texts(calloutsFor(picture, 0.25, [wall(460)], 120, isSignedOut))).toContain('signedOut');
    expect(texts(calloutsFor(picture, 0.25, [wall(10), wall(460)], 120, isSignedOut))).not.toContain('signedOut');
    // In a low chart, the innermost others give way to it.
    const crowd = Array.from({ length: 5 }, (_, index) => state(`chart.inner.s${index}`, [1500, 100 + index, 400, 40]));
    const low = { states: [...crowd, state('chart.signedOut', [1500, 110, 400, 40])], width: 2000, height: 200 };
    expect(texts(calloutsFor(low, 0.25, [], 120, () => false))).toEqual(['s0']);
    expect(texts(calloutsFor(low, 0.25, [wall(10)], 120, isSignedOut))).toEqual(['signedOut']);
  });

  it('are left to the pointer where they would cover a box, a frame or an arrow, whatever matters now', () => {
    const narrow = [
      state('chart', [0, 0, 2000, 1000], 'group'),
      state('chart.around', [800, 400, 120, 120], 'group'),
      state('chart.around.busy', [820, 440, 80, 40]),
    ];
    // A group may still have its name above its frame.
    expect(shown(narrow, () => true)).toMatchObject([{ text: 'around', y: 100 - 14 }]);
    const [free] = [state('chart.busy', [820, 440, 80, 40])];
    expect(shown([narrow[0]!, free], () => true)).toMatchObject([{ text: 'busy', box: { height: 14 } }]);
    const points = [825, 835, 845, 855, 865, 875, 885, 895].flatMap((x, index) => [
      { x, y: index % 2 === 0 ? 0 : 1000 },
      { x, y: index % 2 === 0 ? 1000 : 0 },
    ]);
    const across = { id: 'across', source: 'chart.a', target: 'chart.b', keys: [], points, label: null };
    const crossed = { states: [narrow[0]!, free], edges: [across], width: 2000, height: 1000 };
    expect(overviewNames(crossed, 0.25, () => true).every(({ box }) => box === null)).toBe(true);
  });

  it('of what matters now may stand near it, at a free place, with a line to it', () => {
    const column = Array.from({ length: 12 }, (_, index) =>
      state(`chart.waiting${index}`, [900, 300 + index * 12, 100, 10]),
    );
    const picture = {
      states: [state('chart', [0, 0, 2000, 1000], 'group'), ...column],
      edges: [],
      width: 2000,
      height: 1000,
    };
    const isWanted = ({ name }: PicturedState) => name === 'waiting5';
    const [near, ...others] = nearNames(picture, 0.25, [], isWanted);
    expect(others).toEqual([]);
    expect(near).toMatchObject({ id: 'chart.waiting5', text: 'waiting5' });
    for (const { x, y, width, height } of column)
      expect(
        near!.x + near!.width <= x / 4 ||
          near!.x >= (x + width) / 4 ||
          near!.y + near!.height <= y / 4 ||
          near!.y >= (y + height) / 4,
      ).toBe(true);
    expect(Math.abs(near!.line[1].x - 237.5)).toBeLessThanOrEqual(12.5);
    expect(near!.line[1].y).toBeCloseTo(91.25, -0.5);
    expect(nearNames(picture, 0.25, [near!], isWanted)).toEqual([]);
    expect(nearNames(picture, 0.25, [], () => false)).toEqual([]);
  });

  it('that the pointer asks for stands above its box, or below at the top of the chart', () => {
    expect(pointedName(states[4]!, 0.25, 2000)).toMatchObject({ text: 'signedOut', y: 75 - 14 });
    expect(pointedName(state('chart.first', [0, 0, 40, 40]), 0.25, 2000)).toMatchObject({ x: 0, y: 10 });
  });

  it('begin with those that matter now', () => {
    expect(named(({ name }) => name === 'backingOff').map(({ text }) => text)).toEqual([
      'backingOff',
      'signedIn',
      'signedOut',
      'refreshing',
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
  it('begins at the new edge of its source as well', () => {
    const points = [
      { x: 120, y: 120 },
      { x: 120, y: 200 },
    ];
    const target = {
      before: { x: 110, y: 200, width: 20, height: 10 },
      now: { x: 105, y: 196, width: 30, height: 18 },
    };
    expect(between(points, { before: box, now: grown }, target)).toEqual([
      { x: 120, y: 126 },
      { x: 120, y: 196 },
    ]);
    expect(between(points, null, null)).toEqual(points);
  });
});
