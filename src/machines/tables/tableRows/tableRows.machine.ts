import { assign, raise, sendTo } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { failureOf } from '../../../contract/common/apiError.ts';
import { queryOfRows, type RowAddress } from '../../../contract/tables/rowAddress.ts';
import { isOfColumns, keyInRowId } from '../../../contract/tables/rowKey.ts';
import {
  areSameFilters,
  filterDraftsMax,
  hasPosition,
  type FilterDraft,
  type KeptFilters,
  type ReadRows,
  type RowCount,
  type RowFilters,
  type RowPage,
  type RowPosition,
  type RowView,
} from '../../../contract/tables/rows.ts';
import type { ViewAs } from '../../../contract/tables/viewAs.ts';
import { href } from '../../../router/href.ts';
import { cannotFail, clearFailure, keepFailure, onFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort, Port } from '../../parts/port.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import { openRowMachine } from '../openRow/openRow.machine.ts';

/** A table of a project. */
export interface TableRef {
  ref: string;
  /** Its oid. */
  id: number;
}

/** Other rights hold for the rows and their changes. */
export interface RoleChanged {
  type: 'role.changed';
  viewAs: ViewAs | null;
}

/** The table has other columns than the screen knows. */
export interface TableOutdated {
  type: 'table.outdated';
}

/** What the rows depend on of their table. */
interface Description {
  /** Names of the table's columns. */
  columns: readonly string[];
  /** Columns that identify one row. */
  key: readonly string[];
}

/** The screen has read the table again. */
interface TableDescribed extends Description {
  type: 'table.described';
}

interface TableRowsInput extends TableRef, Description {
  port: AppPort;
  /** The screen, which reads the table, and whose staged changes are made with the same rights. */
  parent: Port<RoleChanged | TableOutdated>;
  address: RowAddress;
}

/** The address of the table shows other rows, or shows them otherwise. */
export interface AddressChanged {
  type: 'address.changed';
  address: RowAddress;
}

/** Reported at the start, if this tab has drafts of filters. */
export interface FilterRecalled {
  type: 'filter.recalled';
  kept: KeptFilters;
}

/** Stores the drafts of the filters. */
export interface StoreFilter {
  type: 'filter.changed';
  kept: KeptFilters;
}

interface TableRowsContext extends FailureContext, TableRef, Description, RowAddress {
  port: AppPort;
  parent: Port<RoleChanged | TableOutdated>;
  /** Filters that are typed and not applied, the newest first. Each belongs to the filters that it was begun from. */
  drafts: readonly FilterDraft[];
  /** Null until the first page is there. */
  page: RowPage | null;
  /** What the page was read with: the address is ahead of it while other rows are read, and when that fails. */
  pageRequest: ReadRows | null;
  /** Rows of the view, counted exactly; null before a count. */
  count: number | null;
  countFailure: Failure | null;
}

type Address = Pick<TableRowsContext, keyof RowAddress>;

const isSame = <Data>(one: Data, other: Data): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What is typed for these filters and not applied. */
export const draftFor = (drafts: readonly FilterDraft[], view: RowFilters): FilterDraft | null =>
  drafts.find(({ begunFrom }) => areSameFilters(begunFrom, view)) ?? null;

const withoutDraft = (drafts: readonly FilterDraft[], view: RowFilters): readonly FilterDraft[] =>
  drafts.filter(({ begunFrom }) => !areSameFilters(begunFrom, view));

/** Rows that one role sees are not shown as those of another one, also while they are read or cannot be. */
const noPage = { page: null, pageRequest: null } as const;

const addressOf = ({ view, position, viewAs, hidden, row }: Address): RowAddress => ({
  view,
  position,
  viewAs,
  hidden,
  row,
});

/** An address that was kept while the table was given another key leads to the first page. */
const usable = (key: readonly string[], address: RowAddress): RowAddress =>
  address.position && !hasPosition(key, address.view, address.position) ? { ...address, position: null } : address;

const sameRows = (one: Address, other: Address): boolean =>
  isSame([one.view, one.position, one.viewAs], [other.view, other.position, other.viewAs]);

/** The key of the row in the panel; null for a new one, which is nowhere to be read. */
const keyOfRow = ({ row, key }: Pick<TableRowsContext, 'row' | 'key'>): readonly string[] | null => {
  const values = row === null ? null : keyInRowId(row);
  return values && isOfColumns(key, values) ? key.map((name) => values[name]!) : null;
};

/** Another entry of the browser's history, so that Back leads to what was shown before. */
const newEntry = { type: 'writeAddress', params: { replace: false } } as const;
const sameEntry = { type: 'writeAddress', params: { replace: true } } as const;

const storeAsOpen = { type: 'storeFilter', params: { isOpen: true } } as const;

type TableRowsEvent =
  | FilterRecalled
  | { type: 'filter.opened' }
  | { type: 'filter.closed' }
  /** Null where they are again those that are applied. */
  | { type: 'filter.typed'; typed: RowFilters | null }
  | { type: 'filter.applied'; view: RowView }
  | { type: 'view.changed'; view: RowView }
  /** Another page of the same rows; null for the first. */
  | { type: 'page.requested'; position: RowPosition | null }
  | { type: 'role.chosen'; viewAs: ViewAs | null }
  | { type: 'rows.reloaded' }
  | TableDescribed
  | AddressChanged
  | { type: 'columns.hidden'; hidden: readonly string[] }
  /** A row is shown in the panel, by its id. */
  | { type: 'row.opened'; row: string }
  | { type: 'row.closed' }
  | { type: 'count.requested' }
  | { type: 'count.cancelled' };

const close = { actions: [{ type: 'keepRow', params: { row: null } }, sameEntry] } as const;
const closing = { 'row.closed': { ...close, target: 'closed' } } as const;

export const tableRowsMachine = flowSetup({
  types: {
    input: {} as TableRowsInput,
    context: {} as TableRowsContext,
    events: {} as TableRowsEvent,
    children: {} as { row: 'openRow'; filter: 'storeFilter' },
  },
  actors: {
    readRows: unprovided<RowPage, TableRef & Pick<RowAddress, 'view' | 'position' | 'viewAs'>>('readRows'),
    countRows: unprovided<RowCount, TableRef & Pick<RowAddress, 'view' | 'viewAs'>>('countRows'),
    openRow: openRowMachine,
    /** Recalls the filters that were half typed in this tab before, and stores them as they are typed. */
    storeFilter: unprovidedSource<StoreFilter, TableRef>('storeFilter'),
    /** Tells the address while it is that of the table: the user may go back, or edit it. */
    watchAddress: unprovidedSource<AddressChanged, TableRef>('watchAddress'),
  },
  guards: {
    wasTyping: ({ context: { view } }, { kept }: { kept: KeptFilters }) =>
      kept.isOpen && draftFor(kept.drafts, view) !== null,
    showsOtherRows: ({ context }, { address }: { address: RowAddress }) =>
      !sameRows(context, usable(context.key, address)),
    opensOther: ({ context }, { address }: { address: RowAddress }) => context.row !== address.row,
    isStored: ({ context }) => keyOfRow(context) !== null,
    isOpen: ({ context }) => context.row !== null,
    isOfOtherKey: ({ context }, { key }: Description) => keyOfRow(context) !== null && !isSame(context.key, key),
    /** What the server refuses a position for. */
    isKeyChanged: (_, { error }: { error: unknown }) => failureOf(error).code === 412,
    isAsKnown: ({ context }, { page }: { page: RowPage }) => isSame<readonly string[]>(page.columns, context.columns),
  },
  actions: {
    keepFailure: keepFailure<TableRowsContext, TableRowsEvent>(),
    clearFailure: clearFailure<TableRowsContext, TableRowsEvent>(),
    keepDescription: assign(({ context }, { columns, key }: Description) => ({
      columns,
      key,
      position: usable(key, addressOf(context)).position,
    })),
    reloadRows: raise({ type: 'rows.reloaded' }),
    keepDrafts: assign((_, { kept: { drafts } }: { kept: KeptFilters }) => ({ drafts })),
    keepDraft: assign(({ context: { view, drafts } }, { typed }: { typed: RowFilters | null }) => {
      const { filters, where } = view;
      const others = withoutDraft(drafts, view);
      if (typed === null) return { drafts: others };
      return { drafts: [{ ...typed, begunFrom: { filters, where } }, ...others].slice(0, filterDraftsMax) };
    }),
    /** What is applied is not shown with an older draft over it. */
    forgetDrafts: assign(({ context }, { view }: { view: RowView }) => ({
      drafts: withoutDraft(withoutDraft(context.drafts, context.view), view),
    })),
    storeFilter: sendTo('filter', ({ context: { drafts } }, { isOpen }: { isOpen: boolean }) => ({
      type: 'filter.changed' as const,
      kept: { isOpen, drafts: [...drafts] },
    })),
    changeView: raise((_, { view }: { view: RowView }) => ({ type: 'view.changed' as const, view })),
    keepView: assign((_, { view }: { view: RowView }) => ({ view, position: null })),
    keepRows: assign(({ context }, { address }: { address: RowAddress }) => {
      const { view, position, viewAs } = usable(context.key, address);
      return { view, position, viewAs, ...(isSame(viewAs, context.viewAs) ? {} : noPage) };
    }),
    keepRole: assign((_, { viewAs }: { viewAs: ViewAs | null }) => ({ viewAs, position: null, ...noPage })),
    reportRole: sendTo(
      ({ context }) => context.parent,
      ({ context: { viewAs } }) => ({ type: 'role.changed' as const, viewAs }),
    ),
    keepHidden: assign((_, { hidden }: { hidden: readonly string[] }) => ({ hidden })),
    keepRow: assign((_, { row }: { row: string | null }) => ({ row })),
    reloadRow: sendTo('row', { type: 'row.reloaded' }),
    keepPosition: assign((_, { position }: { position: RowPosition | null }) => ({ position })),
    keepPage: assign(({ context: { view, position, viewAs } }, { page }: { page: RowPage }) => ({
      page,
      // Another request would have begun another reading.
      pageRequest: { view, position, viewAs },
    })),
    reportOutdated: sendTo(({ context }) => context.parent, { type: 'table.outdated' as const }),
    keepCount: assign((_, { count }: RowCount) => ({ count })),
    forgetCount: assign({ count: null, countFailure: null }),
    keepCountFailure: assign((_, { error }: { error: unknown }) => ({ countFailure: failureOf(error) })),
    writeAddress: sendTo(
      ({ context }) => context.port,
      ({ context }, { replace }: { replace: boolean }) => ({
        type: 'navigation.requested' as const,
        to: href('table', { ref: context.ref, id: String(context.id) }, queryOfRows(addressOf(context))),
        replace,
      }),
    ),
  },
}).createMachine({
  id: 'tableRows',
  description:
    'The rows of a table: a page of them in the order and with the filters of the address. Rows never wait for a count, which is made only on request.',
  context: ({ input: { ref, id, port, parent, address, columns, key } }) => ({
    ref,
    id,
    port,
    parent,
    columns,
    key,
    ...usable(key, address),
    drafts: [],
    page: null,
    pageRequest: null,
    failure: null,
    count: null,
    countFailure: null,
  }),
  invoke: {
    id: 'filter',
    src: 'storeFilter',
    input: ({ context: { ref, id } }) => ({ ref, id }),
    onError: cannotFail.watching,
  },
  type: 'parallel',
  states: {
    rows: {
      initial: 'reading',
      on: {
        'view.changed': {
          target: '.reading',
          actions: [{ type: 'keepView', params: ({ event }) => event }, newEntry],
          description: 'Other rows begin at their first page.',
        },
        'page.requested': {
          target: '.reading',
          actions: [{ type: 'keepPosition', params: ({ event }) => event }, sameEntry],
        },
        'role.chosen': {
          target: '.reading',
          actions: [{ type: 'keepRole', params: ({ event }) => event }, newEntry, 'reportRole'],
          description: 'Other policies may show other rows, from their first page.',
        },
        'address.changed': {
          guard: { type: 'showsOtherRows', params: ({ event }) => event },
          target: '.reading',
          actions: [{ type: 'keepRows', params: ({ event }) => event }, 'reportRole'],
          description: 'The user went back or followed a link to other rows of the table.',
        },
        'rows.reloaded': { target: '.reading' },
        'table.described': {
          actions: [{ type: 'keepDescription', params: ({ event }) => event }, 'reloadRows'],
          description: 'The rows are read with the columns that the table has now.',
        },
      },
      states: {
        reading: {
          entry: 'clearFailure',
          description: 'The rows that were read before stay until the answer comes.',
          invoke: {
            id: 'page',
            src: 'readRows',
            input: ({ context: { ref, id, view, position, viewAs } }) => ({ ref, id, view, position, viewAs }),
            onDone: [
              {
                guard: { type: 'isAsKnown', params: ({ event }) => ({ page: event.output }) },
                target: 'ready',
                actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) },
                description: 'The rows have the columns that the page shows.',
              },
              { target: 'outdated', actions: 'reportOutdated' },
            ],
            onError: [
              {
                guard: { type: 'isKeyChanged', params: ({ event }) => event },
                target: 'outdated',
                actions: 'reportOutdated',
                description: 'The table has been given another key: the page begins after no row of it.',
              },
              onFailure('failed'),
            ],
          },
        },
        ready: {},
        outdated: { description: 'Someone altered the table: the screen reads it again, and the rows with it.' },
        failed: { description: 'A filter that Postgres refuses can be changed; every read can be retried.' },
      },
    },
    count: {
      initial: 'unknown',
      on: {
        'view.changed': { target: '.unknown', description: 'The number was that of other rows.' },
        'role.chosen': { target: '.unknown', description: 'The number was that of another role.' },
        'address.changed': {
          guard: { type: 'showsOtherRows', params: ({ event }) => event },
          target: '.unknown',
          description: 'The user went back to other rows.',
        },
      },
      states: {
        unknown: {
          entry: 'forgetCount',
          on: { 'count.requested': { target: 'counting' } },
        },
        counting: {
          invoke: {
            id: 'count',
            src: 'countRows',
            input: ({ context: { ref, id, view, viewAs } }) => ({ ref, id, view, viewAs }),
            onDone: { target: 'counted', actions: { type: 'keepCount', params: ({ event }) => event.output } },
            onError: {
              target: 'failed',
              actions: { type: 'keepCountFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
          on: {
            'count.cancelled': { target: 'unknown' },
            'rows.reloaded': { target: 'counting', reenter: true, description: 'The number may be that from before.' },
          },
        },
        counted: {
          on: {
            'count.requested': { target: 'counting' },
            'rows.reloaded': { target: 'unknown', description: 'Rows were changed here or elsewhere.' },
          },
        },
        failed: { on: { 'count.requested': { target: 'counting' } } },
      },
    },
    head: {
      description: 'What stands above the rows: the names of the columns, and the filters as they are typed.',
      invoke: {
        id: 'address',
        src: 'watchAddress',
        input: ({ context: { ref, id } }) => ({ ref, id }),
        onError: cannotFail.watching,
      },
      on: {
        'columns.hidden': { actions: [{ type: 'keepHidden', params: ({ event }) => event }, sameEntry] },
        'address.changed': {
          actions: { type: 'keepHidden', params: ({ event }) => event.address },
          description: 'The address also says which columns are hidden.',
        },
      },
      initial: 'filtersClosed',
      states: {
        filtersClosed: {
          on: {
            'filter.recalled': [
              {
                guard: { type: 'wasTyping', params: ({ event }) => event },
                target: 'filtersOpen',
                actions: { type: 'keepDrafts', params: ({ event }) => event },
                description: 'The page was reloaded while the user typed filters for these rows.',
              },
              { actions: { type: 'keepDrafts', params: ({ event }) => event } },
            ],
            'filter.opened': { target: 'filtersOpen', actions: storeAsOpen },
          },
        },
        filtersOpen: {
          on: {
            'filter.typed': { actions: [{ type: 'keepDraft', params: ({ event }) => event }, storeAsOpen] },
            'filter.applied': {
              actions: [
                { type: 'forgetDrafts', params: ({ event }) => event },
                storeAsOpen,
                { type: 'changeView', params: ({ event }) => event },
              ],
            },
            'filter.closed': {
              target: 'filtersClosed',
              actions: { type: 'storeFilter', params: { isOpen: false } },
              description: 'What is typed stays, and the panel stays closed, also after a reload.',
            },
          },
        },
      },
    },
    row: {
      initial: 'choosing',
      on: {
        'row.opened': {
          target: '.choosing',
          actions: [{ type: 'keepRow', params: ({ event }) => event }, newEntry],
        },
        'role.chosen': { target: '.choosing', description: 'The role may not see the row.' },
        'table.described': {
          guard: { type: 'isOfOtherKey', params: ({ event }) => event },
          ...close,
          target: '.closed',
          description: 'Its id is one of the key from before, and may be that of another row.',
        },
        'address.changed': {
          guard: { type: 'opensOther', params: ({ event }) => event },
          target: '.choosing',
          actions: { type: 'keepRow', params: ({ event }) => event.address },
          description: 'The user went back, or followed a link to a row.',
        },
      },
      states: {
        choosing: {
          always: [
            { guard: 'isStored', target: 'stored', description: 'The row has a key, and can be read.' },
            { guard: 'isOpen', target: 'staged', description: 'A new row is nowhere but in the staged changes.' },
            { target: 'closed' },
          ],
        },
        closed: {},
        staged: { on: closing },
        stored: {
          invoke: {
            id: 'row',
            src: 'openRow',
            input: ({ context }) => ({
              ref: context.ref,
              id: context.id,
              viewAs: context.viewAs,
              key: context.key,
              values: keyOfRow(context) ?? [],
            }),
            onError: cannotFail.chart,
          },
          on: {
            ...closing,
            'rows.reloaded': { actions: 'reloadRow', description: 'The row may have changed too.' },
          },
        },
      },
    },
  },
});
