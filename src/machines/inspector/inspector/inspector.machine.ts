import { assign, sendTo } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { timing } from '../../../contract/common/timing.ts';
import { clearFailure, keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import { flowChartMachine } from '../flowChart/flowChart.machine.ts';
import { actorPathOf, actorAt, type ObservedActor } from './actorPath.ts';

/** What the machine needs to know of a trace; the whole of it is the views' business. */
export interface OpenedTrace {
  /** Of the file, or of the moment that was recorded. */
  name: string;
  /** The recording of this page, or a file from elsewhere. */
  from: 'page' | 'file';
  actors: readonly { session: string; id: string; parent: string | null; machine: string | null }[];
  events: readonly { seq: number; actor: string }[];
}

/** What is looked at of the chosen actor. */
export type Aspect = 'now' | 'context' | 'events';

/** A part of the inspector. Where not all of them have room, one is looked at. */
export type Part = Aspect | 'actors' | 'chart';

/** At `at` there had been `count` events, and these actors lived: time for another look. */
export type PulseReceived = { type: 'pulse.received'; count: number; at: number; actors: readonly ObservedActor[] };

interface InspectorInput {
  /** The actor that is looked at first. */
  session: string;
  chart: string;
}

interface InspectorContext {
  /** The actor that is looked at; null for a chart that is looked at without one. */
  session: string | null;
  chart: string | null;
  /** Where the chosen actor stands, as the ids from below the root down to it: whoever comes to stand there is looked at. */
  actorPath: readonly string[] | null;
  /** What the last look saw. */
  count: number;
  at: number;
  seen: readonly ObservedActor[];
  trace: OpenedTrace | null;
  /** The event after which the trace is shown. */
  step: number;
  /** In a trace: the actor that is looked at is the one that the event happened to. */
  follows: boolean;
  aspect: Aspect;
  part: Part;
  /** Sessions of the actors whose children are not shown in the tree. */
  closed: readonly string[];
  /** Of the panes beside the chart, in pixels. */
  widths: { actors: number; facts: number };
  filter: string;
  /** Events of the chosen actor only. */
  ownOnly: boolean;
  /** The event whose content is shown. */
  opened: number | null;
  /** Every chart there is. */
  catalog: readonly { id: string; description: string | null }[];
  failure: Failure | null;
}

type Choice = Pick<InspectorContext, 'session' | 'chart' | 'actorPath'>;

const inTrace = ({ actors }: OpenedTrace): ObservedActor[] =>
  actors.map(({ machine, ...actor }) => ({ ...actor, chart: machine }));

const chosen = ({ session, chart }: ObservedActor): Pick<Choice, 'session' | 'chart'> => ({ session, chart });

/** Whoever is looked at has a place: one that was born after the last look gets it at the next. */
const keptActorPath = ({ actorPath, session }: Choice, actors: readonly ObservedActor[]): readonly string[] | null =>
  actorPath ?? (session === null ? null : (actorPathOf(session, actors) ?? []));

const chosenAt = (trace: OpenedTrace, step: number): Choice | null => {
  const actor = trace.actors.find(({ session }) => session === trace.events[step]?.actor);
  return actor?.machine == null
    ? null
    : { session: actor.session, chart: actor.machine, actorPath: actorPathOf(actor.session, inTrace(trace)) };
};

/** The steps there are: from before the first event, -1, to after the last. */
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
      | { type: 'part.chosen'; part: Part }
      | { type: 'branch.toggled'; session: string }
      | { type: 'pane.sized'; pane: keyof InspectorContext['widths']; width: number }
      | { type: 'filter.changed'; filter: string }
      | { type: 'scope.toggled' }
      | { type: 'event.opened'; seq: number | null }
      | { type: 'trace.opened'; file: File | null }
      | { type: 'step.set'; step: number }
      | { type: 'following.toggled' }
      | { type: 'playing.started' }
      | { type: 'playing.stopped' }
      | { type: 'live.chosen' }
      | { type: 'save.requested' }
      | { type: 'failure.dismissed' },
    children: {} as { chart: 'flowChart' },
  },
  actors: {
    flowChart: flowChartMachine,
    /** Tells as often as it is worth looking again. */
    pulse: unprovidedSource<PulseReceived>('pulse'),
    listCharts: unprovided<{ id: string; description: string | null }[]>('listCharts'),
    /** Of the file; without one, of what this page has recorded. */
    readTrace: unprovided<OpenedTrace, { file: File | null }>('readTrace'),
    /** Saves the trace that is shown, or without one what has been recorded. */
    saveTrace: unprovided<void, { trace: OpenedTrace | null }>('saveTrace'),
  },
  delays: { stepInterval: timing.traceStepMs },
  guards: {
    /** Whether another actor stands where the chosen one stood, or none does any more. */
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
    // A call that has been answered is over: another one of its name is another question.
    followActor: assign(({ context }, { actors }: { actors: readonly ObservedActor[] }) => {
      const heir = actorAt(context.actorPath ?? [], actors);
      if (!heir) return {};
      return { ...chosen(heir), ...(context.chart === null && { actorPath: actorPathOf(heir.session, actors) }) };
    }),
    showChart: sendTo('chart', ({ context }) => ({ type: 'chart.shown' as const, chart: context.chart })),
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
    toggleScope: assign(({ context }) => ({ ownOnly: !context.ownOnly })),
    toggleFollowing: assign(({ context }) => ({ follows: !context.follows })),
    keepOpened: assign((_, { seq }: { seq: number | null }) => ({ opened: seq })),
    keepCatalog: assign((_, { catalog }: { catalog: InspectorContext['catalog'] }) => ({ catalog })),
    // A recording is looked at from its end, where it stopped; a file is read from its beginning.
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
  description: 'The flow inspector: which actor of the running application, or of a trace, is looked at, and how.',
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
    widths: { actors: 230, facts: 340 },
    filter: '',
    ownOnly: false,
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
        'part.chosen': { actions: { type: 'keepPart', params: ({ event }) => event } },
        'branch.toggled': { actions: { type: 'toggleBranch', params: ({ event }) => event } },
        'pane.sized': { actions: { type: 'keepWidth', params: ({ event }) => event } },
        'filter.changed': { actions: { type: 'keepFilter', params: ({ event }) => event } },
        'scope.toggled': { actions: 'toggleScope' },
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
                  invoke: {
                    id: 'pulse',
                    src: 'pulse',
                    onError: onFailure('paused'),
                  },
                  on: {
                    'pulse.received': [
                      {
                        guard: { type: 'isElsewhere', params: ({ event }) => event },
                        description:
                          'Screens come and go: whoever took the place of the chosen actor is looked at, else the nearest one above, until somebody comes.',
                        actions: [
                          { type: 'countPulse', params: ({ event }) => event },
                          { type: 'followActor', params: ({ event }) => event },
                          'showChart',
                        ],
                      },
                      { actions: { type: 'countPulse', params: ({ event }) => event } },
                    ],
                    'view.hidden': { target: 'paused', description: 'Nobody looks.' },
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
                onError: onFailure('live', 'It says why the file is no trace.'),
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
                  description: 'Whoever looks at an event wants to see what it did.',
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
                      description: 'Whoever takes a step wants to look at it.',
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
                onError: onFailure('none', 'The charts of living actors can be drawn all the same.'),
              },
            },
            none: { on: { 'save.requested': { target: 'saving' } } },
            saving: {
              invoke: {
                id: 'save',
                src: 'saveTrace',
                input: ({ context: { trace } }) => ({ trace }),
                onDone: { target: 'none' },
                onError: onFailure('none'),
              },
            },
          },
        },
      },
    },
    broken: { description: 'A mistake in the inspector. The application goes on without it.' },
  },
});
