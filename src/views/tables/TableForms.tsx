import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { tableListMachine } from '../../machines/tables/tableList/tableList.machine.ts';
import {
  selectChosen,
  selectDuplicateTable,
  selectEditTable,
  selectImportRows,
  selectIsConfirmingDrop,
  selectIsConfirmingTruncation,
  selectNewTable,
  selectRestartsIdentity,
} from '../../machines/tables/tableList/tableList.selectors.ts';
import { useConfirm } from '../parts/useConfirm.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { DuplicateTableDialog } from './DuplicateTableDialog.tsx';
import { EditTablePanel } from './EditTablePanel.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import { NewTablePanel } from './NewTablePanel.tsx';

export interface TableFormsProps {
  flow: ActorRefFrom<typeof tableListMachine>;
}

/** Asks for the name before a table is dropped. */
function DropDialog({ flow }: TableFormsProps) {
  const name = useSelector(flow, selectChosen)?.name ?? '';
  const open = useSelector(flow, selectIsConfirmingDrop);
  const { dialog, failure } = useConfirm(flow);
  const [typed, setTyped] = useState('');
  return (
    <ConfirmDialog
      {...dialog}
      open={open}
      variant="danger"
      title={`Drop ${name}?`}
      confirmLabel="Drop"
      typed={{ expected: name, value: typed, onValueChange: setTyped }}
      description="It is removed with all its rows. Objects that depend on it are never dropped with it. This cannot be undone."
    >
      {failure && <ErrorState title={`Could not drop ${name}`} failure={failure} />}
    </ConfirmDialog>
  );
}

/** Asks for the name before all rows are deleted. */
function TruncationDialog({ flow }: TableFormsProps) {
  const name = useSelector(flow, selectChosen)?.name ?? '';
  const open = useSelector(flow, selectIsConfirmingTruncation);
  const restarts = useSelector(flow, selectRestartsIdentity);
  const { dialog, failure } = useConfirm(flow);
  const [typed, setTyped] = useState('');
  return (
    <ConfirmDialog
      {...dialog}
      open={open}
      variant="danger"
      title={`Delete all rows of ${name}?`}
      confirmLabel="Delete all rows"
      typed={{ expected: name, value: typed, onValueChange: setTyped }}
      description="The table stays, empty. Tables that refer to its rows prevent this. This cannot be undone."
    >
      <Checkbox
        label="Start identity columns again"
        checked={restarts}
        onCheckedChange={(checked) => flow.send({ type: 'identity.chosen', restarts: checked })}
      />
      {failure && <ErrorState title={`Could not delete the rows of ${name}`} failure={failure} />}
    </ConfirmDialog>
  );
}

/** What opens over the list of tables. */
export default function TableForms({ flow }: TableFormsProps) {
  const newTable = useSelector(flow, selectNewTable);
  const chosen = useSelector(flow, selectChosen);
  const confirmingDrop = useSelector(flow, selectIsConfirmingDrop);
  const confirmingTruncation = useSelector(flow, selectIsConfirmingTruncation);
  const editTable = useSelector(flow, selectEditTable);
  const duplicateTable = useSelector(flow, selectDuplicateTable);
  const importRows = useSelector(flow, selectImportRows);
  return (
    <>
      {editTable && <EditTablePanel flow={editTable} onCancel={() => flow.send({ type: 'change.cancelled' })} />}
      {duplicateTable && (
        <DuplicateTableDialog
          flow={duplicateTable}
          name={chosen?.name ?? ''}
          onCancel={() => flow.send({ type: 'copy.cancelled' })}
        />
      )}
      {importRows && <ImportPanel flow={importRows} onClose={() => flow.send({ type: 'import.closed' })} />}
      <TruncationDialog key={`truncation ${chosen?.id} ${confirmingTruncation}`} flow={flow} />
      {newTable && <NewTablePanel flow={newTable} onCancel={() => flow.send({ type: 'creation.cancelled' })} />}
      {/* What was typed for one table is nothing for another. */}
      <DropDialog key={`${chosen?.id} ${confirmingDrop}`} flow={flow} />
    </>
  );
}
