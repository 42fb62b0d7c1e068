import { assign } from 'xstate';
import { tableSearchDebounceMs, type TableEntry, type TablePage } from '../../../contract/tables/table.ts';
import type { PageChanged } from '../../../router/route.ts';
import { cannotFail, clearFailure, keepFailure, onFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { LayoutInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { watchUsable, type ProjectOpened } from '../../parts/watchUsable.ts';

/** A page of tables, with the schema that it is of. */
export interface ListedTables extends TablePage {
  schema: string;
}

interface TableListContext extends FailureContext, Pick<LayoutInput, 'resources'> {
  ref: string;
  /** Null until the first answer: then the schema that was open last. */
  schema: string | null;
  schemas: readonly string[];
  search: string;
  tables: readonly TableEntry[];
  /** Where the next page begins; null where all are listed. */
  next: string | null;
}

export interface ReadTables {
  ref: string;
  schema: string | null;
  search: string;
  after: string | null;
}

type TableListEvent =
  | PageChanged
  | ProjectOpened
  | { type: 'schema.chosen'; schema: string }
  | { type: 'search.changed'; search: string }
  | { type: 'more.requested' }
  | { type: 'list.reloaded' };

export const tableListMachine = flowSetup({
  types: {
    input: {} as LayoutInput<'tables'>,
    context: {} as TableListContext,
    events: {} as TableListEvent,
  },
  actors: {
    watchUsable,
    readTables: unprovided<ListedTables, ReadTables>('readTables'),
  },
  delays: { debounce: tableSearchDebounceMs },
  guards: { hasMore: ({ context }) => context.next !== null },
  actions: {
    keepFailure: keepFailure<TableListContext, TableListEvent>(),
    clearFailure: clearFailure<TableListContext, TableListEvent>(),
    keepSchema: assign((_, { schema }: { schema: string }) => ({ schema, search: '', tables: [], next: null })),
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    keepPage: assign((_, { page }: { page: ListedTables }) => page),
    appendPage: assign(({ context }, { page }: { page: ListedTables }) => ({
      ...page,
      tables: [...context.tables, ...page.tables],
    })),
  },
}).createMachine({
  id: 'tableList',
  description: 'The tables of a project by schema: they are searched and read page by page, beside the open table.',
  context: ({ input: { params, resources } }) => ({
    ref: params.ref,
    resources,
    schema: null,
    schemas: [],
    search: '',
    tables: [],
    next: null,
    failure: null,
  }),
  invoke: {
    id: 'project',
    src: 'watchUsable',
    input: ({ context: { ref, resources } }) => ({ ref, resources }),
    onError: cannotFail.watching,
  },
  initial: 'awaitingProject',
  on: {
    'schema.chosen': { target: '.reading', actions: { type: 'keepSchema', params: ({ event }) => event } },
    'search.changed': { target: '.debouncing', actions: { type: 'keepSearch', params: ({ event }) => event } },
    'list.reloaded': { target: '.reading' },
  },
  states: {
    awaitingProject: {
      description: 'The page says why the project cannot be used.',
      on: { 'project.opened': { target: 'reading' } },
    },
    debouncing: {
      description: 'The list waits until the user pauses.',
      after: { debounce: { target: 'reading' } },
    },
    reading: {
      entry: 'clearFailure',
      description: 'What was read before stays until the answer comes.',
      invoke: {
        id: 'tables',
        src: 'readTables',
        input: ({ context: { ref, schema, search } }) => ({ ref, schema, search: search.trim(), after: null }),
        onDone: { target: 'ready', actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) } },
        onError: onFailure('failed'),
      },
    },
    ready: {
      on: {
        'more.requested': { guard: 'hasMore', target: 'readingMore', description: 'There is another page.' },
      },
    },
    readingMore: {
      entry: 'clearFailure',
      invoke: {
        id: 'more',
        src: 'readTables',
        input: ({ context: { ref, schema, search, next } }) => ({ ref, schema, search: search.trim(), after: next }),
        onDone: { target: 'ready', actions: { type: 'appendPage', params: ({ event }) => ({ page: event.output }) } },
        onError: onFailure('ready', 'The pages that were read stay.'),
      },
    },
    failed: {
      on: {
        'project.opened': { target: 'reading', description: 'The project was away meanwhile.' },
        'page.changed': { target: 'reading', description: 'Another table opens: its list is tried with it.' },
      },
    },
  },
});
