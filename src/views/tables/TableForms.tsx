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
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { DuplicateTableDialog } from './DuplicateTableDialog.tsx';
import { EditTablePanel } from './EditTablePanel.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import { NewTablePanel } from './NewTablePanel.tsx';

export interface TableFormsProps {
  flow: ActorRefFrom<typeof tableListMachine>;
}

interface NamedConfirmationProps
  extends TableFormsProps, Pick<ConfirmDialogProps, 'open' | 'description' | 'children'> {
  name: string;
  title: string;
  confirmLabel: string;
  failureTitle: string;
}

/** Asks for the table's name before something that cannot be undone. */
function NamedConfirmation({ flow, name, failureTitle, children, ...shown }: NamedConfirmationProps) {
  const { dialog, failure } = useConfirm(flow);
  const [typed, setTyped] = useState('');
  return (
    <ConfirmDialog
      {...dialog}
      {...shown}
      variant="danger"
      typed={{ expected: name, value: typed, onValueChange: setTyped }}
    >
      {children}
      {failure && <ErrorState title={failureTitle} failure={failure} />}
    </ConfirmDialog>
  );
}

function DropDialog({ flow }: TableFormsProps) {
  const name = useSelector(flow, selectChosen)?.name ?? '';
  return (
    <NamedConfirmation
      flow={flow}
      name={name}
      open={useSelector(flow, selectIsConfirmingDrop)}
      title={`Drop ${name}?`}
      confirmLabel="Drop"
      description="It is removed with all its rows. Objects that depend on it are never dropped with it. This cannot be undone."
      failureTitle={`Could not drop ${name}`}
    />
  );
}

function TruncationDialog({ flow }: TableFormsProps) {
  const name = useSelector(flow, selectChosen)?.name ?? '';
  return (
    <NamedConfirmation
      flow={flow}
      name={name}
      open={useSelector(flow, selectIsConfirmingTruncation)}
      title={`Delete all rows of ${name}?`}
      confirmLabel="Delete all rows"
      description="The table stays, empty. Tables that refer to its rows prevent this. This cannot be undone."
      failureTitle={`Could not delete the rows of ${name}`}
    >
      <Checkbox
        label="Start identity columns again"
        checked={useSelector(flow, selectRestartsIdentity)}
        onCheckedChange={(checked) => flow.send({ type: 'identity.chosen', restarts: checked })}
      />
    </NamedConfirmation>
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
