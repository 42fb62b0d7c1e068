import { assign, sendTo } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import { recentCommandsKept } from '../../../contract/shell/palette.ts';
import type { PageChanged } from '../../../router/route.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort } from '../../parts/port.ts';
import { failureToast } from '../../parts/toasts.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';

export interface PaletteInput {
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

export const rootPage = 'root';

const levelOf = (page: string): PaletteLevel => ({ page, query: '', highlighted: null });

const changeTop = (levels: readonly PaletteLevel[], change: Partial<PaletteLevel>): PaletteLevel[] => [
  ...levels.slice(0, -1),
  { ...levels.at(-1)!, ...change },
];

export const paletteMachine = flowSetup({
  types: {
    input: {} as PaletteInput,
    context: {} as PaletteContext,
    events: {} as
      /** At the first page, or at a page that a button leads to. */
      | { type: 'palette.opened'; page?: string }
      /** The user pressed its shortcut, which works on every page. */
      | { type: 'palette.toggled' }
      | { type: 'palette.closed' }
      | { type: 'query.changed'; query: string }
      | { type: 'entry.highlighted'; id: string }
      | { type: 'page.entered'; page: string }
      | { type: 'page.left' }
      | { type: 'command.chosen'; id: string }
      | PageChanged
      | RecentFound,
    children: {} as { storage: 'storage'; chunk: 'load'; early: 'loadEarly' },
  },
  actors: {
    load: unprovided<void>('load'),
    /** Loads it while the page is idle, so that the first use does not wait. */
    loadEarly: unprovided<void>('loadEarly'),
    storage: unprovidedSource<RecentChanged>('storage'),
  },
  guards: {
    isNested: ({ context }) => context.levels.length > 1,
  },
  actions: {
    begin: assign((_, { page }: { page: string | undefined }) => ({
      levels: page === undefined || page === rootPage ? [levelOf(rootPage)] : [levelOf(rootPage), levelOf(page)],
    })),
    clearLevels: assign({ levels: [] }),
    keepQuery: assign(({ context }, { query }: { query: string }) => ({
      levels: changeTop(context.levels, { query, highlighted: null }),
    })),
    keepHighlighted: assign(({ context }, { id }: { id: string }) => ({
      levels: changeTop(context.levels, { highlighted: id }),
    })),
    pushPage: assign(({ context }, { page }: { page: string }) => ({ levels: [...context.levels, levelOf(page)] })),
    popPage: assign(({ context }) => ({ levels: context.levels.slice(0, -1) })),
    keepRecent: assign((_, { commands }: { commands: readonly string[] }) => ({ recent: commands })),
    remember: assign(({ context }, { id }: { id: string }) => ({
      recent: [id, ...context.recent.filter((other) => other !== id)].slice(0, recentCommandsKept),
    })),
    storeRecent: sendTo('storage', ({ context }) => ({ type: 'recent.changed' as const, commands: context.recent })),
    reportFailure: sendTo(
      ({ context }) => context.port,
      (_, { failure }: { failure: Failure }) => failureToast('Could not load the command palette', failure),
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
          actions: { type: 'begin', params: ({ event }) => ({ page: event.page }) },
        },
        'palette.toggled': { target: 'loading', actions: { type: 'begin', params: { page: undefined } } },
      },
    },
    loading: {
      invoke: {
        id: 'chunk',
        src: 'load',
        onDone: { target: 'open' },
        onError: {
          target: 'closed',
          actions: { type: 'reportFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
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
        'page.entered': { actions: { type: 'pushPage', params: ({ event }) => event } },
        'page.left': [
          { guard: 'isNested', actions: 'popPage', description: 'With the text that was typed there.' },
          { target: 'closed' },
        ],
        'command.chosen': {
          target: 'closed',
          actions: [{ type: 'remember', params: ({ event }) => event }, 'storeRecent'],
        },
      },
    },
  },
});
