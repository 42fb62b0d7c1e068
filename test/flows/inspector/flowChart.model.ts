import { foldsHiding, matchesIn } from '../../../src/inspector/chart/matches.ts';
import { flowChartMachine } from '../../../src/machines/inspector/flowChart/flowChart.machine.ts';
import { gateMachine, placed } from '../../fixtures/inspected.ts';
import type { Model } from '../../support/paths.ts';

export const flowChartModel: Model<typeof flowChartMachine> = {
  machine: flowChartMachine,
  events: {
    'chart.shown': [
      { type: 'chart.shown', chart: 'gate', active: null },
      { type: 'chart.shown', chart: 'other', active: null },
      { type: 'chart.shown', chart: null, active: null },
    ],
    'folds.set': [
      { type: 'folds.set', folded: ['gate.open'] },
      { type: 'folds.set', folded: [] },
    ],
    'layout.retried': [{ type: 'layout.retried' }],
    'state.chosen': [
      { type: 'state.chosen', id: 'gate.barred' },
      { type: 'state.chosen', id: null },
    ],
    'reveal.requested': [
      { type: 'reveal.requested', chart: 'gate', value: { open: 'ajar' }, transitions: [], active: null },
      { type: 'reveal.requested', chart: 'other', value: 'closed', transitions: [], active: null },
    ],
    'form.chosen': [
      { type: 'form.chosen', form: 'outline' },
      { type: 'form.chosen', form: 'picture' },
    ],
    'zoom.set': [
      { type: 'zoom.set', zoom: 'fit' },
      { type: 'zoom.set', zoom: 'readable' },
    ],
    'query.changed': [{ type: 'query.changed', query: 'wide' }],
    'match.requested': [{ type: 'match.requested', isBackward: false }],
    'picture.moved': [{ type: 'picture.moved' }],
    'following.toggled': [{ type: 'following.toggled' }],
  },
  answers: {
    layout: [
      { output: placed(gateMachine) },
      { output: placed(gateMachine, ['gate.open']) },
      { error: new Error('The layout has a fault.') },
    ],
  },
  distinguish: ({ chart, drawn, reveal, query }) => ({
    chart,
    drawn: drawn?.folded ?? null,
    isRevealing: reveal !== null,
    isSearching: drawn !== null && query !== '',
  }),
  invariants: [
    {
      says: 'Who asks to be taken to what happens is taken there, and nobody else.',
      when: (_, { before }) => before !== null,
      holds: (snapshot, { before }) =>
        snapshot.context.sought === before!.context.sought ||
        (before!.matches({ viewport: 'manual' }) && snapshot.matches({ viewport: 'following' })),
    },
    {
      says: 'Whatever is asked for is drawn, or says why not.',
      holds: (snapshot, { awaited }) =>
        snapshot.matches({ picture: 'blank' }) ||
        snapshot.matches({ picture: 'drawn' }) ||
        awaited.includes('layout') ||
        snapshot.context.failure !== null,
    },
    {
      says: 'No chart is drawn under the name of another one.',
      when: (_, { before }) => before !== null,
      holds: ({ context: { chart, drawn } }, { before }) =>
        drawn === null || drawn !== before!.context.drawn || chart === before!.context.chart,
    },
    {
      says: 'Another chart is shown as a whole, whatever the zoom of the one before.',
      when: (snapshot, { before }) => before !== null && snapshot.context.chart !== before.context.chart,
      holds: ({ context: { zoom } }) => zoom === 'fit',
    },
    {
      says: 'A state that is to be revealed is revealed as soon as its chart is drawn, and selected.',
      when: (snapshot) => snapshot.matches({ picture: 'drawn' }),
      holds: ({ context: { reveal, revealed, chosen } }) =>
        reveal === null && (revealed.length === 0 || revealed.includes(chosen ?? '')),
    },
    {
      says: 'The match that the user has stepped to is one of the search, and inside no collapsed state.',
      when: (_, { event }) => event?.type === 'match.requested',
      holds: (snapshot) => {
        const { match, drawn, folded, query } = snapshot.context;
        if (!match || !drawn) return match === null;
        const found = matchesIn(drawn.drawing, query)[match.index];
        return found?.state === match.state && foldsHiding(drawn.drawing, folded ?? [], match).length === 0;
      },
    },
    {
      says: 'The layout is asked for the chart that was asked for.',
      when: (snapshot) => snapshot.matches({ picture: 'layingOut' }),
      holds: ({ context }, { given }) => (given('layout') as { chart: string }).chart === context.chart,
    },
  ],
};
