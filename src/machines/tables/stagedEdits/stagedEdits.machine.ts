import { assign, sendTo } from 'xstate';
import { failureOf } from '../../../contract/common/apiError.ts';
import { countWords } from '../../../contract/common/counts.ts';
import type { CommitOutcome, RowsTaken } from '../../../contract/tables/changes.ts';
import type { NumberedColumn } from '../../../contract/tables/columnNumbers.ts';
import { settleRetryMs } from '../../../contract/tables/settledCommit.ts';
import type { ViewAs } from '../../../contract/tables/viewAs.ts';
import { clearConfirmFailure, confirmBefore, type ConfirmContext, type ConfirmEvent } from '../../parts/confirm.ts';
import { clearFailure, keepFailure, keepThrown, onFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort, Port } from '../../parts/port.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import type { RoleChanged, TableOutdated, TableRef } from '../tableRows/tableRows.machine.ts';
import { isSameRole, ofOtherRoles, stagedAs } from './stagedRoles.ts';
import {
  basedOn,
  changeOf,
  changesByRow,
  countStaged,
  deletionDelta,
  editDelta,
  hasOtherNames,
  inNames,
  insertDelta,
  inverseOf,
  leavingOutDelta,
  namedDelta,
  noneStaged,
  refusedInNames,
  stagedFrom,
  stepsWithout,
  withDelta,
  type CellEdit,
  type NewRow,
  type Refused,
  type RowChanges,
  type RowDeletion,
  type StagedDelta,
  type StagedRows,
} from './stagedRows.ts';

/** The stored rows are no longer what was read. */
export interface RowsOutdated {
  type: 'rows.outdated';
}

export interface StagedEditsInput extends TableRef {
  port: AppPort;
  parent: Port<RowsOutdated | TableOutdated>;
  /** Whose rights the changes are made with; null for the developer's own. */
  viewAs: ViewAs | null;
  /** The table's columns. */
  columns: readonly NumberedColumn[];
}

/** The screen has read the table again. */
interface ColumnsDescribed {
  type: 'columns.described';
  columns: readonly NumberedColumn[];
}

/** Changes to store. Each row has its own record, so that two tabs do not overwrite each other. */
export interface StorageCommand {
  type: 'rows.staged';
  rows: StagedDelta;
}

/** Reports of the storage. */
export type StorageReport =
  | {
      type: 'edits.recalled';
      staged: RowChanges;
      /** Some of it was sent, and it is not known whether it was committed. */
      undecided: boolean;
    }
  /** Another tab of the browser has staged, committed or taken back something of this table. */
  | { type: 'rows.shared'; rows: StagedDelta }
  /** The browser refuses to store changes, so that they last as long as the page. */
  | { type: 'storage.refused' };

type CommitEnd = CommitOutcome | RowsTaken;

interface StagedEditsContext extends StagedEditsInput, FailureContext, ConfirmContext {
  staged: StagedRows;
  /** The latest step comes last. */
  undoable: readonly StagedDelta[];
  redoable: readonly StagedDelta[];
  /** The cell that the last step was typed into; null after another step. */
  typedInto: string | null;
  /** Ids of the rows that are committed, in the order of the changes. */
  sent: readonly string[];
  /** What was staged when they were sent: another tab may stage something else of the same rows meanwhile. */
  sentFrom: StagedRows;
  /** Whose rights they were sent with. */
  sentAs: ViewAs | null;
  /** What the columns were called then. */
  sentColumns: readonly NumberedColumn[];
  /** Why none of the changes was made, as far as it is about one of them. */
  refused: Refused | null;
}

type StagedEditsEvent =
  | ConfirmEvent
  | RoleChanged
  | ColumnsDescribed
  | StorageReport
  | {
      type: 'cells.edited';
      cells: readonly CellEdit[];
      /** New rows of the same step, as where a pasted block goes on below the rows. */
      added?: readonly NewRow[];
      /** A key was pressed in the field of one cell: what follows there is undone with it. */
      typing?: boolean;
    }
  | { type: 'rows.inserted'; rows: readonly NewRow[] }
  | { type: 'rows.deleted'; rows: readonly RowDeletion[] }
  /** Values for columns that were dropped are left out. */
  | { type: 'gone.leftOut' }
  /** The change of one row is taken back. */
  | { type: 'change.reverted'; row: string }
  | { type: 'edit.undone' }
  | { type: 'edit.redone' }
  | { type: 'discard.requested' }
  | { type: 'commit.requested' }
  /** It is asked again what became of a commit. */
  | { type: 'commit.checked' }
  /** The user's version of a row that was changed meanwhile overwrites the stored one. */
  | { type: 'conflict.overwritten' }
  /** The stored version of that row stays. */
  | { type: 'conflict.yielded' };

/** Steps that can be undone. */
export const undoMax = 100;

/** The id of the row that a refused commit is about. */
export const refusedRowIn = ({ sent, refused }: Pick<StagedEditsContext, 'sent' | 'refused'>): string | null =>
  refused === null ? null : (sent[refused.change] ?? null);

/** How a step counts: one of the user's own, one taken back, one made again, or the end of all of them. */
type Step = 'edit' | 'undo' | 'redo' | 'settle';

interface Staging {
  delta: StagedDelta;
  step: Step;
  /** The cell that it was typed into. */
  typedInto?: string | null;
}

const bounded = (steps: readonly StagedDelta[], next: StagedDelta): readonly StagedDelta[] =>
  [...steps, next].slice(-undoMax);

/** The steps that can be undone and made again after one. */
function stepsAfter(
  { staged, undoable, redoable, typedInto }: Pick<StagedEditsContext, 'staged' | 'undoable' | 'redoable' | 'typedInto'>,
  { delta, step, typedInto: cell = null }: Staging,
): Pick<StagedEditsContext, 'undoable' | 'redoable'> {
  const back = inverseOf(staged, delta);
  switch (step) {
    case 'edit':
      if (cell !== null && cell === typedInto) return { undoable, redoable: [] };
      return { undoable: bounded(undoable, back), redoable: [] };
    case 'undo':
      return { undoable: undoable.slice(0, -1), redoable: bounded(redoable, back) };
    case 'redo':
      return { undoable: bounded(undoable, back), redoable: redoable.slice(0, -1) };
    case 'settle':
      return { undoable: [], redoable: [] };
  }
}

type Of<Type extends StagedEditsEvent['type']> = {
  context: StagedEditsContext;
  event: Extract<StagedEditsEvent, { type: Type }>;
};

const nothing: StagedDelta = {};

const without = (rows: readonly string[]): Staging => ({
  delta: Object.fromEntries(rows.map((row) => [row, null])),
  step: 'settle',
});

/** Takes all changes away. */
const discarded = ({ context: { staged } }: { context: StagedEditsContext }): Staging => without(staged.rows);

/** Takes those away that were made: others may have been recalled or shared meanwhile. */
const committed = ({ context: { staged, sent, sentFrom } }: { context: StagedEditsContext }): Staging =>
  without(sent.filter((row) => changeOf(staged, row) === changeOf(sentFrom, row)));

/** Stages what the step says: the storage hears of it before the context changes, so that both take the same step. */
const stage = <Args>(params: (args: Args) => Staging) =>
  [
    { type: 'storeDelta', params },
    { type: 'keepDelta', params },
  ] as const;

/** Stages an edit of the user, with whom it is made as. */
const stageEdit = <Args extends { context: StagedEditsContext }>(params: (args: Args) => Staging) =>
  stage((args: Args): Staging => {
    const { staged, viewAs } = args.context;
    const staging = params(args);
    return { ...staging, delta: stagedAs(staged, staging.delta, viewAs) };
  });

/** The rows that another tab has taken away: its storage has none of them any more. */
const takenIn = (end: CommitEnd): StagedDelta => (end.outcome === 'taken' ? without(end.rows).delta : nothing);

/** What the user may do with the rows, also after a refusal: the refusal is then about something else. */
const editing = {
  'cells.edited': {
    target: 'idle',
    actions: stageEdit(({ context: { staged, columns }, event }: Of<'cells.edited'>): Staging => ({
      delta: { ...editDelta(staged, event.cells, columns), ...insertDelta(event.added ?? [], columns) },
      step: 'edit',
      typedInto: event.typing === true ? event.cells.map(({ row, column }) => `${row} ${column}`).join() : null,
    })),
  },
  'rows.inserted': {
    target: 'idle',
    actions: stageEdit(({ context: { columns }, event }: Of<'rows.inserted'>): Staging => ({
      delta: insertDelta(event.rows, columns),
      step: 'edit',
    })),
  },
  'rows.deleted': {
    target: 'idle',
    actions: stageEdit(({ context: { staged, columns }, event }: Of<'rows.deleted'>): Staging => ({
      delta: deletionDelta(staged, event.rows, columns),
      step: 'edit',
    })),
  },
  'gone.leftOut': {
    target: 'idle',
    actions: stage(({ context: { staged, columns } }: Of<'gone.leftOut'>): Staging => ({
      delta: leavingOutDelta(staged, columns),
      step: 'edit',
    })),
  },
  'change.reverted': {
    target: 'idle',
    actions: stage(({ event }: Of<'change.reverted'>): Staging => ({ delta: { [event.row]: null }, step: 'edit' })),
  },
  'edit.undone': {
    guard: 'canUndo',
    target: 'idle',
    actions: stage(({ context }: Of<'edit.undone'>): Staging => ({
      delta: namedDelta(context.undoable.at(-1) ?? nothing, context.columns),
      step: 'undo',
    })),
    description: 'There is a step to undo.',
  },
  'edit.redone': {
    guard: 'canRedo',
    target: 'idle',
    actions: stage(({ context }: Of<'edit.redone'>): Staging => ({
      delta: namedDelta(context.redoable.at(-1) ?? nothing, context.columns),
      step: 'redo',
    })),
    description: 'A step was undone.',
  },
  'discard.requested': {
    guard: 'hasChanges',
    target: 'confirmingDiscard',
    description: 'There is something to discard.',
  },
  'commit.requested': [
    {
      guard: 'hasOtherRoles',
      target: 'confirmingRole',
      description: 'Some of it was staged with other rights than it would be made with.',
    },
    {
      guard: 'hasChanges',
      target: 'committing',
      description: 'There is something to commit.',
    },
  ],
} as const;

const refusedAs = <const Outcome extends Refused['outcome'], const Target extends string>(
  outcome: Outcome,
  target: Target,
  description: string,
) =>
  ({
    guard: {
      type: 'isOutcome',
      params: ({ event }: { event: { output: CommitEnd } }) => ({ output: event.output, outcome }),
    },
    target,
    actions: {
      type: 'keepRefusal',
      params: ({ event }: { event: { output: CommitEnd } }) => ({ output: event.output }),
    },
    description,
  }) as const;

/** The change of the row that the conflict is about, so that it overwrites the stored row. */
function overwriting({ context }: { context: StagedEditsContext }): Staging {
  const { staged, refused } = context;
  const row = refusedRowIn(context);
  const change = row === null ? undefined : changeOf(staged, row);
  if (row === null || !change || refused?.outcome !== 'conflict' || refused.cells === null)
    return { delta: nothing, step: 'settle' };
  const { cells, fingerprints } = refused;
  return { delta: { [row]: basedOn(change, { cells, fingerprints }) }, step: 'settle' };
}

function yielding({ context }: { context: StagedEditsContext }): Staging {
  const row = refusedRowIn(context);
  return { delta: row === null ? nothing : { [row]: null }, step: 'settle' };
}

export const stagedEditsMachine = flowSetup({
  types: {
    input: {} as StagedEditsInput,
    context: {} as StagedEditsContext,
    events: {} as StagedEditsEvent,
    children: {} as { storage: 'storeEdits' },
  },
  actors: {
    /** Recalls what was staged before, and writes each change to this computer. */
    storeEdits: unprovidedSource<StorageCommand, TableRef>('storeEdits'),
    commitChanges: unprovided<CommitEnd, TableRef & { changes: RowChanges; viewAs: ViewAs | null }>('commitChanges'),
    /** Asks what became of the commits without an answer; gives the ids of the rows that were committed. */
    settleCommits: unprovided<readonly string[], TableRef>('settleCommits'),
  },
  delays: { settleRetry: settleRetryMs },
  guards: {
    hasChanges: ({ context }) => countStaged(context.staged) > 0,
    hasOtherRoles: ({ context: { staged, viewAs } }) => ofOtherRoles(staged, viewAs).length > 0,
    hasNoOtherRoles: ({ context: { staged, viewAs } }) => ofOtherRoles(staged, viewAs).length === 0,
    /** What was sent with these rights was asked about before. */
    hasUnaskedRole: ({ context: { staged, viewAs, sentAs } }) =>
      !isSameRole(viewAs, sentAs) && ofOtherRoles(staged, viewAs).length > 0,
    hasNothing: ({ context }) => countStaged(context.staged) === 0,
    /** The row that the conflict was about is no longer staged. */
    isSettled: ({ context }) => changeOf(context.staged, refusedRowIn(context) ?? '') === undefined,
    canUndo: ({ context }) => context.undoable.length > 0,
    canRedo: ({ context }) => context.redoable.length > 0,
    isOutcome: (_, { output, outcome }: { output: CommitEnd; outcome: CommitEnd['outcome'] }) =>
      output.outcome === outcome,
    isUndecided: (_, { error }: { error: unknown }) => {
      const { code } = failureOf(error);
      return typeof code !== 'number' || code >= 500;
    },
    hasSettled: (_, { rows }: { rows: readonly string[] }) => rows.length > 0,
    hasFailed: ({ context }) => context.failure !== null,
    isNamedOtherwise: ({ context }, { rows }: { rows: StagedDelta }) => hasOtherNames(rows, context.columns),
    isTakenAway: (_, { rows }: { rows: StagedDelta }) => Object.values(rows).includes(null),
    wasUndecided: (_, { undecided }: { undecided: boolean }) => undecided,
    isStored: ({ context: { refused } }) => refused?.outcome === 'conflict' && refused.cells !== null,
  },
  actions: {
    keepFailure: keepFailure<StagedEditsContext, StagedEditsEvent>(),
    clearFailure: clearFailure<StagedEditsContext, StagedEditsEvent>(),
    clearConfirmFailure: clearConfirmFailure<StagedEditsContext, StagedEditsEvent>(),
    keepRole: assign((_, { viewAs }: { viewAs: ViewAs | null }) => ({ viewAs })),
    takeRecalled: assign(({ context }, { staged }: { staged: RowChanges }) => ({
      staged: inNames(withDelta(stagedFrom(staged), changesByRow(context.staged)), context.columns),
    })),
    keepColumns: assign(
      (
        { context: { staged, sentFrom, refused, columns: before } },
        { columns }: Pick<ColumnsDescribed, 'columns'>,
      ) => ({
        columns,
        staged: inNames(staged, columns),
        sentFrom: inNames(sentFrom, columns),
        refused: refused && refusedInNames(refused, before, columns),
      }),
    ),
    storeDelta: sendTo('storage', (_, { delta }: Staging) => ({ type: 'rows.staged' as const, rows: delta })),
    keepDelta: assign(({ context }, staging: Staging) =>
      Object.keys(staging.delta).length === 0
        ? {}
        : {
            staged: withDelta(context.staged, staging.delta),
            ...stepsAfter(context, staging),
            typedInto: staging.typedInto ?? null,
          },
    ),
    keepShared: assign(({ context: { staged, undoable, redoable, columns } }, { rows }: { rows: StagedDelta }) => ({
      staged: inNames(withDelta(staged, rows), columns),
      undoable: stepsWithout(undoable, rows),
      redoable: stepsWithout(redoable, rows),
      typedInto: null,
    })),
    keepSent: assign(({ context: { staged, viewAs, columns } }) => ({
      sent: staged.rows,
      sentFrom: staged,
      sentAs: viewAs,
      sentColumns: columns,
      refused: null,
    })),
    keepSettled: assign(({ context: { staged } }, { rows }: { rows: readonly string[] }) => ({
      sent: rows,
      sentFrom: staged,
    })),
    keepRefusal: assign(({ context: { sentColumns, columns } }, { output }: { output: CommitEnd }) => ({
      refused:
        output.outcome === 'committed' || output.outcome === 'taken'
          ? null
          : refusedInNames(output, sentColumns, columns),
    })),
    forgetRefusal: assign({ refused: null }),
    announceCommit: sendTo(
      ({ context }) => context.port,
      ({ context: { sent } }) => successToast(`${countWords(sent.length, 'change')} committed`),
    ),
    reportOutdated: sendTo(({ context }) => context.parent, { type: 'rows.outdated' as const }),
    reportTable: sendTo(({ context }) => context.parent, { type: 'table.outdated' as const }),
  },
}).createMachine({
  id: 'stagedEdits',
  description:
    'The changes of a table that wait to be committed. They are staged one by one, can be undone, survive a reload, and are made in one transaction: all or none.',
  context: ({ input }) => ({
    ...input,
    staged: noneStaged,
    undoable: [],
    redoable: [],
    typedInto: null,
    sent: [],
    sentFrom: noneStaged,
    sentAs: input.viewAs,
    sentColumns: input.columns,
    refused: null,
    failure: null,
    confirmFailure: null,
  }),
  on: {
    'role.changed': { actions: { type: 'keepRole', params: ({ event }) => event } },
    'columns.described': {
      actions: { type: 'keepColumns', params: ({ event }) => event },
      description: 'Changes follow a column that was renamed.',
    },
    'rows.shared': [
      {
        guard: { type: 'isNamedOtherwise', params: ({ event }) => event },
        actions: [{ type: 'keepShared', params: ({ event }) => event }, 'reportTable'],
        description: 'The table was altered after one of the two tabs had read it: the screen reads it again.',
      },
      {
        guard: { type: 'isTakenAway', params: ({ event }) => event },
        actions: [{ type: 'keepShared', params: ({ event }) => event }, 'reportOutdated'],
        description: 'Another tab has committed or undone it: no tab commits what another one has.',
      },
      {
        actions: { type: 'keepShared', params: ({ event }) => event },
        description: 'All tabs of a browser have the same changes staged.',
      },
    ],
  },
  type: 'parallel',
  states: {
    work: {
      initial: 'idle',
      on: {
        'edits.recalled': [
          {
            guard: { type: 'wasUndecided', params: ({ event }) => event },
            target: '.settling',
            actions: { type: 'takeRecalled', params: ({ event }) => event },
            description: 'The page was left before it was known whether some of it was committed.',
          },
          {
            actions: { type: 'takeRecalled', params: ({ event }) => event },
            description: 'What was staged before the reload. Changes that were made meanwhile are newer.',
          },
        ],
      },
      states: {
        idle: { entry: ['forgetRefusal', 'clearFailure'], on: editing },
        committing: {
          entry: ['keepSent', 'clearFailure'],
          description: 'Nothing can be edited until it is known whether the changes were made.',
          invoke: {
            id: 'commit',
            src: 'commitChanges',
            input: ({ context: { ref, id, staged, viewAs } }) => ({ ref, id, changes: changesByRow(staged), viewAs }),
            onDone: [
              refusedAs('conflict', 'conflicted', 'A row is not as it was read.'),
              refusedAs('failed', 'refused', 'The database refuses a value.'),
              {
                ...refusedAs('otherKey', 'refused', 'The table has been given another key: the screen reads it again.'),
                actions: [{ type: 'keepRefusal', params: ({ event: { output } }) => ({ output }) }, 'reportTable'],
              },
              {
                ...refusedAs('goneColumns', 'refused', 'Columns were dropped: the screen reads the table again.'),
                actions: [{ type: 'keepRefusal', params: ({ event: { output } }) => ({ output }) }, 'reportTable'],
              },
              {
                guard: { type: 'isOutcome', params: ({ event: { output } }) => ({ output, outcome: 'taken' }) },
                target: 'resuming',
                actions: [
                  { type: 'keepShared', params: ({ event: { output } }) => ({ rows: takenIn(output) }) },
                  'reportOutdated',
                ],
                description: 'Another tab has committed or discarded some of it: only the rest is sent.',
              },
              {
                target: 'idle',
                actions: ['announceCommit', ...stage(committed), 'reportOutdated'],
                description: 'All changes were made.',
              },
            ],
            onError: [
              {
                guard: { type: 'isUndecided', params: ({ event }) => event },
                target: 'settling',
                actions: keepThrown,
                description: 'Without an answer it is not known whether the changes were made.',
              },
              onFailure('failed', 'The changes stay staged.'),
            ],
          },
        },
        settling: {
          description:
            'The server is asked whether the changes were made. They cannot be edited meanwhile, so that none is made twice.',
          invoke: {
            id: 'settle',
            src: 'settleCommits',
            input: ({ context: { ref, id } }) => ({ ref, id }),
            onDone: [
              {
                guard: { type: 'hasSettled', params: ({ event }) => ({ rows: event.output }) },
                target: 'idle',
                actions: [
                  { type: 'keepSettled', params: ({ event }) => ({ rows: event.output }) },
                  'announceCommit',
                  ...stage(committed),
                  'reportOutdated',
                ],
                description: 'They were made.',
              },
              { guard: 'hasFailed', target: 'failed', description: 'None was made, for the reason that is shown.' },
              { target: 'idle', description: 'None was made.' },
            ],
            onError: onFailure('undecided'),
          },
        },
        undecided: {
          after: { settleRetry: { target: 'settling' } },
          on: { 'commit.checked': { target: 'settling' } },
        },
        conflicted: {
          description: 'The user decides which version of the row stays.',
          always: { guard: 'isSettled', target: 'idle', description: 'Another tab has decided it.' },
          on: {
            'conflict.overwritten': {
              guard: 'isStored',
              target: 'resuming',
              actions: [...stage(overwriting)],
              description: 'A row that was deleted cannot be overwritten.',
            },
            'conflict.yielded': {
              target: 'resuming',
              actions: [...stage(yielding), 'reportOutdated'],
            },
            'action.cancelled': { target: 'idle', description: 'All changes stay staged, to be looked at again.' },
            'role.changed': {
              target: 'idle',
              actions: { type: 'keepRole', params: ({ event }) => event },
              description: 'They would be committed with other rights than the user was asked about.',
            },
          },
        },
        resuming: {
          always: [
            {
              guard: 'hasUnaskedRole',
              target: 'confirmingRole',
              description:
                'The role was changed after they had been sent, so that they would be made with other rights.',
            },
            { guard: 'hasChanges', target: 'committing', description: 'What is staged is committed.' },
            { target: 'idle' },
          ],
        },
        refused: {
          description: 'The value is marked, and nothing was changed. Every edit is a new attempt.',
          on: editing,
        },
        failed: {
          always: { guard: 'hasNothing', target: 'idle', description: 'Another tab has committed or discarded it.' },
          on: editing,
        },
        confirmingDiscard: {
          ...confirmBefore('discarding', 'idle'),
          always: { guard: 'hasNothing', target: 'idle', description: 'Another tab has committed or discarded it.' },
        },
        confirmingRole: {
          tags: 'confirming',
          on: {
            ...confirmBefore('committing', 'idle').on,
            'role.changed': {
              target: 'idle',
              actions: { type: 'keepRole', params: ({ event }) => event },
              description: 'The question was about other rights.',
            },
          },
          always: {
            guard: 'hasNoOtherRoles',
            target: 'idle',
            description: 'Another tab has committed or discarded what was staged with other rights.',
          },
        },
        discarding: {
          always: { target: 'idle', actions: [...stage(discarded)] },
        },
      },
    },
    storage: {
      initial: 'working',
      invoke: {
        id: 'storage',
        src: 'storeEdits',
        input: ({ context: { ref, id } }) => ({ ref, id }),
        onError: { target: '.refused', description: 'The browser has no storage at all.' },
      },
      states: {
        working: {
          on: { 'storage.refused': { target: 'refused' } },
        },
        refused: { description: 'The changes last as long as this page, which says so.' },
      },
    },
  },
});
