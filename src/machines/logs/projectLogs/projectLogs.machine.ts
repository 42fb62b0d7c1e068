import { assign, raise, sendTo } from 'xstate';
import type { LogLine, LogPage } from '../../../contract/logs/logLine.ts';
import { logTiming } from '../../../contract/logs/logTiming.ts';
import { logViewIn, type LogView } from '../../../contract/logs/logView.ts';
import { cannotFail, clearFailure, keepFailure, onFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { pagedListStates } from '../../parts/pagedList.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';

interface ProjectLogsContext extends FailureContext {
  ref: string;
  view: LogView;
  /** Null until the first page is read. */
  page: LogPage | null;
  /** Lines of all pages that were read, the newest first. */
  lines: readonly LogLine[];
  hasOlder: boolean;
  /** The line in the panel. */
  opened: LogLine | null;
}

/** The view belongs into the address. */
export interface LogViewChosen {
  type: 'view.chosen';
  view: LogView;
  /** Replaces the current entry of the browser's history. */
  replace: boolean;
}

/** The address of the page asks for other lines: the user went back, or edited it. */
export interface LogAddressChanged {
  type: 'address.changed';
  view: LogView;
}

/** The page went out of sight, or came back. */
export type SightChanged = { type: 'page.hidden' } | { type: 'page.shown' };

type ProjectLogsEvent =
  | LogAddressChanged
  | SightChanged
  | { type: 'view.changed'; view: LogView }
  | { type: 'search.typed'; search: string }
  | { type: 'list.reloaded' }
  | { type: 'more.requested' }
  | { type: 'tail.toggled' }
  | { type: 'line.opened'; line: LogLine }
  | { type: 'line.closed' }
  /** It is time to read the newest lines; the chart tells itself. */
  | { type: 'tail.elapsed' };

/** Which page of which lines. */
export interface LogPageRequest {
  ref: string;
  view: LogView;
  before: string | null;
}

/** Whether newest lines may take the place of the others: the user reads no line, no older page and not the past. */
export const isUndisturbed = ({ opened, hasOlder, view }: ProjectLogsContext): boolean =>
  opened === null && !hasOlder && view.to === null;

const pageOf = ({ ref, view, page }: ProjectLogsContext, which: 'first' | 'next'): LogPageRequest => ({
  ref,
  view,
  before: which === 'first' ? null : (page?.next ?? null),
});

const states = pagedListStates<ProjectLogsContext, LogPage, LogPageRequest, 'readLogs'>({
  id: 'logs',
  src: 'readLogs',
  query: pageOf,
});

const withPage = ({ event }: { event: { output: LogPage } }) => ({ page: event.output });

/** The address follows where fewer days are kept than it asks for: since the start, or since the plan has changed. */
const shortened = {
  guard: { type: 'isShortened', params: withPage },
  target: 'ready',
  actions: [
    'clearFailure',
    { type: 'keepPage', params: withPage },
    { type: 'writeAddress', params: { replace: true } },
  ],
  description: 'The project keeps fewer days than the address asks for.',
} as const;

export const projectLogsMachine = flowSetup({
  types: {
    input: {} as ScreenInput<'logs'>,
    context: {} as ProjectLogsContext,
    events: {} as ProjectLogsEvent,
    children: {} as { address: 'keepAddress' },
  },
  actors: {
    readLogs: unprovided<LogPage, LogPageRequest>('readLogs'),
    /** Writes chosen views to the address of the page, and reports what else changes it. */
    keepAddress: unprovidedSource<LogViewChosen, { ref: string; view: LogView }>('keepAddress'),
    watchSight: unprovidedSource<SightChanged>('watchSight'),
  },
  delays: { debounce: logTiming.debounceMs, tailInterval: logTiming.tailMs },
  guards: {
    hasMore: ({ context }) => context.page?.next != null,
    isShortened: ({ context }, { page: { range } }: { page: LogPage }) =>
      range !== undefined && range !== context.view.range,
    isUndisturbed: ({ context }) => isUndisturbed(context),
  },
  actions: {
    keepFailure: keepFailure<ProjectLogsContext, ProjectLogsEvent>(),
    clearFailure: clearFailure<ProjectLogsContext, ProjectLogsEvent>(),
    keepView: assign((_, { view }: { view: LogView }) => ({ view })),
    keepSearch: assign(({ context }, { search }: { search: string }) => ({ view: { ...context.view, search } })),
    keepPage: assign(({ context: { view } }, { page }: { page: LogPage }) => ({
      page,
      lines: page.lines,
      hasOlder: false,
      view: { ...view, range: page.range ?? view.range },
    })),
    appendPage: assign(({ context }, { page }: { page: LogPage }) => ({
      page: { ...page, points: context.page?.points ?? null },
      lines: [...context.lines, ...page.lines],
      hasOlder: true,
    })),
    keepOpened: assign((_, { line }: { line: LogLine | null }) => ({ opened: line })),
    announceInterval: raise({ type: 'tail.elapsed' }),
    writeAddress: sendTo('address', ({ context: { view } }, { replace }: { replace: boolean }) => ({
      type: 'view.chosen' as const,
      view,
      replace,
    })),
  },
}).createMachine({
  id: 'projectLogs',
  description:
    'The logs of a project: the lines that the address asks for, the newest first. They can be read whatever the status of the project is.',
  context: ({ input: { params, query } }) => ({
    ref: params.ref,
    view: logViewIn(query),
    page: null,
    lines: [],
    hasOlder: false,
    opened: null,
    failure: null,
  }),
  invoke: {
    id: 'address',
    src: 'keepAddress',
    input: ({ context: { ref, view } }) => ({ ref, view }),
    onError: cannotFail.watching,
  },
  on: {
    'line.opened': { actions: { type: 'keepOpened', params: ({ event }) => event } },
    'line.closed': { actions: { type: 'keepOpened', params: { line: null } } },
  },
  type: 'parallel',
  states: {
    list: {
      initial: 'reading',
      on: {
        'view.changed': {
          target: '.reading',
          actions: [
            { type: 'keepView', params: ({ event }) => event },
            { type: 'writeAddress', params: { replace: false } },
          ],
          description: 'Back leads to what was shown before.',
        },
        'search.typed': { target: '.debouncing', actions: { type: 'keepSearch', params: ({ event }) => event } },
        'address.changed': {
          target: '.reading',
          actions: { type: 'keepView', params: ({ event }) => event },
        },
        'list.reloaded': { target: '.reading' },
      },
      states: {
        debouncing: {
          description: 'The list waits until the user pauses.',
          after: {
            debounce: {
              target: 'reading',
              actions: { type: 'writeAddress', params: { replace: true } },
              description: 'Browsers throttle pages that change the address with every keystroke.',
            },
          },
          on: {
            'list.reloaded': {
              target: 'reading',
              actions: { type: 'writeAddress', params: { replace: true } },
              description: 'The user does not wait for the pause.',
            },
          },
        },
        reading: {
          ...states.reading,
          invoke: {
            ...states.reading.invoke,
            onDone: [shortened, states.reading.invoke.onDone],
          },
        },
        ready: {
          on: {
            ...states.ready.on,
            'tail.elapsed': {
              guard: 'isUndisturbed',
              target: 'refreshing',
              description: 'Nothing moves under a user who reads a line or older pages.',
            },
          },
        },
        readingMore: states.readingMore,
        refreshing: {
          description: 'The newest lines take the place of those that are shown.',
          invoke: {
            id: 'newest',
            src: 'readLogs',
            input: ({ context }) => pageOf(context, 'first'),
            onDone: [shortened, { target: 'ready', actions: ['clearFailure', { type: 'keepPage', params: withPage }] }],
            onError: onFailure('ready', 'The lines stay, and the next read is another attempt.'),
          },
          on: {
            'more.requested': { guard: 'hasMore', target: 'readingMore', description: 'The user comes first.' },
          },
        },
        failed: {},
      },
    },
    tail: {
      initial: 'off',
      states: {
        off: { on: { 'tail.toggled': { target: 'following', actions: 'announceInterval' } } },
        following: {
          invoke: { id: 'sight', src: 'watchSight', onError: cannotFail.watching },
          on: { 'tail.toggled': { target: 'off' } },
          initial: 'waiting',
          states: {
            waiting: {
              after: { tailInterval: { target: 'waiting', reenter: true, actions: 'announceInterval' } },
              on: { 'page.hidden': { target: 'hidden' } },
            },
            hidden: {
              description: 'Nothing is read for a page that is out of sight.',
              on: { 'page.shown': { target: 'waiting', actions: 'announceInterval' } },
            },
          },
        },
      },
    },
  },
});
