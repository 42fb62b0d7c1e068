import { assign, sendTo } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import { docsPage, recentCommandsKept } from '../../../contract/shell/palette.ts';
import type { PageChanged } from '../../../router/route.ts';
import { cannotFail } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { lazyLogic } from '../../parts/lazyLogic.ts';
import type { AppPort } from '../../parts/port.ts';
import { failureToast } from '../../parts/toasts.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';

interface PaletteInput {
  port: AppPort;
}

/** The stored value, at the start. */
export type RecentFound = { type: 'recent.loaded'; commands: readonly string[] };
/** Sent to storage. */
export type RecentChanged = { type: 'recent.changed'; commands: readonly string[] };

/** The open pages, each with its typed text. */
export interface PaletteLevel {
  page: string;
  query: string;
  /** The entry that Enter selects; null for the first. */
  highlighted: string | null;
}

interface PaletteContext extends PaletteInput {
  /** From the first page to the current one. */
  levels: readonly PaletteLevel[];
  /** Ids of the recent commands, the latest first. */
  recent: readonly string[];
}

const rootPage = 'root';

const levelOf = (page: string, query = ''): PaletteLevel => ({ page, query, highlighted: null });

const changeTop = (levels: readonly PaletteLevel[], change: Partial<PaletteLevel>): PaletteLevel[] => [
  ...levels.slice(0, -1),
  { ...levels.at(-1)!, ...change },
];

export const paletteMachine = flowSetup({
  types: {
    input: {} as PaletteInput,
    context: {} as PaletteContext,
    events: {} as
      /** At the first page, or at a page that a button leads to, with the text that it starts with. */
      | { type: 'palette.opened'; page?: string; query?: string }
      /** The user pressed its shortcut, which works on every page. */
      | { type: 'palette.toggled' }
      | { type: 'palette.closed' }
      | { type: 'query.changed'; query: string }
      | { type: 'entry.highlighted'; id: string }
      /** With the text that the page starts with. */
      | { type: 'page.entered'; page: string; query?: string }
      | { type: 'page.left' }
      | { type: 'command.chosen'; id: string }
      | PageChanged
      | RecentFound,
    children: {} as {
      storage: 'storage';
      chunk: 'load';
      early: 'loadEarly';
      docsChunk: 'loadDocs';
      docsSearch: 'docsSearch';
    },
  },
  actors: {
    load: unprovided<void>('load'),
    /** Loads it while the page is idle, so that the first use does not wait. */
    loadEarly: unprovided<void>('loadEarly'),
    /** Loads the search of the docs, which most visits do not need. */
    loadDocs: unprovided<void>('loadDocs'),
    /** Runs the chart that `loadDocs` fetched. */
    docsSearch: lazyLogic<{ query: string }>(),
    storage: unprovidedSource<RecentChanged>('storage'),
  },
  guards: {
    isNested: ({ context }) => context.levels.length > 1,
    isAtDocs: ({ context }) => context.levels.at(-1)?.page === docsPage,
  },
  actions: {
    begin: assign((_, { page, query }: { page?: string | undefined; query?: string | undefined }) => ({
      levels: page === undefined || page === rootPage ? [levelOf(rootPage)] : [levelOf(rootPage), levelOf(page, query)],
    })),
    clearLevels: assign({ levels: [] }),
    keepQuery: assign(({ context }, { query }: { query: string }) => ({
      levels: changeTop(context.levels, { query, highlighted: null }),
    })),
    keepHighlighted: assign(({ context }, { id }: { id: string }) => ({
      levels: changeTop(context.levels, { highlighted: id }),
    })),
    pushPage: assign(({ context }, { page, query }: { page: string; query?: string }) => ({
      levels: [...context.levels, levelOf(page, query)],
    })),
    popPage: assign(({ context }) => ({ levels: context.levels.slice(0, -1) })),
    keepRecent: assign((_, { commands }: { commands: readonly string[] }) => ({ recent: commands })),
    remember: assign(({ context }, { id }: { id: string }) => ({
      recent: [id, ...context.recent.filter((other) => other !== id)].slice(0, recentCommandsKept),
    })),
    storeRecent: sendTo('storage', ({ context }) => ({ type: 'recent.changed' as const, commands: context.recent })),
    reportFailure: sendTo(
      ({ context }) => context.port,
      (_, { failure, what }: { failure: Failure; what: string }) => failureToast(`Could not load ${what}`, failure),
    ),
  },
}).createMachine({
  id: 'palette',
  description: 'The command palette: finds every command and page of the application by a few letters.',
  context: ({ input }) => ({ ...input, levels: [], recent: [] }),
  invoke: [
    {
      id: 'storage',
      src: 'storage',
      onError: { description: 'Recent commands stay until the page is closed.' },
    },
    { id: 'early', src: 'loadEarly', onError: { description: 'It is loaded again when it is needed.' } },
  ],
  on: { 'recent.loaded': { actions: { type: 'keepRecent', params: ({ event }) => event } } },
  initial: 'closed',
  states: {
    closed: {
      entry: 'clearLevels',
      on: {
        'palette.opened': {
          target: 'loading',
          actions: { type: 'begin', params: ({ event }) => event },
        },
        'palette.toggled': { target: 'loading', actions: { type: 'begin', params: {} } },
      },
    },
    loading: {
      invoke: {
        id: 'chunk',
        src: 'load',
        onDone: { target: 'open' },
        onError: {
          target: 'closed',
          actions: {
            type: 'reportFailure',
            params: ({ event }) => ({ failure: failureOf(event.error), what: 'the command palette' }),
          },
        },
      },
      on: {
        'palette.toggled': {
          target: 'closed',
          description: 'Each press toggles, even before the palette has loaded.',
        },
        'page.changed': { target: 'closed', description: 'The user has navigated away.' },
      },
    },
    open: {
      on: {
        'palette.closed': { target: 'closed' },
        'palette.toggled': { target: 'closed' },
        'page.changed': { target: 'closed', description: 'The palette closes to show the result.' },
        'query.changed': { actions: { type: 'keepQuery', params: ({ event }) => event } },
        'entry.highlighted': { actions: { type: 'keepHighlighted', params: ({ event }) => event } },
        'page.entered': { target: '.choosing', actions: { type: 'pushPage', params: ({ event }) => event } },
        'page.left': [
          {
            guard: 'isNested',
            target: '.choosing',
            actions: 'popPage',
            description: 'Back to the page before, with the text that was typed there.',
          },
          { target: 'closed' },
        ],
        'command.chosen': {
          target: 'closed',
          actions: [{ type: 'remember', params: ({ event }) => event }, 'storeRecent'],
        },
      },
      initial: 'choosing',
      states: {
        choosing: {
          description: 'The page lists commands.',
          always: {
            guard: 'isAtDocs',
            target: 'loadingDocs',
            description: 'The search of the docs is a flow with its own code.',
          },
        },
        loadingDocs: {
          description: 'The code of the docs search is loading. The user can type already.',
          invoke: {
            id: 'docsChunk',
            src: 'loadDocs',
            onDone: { target: 'searchingDocs' },
            onError: {
              target: 'choosing',
              actions: [
                'popPage',
                {
                  type: 'reportFailure',
                  params: ({ event }) => ({ failure: failureOf(event.error), what: 'the docs search' }),
                },
              ],
              description: 'The commands stay usable.',
            },
          },
        },
        searchingDocs: {
          description: 'The docs search runs until the user leaves its page.',
          invoke: {
            id: 'docsSearch',
            src: 'docsSearch',
            input: ({ context }) => ({ name: 'docsSearch', input: { query: context.levels.at(-1)!.query } }),
            onError: cannotFail.chart,
          },
        },
      },
    },
  },
});
