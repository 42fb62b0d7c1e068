import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { drawingOf } from '../../src/inspector/chart/drawing.ts';
import { foldsAround, revealedStates } from '../../src/inspector/chart/reveal.ts';

const lamps = drawingOf(
  setup({}).createMachine({
    id: 'lamps',
    type: 'parallel',
    states: {
      left: { initial: 'dark', states: { dark: { on: { lit: { target: 'lit' } } }, lit: { on: { dimmed: {} } } } },
      right: { initial: 'dark', states: { dark: {}, lit: { initial: 'low', states: { low: {}, high: {} } } } },
    },
  }),
);
const keyOf = (event: string) => lamps.transitions.find(({ trigger }) => trigger.name === event)!.key;
const value = { left: 'lit', right: { lit: 'low' } };

describe('the states that an event led to', () => {
  it('are the targets of what it caused', () => {
    expect(revealedStates(lamps, { value, transitions: [keyOf('lit')] })).toEqual(['lamps.left.lit']);
  });

  it('are where it was taken without leaving', () => {
    expect(revealedStates(lamps, { value, transitions: [keyOf('dimmed')] })).toEqual(['lamps.left.lit']);
  });

  it('are all active ones when it caused nothing, or something that this version does not know', () => {
    for (const transitions of [[], ['lamps --other[0]--> lamps.gone']])
      expect(revealedStates(lamps, { value, transitions })).toEqual(['lamps.left.lit', 'lamps.right.lit.low']);
  });

  it('are none for a value that is not of this chart', () => {
    expect(revealedStates(lamps, { value: null, transitions: [] })).toEqual([]);
    expect(revealedStates(lamps, { value: { 'left.lit': [1] }, transitions: [] })).toEqual(['lamps']);
  });
});

it('expands exactly the collapsed states around them', () => {
  const folded = ['lamps.left', 'lamps.right', 'lamps.right.lit'];
  expect(foldsAround(lamps, folded, { value, transitions: [keyOf('lit')] }, null)).toEqual([
    'lamps.right',
    'lamps.right.lit',
  ]);
  expect(foldsAround(lamps, folded, { value, transitions: [] }, null)).toEqual([]);
  expect(foldsAround(lamps, folded, null, null)).toEqual(folded);
  expect(foldsAround(lamps, null, null, null)).toEqual([]);
  // Those around the active states as well.
  expect(foldsAround(lamps, folded, null, value)).toEqual([]);
  expect(foldsAround(lamps, folded, null, { right: 'dark' })).toEqual(['lamps.left', 'lamps.right.lit']);
});
