import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { ownValue } from '../../contract/common/ownValue.ts';
import type { Cell } from '../../contract/sql/query.ts';
import type { CommitOutcome, RowChange } from '../../contract/tables/changes.ts';
import { keyWords } from '../../contract/tables/rowKey.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import {
  selectIsConflicted,
  selectRefused,
  selectRefusedChange,
} from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import { fingerprintsOf } from '../../machines/tables/stagedEdits/stagedRows.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Table } from '../ui/Table.tsx';

/** All versions are seen beside each other on a phone too. */
const narrow = css({
  '& td': { overflowWrap: 'anywhere' },
  smDown: { '& th, & td': { paddingInline: '2' }, '& tbody th': { minWidth: '0', overflowWrap: 'anywhere' } },
});

const shownValue = (value: Cell | undefined): string =>
  value === null || value === undefined ? 'NULL' : value === '' ? 'Empty string' : value;

const mineOf = (change: RowChange, column: string): string => {
  if (change.type === 'delete') return 'Deleted';
  if (change.type === 'update' && change.defaults.includes(column)) return 'DEFAULT';
  return shownValue(ownValue(change.values, column));
};

type Conflict = Extract<CommitOutcome, { outcome: 'conflict' }>;
type StoredChange = Exclude<RowChange, { type: 'insert' }>;

/** What was compared of the row: whole values, and long ones by their fingerprints. */
const comparedColumns = (change: StoredChange): string[] => [
  ...Object.keys(change.old),
  ...Object.keys(fingerprintsOf(change)),
];

/** Whether a value is still as it was read; of a row that is there. */
function isAsRead({ cells, fingerprints = {} }: Conflict, change: StoredChange, column: string): boolean {
  const fingerprint = ownValue(fingerprintsOf(change), column);
  return fingerprint === undefined
    ? ownValue(cells ?? {}, column) === ownValue(change.old, column)
    : ownValue(fingerprints, column) === fingerprint;
}

/** Title, why the row is not as the change expects it, and whether something in the database prevents the change. */
function wordsOf(conflict: Conflict, change: StoredChange): { state: string; why: string; isPrevented?: true } {
  if (conflict.cells === null)
    return {
      state: 'is gone',
      why: 'The row has been deleted since you loaded it, or a policy hides it. Nothing was committed.',
    };
  if (comparedColumns(change).every((column) => isAsRead(conflict, change, column)))
    return {
      state: 'is unchanged',
      isPrevented: true,
      why: 'The row is as you loaded it, but the database did not change it. A policy or a trigger may prevent that.',
    };
  return {
    state: 'was changed',
    why: 'Someone has changed the row since you loaded it. Nothing was committed.',
  };
}

/** A page of rows holds only the beginning of a long value. */
const readValue = (change: StoredChange, column: string): string =>
  Object.hasOwn(fingerprintsOf(change), column) ? 'A long value' : shownValue(ownValue(change.old, column));

const theirValue = ({ cells, fingerprints = {} }: Conflict, column: string): string =>
  cells === null
    ? 'Deleted'
    : `${shownValue(ownValue(cells, column))}${Object.hasOwn(fingerprints, column) ? '…' : ''}`;

/** A row that is not as it was read: the user decides which version stays. */
export function ConflictDialog({
  edits,
  table,
}: {
  edits: ActorRefFrom<typeof stagedEditsMachine>;
  table: TableDetail;
}) {
  const isOpen = useSelector(edits, selectIsConflicted);
  const refused = useSelector(edits, selectRefused);
  const change = useSelector(edits, selectRefusedChange);
  if (!isOpen || refused?.outcome !== 'conflict' || !change || change.type === 'insert') return null;
  const { cells } = refused;
  const { state, why, isPrevented = false } = wordsOf(refused, change);
  const columns = comparedColumns(change).filter(
    (column) => change.type === 'update' || cells === null || !isAsRead(refused, change, column),
  );
  return (
    <Dialog
      open
      role="alertdialog"
      size="large"
      onClose={() => edits.send({ type: 'action.cancelled' })}
      title={`Row ${keyWords(change.key)} of ${table.name} ${state}`}
      description={why}
      footer={
        <>
          <Button onClick={() => edits.send({ type: 'action.cancelled' })}>Back to changes</Button>
          <Button onClick={() => edits.send({ type: 'conflict.yielded' })}>
            {cells === null || isPrevented ? 'Discard my change' : 'Keep theirs'}
          </Button>
          <Button
            variant="primary"
            disabled={cells === null}
            onClick={() => edits.send({ type: 'conflict.overwritten' })}
          >
            {isPrevented ? 'Try again' : 'Overwrite with mine'}
          </Button>
        </>
      }
    >
      {columns.length > 0 && (
        <div className={narrow}>
          <Table label="The versions of the row">
            <thead>
              <tr>
                <th>Column</th>
                <th>When you loaded it</th>
                <th>{isPrevented ? 'Stored' : 'Theirs'}</th>
                <th>Mine</th>
              </tr>
            </thead>
            <tbody>
              {columns.map((column) => (
                <tr key={column}>
                  <th scope="row">{column}</th>
                  <td>{readValue(change, column)}</td>
                  <td>{theirValue(refused, column)}</td>
                  <td>{mineOf(change, column)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Dialog>
  );
}
