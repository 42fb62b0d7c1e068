import { assign, sendTo, type ActorRefFrom } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import type { ChosenTab } from '../../../contract/sql/resultsTab.ts';
import {
  defaultSqlSettings,
  sqlTiming,
  type SqlCursor,
  type SqlSettings,
  type ViewStateCommand,
} from '../../../contract/sql/sqlEditor.ts';
import { sqlStartIn, type SqlStart } from '../../../contract/sql/sqlStart.ts';
import { href } from '../../../router/href.ts';
import { cannotFail, failureIn, keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { lazyLogic } from '../../parts/lazyLogic.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { failureToast } from '../../parts/toasts.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import { runningQueriesMachine } from '../runningQueries/runningQueries.machine.ts';
import { sqlDraftMachine } from '../sqlDraft/sqlDraft.machine.ts';
import type { SqlGenerationInput, sqlGenerationMachine } from '../sqlGeneration/sqlGeneration.machine.ts';
import { sqlResultsMachine } from '../sqlResults/sqlResults.machine.ts';
import { sqlRunMachine } from '../sqlRun/sqlRun.machine.ts';
import { sqlSnippetsMachine } from '../sqlSnippets/sqlSnippets.machine.ts';

export interface OpenedSql {
  /** The query to show: the address's or the one it asks for, else the one that was open last, else a new one. */
  id: string;
  settings: SqlSettings;
  /** Where the query's cursor was in this tab; null for a query that was not open in it. */
  cursor: SqlCursor | null;
  /** The tab of results that was chosen for the query in this tab. */
  tab: ChosenTab | null;
}

interface SqlScreenContext {
  ref: string;
  /** The query in the address; null where it names none. */
  id: string | null;
  start: SqlStart | null;
  port: ScreenInput['port'];
  now: ScreenInput['now'];
  styleNonce: string | undefined;
  settings: SqlSettings;
  /** Where the cursor is when the editor appears. */
  cursor: SqlCursor | null;
  /** The tab of results that is chosen when they appear. */
  tab: ChosenTab | null;
  failure: Failure | null;
}

export const sqlScreenMachine = flowSetup({
  types: {
    input: {} as ScreenInput<'sql' | 'sqlSnippet'>,
    context: {} as SqlScreenContext,
    events: {} as
      | { type: 'settings.changed'; settings: Partial<SqlSettings> }
      | { type: 'cursor.moved'; cursor: SqlCursor }
      /** The list of queries as a sheet, where there is no room beside the editor. */
      | { type: 'sheet.opened' }
      | { type: 'sheet.closed' }
      /** The user wants SQL or a name from the assistant's model. */
      | { type: 'generation.opened' }
      | { type: 'generation.closed' }
      | { type: 'opening.retried' },
    children: {} as {
      opening: 'openSql';
      draft: 'sqlDraft';
      run: 'sqlRun';
      results: 'sqlResults';
      snippets: 'sqlSnippets';
      runningQueries: 'runningQueries';
      storage: 'storeViewState';
      generationChunk: 'loadGeneration';
      generation: 'sqlGeneration';
    },
  },
  actors: {
    openSql: unprovided<OpenedSql, { ref: string; id: string | null; start: SqlStart | null }>('openSql'),
    /** Stores the settings, and the cursor of the query, when told and when the page or the query is left. */
    storeViewState: unprovidedSource<ViewStateCommand, { id: string }>('storeViewState'),
    sqlDraft: sqlDraftMachine,
    sqlRun: sqlRunMachine,
    sqlResults: sqlResultsMachine,
    sqlSnippets: sqlSnippetsMachine,
    runningQueries: runningQueriesMachine,
    /** Loads what only generating needs. */
    loadGeneration: unprovided<void>('loadGeneration'),
    /** Runs the chart that `loadGeneration` fetched. */
    sqlGeneration: lazyLogic<SqlGenerationInput>(),
  },
  delays: { settingsPause: sqlTiming.settingsPauseMs },
  guards: {
    isAddressed: ({ context }, { opened }: { opened: OpenedSql }) => opened.id === context.id,
  },
  actions: {
    keepOpened: assign((_, { opened: { settings, cursor, tab } }: { opened: OpenedSql }) => ({
      settings,
      cursor,
      tab,
      failure: null,
    })),
    changeSettings: assign(({ context }, { settings }: { settings: Partial<SqlSettings> }) => ({
      settings: { ...context.settings, ...settings },
    })),
    storeSettings: sendTo('storage', ({ context }) => ({ type: 'settings.changed', settings: context.settings })),
    storeCursor: sendTo('storage', (_, { cursor }: { cursor: SqlCursor }) => ({ type: 'cursor.moved', cursor })),
    flush: sendTo('storage', { type: 'pause.reached' }),
    keepFailure: keepFailure(),
    reportFailure: sendTo(
      ({ context }) => context.port,
      (_, { failure }: { failure: Failure }) => failureToast('Could not load the assistant', failure),
    ),
    storeGeneration: sendTo('generation', { type: 'generator.closed' }),
    goToQuery: sendTo(
      ({ context }) => context.port,
      ({ context }, { opened }: { opened: OpenedSql }) => ({
        type: 'navigation.requested' as const,
        to: href('sqlSnippet', { ref: context.ref, id: opened.id }),
        replace: true,
      }),
    ),
  },
}).createMachine({
  id: 'sqlScreen',
  description: 'The SQL editor: the open query, and the flows around it.',
  context: ({ input }) => ({
    ref: input.params.ref,
    id: 'id' in input.params ? input.params.id : null,
    start: sqlStartIn(input.query),
    port: input.port,
    now: input.now,
    styleNonce: input.config.styleNonce,
    settings: defaultSqlSettings,
    cursor: null,
    tab: null,
    failure: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      invoke: {
        id: 'opening',
        src: 'openSql',
        input: ({ context: { ref, id, start } }) => ({ ref, id, start }),
        onDone: [
          {
            guard: { type: 'isAddressed', params: ({ event }) => ({ opened: event.output }) },
            target: 'open',
            actions: { type: 'keepOpened', params: ({ event }) => ({ opened: event.output }) },
            description: 'The URL names the query to open.',
          },
          {
            target: 'leaving',
            actions: { type: 'goToQuery', params: ({ event }) => ({ opened: event.output }) },
            description: 'Every query has its own URL, including a new one, so that a reload finds it again.',
          },
        ],
        onError: onFailure('broken'),
      },
    },
    leaving: { description: 'The URL of the query opens the screen again.' },
    broken: { on: { 'opening.retried': { target: 'opening' } } },
    open: {
      invoke: [
        {
          id: 'draft',
          src: 'sqlDraft',
          input: ({ context: { ref, id, port } }) => ({ ref, id: id ?? '', port }),
          onError: onFailure('broken'),
        },
        {
          id: 'run',
          src: 'sqlRun',
          input: ({ context: { ref, id, port, now } }) => ({ ref, query: id ?? '', port, now }),
          onError: onFailure('broken'),
        },
        {
          id: 'results',
          src: 'sqlResults',
          input: ({ context: { ref, id, tab, port } }) => ({ ref, query: id ?? '', tab, port }),
          onError: onFailure('broken'),
        },
        {
          id: 'snippets',
          src: 'sqlSnippets',
          input: ({ context: { ref, id, port } }) => ({ ref, id: id ?? '', port }),
          onError: onFailure('broken'),
        },
        {
          id: 'runningQueries',
          src: 'runningQueries',
          input: ({ context: { ref } }) => ({ ref }),
          onError: onFailure('broken'),
        },
        {
          id: 'storage',
          src: 'storeViewState',
          input: ({ context: { id } }) => ({ id: id ?? '' }),
          onError: cannotFail.watching,
        },
      ],
      type: 'parallel',
      states: {
        viewState: {
          description: 'The settings and the cursor, which this browser stores.',
          initial: 'settled',
          on: {
            'settings.changed': {
              target: '.changed',
              actions: [
                { type: 'changeSettings', params: ({ event }) => ({ settings: event.settings }) },
                'storeSettings',
              ],
              description: 'Every change restarts the delay.',
            },
            'cursor.moved': {
              target: '.changed',
              actions: { type: 'storeCursor', params: ({ event }) => event },
              description: 'Every move restarts the delay.',
            },
          },
          states: {
            settled: {},
            changed: {
              description: 'The user drags a divider or types. What is changed when the page is left is stored then.',
              after: { settingsPause: { target: 'settled', actions: 'flush' } },
            },
          },
        },
        sheet: {
          initial: 'closed',
          states: {
            closed: { on: { 'sheet.opened': { target: 'open' } } },
            open: { on: { 'sheet.closed': { target: 'closed' } } },
          },
        },
        generation: {
          initial: 'closed',
          states: {
            closed: { on: { 'generation.opened': { target: 'loading' } } },
            loading: {
              invoke: {
                id: 'generationChunk',
                src: 'loadGeneration',
                onDone: { target: 'open' },
                onError: {
                  target: 'closed',
                  actions: { type: 'reportFailure', params: failureIn },
                },
              },
              on: { 'generation.closed': { target: 'closed' } },
            },
            open: {
              invoke: {
                id: 'generation',
                src: 'sqlGeneration',
                input: ({ context: { ref, id } }) => ({ name: 'sqlGeneration', input: { ref, query: id ?? '' } }),
                onError: cannotFail.chart,
              },
              exit: 'storeGeneration',
              on: { 'generation.closed': { target: 'closed' } },
            },
          },
        },
      },
    },
  },
});

export type SqlDraftRef = ActorRefFrom<typeof sqlDraftMachine>;
export type SqlRunRef = ActorRefFrom<typeof sqlRunMachine>;
export type SqlResultsRef = ActorRefFrom<typeof sqlResultsMachine>;
export type RunningQueriesRef = ActorRefFrom<typeof runningQueriesMachine>;
export type SqlSnippetsRef = ActorRefFrom<typeof sqlSnippetsMachine>;
export type SqlGenerationRef = ActorRefFrom<typeof sqlGenerationMachine>;
