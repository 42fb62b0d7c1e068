import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { drawingOf } from '../../src/inspector/chart/drawing.ts';
import { areaOfMatch, foldsHiding, matchAfter, matchesIn, matchText } from '../../src/inspector/chart/matches.ts';
import { gateMachine, placed } from '../fixtures/inspected.ts';

const gate = drawingOf(gateMachine);
const texts = (query: string) => matchesIn(gate, query).map((match) => matchText(gate, match));

describe('the matches of a search', () => {
  it('are states and transitions in the order of the chart, each under its path', () => {
    expect(texts('gate.')).toEqual([
      'gate.knocked [isPatient] in closed',
      'gate.knocked in closed',
      'gate.shut in open',
      'gate.shut in barred',
    ]);
    expect(texts('GATE')[0]).toBe('state gate');
    expect(texts('ajar')).toEqual(['state open.ajar']);
    expect(texts('')).toEqual([]);
    expect(texts('no such thing')).toEqual([]);
  });

  it('count once what many states do alike, because the picture says it once', () => {
    const states = Object.fromEntries(
      ['red', 'amber', 'green', 'off'].map((key) => [key, { on: { 'power.cut': { target: 'dark' } } }]),
    );
    const lamp = drawingOf(setup({}).createMachine({ id: 'lamp', initial: 'red', states: { ...states, dark: {} } }));
    expect(matchesIn(lamp, 'power')).toHaveLength(1);
    expect(matchesIn(lamp, 'power')[0]!.transitions).toHaveLength(4);
  });

  it('follow one another around the end, in both directions', () => {
    const steps = (isBackward: boolean) => {
      let match = null;
      const seen: number[] = [];
      for (let step = 0; step < 5; step++) {
        match = matchAfter(gate, 'gate.', match, isBackward);
        seen.push(match!.index);
      }
      return seen;
    };
    expect(steps(false)).toEqual([0, 1, 2, 3, 0]);
    expect(steps(true)).toEqual([3, 2, 1, 0, 3]);
    expect(matchAfter(gate, 'no such thing', null, false)).toBeNull();
  });
});

describe('a match on the picture', () => {
  it('is where its words are: its box, the label of its arrow or its line', () => {
    const { picture } = placed(gateMachine);
    const boxOf = (id: string) => picture.states.find((state) => state.id === id)!;
    const [line, label] = matchesIn(gate, 'gate.knocked');
    const closed = boxOf('gate.closed');
    expect(areaOfMatch(picture, line!)).toMatchObject({ x: closed.x, y: closed.y + 26, height: 16 });
    const arrow = picture.edges.find(({ keys }) => keys.includes(label!.transitions[0]!))!;
    expect(areaOfMatch(picture, label!)).toMatchObject({ x: arrow.label!.x, y: arrow.label!.y + 2, height: 15 });
    expect(areaOfMatch(picture, matchesIn(gate, 'ajar')[0]!)).toEqual(boxOf('gate.open.ajar'));
    // Of a state with others inside, the row of its name.
    const open = boxOf('gate.open');
    expect(areaOfMatch(picture, matchesIn(gate, 'open')[0]!)).toMatchObject({ y: open.y, height: 26 });
    expect(areaOfMatch(placed(gateMachine, ['gate.open']).picture, matchesIn(gate, 'ajar')[0]!)).toBeNull();
  });

  it('is hidden by the collapsed states around it, and by its own if it leads inside', () => {
    const hiding = (query: string) => foldsHiding(gate, ['gate.open'], matchesIn(gate, query)[0]!);
    expect(hiding('ajar')).toEqual(['gate.open']);
    expect(hiding('draught')).toEqual(['gate.open']);
    expect(hiding('open')).toEqual([]);
    expect(hiding('closed')).toEqual([]);
    const nested = drawingOf(
      setup({}).createMachine({
        id: 'nested',
        initial: 'outer',
        states: { outer: { initial: 'inner', on: { opened: { target: '.inner' } }, states: { inner: {} } } },
      }),
    );
    expect(foldsHiding(nested, ['nested.outer'], matchesIn(nested, 'opened')[0]!)).toEqual(['nested.outer']);
  });
});
