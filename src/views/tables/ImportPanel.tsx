import { useSelector } from '@xstate/react';
import { useId } from 'react';
import {
  selectImport,
  selectIsChoosing,
  selectIsImported,
  selectIsMapping,
  selectIsReading,
  selectIsRefused,
  selectIsRunning,
  selectIsSettling,
  selectIsUnread,
} from '../../machines/tables/importRows/importRows.selectors.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { tableForm } from './formStyles.ts';
import type { ImportFlow } from './importFlow.ts';
import { ImportMapping, ImportReading } from './ImportMapping.tsx';
import { ImportOutcome, ImportProgress } from './ImportOutcome.tsx';
import { ImportSourceFields } from './ImportSourceFields.tsx';

interface ImportPanelProps {
  flow: ImportFlow;
  onClose: () => void;
}

/** The buttons of the state that the import is in. */
function ImportFooter({ flow, onClose, formId }: ImportPanelProps & { formId: string }) {
  const mapping = useSelector(flow, selectIsMapping);
  const running = useSelector(flow, selectIsRunning);
  const settling = useSelector(flow, selectIsSettling);
  const refused = useSelector(flow, selectIsRefused);
  const imported = useSelector(flow, selectIsImported);
  const { end, choices } = useSelector(flow, selectImport);
  if (running) return <Button onClick={() => flow.send({ type: 'import.cancelled' })}>Cancel import</Button>;
  if (settling) return <Button onClick={onClose}>Close</Button>;
  if (refused)
    return (
      <>
        <Button onClick={() => flow.send({ type: 'import.revised' })}>Change the import</Button>
        <Button variant="primary" onClick={() => flow.send({ type: 'skip.chosen' })}>
          Import the good rows
        </Button>
      </>
    );
  if (imported)
    return (
      <>
        <Button onClick={onClose}>Close</Button>
        {end?.id != null && (
          <Button variant="primary" onClick={() => flow.send({ type: 'table.requested' })}>
            Open table
          </Button>
        )}
      </>
    );
  return (
    <>
      <Button onClick={onClose}>Close</Button>
      {mapping && (
        <Button type="submit" form={formId} variant="primary">
          {choices.tableId === null ? 'Create table and import' : 'Import rows'}
        </Button>
      )}
    </>
  );
}

/** The import of a file or of a text into a table. */
export function ImportPanel({ flow, onClose }: ImportPanelProps) {
  const { target, table, failure, schema } = useSelector(flow, selectImport);
  const choosing = useSelector(flow, selectIsChoosing);
  const reading = useSelector(flow, selectIsReading);
  const unread = useSelector(flow, selectIsUnread);
  const mapping = useSelector(flow, selectIsMapping);
  const running = useSelector(flow, selectIsRunning);
  const settling = useSelector(flow, selectIsSettling);
  const refused = useSelector(flow, selectIsRefused);
  const imported = useSelector(flow, selectIsImported);
  const formId = useId();
  return (
    <SidePanel
      open
      size="xlarge"
      title={`Import rows into ${table?.name ?? target?.name ?? schema}`}
      onClose={() => {
        if (!running) onClose();
      }}
      footer={<ImportFooter flow={flow} onClose={onClose} formId={formId} />}
    >
      <div className={tableForm.fields}>
        {failure && (
          <ErrorState
            title={unread ? 'Could not read the file' : settling ? 'The connection was lost' : 'Nothing was imported'}
            failure={failure}
          />
        )}
        {choosing && <ImportSourceFields flow={flow} />}
        {reading && <SkeletonRows label="Reading the file" rows={6} />}
        {unread && <ImportReading flow={flow} />}
        {mapping && <ImportMapping flow={flow} formId={formId} />}
        {(running || settling) && <ImportProgress flow={flow} />}
        {(refused || imported) && <ImportOutcome flow={flow} />}
      </div>
    </SidePanel>
  );
}
