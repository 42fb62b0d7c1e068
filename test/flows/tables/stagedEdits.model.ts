import type { CommitOutcome } from '../../../src/contract/tables/changes.ts';
import {
  stagedEditsMachine,
  type StagedEditsInput,
} from '../../../src/machines/tables/stagedEdits/stagedEdits.machine.ts';
import { isSameRole, ofOtherRoles } from '../../../src/machines/tables/stagedEdits/stagedRoles.ts';
import {
  changeOf,
  countStaged,
  type CellEdit,
  type RowChanges,
  type StoredRow,
} from '../../../src/machines/tables/stagedEdits/stagedRows.ts';
import { refusal, unanswered } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import type { Model } from '../../support/paths.ts';

export const ada: StoredRow = { key: { id: '1' }, values: { id: '1', name: 'Ada', notes: null } };

export const rename = (value: string): CellEdit => ({
  row: '{"id":"1"}',
  stored: ada,
  column: 'name',
  value,
  toDefault: false,
});

const conflict: CommitOutcome = { outcome: 'conflict', change: 0, cells: { id: '1', name: 'Theirs', notes: null } };

export const refusedName: CommitOutcome = {
  outcome: 'failed',
  change: 0,
  error: { message: 'value too long', code: '22001' },
  column: 'name',
  constraint: null,
};

export const refusedKey: CommitOutcome = { outcome: 'otherKey', change: 0, key: ['name'] };

export const refusedColumns: CommitOutcome = { outcome: 'goneColumns', change: 0, columns: ['name'] };

const recalled: RowChanges = { 'new-0': { type: 'insert', values: { name: 'Old' } } };

export const stagedEditsModel: Model<typeof stagedEditsMachine> = {
  machine: stagedEditsMachine,
  input: (_, port) => ({
    ref: 'abc',
    id: boats.id,
    port,
    viewAs: null,
    columns: boats.columns,
    parent: port as unknown as StagedEditsInput['parent'],
  }),
  events: {
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
    'role.changed': [{ type: 'role.changed', viewAs: { role: 'anon', user: null } }],
    'columns.described': [{ type: 'columns.described', columns: boats.columns }],
    'gone.leftOut': [{ type: 'gone.leftOut' }],
    'edits.recalled': [],
    'rows.shared': [],
    'storage.refused': [],
    'cells.edited': [{ type: 'cells.edited', cells: [rename('Grace')] }],
    'rows.inserted': [{ type: 'rows.inserted', rows: [{ row: 'new-1', cells: {} }] }],
    'rows.deleted': [{ type: 'rows.deleted', rows: [{ row: '{"id":"1"}', stored: ada }] }],
    'change.reverted': [{ type: 'change.reverted', row: '{"id":"1"}' }],
    'edit.undone': [{ type: 'edit.undone' }],
    'edit.redone': [{ type: 'edit.redone' }],
    'discard.requested': [{ type: 'discard.requested' }],
    'commit.requested': [{ type: 'commit.requested' }],
    'commit.checked': [{ type: 'commit.checked' }],
    'conflict.overwritten': [{ type: 'conflict.overwritten' }],
    'conflict.yielded': [{ type: 'conflict.yielded' }],
  },
  answers: {
    storage: [
      { sends: { type: 'edits.recalled', staged: recalled, undecided: false } },
      { sends: { type: 'edits.recalled', staged: recalled, undecided: true } },
      { sends: { type: 'rows.shared', rows: { '{"id":"1"}': null, 'new-0': null, 'new-1': null } } },
      { sends: { type: 'rows.shared', rows: recalled } },
      {
        sends: {
          type: 'rows.shared',
          rows: {
            'new-2': { type: 'insert', columns: { called: boats.columns[1]!.number }, values: { called: 'Old' } },
          },
        },
      },
      { sends: { type: 'storage.refused' } },
      { error: refusal },
    ],
    commit: [
      { output: { outcome: 'committed', count: 1 } },
      { output: conflict },
      { output: { ...conflict, cells: null } },
      { output: refusedName },
      { output: refusedKey },
      { output: refusedColumns },
      { output: { outcome: 'taken', rows: ['{"id":"1"}', 'new-0', 'new-1'] } },
      { error: refusal },
      { error: unanswered },
    ],
    settle: [{ output: ['{"id":"1"}', 'new-1', 'new-0'] }, { output: [] }, { error: refusal }],
  },
  // What the changes are changes nothing about where one can go, only whether there are any.
  distinguish: ({ staged, undoable, redoable, refused, failure, viewAs, sentAs }) => {
    const isOfOthers = ofOtherRoles(staged, viewAs).length > 0;
    return [
      failure !== null,
      countStaged(staged) > 0,
      // What can be undone does not matter for the question about the role.
      isOfOthers ? isSameRole(viewAs, sentAs) : [undoable.length > 0, redoable.length > 0],
      refused?.outcome === 'conflict' && refused.cells !== null,
    ];
  },
  limit: 6_000,
  invariants: [
    {
      says: 'Nothing is sent that is not staged.',
      when: (snapshot, { before }) =>
        snapshot.matches({ work: 'committing' }) && before?.matches({ work: 'committing' }) !== true,
      holds: ({ context: { staged, sent } }) =>
        sent.length > 0 && sent.every((row) => changeOf(staged, row) !== undefined),
    },
    {
      says: 'A refused commit loses no change.',
      when: (snapshot, { before }) =>
        before?.matches({ work: 'committing' }) === true &&
        (snapshot.matches({ work: 'refused' }) ||
          snapshot.matches({ work: 'failed' }) ||
          snapshot.matches({ work: 'conflicted' })),
      holds: ({ context }, { before }) => context.staged === before?.context.staged,
    },
    {
      says: 'After a commit nothing of it is staged.',
      when: (snapshot, { before }) =>
        snapshot.matches({ work: 'idle' }) && before?.matches({ work: 'committing' }) === true,
      holds: ({ context: { staged, undoable, redoable } }) =>
        undoable.length + redoable.length === 0 && !changeOf(staged, 'new-1') && !changeOf(staged, '{"id":"1"}'),
    },
  ],
};
