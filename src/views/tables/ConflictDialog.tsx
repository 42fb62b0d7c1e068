import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { ownValue } from '../../contract/common/ownValue.ts';
import type { Cell } from '../../contract/sql/query.ts';
import type { RowChange } from '../../contract/tables/changes.ts';
import { keyWords } from '../../contract/tables/rowKey.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import {
  selectIsConflicted,
  selectRefused,
  selectRefusedChange,
} from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Table } from '../ui/Table.tsx';

/** All versions are seen beside each other on a phone too. */
const narrow = css({
  '& td': { overflowWrap: 'anywhere' },
  smDown: { '& th, & td': { paddingInline: '2' }, '& tbody th': { minWidth: '0', overflowWrap: 'anywhere' } },
});

const shownValue = (value: Cell | undefined): string =>
  value === null || value === undefined ? 'NULL' : value === '' ? 'Empty text' : value;

const mineOf = (change: RowChange, column: string): string => {
  if (change.type === 'delete') return 'Deleted';
  if (change.type === 'update' && change.defaults.includes(column)) return 'DEFAULT';
  return shownValue(ownValue(change.values, column));
};

/** The row is still as it was read. */
const isAsRead = (cells: Readonly<Record<string, Cell>> | null, change: RowChange): boolean =>
  cells !== null &&
  change.type !== 'insert' &&
  Object.entries(change.old).every(([column, value]) => ownValue(cells, column) === value);

const why = (cells: Readonly<Record<string, Cell>> | null, change: RowChange): string => {
  if (cells === null) return 'The row was deleted after you had read it, or a policy hides it.';
  return isAsRead(cells, change)
    ? 'The row is as you read it, and still the database did not change it: a policy or a trigger may prevent that.'
    : 'Someone changed the row after you had read it. Nothing was committed.';
};

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
  const columns = Object.keys(change.old).filter(
    (column) => change.type === 'update' || cells === null || ownValue(cells, column) !== change.old[column],
  );
  return (
    <Dialog
      open
      role="alertdialog"
      size="large"
      onClose={() => edits.send({ type: 'action.cancelled' })}
      title={`Row ${keyWords(change.key)} of ${table.name} ${isAsRead(cells, change) ? 'stays as it is' : 'was changed'}`}
      description={why(cells, change)}
      footer={
        <>
          <Button onClick={() => edits.send({ type: 'action.cancelled' })}>Back to the changes</Button>
          <Button onClick={() => edits.send({ type: 'conflict.yielded' })}>Keep theirs</Button>
          <Button
            variant="primary"
            disabled={cells === null}
            onClick={() => edits.send({ type: 'conflict.overwritten' })}
          >
            Overwrite with mine
          </Button>
        </>
      }
    >
      <div className={narrow}>
        <Table label="The versions of the row">
          <thead>
            <tr>
              <th>Column</th>
              <th>As you read it</th>
              <th>Theirs</th>
              <th>Mine</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column}>
                <th scope="row">{column}</th>
                <td>{shownValue(change.old[column])}</td>
                <td>{cells === null ? 'Deleted' : shownValue(ownValue(cells, column))}</td>
                <td>{mineOf(change, column)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Dialog>
  );
}
