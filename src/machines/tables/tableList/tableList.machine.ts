import { assign, raise, sendTo } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import * as timing from '../../../contract/common/timing.ts';
import {
  tableSearchDebounceMs,
  type LastTable,
  type TableEntry,
  type TablePage,
} from '../../../contract/tables/table.ts';
import { href } from '../../../router/href.ts';
import type { PageChanged } from '../../../router/route.ts';
import {
  confirmActions,
  confirmBefore,
  onConfirmFailure,
  type ConfirmContext,
  type ConfirmEvent,
  type ConfirmTag,
} from '../../parts/confirm.ts';
import { cannotFail, clearFailure, keepFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { lazyLogic } from '../../parts/lazyLogic.ts';
import { pagedListStates } from '../../parts/pagedList.ts';
import type { LayoutInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import { watchUsable, type ProjectOpened } from '../../parts/watchUsable.ts';
import type { DropCancelled, DropTableInput, TableDropped } from '../dropTable/dropTable.machine.ts';
import type { DuplicateTableInput } from '../duplicateTable/duplicateTable.machine.ts';
import type { EditTableInput, TableAltered } from '../editTable/editTable.machine.ts';
import type { ImportOpened, ImportRowsInput, ImportSource, RowsImported } from '../importRows/importRows.machine.ts';
import type { NewTableInput, TableMade } from '../newTable/newTable.machine.ts';
import type { TableRef } from '../tableRows/tableRows.machine.ts';
import { tabsAndFavoritesMachine } from '../tabsAndFavorites/tabsAndFavorites.machine.ts';

/** A page of tables, with the schema that it is of. */
export interface ListedTables extends TablePage {
  schema: string;
}

/** What this browser remembers of the project. */
export interface LastRemembered {
  type: 'last.remembered';
  /** Null before a table was opened. */
  last: LastTable | null;
}

/** Another table is open beside the list. */
export interface TableShown {
  type: 'table.shown';
  schema: string;
}

/** A table was opened that does not exist. */
export interface TableMissing {
  type: 'table.missing';
}

/** What opens over the list. Its code loads when some of it is first asked for. */
type ListForm = 'newTable' | 'importRows' | 'editTable' | 'duplicateTable' | 'truncation' | 'drop';

interface TableListContext extends FailureContext, ConfirmContext, Pick<LayoutInput, 'port' | 'resources'> {
  ref: string;
  /** Null until the first answer: then the schema that was open last. */
  schema: string | null;
  schemas: readonly string[];
  search: string;
  /** Sizes and numbers of rows are listed too. */
  withSizes: boolean;
  tables: readonly TableEntry[];
  /** The table that was opened last. */
  last: LastTable | null;
  /** Where the next page begins; null where all are listed. */
  next: string | null;
  /** What the user asked for last. */
  asked: ListForm;
  /** Why its code could not be loaded. */
  formsFailure: Failure | null;
  /** The table that the open form or confirmation is about. */
  chosen: TableEntry | null;
  /** Id of the table that was dropped last; null before one was. */
  dropped: number | null;
  /** Whether the numbers of identity columns begin again when the table is emptied. */
  restartsIdentity: boolean;
  /** The table that an import was opened for; null for any. */
  importTarget: Pick<TableEntry, 'id' | 'name'> | null;
  /** The file that an import was opened with; null to choose one. */
  importSource: ImportSource | null;
}

export interface ReadTables {
  ref: string;
  schema: string | null;
  search: string;
  withSizes: boolean;
  after: string | null;
}

type TableListEvent =
  | PageChanged
  | ProjectOpened
  | LastRemembered
  | TableShown
  | TableMissing
  | { type: 'schema.chosen'; schema: string }
  | { type: 'search.changed'; search: string }
  | { type: 'sizes.toggled' }
  | { type: 'more.requested' }
  | { type: 'list.reloaded' }
  | ConfirmEvent
  /** The code that could not be loaded is loaded again. */
  | { type: 'opening.retried' }
  | { type: 'opening.cancelled' }
  | TableMade
  | { type: 'creation.requested' }
  | { type: 'creation.cancelled' }
  | TableAltered
  | { type: 'change.requested'; table: TableEntry }
  | { type: 'change.cancelled' }
  | { type: 'copy.requested'; table: TableEntry }
  | { type: 'copy.cancelled' }
  | { type: 'truncation.requested'; table: TableEntry }
  | { type: 'identity.chosen'; restarts: boolean }
  | { type: 'drop.requested'; table: TableEntry }
  | TableDropped
  | DropCancelled
  | ImportOpened
  | RowsImported
  | { type: 'import.requested'; table: Pick<TableEntry, 'id' | 'name'> | null; file: File | null }
  | { type: 'import.closed' };

const tablesOf = ({ ref, schema, search, withSizes, next }: TableListContext, page: 'first' | 'next'): ReadTables => ({
  ref,
  schema,
  search: search.trim(),
  withSizes,
  after: page === 'first' ? null : next,
});

const isAskedFor = (form: ListForm) => ({ type: 'isAskedFor', params: { form } }) as const;

const listStates = pagedListStates<TableListContext, ListedTables, ReadTables, 'readTables'>({
  id: 'tables',
  src: 'readTables',
  query: tablesOf,
});

/** Keeps what is asked for: the code of the forms may have to load first. */
const keepAsked = (form: ListForm) => ({ type: 'keepAsked', params: { form } }) as const;

const keepChosen = {
  type: 'keepChosen',
  params: ({ event }: { event: { table: TableEntry } }) => event,
} as const;

/** What a user may ask for while nothing is open. */
const requests = {
  'creation.requested': { target: 'loading', actions: keepAsked('newTable') },
  'import.requested': {
    target: 'receiving',
    actions: [
      keepAsked('importRows'),
      {
        type: 'keepImportTarget',
        params: ({ event }: { event: { table: Pick<TableEntry, 'id' | 'name'> | null } }) => event,
      },
    ],
  },
  'change.requested': { target: 'loading', actions: [keepAsked('editTable'), keepChosen] },
  'copy.requested': { target: 'loading', actions: [keepAsked('duplicateTable'), keepChosen] },
  'truncation.requested': { target: 'loading', actions: [keepAsked('truncation'), keepChosen] },
  'drop.requested': { target: 'loading', actions: [keepAsked('drop'), keepChosen] },
} as const;

export const tableListMachine = flowSetup({
  types: {
    input: {} as LayoutInput<'tables'>,
    context: {} as TableListContext,
    events: {} as TableListEvent,
    children: {} as {
      newTable: 'newTable';
      editTable: 'editTable';
      duplicateTable: 'duplicateTable';
      tabsAndFavorites: 'tabsAndFavorites';
      importRows: 'importRows';
    },
    tags: {} as ConfirmTag,
  },
  actors: {
    watchUsable,
    tabsAndFavorites: tabsAndFavoritesMachine,
    /** Loads the forms, with their views. */
    loadForms: unprovided<void>('loadForms'),
    newTable: lazyLogic<NewTableInput>(),
    editTable: lazyLogic<EditTableInput>(),
    duplicateTable: lazyLogic<DuplicateTableInput>(),
    importRows: lazyLogic<ImportRowsInput>(),
    keepFile: unprovided<ImportSource | null, { file: File | null }>('keepFile'),
    watchLast: unprovidedSource<LastRemembered | TableShown | TableMissing, { ref: string }>('watchLast'),
    readTables: unprovided<ListedTables, ReadTables>('readTables'),
    truncateTable: unprovided<void, TableRef & { restartIdentity: boolean }>('truncateTable'),
    dropTable: lazyLogic<DropTableInput>(),
  },
  delays: { debounce: tableSearchDebounceMs, skeletonDelay: timing.skeletonDelayMs },
  guards: {
    hasMore: ({ context }) => context.next !== null,
    isAskedFor: ({ context }, { form }: { form: ListForm }) => form === context.asked,
    isOtherSchema: ({ context }, { schema }: { schema: string }) => schema !== context.schema,
  },
  actions: {
    keepFailure: keepFailure<TableListContext, TableListEvent>(),
    clearFailure: clearFailure<TableListContext, TableListEvent>(),
    ...confirmActions<TableListContext, TableListEvent>(),
    keepAsked: assign((_, { form }: { form: ListForm }) => ({ asked: form })),
    keepFormsFailure: assign((_, { error }: { error: unknown }) => ({ formsFailure: failureOf(error) })),
    clearFormsFailure: assign({ formsFailure: null }),
    keepChosen: assign((_, { table }: { table: TableEntry }) => ({ chosen: table, restartsIdentity: false })),
    keepImportTarget: assign((_, { table }: { table: Pick<TableEntry, 'id' | 'name'> | null }) => ({
      importTarget: table && { id: table.id, name: table.name },
      importSource: null,
    })),
    keepImportSource: assign((_, { source }: { source: ImportSource | null }) => ({ importSource: source })),
    keepRestart: assign((_, { restarts }: { restarts: boolean }) => ({ restartsIdentity: restarts })),
    readAgain: raise({ type: 'list.reloaded' }),
    openTable: sendTo(
      ({ context }) => context.port,
      ({ context: { ref } }, { id }: { id: number }) => ({
        type: 'navigation.requested' as const,
        to: href('table', { ref, id: String(id) }),
      }),
    ),
    announceCreation: sendTo(({ context }) => context.port, successToast('Table created')),
    announceChange: sendTo(
      ({ context }) => context.port,
      ({ context: { chosen } }) => successToast(`${chosen?.name ?? 'Table'} changed`),
    ),
    announceTruncation: sendTo(
      ({ context }) => context.port,
      ({ context: { chosen } }) => successToast(`All rows of ${chosen?.name ?? 'the table'} deleted`),
    ),
    announceDrop: sendTo(
      ({ context }) => context.port,
      ({ context: { chosen } }) => successToast(`${chosen?.name ?? 'Table'} dropped`),
    ),
    leaveTable: sendTo(
      ({ context }) => context.port,
      ({ context: { ref } }) => ({ type: 'navigation.requested' as const, to: href('tables', { ref }) }),
    ),
    keepDropped: assign(({ context: { chosen } }) => ({ dropped: chosen?.id ?? null })),
    forgetTable: sendTo('tabsAndFavorites', ({ context: { chosen } }) => ({
      type: 'table.forgotten' as const,
      id: chosen?.id ?? 0,
    })),
    keepLast: assign((_, { last }: { last: LastTable | null }) => ({ last })),
    keepSchema: assign((_, { schema }: { schema: string }) => ({ schema, search: '', tables: [], next: null })),
    toggleSizes: assign(({ context }) => ({ withSizes: !context.withSizes })),
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    keepPage: assign((_, { page }: { page: ListedTables }) => page),
    appendPage: assign(({ context }, { page }: { page: ListedTables }) => ({
      ...page,
      tables: [...context.tables, ...page.tables],
    })),
  },
}).createMachine({
  id: 'tableList',
  description:
    'The tables of a project by schema: they are searched, read page by page, created and dropped, beside the open table.',
  context: ({ input: { params, port, resources } }) => ({
    ref: params.ref,
    port,
    resources,
    asked: 'newTable',
    formsFailure: null,
    chosen: null,
    dropped: null,
    restartsIdentity: false,
    importTarget: null,
    importSource: null,
    confirmFailure: null,
    schema: null,
    schemas: [],
    search: '',
    withSizes: false,
    tables: [],
    last: null,
    next: null,
    failure: null,
  }),
  invoke: [
    {
      id: 'project',
      src: 'watchUsable',
      input: ({ context: { ref, resources } }) => ({ ref, resources }),
      onError: cannotFail.watching,
    },
    {
      id: 'last',
      src: 'watchLast',
      input: ({ context: { ref } }) => ({ ref }),
      onError: cannotFail.watching,
    },
    {
      id: 'tabsAndFavorites',
      src: 'tabsAndFavorites',
      input: ({ context: { ref, port } }) => ({ ref, port }),
      onError: cannotFail.chart,
    },
  ],
  on: { 'last.remembered': { actions: { type: 'keepLast', params: ({ event }) => event } } },
  type: 'parallel',
  states: {
    list: {
      initial: 'awaitingProject',
      on: {
        'schema.chosen': { target: '.reading', actions: { type: 'keepSchema', params: ({ event }) => event } },
        'table.shown': {
          guard: { type: 'isOtherSchema', params: ({ event }) => event },
          target: '.reading',
          actions: { type: 'keepSchema', params: ({ event }) => event },
          description: 'The list shows the schema of a table that is opened by a link, an address or a tab.',
        },
        'search.changed': { target: '.debouncing', actions: { type: 'keepSearch', params: ({ event }) => event } },
        'sizes.toggled': { target: '.reading', actions: 'toggleSizes' },
        'list.reloaded': { target: '.reading' },
        'table.missing': {
          target: '.reading',
          description: 'The list is from before the table was dropped elsewhere.',
        },
      },
      states: {
        ...listStates,
        awaitingProject: {
          ...listStates.awaitingProject,
          on: {
            ...listStates.awaitingProject.on,
            'table.shown': { actions: { type: 'keepSchema', params: ({ event }) => event } },
          },
        },
        failed: {
          on: {
            'project.opened': { target: 'reading', description: 'The project was unavailable meanwhile.' },
            'page.changed': { target: 'reading', description: 'Another table opens: its list is tried with it.' },
          },
        },
      },
    },
    work: {
      initial: 'idle',
      states: {
        idle: { on: requests },
        receiving: {
          description: 'Files stay in the services: charts hold data.',
          invoke: {
            id: 'file',
            src: 'keepFile',
            input: ({ event }) => ({ file: event.type === 'import.requested' ? event.file : null }),
            onDone: {
              target: 'loading',
              actions: { type: 'keepImportSource', params: ({ event }) => ({ source: event.output }) },
            },
            onError: cannotFail.watching,
          },
        },
        loading: {
          description: 'The code of the forms loads, or is there already. The list can be used meanwhile.',
          initial: 'quick',
          invoke: {
            id: 'forms',
            src: 'loadForms',
            onDone: [
              { guard: isAskedFor('importRows'), target: 'importing', actions: 'clearFormsFailure' },
              { guard: isAskedFor('editTable'), target: 'altering', actions: 'clearFormsFailure' },
              { guard: isAskedFor('duplicateTable'), target: 'duplicating', actions: 'clearFormsFailure' },
              { guard: isAskedFor('truncation'), target: 'confirmingTruncation', actions: 'clearFormsFailure' },
              { guard: isAskedFor('drop'), target: 'dropping', actions: 'clearFormsFailure' },
              { target: 'creating', actions: 'clearFormsFailure' },
            ],
            onError: {
              target: 'missing',
              actions: { type: 'keepFormsFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
          on: { ...requests, 'opening.cancelled': { target: 'idle', actions: 'clearFormsFailure' } },
          states: {
            quick: { after: { skeletonDelay: { target: 'slow' } } },
            slow: {},
          },
        },
        missing: {
          description: 'The code did not load. A file that was dropped stays for retrying.',
          on: {
            ...requests,
            'opening.retried': { target: 'loading' },
            'opening.cancelled': { target: 'idle', actions: 'clearFormsFailure' },
          },
        },
        creating: {
          invoke: {
            id: 'newTable',
            src: 'newTable',
            input: ({ context: { ref, schema }, self }) => ({
              name: 'newTable',
              input: { ref, schema: schema ?? 'public', parent: self },
            }),
            onError: cannotFail.chart,
          },
          on: {
            'table.created': {
              target: 'idle',
              actions: ['announceCreation', 'readAgain', { type: 'openTable', params: ({ event }) => event }],
              description: 'The new table opens.',
            },
            'creation.cancelled': { target: 'idle', description: 'What was typed stays for the next time.' },
          },
        },
        importing: {
          invoke: {
            id: 'importRows',
            src: 'importRows',
            input: ({ context: { ref, schema, importTarget, importSource }, self }) => ({
              name: 'importRows',
              input: {
                ref,
                schema: schema ?? 'public',
                target: importTarget,
                source: importSource,
                parent: self,
              },
            }),
            onError: cannotFail.chart,
          },
          on: {
            'rows.imported': { actions: 'readAgain', description: 'There may be a new table.' },
            'import.opened': {
              target: 'idle',
              actions: { type: 'openTable', params: ({ event }) => event },
              description: 'The table opens.',
            },
            'import.closed': {
              target: 'idle',
              description: 'An import that still runs is canceled. What was chosen stays for the next time.',
            },
          },
        },
        altering: {
          invoke: {
            id: 'editTable',
            src: 'editTable',
            input: ({ context: { ref, chosen }, self }) => ({
              name: 'editTable',
              input: { ref, id: chosen?.id ?? 0, parent: self },
            }),
            onError: cannotFail.chart,
          },
          on: {
            'table.altered': {
              target: 'idle',
              actions: ['announceChange', 'readAgain'],
              description: 'It may have another name.',
            },
            'change.cancelled': { target: 'idle', description: 'What was typed stays for the next time.' },
          },
        },
        duplicating: {
          invoke: {
            id: 'duplicateTable',
            src: 'duplicateTable',
            input: ({ context: { ref, chosen }, self }) => ({
              name: 'duplicateTable',
              input: { ref, id: chosen?.id ?? 0, name: chosen?.name ?? '', parent: self },
            }),
            onError: cannotFail.chart,
          },
          on: {
            'table.created': {
              target: 'idle',
              actions: ['announceCreation', 'readAgain', { type: 'openTable', params: ({ event }) => event }],
              description: 'The copy opens.',
            },
            'copy.cancelled': { target: 'idle' },
          },
        },
        confirmingTruncation: {
          tags: 'confirming',
          on: {
            ...confirmBefore('truncating', 'idle').on,
            'identity.chosen': { actions: { type: 'keepRestart', params: ({ event }) => event } },
          },
        },
        truncating: {
          tags: 'confirmed',
          invoke: {
            id: 'truncation',
            src: 'truncateTable',
            input: ({ context: { ref, chosen, restartsIdentity } }) => ({
              ref,
              id: chosen?.id ?? 0,
              restartIdentity: restartsIdentity,
            }),
            onDone: { target: 'idle', actions: 'announceTruncation' },
            onError: onConfirmFailure('confirmingTruncation'),
          },
        },
        dropping: {
          invoke: {
            id: 'dropTable',
            src: 'dropTable',
            input: ({ context: { ref, chosen }, self }) => ({
              name: 'dropTable',
              input: {
                ref,
                id: chosen?.id ?? 0,
                name: chosen?.name ?? '',
                kind: chosen?.kind ?? 'table',
                parent: self,
              },
            }),
            onError: cannotFail.chart,
          },
          on: {
            'table.dropped': {
              target: 'idle',
              actions: ['announceDrop', 'readAgain', 'keepDropped', 'forgetTable', 'leaveTable'],
              description: 'The table may be open beside the list.',
            },
            'drop.cancelled': { target: 'idle' },
          },
        },
      },
    },
  },
});
