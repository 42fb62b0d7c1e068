import { assign, raise, sendTo } from 'xstate';
import type { DocsPage } from '../../../contract/docs/docsPage.ts';
import { docsSearchDebounceMs, recentSearchesKept } from '../../../contract/docs/docsSearch.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';

interface DocsSearchInput {
  /** What the user typed before the search opened. */
  query: string;
}

/** Sent to the sources: a new round replaces the one before, whose calls are aborted. */
export type RoundCommand = { type: 'round.sent'; key: number; query: string } | { type: 'round.aborted' };
/** What a source reports, with the key of its round. */
export type SourceReport =
  | { type: 'results.returned'; key: number; results: readonly DocsPage[] }
  | { type: 'source.failed'; key: number; message: string };

/** The stored searches, at the start. */
export type RecentFound = { type: 'recent.loaded'; searches: readonly string[] };
/** Sent to storage. */
export type RecentChanged = { type: 'recent.changed'; searches: readonly string[] };

interface DocsSearchContext {
  /** The typed text. */
  query: string;
  /** The current round of requests. */
  key: number;
  /** How many of the two sources have finished in this round. */
  finished: number;
  /** What this round has found so far. */
  results: readonly DocsPage[];
  /** What was on screen when the round began; shown until it has found something. */
  stale: readonly DocsPage[];
  /** Why a source failed, in its words; null while none has. */
  message: string | null;
  /** The row that Enter opens; null for the first. */
  highlighted: string | null;
  /** The searches whose results the user opened, the latest first. */
  searches: readonly string[];
}

/** The first result with an id stays where it is. */
const appended = (held: readonly DocsPage[], more: readonly DocsPage[]): DocsPage[] =>
  [...Map.groupBy([...held, ...more], ({ id }) => id).values()].map(([page]) => page!);

/** Guards and actions get what a source reports. */
const reported = <Report>({ event }: { event: Report }): Report => event;

/** A report of an earlier round: the key tells. */
const outdated = {
  guard: { type: 'isOutdated' as const, params: reported<{ key: number }> },
  description: 'It belongs to an earlier round and is dropped.',
};

export const docsSearchMachine = flowSetup({
  types: {
    input: {} as DocsSearchInput,
    context: {} as DocsSearchContext,
    events: {} as
      | { type: 'query.changed'; query: string }
      /** The user chose a starter question or a recent search. */
      | { type: 'query.chosen'; query: string }
      /** Enter with nothing found, or "Try again". */
      | { type: 'search.submitted' }
      | { type: 'row.highlighted'; id: string }
      /** The user follows the link of a row. */
      | { type: 'result.opened' }
      | { type: 'search.opened' }
      | { type: 'round.started' }
      | { type: 'search.reset' }
      | SourceReport
      | RecentFound,
    children: {} as { sources: 'sources'; storage: 'storage' },
  },
  actors: {
    /** Asks both sources together, and reports each answer. */
    sources: unprovidedSource<RoundCommand>('sources'),
    storage: unprovidedSource<RecentChanged>('storage'),
  },
  delays: { debounce: docsSearchDebounceMs },
  guards: {
    isBlank: ({ context }) => context.query.trim() === '',
    isBlankText: (_, { query }: { query: string }) => query.trim() === '',
    isOutdated: ({ context }, { key }: { key: number }) => key !== context.key,
    isFound: (_, { results }: { results: readonly DocsPage[] }) => results.length > 0,
    isFoundLast: ({ context }, { results }: { results: readonly DocsPage[] }) =>
      results.length > 0 && context.finished === 1,
    isLast: ({ context }) => context.finished === 1,
    isLastAfterFailure: ({ context }) => context.finished === 1 && context.message !== null,
    /** No row is on screen. */
    hasNothing: ({ context }) => context.results.length === 0 && context.stale.length === 0,
    /** Both sources have finished without a result. */
    isFruitless: ({ context }) => context.finished === 2 && context.results.length === 0,
  },
  actions: {
    keepQuery: assign((_, { query }: { query: string }) => ({ query, highlighted: null })),
    startRound: assign(({ context }) => ({
      key: context.key + 1,
      finished: 0,
      results: [],
      stale: context.results.length > 0 ? context.results : context.stale,
      message: null,
      highlighted: null,
    })),
    sendRound: sendTo('sources', ({ context }) => ({
      type: 'round.sent' as const,
      key: context.key,
      query: context.query.trim(),
    })),
    clearRound: assign(({ context }) => ({ key: context.key + 1, finished: 0, results: [], stale: [], message: null })),
    abortRound: sendTo('sources', { type: 'round.aborted' }),
    countSource: assign(({ context }) => ({ finished: context.finished + 1 })),
    keepResults: assign(({ context }, { results }: { results: readonly DocsPage[] }) => ({
      results: appended(context.results, results),
      stale: [],
    })),
    keepMessage: assign(({ context }, { message }: { message: string }) => ({ message: context.message || message })),
    clearStale: assign({ stale: [] }),
    keepHighlighted: assign((_, { id }: { id: string }) => ({ highlighted: id })),
    keepSearches: assign((_, { searches }: { searches: readonly string[] }) => ({ searches })),
    remember: assign(({ context: { query, searches } }) => ({
      searches: [query.trim(), ...searches.filter((other) => other !== query.trim())].slice(0, recentSearchesKept),
    })),
    storeSearches: sendTo('storage', ({ context }) => ({
      type: 'recent.changed' as const,
      searches: context.searches,
    })),
    reportOpening: raise({ type: 'search.opened' }),
    requestRound: raise({ type: 'round.started' }),
    requestReset: raise({ type: 'search.reset' }),
  },
}).createMachine({
  id: 'docsSearch',
  description:
    'The search of the docs. Two sources answer each round, by words and by meaning, and their results form one list. ' +
    'One region decides when the typed text becomes a round; the other says what the sources have answered. Each round ' +
    'has a key: a report with an older key is dropped, so answers may arrive in any order.',
  context: ({ input }) => ({
    query: input.query,
    key: 0,
    finished: 0,
    results: [],
    stale: [],
    message: null,
    highlighted: null,
    searches: [],
  }),
  entry: 'reportOpening',
  invoke: [
    {
      id: 'sources',
      src: 'sources',
      onError: { meta: { waiver: 'The service reports each failure of a source as an event and throws none.' } },
    },
    {
      id: 'storage',
      src: 'storage',
      onError: { description: 'Recent searches stay until the search is closed.' },
    },
  ],
  on: {
    'recent.loaded': { actions: { type: 'keepSearches', params: ({ event }) => event } },
    'row.highlighted': { actions: { type: 'keepHighlighted', params: ({ event }) => event } },
  },
  type: 'parallel',
  states: {
    typing: {
      description: 'When the typed text becomes a round of requests.',
      initial: 'idle',
      on: {
        'query.changed': [
          {
            guard: { type: 'isBlankText', params: ({ event }) => event },
            target: '.idle',
            actions: [{ type: 'keepQuery', params: ({ event }) => event }, 'requestReset'],
            description: 'Clearing the field resets the search.',
          },
          {
            target: '.debouncing',
            actions: { type: 'keepQuery', params: ({ event }) => event },
            description: 'The pause starts again with each keystroke.',
          },
        ],
        'query.chosen': {
          target: '.idle',
          actions: [{ type: 'keepQuery', params: ({ event }) => event }, 'requestRound'],
          description: 'A starter question or a recent search is complete, so there is nothing to wait for.',
        },
      },
      states: {
        idle: {
          description: 'The current round is about the typed text.',
          on: {
            'search.opened': [
              { guard: 'isBlank', description: 'There is nothing to ask yet.' },
              {
                actions: 'requestRound',
                description: 'The search opened with a query, which is complete: it is sent at once.',
                meta: { waiver: 'The model opens the search without a query; a scenario opens it with one.' },
              },
            ],
            'search.submitted': {
              guard: 'isFruitless',
              actions: 'requestRound',
              description: 'The user tries again after both sources have finished without a result.',
            },
          },
        },
        debouncing: {
          description: 'The user may still be typing.',
          after: { debounce: { target: 'idle', actions: 'requestRound' } },
          on: {
            'search.submitted': {
              guard: 'hasNothing',
              target: 'idle',
              actions: 'requestRound',
              description: 'Enter with nothing found searches now. With rows on screen, Enter opens one instead.',
            },
          },
        },
      },
    },
    results: {
      description: 'What the sources have answered in the current round.',
      initial: 'initial',
      on: {
        'round.started': {
          target: '.loading',
          actions: ['startRound', 'sendRound'],
          description: 'A newer search replaces older ones. What is on screen becomes the stale set.',
        },
        'search.reset': {
          target: '.initial',
          actions: ['clearRound', 'abortRound'],
          description: 'The new key drops what the sources still answer.',
        },
        'results.returned': { description: 'No round is open: it belongs to an earlier one and is dropped.' },
        'source.failed': { description: 'No round is open: it belongs to an earlier one and is dropped.' },
      },
      states: {
        initial: { description: 'The user has not typed: starter questions and recent searches are offered.' },
        loading: {
          description: 'This round has found nothing so far. The stale set stays on screen.',
          on: {
            'results.returned': [
              outdated,
              {
                guard: { type: 'isFoundLast', params: reported },
                target: 'fullResults',
                actions: ['countSource', { type: 'keepResults', params: reported }],
                description: 'The other source has finished without a result.',
              },
              {
                guard: { type: 'isFound', params: reported },
                target: 'partialResults',
                actions: ['countSource', { type: 'keepResults', params: reported }],
                description: 'The results replace the stale set.',
              },
              {
                guard: 'isLastAfterFailure',
                target: 'error',
                actions: 'countSource',
                description: 'One source failed, so it is unknown whether there is a result.',
              },
              {
                guard: 'isLast',
                target: 'noResults',
                actions: 'countSource',
                description: 'Both sources have returned without a result.',
              },
              { actions: 'countSource', description: 'The other source may still find something.' },
            ],
            'source.failed': [
              outdated,
              {
                guard: 'isLast',
                target: 'error',
                actions: ['countSource', { type: 'keepMessage', params: reported }],
                description: 'Both sources have finished, and nothing was found.',
              },
              {
                actions: ['countSource', { type: 'keepMessage', params: reported }],
                description: 'The other source may still find something.',
              },
            ],
            'result.opened': {
              actions: ['remember', 'storeSearches'],
              description: 'The user opens a page of the stale set.',
            },
          },
        },
        partialResults: {
          description: 'One source has found something. The other is out, or has failed.',
          on: {
            'results.returned': [
              outdated,
              {
                target: 'fullResults',
                actions: ['countSource', { type: 'keepResults', params: reported }],
                description: 'Appends what the list does not have yet.',
              },
            ],
            'source.failed': [
              outdated,
              {
                actions: ['countSource', { type: 'keepMessage', params: reported }],
                description: 'The results of the other source stay.',
              },
            ],
            'result.opened': { actions: ['remember', 'storeSearches'] },
          },
        },
        fullResults: {
          description: 'Both sources have finished, and there are results.',
          on: { 'result.opened': { actions: ['remember', 'storeSearches'] } },
        },
        noResults: { entry: 'clearStale', description: 'Both sources have returned, and nothing was found.' },
        error: {
          entry: 'clearStale',
          description: 'Both sources have finished, at least one with a failure, and nothing was found.',
        },
      },
    },
  },
});
