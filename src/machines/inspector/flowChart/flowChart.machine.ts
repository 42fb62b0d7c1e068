import { assign } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { inspectorTiming } from '../../../contract/inspector/inspectorTiming.ts';
import type { ChartCoverage } from '../../../inspector/chart/coverage.ts';
import type { Drawing } from '../../../inspector/chart/drawing.ts';
import { foldsHiding, matchAfter, type CurrentMatch } from '../../../inspector/chart/matches.ts';
import type { Picture } from '../../../inspector/chart/picture.ts';
import { foldsAround, revealedStates, type Reveal } from '../../../inspector/chart/reveal.ts';
import { isShownBy } from '../../../inspector/chart/viewport.ts';
import { keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided } from '../../parts/unprovided.ts';

export interface LayoutInput {
  chart: string;
  /** The collapsed states; null leaves the choice to the layout, which collapses charts that are too large to read. */
  folded: readonly string[] | null;
  /** Whose states are not inside a collapsed one; null for none. */
  reveal: Reveal | null;
  /** The state value whose states are not inside a collapsed one either; null for none. */
  active: unknown;
}

export interface LayoutOutput {
  drawing: Drawing;
  picture: Picture;
  folded: readonly string[];
  /** Test coverage of the chart; null where it is unknown. */
  coverage: ChartCoverage | null;
}

/** Zoom of a chart: a factor, fit to the pane, or the smallest readable size. */
export type Zoom = number | 'fit' | 'readable';

/** Views of a chart. */
type ChartForm = 'picture' | 'outline';

interface FlowChartContext {
  chart: string | null;
  folded: readonly string[] | null;
  /** The laid-out chart; null until its first layout arrives. */
  drawn: LayoutOutput | null;
  /** The selected state. */
  chosen: string | null;
  /** The event whose states are revealed once the chart is laid out. */
  reveal: Reveal | null;
  /** The actor's state value when the user asked for the chart: its states are shown once it is laid out, then null. */
  active: unknown;
  /** The revealed states: another list for each request. */
  revealed: readonly string[];
  form: ChartForm;
  zoom: Zoom;
  /** The search text for states and events. */
  query: string;
  /** The match that the user has stepped to; null until then. */
  match: CurrentMatch | null;
  /** Counts the requests to scroll to the active states. */
  sought: number;
  failure: Failure | null;
}

/** The match that a step leads to; null without a chart or a match. */
const nextMatch = (
  { drawn, query, match }: Pick<FlowChartContext, 'drawn' | 'query' | 'match'>,
  isBackward: boolean,
): CurrentMatch | null => drawn && matchAfter(drawn.drawing, query, match, isBackward);

export const flowChartMachine = flowSetup({
  types: {
    context: {} as FlowChartContext,
    events: {} as
      /** `active` is the actor's state value; null for a chart without an actor. */
      | { type: 'chart.shown'; chart: string | null; active: unknown }
      | { type: 'folds.set'; folded: readonly string[] }
      | { type: 'layout.retried' }
      | { type: 'state.chosen'; id: string | null }
      | ({ type: 'reveal.requested'; chart: string; active: unknown } & Reveal)
      | { type: 'form.chosen'; form: ChartForm }
      | { type: 'zoom.set'; zoom: Zoom }
      | { type: 'query.changed'; query: string }
      | { type: 'match.requested'; isBackward: boolean }
      /** The user scrolled the picture. */
      | { type: 'picture.moved' }
      | { type: 'following.toggled' },
  },
  actors: { layOut: unprovided<LayoutOutput, LayoutInput>('layOut') },
  delays: { manualScrollTimeout: inspectorTiming.manualScrollTimeoutMs },
  guards: {
    isShown: ({ context }, { chart }: { chart: string | null }) => chart === context.chart,
    isAnother: ({ context }, { chart }: { chart: string | null }) => chart !== context.chart,
    isNone: (_, { chart }: { chart: string | null }) => chart === null,
    isInSight: ({ context: { drawn } }, { chart, active, ...reveal }: Reveal & { chart: string; active: unknown }) =>
      drawn?.drawing.id === chart &&
      foldsAround(drawn.drawing, drawn.folded, reveal, active).length === drawn.folded.length,
    isAnyMatch: ({ context }, { isBackward }: { isBackward: boolean }) => nextMatch(context, isBackward) !== null,
    isMatchHidden: ({ context }, { isBackward }: { isBackward: boolean }) => {
      const { drawn, folded } = context;
      const next = nextMatch(context, isBackward);
      return drawn !== null && next !== null && foldsHiding(drawn.drawing, folded ?? [], next).length > 0;
    },
  },
  actions: {
    keepChart: assign((_, { chart, active }: { chart: string | null; active: unknown }) => ({
      chart,
      active,
      drawn: null,
      folded: null,
      chosen: null,
      reveal: null,
      revealed: [],
      zoom: 'fit' as const,
      query: '',
      match: null,
      failure: null,
    })),
    dropDrawn: assign({ drawn: null }),
    keepFolds: assign((_, { folded }: { folded: readonly string[] }) => ({ folded, active: null })),
    keepDrawn: assign((_, { drawn }: { drawn: LayoutOutput }) => ({
      drawn,
      folded: drawn.folded,
      active: null,
      failure: null,
    })),
    keepFailure: keepFailure(),
    keepChoice: assign((_, { id }: { id: string | null }) => ({ chosen: id, revealed: [] })),
    keepReveal: assign((_, { value, transitions, active }: Reveal & { active: unknown }) => ({
      reveal: { value, transitions },
      active,
      chosen: null,
      revealed: [],
      form: 'picture' as const,
    })),
    // A search that would dim what is revealed ends.
    showRevealed: assign(({ context: { drawn, reveal, query } }) => {
      if (!drawn || !reveal) return {};
      const revealed = revealedStates(drawn.drawing, reveal);
      const isDimmed = revealed.length > 0 && !revealed.some((id) => isShownBy(drawn.drawing, query, id));
      const chosen = revealed[0] ?? null;
      return { reveal: null, active: null, revealed, chosen, match: null, query: isDimmed ? '' : query };
    }),
    keepForm: assign((_, { form }: { form: ChartForm }) => ({ form })),
    keepZoom: assign((_, { zoom }: { zoom: Zoom }) => ({ zoom })),
    keepQuery: assign((_, { query }: { query: string }) => ({ query, match: null })),
    keepMatch: assign(({ context }, { isBackward }: { isBackward: boolean }) => ({
      match: nextMatch(context, isBackward),
      revealed: [],
    })),
    expandAroundMatch: assign(({ context: { drawn, folded, match } }) => {
      const hiding = drawn && match ? foldsHiding(drawn.drawing, folded ?? [], match) : [];
      return { folded: folded?.filter((id) => !hiding.includes(id)) ?? null };
    }),
    seek: assign(({ context }) => ({ sought: context.sought + 1 })),
  },
}).createMachine({
  id: 'flowChart',
  description:
    'A chart on screen and its view settings; it is laid out again when the chart or the collapsed states change.',
  context: {
    chart: null,
    folded: null,
    drawn: null,
    chosen: null,
    reveal: null,
    active: null,
    revealed: [],
    form: 'picture',
    zoom: 'fit',
    query: '',
    match: null,
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
            description: 'Another actor of the same chart: only the highlight differs.',
          },
          {
            guard: { type: 'isNone', params: ({ event }) => event },
            target: '.blank',
            actions: { type: 'keepChart', params: ({ event }) => event },
            description: 'The selection has no chart.',
          },
          {
            target: '.layingOut',
            actions: { type: 'keepChart', params: ({ event }) => event },
            description:
              'The picture of the previous chart would be wrong under the new name. The new one is shown as a whole, with its active states, whatever was zoomed or collapsed.',
          },
        ],
        'reveal.requested': [
          {
            guard: { type: 'isShown', params: ({ event }) => event },
            target: '.layingOut',
            actions: { type: 'keepReveal', params: ({ event }) => event },
            description: 'A collapsed state around the revealed ones, or the active ones, is expanded.',
          },
          {
            target: '.layingOut',
            actions: [
              { type: 'keepChart', params: ({ event }) => event },
              { type: 'keepReveal', params: ({ event }) => event },
            ],
          },
        ],
        'match.requested': [
          {
            guard: { type: 'isMatchHidden', params: ({ event }) => event },
            target: '.layingOut',
            actions: [{ type: 'keepMatch', params: ({ event }) => event }, 'expandAroundMatch'],
            description: 'The collapsed states around the match are expanded.',
          },
          {
            guard: { type: 'isAnyMatch', params: ({ event }) => event },
            actions: { type: 'keepMatch', params: ({ event }) => event },
          },
        ],
      },
      states: {
        blank: {},
        layingOut: {
          description: 'The picture stays while the same chart is laid out again; another chart has none yet.',
          invoke: {
            id: 'layout',
            src: 'layOut',
            input: ({ context: { chart, folded, reveal, active } }) => ({ chart: chart ?? '', folded, reveal, active }),
            onDone: {
              target: 'drawn',
              actions: [{ type: 'keepDrawn', params: ({ event }) => ({ drawn: event.output }) }, 'showRevealed'],
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
          on: {
            'folds.set': { target: 'layingOut', actions: { type: 'keepFolds', params: ({ event }) => event } },
            'reveal.requested': {
              guard: { type: 'isInSight', params: ({ event }) => event },
              actions: [{ type: 'keepReveal', params: ({ event }) => event }, 'showRevealed'],
            },
          },
        },
        failed: {
          entry: 'dropDrawn',
          on: { 'layout.retried': { target: 'layingOut' } },
        },
      },
    },
    viewport: {
      description: 'Whether the picture scrolls to the active states.',
      initial: 'following',
      states: {
        following: {
          on: {
            'picture.moved': {
              target: 'manual',
              description: 'A user who scrolls the picture wants to look at that part of it.',
            },
            'following.toggled': { target: 'manual.locked' },
            'reveal.requested': {
              target: 'manual',
              description: 'The revealed state stays in view for a while.',
            },
            'match.requested': {
              guard: { type: 'isAnyMatch', params: ({ event }) => event },
              target: 'manual',
              description: 'The match stays in view for a while, also after the search.',
            },
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
                  description: 'The user has stopped scrolling: the next event scrolls the picture again.',
                },
              },
              on: {
                'picture.moved': { target: 'temporary', reenter: true },
                'reveal.requested': { target: 'temporary', reenter: true },
                'match.requested': {
                  guard: { type: 'isAnyMatch', params: ({ event }) => event },
                  target: 'temporary',
                  reenter: true,
                },
                'chart.shown': {
                  guard: { type: 'isAnother', params: ({ event }) => event },
                  target: '#flowChart.viewport.following',
                  description: 'The user has not scrolled the new chart yet.',
                },
              },
            },
            locked: { description: 'The picture stays until the user turns this off.' },
          },
        },
      },
    },
  },
});
