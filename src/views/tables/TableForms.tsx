import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { tableListMachine } from '../../machines/tables/tableList/tableList.machine.ts';
import {
  selectChosen,
  selectDropTable,
  selectDuplicateTable,
  selectEditTable,
  selectImportRows,
  selectIsConfirmingTruncation,
  selectNewTable,
  selectRestartsIdentity,
} from '../../machines/tables/tableList/tableList.selectors.ts';
import { useConfirm } from '../parts/useConfirm.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { DropTableDialog } from './DropTableDialog.tsx';
import { DuplicateTableDialog } from './DuplicateTableDialog.tsx';
import { EditTablePanel } from './EditTablePanel.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import { NewTablePanel } from './NewTablePanel.tsx';

interface TableFormsProps {
  flow: ActorRefFrom<typeof tableListMachine>;
}

/** Asks for the table's name before all its rows are deleted. */
function TruncationDialog({ flow }: TableFormsProps) {
  const { dialog, failure } = useConfirm(flow);
  const name = useSelector(flow, selectChosen)?.name ?? '';
  const [typed, setTyped] = useState('');
  return (
    <ConfirmDialog
      {...dialog}
      title={`Delete all rows of ${name}?`}
      description="The table stays, empty. Tables that refer to its rows prevent this. This cannot be undone."
      variant="danger"
      confirmLabel="Delete all rows"
      typed={{ expected: name, value: typed, onValueChange: setTyped }}
    >
      <Checkbox
        label="Start identity columns again"
        checked={useSelector(flow, selectRestartsIdentity)}
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
  const confirmingTruncation = useSelector(flow, selectIsConfirmingTruncation);
  const editTable = useSelector(flow, selectEditTable);
  const duplicateTable = useSelector(flow, selectDuplicateTable);
  const dropTable = useSelector(flow, selectDropTable);
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
      {/* What was typed for one table is nothing for another. */}
      <TruncationDialog key={`truncation ${chosen?.id} ${confirmingTruncation}`} flow={flow} />
      {newTable && <NewTablePanel flow={newTable} onCancel={() => flow.send({ type: 'creation.cancelled' })} />}
      {dropTable && <DropTableDialog flow={dropTable} />}
    </>
  );
}
