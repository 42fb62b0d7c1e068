import { assign, sendTo } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { inspectorTiming } from '../../../contract/inspector/inspectorTiming.ts';
import type { Reveal } from '../../../inspector/chart/reveal.ts';
import { cannotFail, clearFailure, keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import { flowChartMachine } from '../flowChart/flowChart.machine.ts';
import { serverFlowsMachine } from '../serverFlows/serverFlows.machine.ts';
import { actorPathOf, actorAt, type ObservedActor } from './actorPath.ts';

/** The fields of a trace that the machine needs; views read the rest. */
export interface OpenedTrace {
  /** When the file was saved, or when the recording was paused. */
  name: string;
  /** The recording of this page, or an opened file. */
  from: 'page' | 'file';
  actors: readonly {
    session: string;
    id: string;
    parent: string | null;
    machine: string | null;
    start: { value: unknown } | null;
  }[];
  events: readonly { seq: number; actor: string; after: { value: unknown } }[];
}

/** Panels about the selected actor. */
type Aspect = 'now' | 'context' | 'events';

/** A pane of the inspector. A narrow window shows one at a time. */
export type Part = Aspect | 'actors' | 'chart';

/** At `at` there had been `count` events, and these actors were alive; the view is refreshed. */
export type PulseReceived = { type: 'pulse.received'; count: number; at: number; actors: readonly ObservedActor[] };

interface InspectorInput {
  /** The actor that is selected first. */
  session: string;
  chart: string;
}

interface InspectorContext {
  /** The selected actor; null for a chart that was selected without an actor. */
  session: string | null;
  chart: string | null;
  /** The path of the selected actor, as ids below the root: an actor that later has the same path is selected. */
  actorPath: readonly string[] | null;
  /** Actors at the last refresh. */
  count: number;
  at: number;
  seen: readonly ObservedActor[];
  trace: OpenedTrace | null;
  /** The event after which the trace is shown. */
  step: number;
  /** In a trace: the selected actor is the one that received the event. */
  follows: boolean;
  aspect: Aspect;
  part: Part;
  /** Sessions of the actors, and keys of the groups, that are collapsed in the tree. */
  closed: readonly string[];
  /** Widths of the panes beside the chart, in pixels. */
  widths: { actors: number; facts: number };
  /** Saved traces keep the names of projects, queries and tables. */
  keepsNames: boolean;
  filter: string;
  /** Show only events of the selected actor. */
  ownOnly: boolean;
  /** Show events of the server's charts, which poll and would flood the log. */
  showsServer: boolean;
  /** The event whose details are shown. */
  opened: number | null;
  /** Every known chart. */
  catalog: readonly { id: string; description: string | null }[];
  failure: Failure | null;
}

type Choice = Pick<InspectorContext, 'session' | 'chart' | 'actorPath'>;

const inTrace = ({ actors }: OpenedTrace): ObservedActor[] =>
  actors.map(({ machine, start, ...actor }) => ({ ...actor, chart: machine, value: start?.value ?? null }));

const chosen = ({ session, chart }: ObservedActor): Pick<Choice, 'session' | 'chart'> => ({ session, chart });

/** The path of the selected actor; an actor that started after the last refresh gets its path at the next one. */
const keptActorPath = ({ actorPath, session }: Choice, actors: readonly ObservedActor[]): readonly string[] | null =>
  actorPath ?? (session === null ? null : (actorPathOf(session, actors) ?? []));

const chosenAt = (trace: OpenedTrace, step: number): Choice | null => {
  const actor = trace.actors.find(({ session }) => session === trace.events[step]?.actor);
  return actor?.machine == null
    ? null
    : { session: actor.session, chart: actor.machine, actorPath: actorPathOf(actor.session, inTrace(trace)) };
};

/** The state value of the selected actor: at the step of the trace, or at the last refresh. */
function activeValue({ session, seen, trace, step }: InspectorContext): unknown {
  const event = trace?.events.findLast(({ actor }, index) => actor === session && index <= step);
  if (event) return event.after.value;
  return (trace ? inTrace(trace) : seen).find((actor) => actor.session === session)?.value ?? null;
}

/** The actor of an event; of one that has ended, only its chart is left. */
const revealedActor = (
  { trace, seen }: Pick<InspectorContext, 'trace' | 'seen'>,
  { session, chart }: { session: string; chart: string },
): Pick<ObservedActor, 'chart'> & { session: string | null } => ({
  session: (trace?.actors ?? seen).some((actor) => actor.session === session) ? session : null,
  chart,
});

/** The steps of a trace: from before the first event, -1, to after the last. */
const within = ({ events }: OpenedTrace, step: number): number => Math.max(-1, Math.min(events.length - 1, step));

export const inspectorMachine = flowSetup({
  types: {
    input: {} as InspectorInput,
    context: {} as InspectorContext,
    events: {} as
      | PulseReceived
      | { type: 'view.shown' }
      | { type: 'view.hidden' }
      | { type: 'actor.chosen'; session: string; chart: string | null }
      | { type: 'chart.chosen'; chart: string }
      | ({ type: 'reveal.requested'; session: string; chart: string } & Reveal)
      | { type: 'part.chosen'; part: Part }
      | { type: 'branch.toggled'; session: string }
      | { type: 'pane.sized'; pane: keyof InspectorContext['widths']; width: number }
      | { type: 'filter.changed'; filter: string }
      | { type: 'scope.toggled' }
      | { type: 'serverEvents.toggled' }
      | { type: 'event.opened'; seq: number | null }
      | { type: 'trace.opened'; file: File | null }
      | { type: 'step.set'; step: number }
      | { type: 'following.toggled' }
      | { type: 'playing.started' }
      | { type: 'playing.stopped' }
      | { type: 'live.chosen' }
      | { type: 'save.requested' }
      | { type: 'names.toggled' }
      | { type: 'failure.dismissed' },
    children: {} as { chart: 'flowChart'; server: 'serverFlows' },
  },
  actors: {
    flowChart: flowChartMachine,
    serverFlows: serverFlowsMachine,
    /** Reports whenever the view should be refreshed. */
    pulse: unprovidedSource<PulseReceived>('pulse'),
    listCharts: unprovided<{ id: string; description: string | null }[]>('listCharts'),
    /** The trace of the file; without one, the recording of this page. */
    readTrace: unprovided<OpenedTrace, { file: File | null }>('readTrace'),
    /** Saves the trace that is shown or, without one, the recording. */
    saveTrace: unprovided<void, { trace: OpenedTrace | null; keepsNames: boolean }>('saveTrace'),
  },
  delays: { stepInterval: inspectorTiming.traceStepMs },
  guards: {
    /** Whether the selected actor's path now belongs to another actor, or to none. */
    isElsewhere: ({ context }, { actors }: { actors: readonly ObservedActor[] }) => {
      const actorPath = keptActorPath(context, actors);
      return actorPath !== null && (actorAt(actorPath, actors)?.session ?? context.session) !== context.session;
    },
    isAtEnd: ({ context }) => context.trace !== null && context.step >= context.trace.events.length - 1,
  },
  actions: {
    countPulse: assign(({ context }, { count, at, actors }: Omit<PulseReceived, 'type'>) => ({
      count,
      at,
      seen: actors,
      actorPath: keptActorPath(context, actors),
    })),
    keepActor: assign(({ context }, { session, chart }: { session: string | null; chart: string | null }) => ({
      session,
      chart,
      actorPath: actorPathOf(session, context.trace ? inTrace(context.trace) : context.seen),
    })),
    // A promise that has settled is over; another one with its name is a new request.
    followActor: assign(({ context }, { actors }: { actors: readonly ObservedActor[] }) => {
      const heir = actorAt(context.actorPath ?? [], actors);
      if (!heir) return {};
      return { ...chosen(heir), ...(context.chart === null && { actorPath: actorPathOf(heir.session, actors) }) };
    }),
    showChart: sendTo('chart', ({ context }) => ({
      type: 'chart.shown' as const,
      chart: context.chart,
      active: activeValue(context),
    })),
    revealStates: sendTo('chart', ({ context }, { chart, value, transitions }: Reveal & { chart: string }) => ({
      type: 'reveal.requested' as const,
      chart,
      value,
      transitions,
      active: activeValue(context),
    })),
    keepPart: assign((_, { part }: { part: Part }) => ({
      part,
      ...(part !== 'actors' && part !== 'chart' && { aspect: part }),
    })),
    toggleBranch: assign(({ context: { closed } }, { session }: { session: string }) => ({
      closed: closed.includes(session) ? closed.filter((one) => one !== session) : [...closed, session],
    })),
    keepWidth: assign(({ context }, { pane, width }: { pane: keyof InspectorContext['widths']; width: number }) => ({
      widths: { ...context.widths, [pane]: width },
    })),
    keepFilter: assign((_, { filter }: { filter: string }) => ({ filter })),
    toggleNames: assign(({ context }) => ({ keepsNames: !context.keepsNames })),
    toggleScope: assign(({ context }) => ({ ownOnly: !context.ownOnly })),
    toggleServerEvents: assign(({ context }) => ({ showsServer: !context.showsServer })),
    toggleFollowing: assign(({ context }) => ({ follows: !context.follows })),
    keepOpened: assign((_, { seq }: { seq: number | null }) => ({ opened: seq })),
    keepCatalog: assign((_, { catalog }: { catalog: InspectorContext['catalog'] }) => ({ catalog })),
    // A recording opens at its end, where it stopped; a file opens at its beginning.
    keepTrace: assign(({ context }, { trace }: { trace: OpenedTrace }) => {
      const step = trace.from === 'page' ? trace.events.length - 1 : Math.min(0, trace.events.length - 1);
      // In a file, actors have other sessions.
      const heir = trace.from === 'file' && context.actorPath ? actorAt(context.actorPath, inTrace(trace)) : null;
      return { trace, step, opened: null, failure: null, ...(heir && chosen(heir)) };
    }),
    deleteTrace: assign({ trace: null, step: -1, opened: null }),
    takeStep: assign(({ context }, { step }: { step: number }) =>
      context.trace ? { step: within(context.trace, step), opened: null } : {},
    ),
    stepTo: assign(({ context }, { seq }: { seq: number | null }) => {
      const step = context.trace?.events.findIndex((event) => event.seq === seq) ?? -1;
      return step < 0 ? {} : { step };
    }),
    follow: assign(({ context }) =>
      context.trace && context.follows ? (chosenAt(context.trace, context.step) ?? {}) : {},
    ),
    keepFailure: keepFailure(),
    clearFailure: clearFailure(),
  },
}).createMachine({
  id: 'inspector',
  description: 'The flow inspector: which actor of the running application, or of a trace, is shown, and how.',
  context: ({ input }) => ({
    ...input,
    actorPath: [],
    count: 0,
    at: 0,
    seen: [],
    trace: null,
    step: -1,
    follows: true,
    aspect: 'now',
    part: 'chart',
    closed: [],
    widths: { actors: 300, facts: 340 },
    keepsNames: false,
    filter: '',
    ownOnly: false,
    showsServer: false,
    opened: null,
    catalog: [],
    failure: null,
  }),
  initial: 'working',
  states: {
    working: {
      invoke: { id: 'chart', src: 'flowChart', onError: { target: 'broken' } },
      entry: 'showChart',
      on: {
        'actor.chosen': { actions: [{ type: 'keepActor', params: ({ event }) => event }, 'showChart'] },
        'chart.chosen': {
          actions: [{ type: 'keepActor', params: ({ event }) => ({ session: null, chart: event.chart }) }, 'showChart'],
        },
        'reveal.requested': {
          actions: [
            { type: 'keepActor', params: ({ context, event }) => revealedActor(context, event) },
            { type: 'revealStates', params: ({ event }) => event },
          ],
        },
        'part.chosen': { actions: { type: 'keepPart', params: ({ event }) => event } },
        'branch.toggled': { actions: { type: 'toggleBranch', params: ({ event }) => event } },
        'pane.sized': { actions: { type: 'keepWidth', params: ({ event }) => event } },
        'names.toggled': { actions: 'toggleNames' },
        'filter.changed': { actions: { type: 'keepFilter', params: ({ event }) => event } },
        'scope.toggled': { actions: 'toggleScope' },
        'serverEvents.toggled': { actions: 'toggleServerEvents' },
        'event.opened': { actions: { type: 'keepOpened', params: ({ event }) => event } },
        'failure.dismissed': { actions: 'clearFailure' },
      },
      type: 'parallel',
      states: {
        source: {
          initial: 'live',
          states: {
            live: {
              initial: 'watching',
              on: { 'trace.opened': { target: 'reading' } },
              states: {
                watching: {
                  invoke: [
                    { id: 'pulse', src: 'pulse', onError: onFailure('paused') },
                    { id: 'server', src: 'serverFlows', onError: cannotFail.chart },
                  ],
                  on: {
                    'pulse.received': [
                      {
                        guard: { type: 'isElsewhere', params: ({ event }) => event },
                        description:
                          'Screens come and go: an actor at the same path replaces the selected one; until there is one, its nearest ancestor is shown.',
                        actions: [
                          { type: 'countPulse', params: ({ event }) => event },
                          { type: 'followActor', params: ({ event }) => event },
                          'showChart',
                        ],
                      },
                      { actions: { type: 'countPulse', params: ({ event }) => event } },
                    ],
                    'view.hidden': { target: 'paused', description: 'The inspector is closed.' },
                  },
                },
                paused: { on: { 'view.shown': { target: 'watching' } } },
              },
            },
            reading: {
              invoke: {
                id: 'trace',
                src: 'readTrace',
                input: ({ event }) => ({ file: event.type === 'trace.opened' ? event.file : null }),
                onDone: {
                  target: 'traced',
                  actions: [
                    { type: 'keepTrace', params: ({ event }) => ({ trace: event.output }) },
                    'follow',
                    'showChart',
                  ],
                },
                onError: onFailure('live', 'The failure says why the file is not a trace.'),
              },
              on: { 'live.chosen': { target: 'live' } },
            },
            traced: {
              initial: 'stopped',
              exit: 'deleteTrace',
              on: {
                'live.chosen': { target: 'live' },
                'trace.opened': { target: 'reading' },
                'event.opened': {
                  target: '.stopped',
                  actions: [
                    { type: 'stepTo', params: ({ event }) => event },
                    { type: 'keepOpened', params: ({ event }) => event },
                    'follow',
                    'showChart',
                  ],
                  description: 'A user who selects an event wants to see its effect.',
                },
                'following.toggled': { actions: ['toggleFollowing', 'follow', 'showChart'] },
              },
              states: {
                stopped: {
                  on: {
                    'step.set': {
                      actions: [{ type: 'takeStep', params: ({ event }) => event }, 'follow', 'showChart'],
                    },
                    'playing.started': { target: 'playing' },
                  },
                },
                playing: {
                  after: {
                    stepInterval: [
                      { guard: 'isAtEnd', target: 'stopped' },
                      {
                        target: 'playing',
                        reenter: true,
                        actions: [
                          { type: 'takeStep', params: ({ context }) => ({ step: context.step + 1 }) },
                          'follow',
                          'showChart',
                        ],
                      },
                    ],
                  },
                  on: {
                    'playing.stopped': { target: 'stopped' },
                    'step.set': {
                      target: 'stopped',
                      actions: [{ type: 'takeStep', params: ({ event }) => event }, 'follow', 'showChart'],
                      description: 'A user who steps through the trace wants to see each step.',
                    },
                  },
                },
              },
            },
          },
        },
        work: {
          initial: 'listing',
          states: {
            listing: {
              invoke: {
                id: 'list',
                src: 'listCharts',
                onDone: {
                  target: 'none',
                  actions: { type: 'keepCatalog', params: ({ event }) => ({ catalog: event.output }) },
                },
                onError: onFailure('none', 'The charts of running actors can be drawn without the list.'),
              },
            },
            none: { on: { 'save.requested': { target: 'saving' } } },
            saving: {
              invoke: {
                id: 'save',
                src: 'saveTrace',
                input: ({ context: { trace, keepsNames } }) => ({ trace, keepsNames }),
                onDone: { target: 'none' },
                onError: onFailure('none'),
              },
            },
          },
        },
      },
    },
    broken: { description: 'A defect in the inspector. The application continues without it.' },
  },
});
