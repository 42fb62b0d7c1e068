import { assign } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { timing } from '../../../contract/common/timing.ts';
import type { ChartCoverage } from '../../../inspector/chart/coverage.ts';
import type { Drawing } from '../../../inspector/chart/drawing.ts';
import type { Picture } from '../../../inspector/chart/picture.ts';
import { keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided } from '../../parts/unprovided.ts';

export interface LayoutInput {
  chart: string;
  /** States that are folded; null leaves it to the layout, which folds what would be too much to read. */
  folded: readonly string[] | null;
}

export interface LayoutOutput {
  drawing: Drawing;
  picture: Picture;
  folded: readonly string[];
  /** What the tests take of it; null where that is not known. */
  coverage: ChartCoverage | null;
}

/** How large a chart is: a factor, all of it in its place, or as much of it as can still be read. */
export type Zoom = number | 'fit' | 'readable';

/** Ways to read a chart. */
export type ChartForm = 'picture' | 'outline';

interface FlowChartContext {
  chart: string | null;
  folded: readonly string[] | null;
  /** What is on screen, perhaps still that of the chart before. */
  drawn: LayoutOutput | null;
  /** The state that is looked at. */
  chosen: string | null;
  form: ChartForm;
  zoom: Zoom;
  /** What is looked for among states and events. */
  query: string;
  /** Counts how often somebody asked to be taken to what happens. */
  sought: number;
  failure: Failure | null;
}

export const flowChartMachine = flowSetup({
  types: {
    context: {} as FlowChartContext,
    events: {} as
      | { type: 'chart.shown'; chart: string | null }
      | { type: 'folds.set'; folded: readonly string[] }
      | { type: 'layout.retried' }
      | { type: 'state.chosen'; id: string | null }
      | { type: 'form.chosen'; form: ChartForm }
      | { type: 'zoom.set'; zoom: Zoom }
      | { type: 'query.changed'; query: string }
      /** Somebody moved the picture by hand. */
      | { type: 'picture.moved' }
      | { type: 'following.toggled' },
  },
  actors: { layOut: unprovided<LayoutOutput, LayoutInput>('layOut') },
  delays: { manualScrollTimeout: timing.manualScrollTimeoutMs },
  guards: {
    isShown: ({ context }, { chart }: { chart: string | null }) => chart === context.chart,
    isAnother: ({ context }, { chart }: { chart: string | null }) => chart !== context.chart,
    isNone: (_, { chart }: { chart: string | null }) => chart === null,
  },
  actions: {
    keepChart: assign((_, { chart }: { chart: string | null }) => ({
      chart,
      folded: null,
      chosen: null,
      query: '',
      failure: null,
    })),
    dropDrawn: assign({ drawn: null }),
    keepFolds: assign((_, { folded }: { folded: readonly string[] }) => ({ folded })),
    keepDrawn: assign((_, { drawn }: { drawn: LayoutOutput }) => ({ drawn, folded: drawn.folded, failure: null })),
    keepFailure: keepFailure(),
    keepChoice: assign((_, { id }: { id: string | null }) => ({ chosen: id })),
    keepForm: assign((_, { form }: { form: ChartForm }) => ({ form })),
    keepZoom: assign((_, { zoom }: { zoom: Zoom }) => ({ zoom })),
    keepQuery: assign((_, { query }: { query: string }) => ({ query })),
    seek: assign(({ context }) => ({ sought: context.sought + 1 })),
  },
}).createMachine({
  id: 'flowChart',
  description: 'A chart on screen: laid out anew whenever it is another one or folds, and how it is looked at.',
  context: {
    chart: null,
    folded: null,
    drawn: null,
    chosen: null,
    form: 'picture',
    zoom: 'readable',
    query: '',
    sought: 0,
    failure: null,
  },
  type: 'parallel',
  on: {
    'state.chosen': { actions: { type: 'keepChoice', params: ({ event }) => event } },
    'form.chosen': { actions: { type: 'keepForm', params: ({ event }) => event } },
    'zoom.set': { actions: { type: 'keepZoom', params: ({ event }) => event } },
    'query.changed': { actions: { type: 'keepQuery', params: ({ event }) => event } },
  },
  states: {
    picture: {
      initial: 'blank',
      on: {
        'chart.shown': [
          {
            guard: { type: 'isShown', params: ({ event }) => event },
            description: 'Another actor of the same chart: only what is lit differs.',
          },
          {
            guard: { type: 'isNone', params: ({ event }) => event },
            target: '.blank',
            actions: { type: 'keepChart', params: ({ event }) => event },
            description: 'What was chosen is no chart.',
          },
          { target: '.layingOut', actions: { type: 'keepChart', params: ({ event }) => event } },
        ],
      },
      states: {
        blank: { entry: 'dropDrawn' },
        layingOut: {
          description: 'The picture before stays until the new one is there.',
          invoke: {
            id: 'layout',
            src: 'layOut',
            input: ({ context }) => ({ chart: context.chart ?? '', folded: context.folded }),
            onDone: {
              target: 'drawn',
              actions: { type: 'keepDrawn', params: ({ event }) => ({ drawn: event.output }) },
            },
            onError: onFailure('failed'),
          },
          on: {
            'folds.set': {
              target: 'layingOut',
              reenter: true,
              actions: { type: 'keepFolds', params: ({ event }) => event },
            },
          },
        },
        drawn: {
          on: { 'folds.set': { target: 'layingOut', actions: { type: 'keepFolds', params: ({ event }) => event } } },
        },
        failed: {
          entry: 'dropDrawn',
          on: { 'layout.retried': { target: 'layingOut' } },
        },
      },
    },
    viewport: {
      description: 'Whether the picture goes along with what happens, in whichever region that is.',
      initial: 'following',
      states: {
        following: {
          on: {
            'picture.moved': {
              target: 'manual',
              description: 'Whoever moves the picture by hand wants to see what is there.',
            },
            'following.toggled': { target: 'manual.locked' },
          },
        },
        manual: {
          initial: 'temporary',
          on: { 'following.toggled': { target: 'following', actions: 'seek' } },
          states: {
            temporary: {
              after: {
                manualScrollTimeout: {
                  target: '#flowChart.viewport.following',
                  description: 'The hand has rested: the next thing that happens is followed again.',
                },
              },
              on: {
                'picture.moved': { target: 'temporary', reenter: true },
                'chart.shown': {
                  guard: { type: 'isAnother', params: ({ event }) => event },
                  target: '#flowChart.viewport.following',
                  description: 'On another chart nobody has looked around yet.',
                },
              },
            },
            locked: { description: 'Until somebody lets go.' },
          },
        },
      },
    },
  },
});
