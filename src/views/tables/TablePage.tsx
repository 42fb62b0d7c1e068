import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { Failure } from '../../contract/common/apiError.ts';
import { isMissingTable } from '../../contract/tables/table.ts';
import type { tableScreenMachine } from '../../machines/tables/tableScreen/tableScreen.machine.ts';
import {
  selectCellEditor,
  selectColumns,
  selectEdits,
  selectExport,
  selectHasTableFailed,
  selectReference,
  selectIsRereading,
  selectRereadFailure,
  selectRows,
  selectScreenRole,
  selectStyleNonce,
  selectTable,
  selectTableId,
  selectTableFailure,
} from '../../machines/tables/tableScreen/tableScreen.selectors.ts';
import { href } from '../../router/href.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SkeletonTable } from '../ui/SkeletonTable.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { CellEditorDialog, ExportDialog, LeftChanges, ReferencePanel } from './tableParts.ts';
import { TableWorkspace } from './TableWorkspace.tsx';

const inset = css({ padding: '4', overflow: 'auto', height: 'full' });
const spoken = css({ srOnly: true });

interface TablePageProps {
  flow: ActorRefFrom<typeof tableScreenMachine>;
  projectRef: string;
}

/** Why there is no table, and what is staged of one that was dropped. */
function FailedTable({ flow, projectRef, failure }: TablePageProps & { failure: Failure }) {
  useDocumentTitle('Table');
  const edits = useSelector(flow, selectEdits);
  const id = useSelector(flow, selectTableId);
  return (
    <div className={inset}>
      <h1 className={spoken}>Table</h1>
      {isMissingTable(failure) ? (
        <ErrorState
          title="This table does not exist"
          failure={{ ...failure, message: 'It was dropped, or its address is wrong.' }}
          action={
            <ButtonLink size="small" href={href('tables', { ref: projectRef })}>
              Back to the tables
            </ButtonLink>
          }
        />
      ) : (
        <ErrorState
          title="Could not open the table"
          failure={failure}
          onRetry={() => flow.send({ type: 'table.reloaded' })}
        />
      )}
      {edits && isMissingTable(failure) && <LeftChanges edits={edits} id={id} />}
    </div>
  );
}

/** A table, once it is known what it consists of. */
export function TablePage({ flow, projectRef }: TablePageProps) {
  const table = useSelector(flow, selectTable);
  const failure = useSelector(flow, selectTableFailure);
  const failed = useSelector(flow, selectHasTableFailed);
  const rereading = useSelector(flow, selectIsRereading);
  const rereadFailure = useSelector(flow, selectRereadFailure);
  const rows = useSelector(flow, selectRows);
  const edits = useSelector(flow, selectEdits);
  const columns = useSelector(flow, selectColumns);
  const cell = useSelector(flow, selectCellEditor);
  const styleNonce = useSelector(flow, selectStyleNonce);
  const reference = useSelector(flow, selectReference);
  const viewAs = useSelector(flow, selectScreenRole);
  const exported = useSelector(flow, selectExport);
  if (failed && failure) return <FailedTable flow={flow} projectRef={projectRef} failure={failure} />;
  if (!table || !rows || !edits || !columns)
    return (
      <div className={inset}>
        <SkeletonTable label="Opening the table" rows={8} />
      </div>
    );
  return (
    <>
      <TableWorkspace
        table={table}
        projectRef={projectRef}
        rows={rows}
        edits={edits}
        columns={columns}
        rereading={rereading}
        rereadFailure={rereadFailure}
        onCellOpened={(opened) => flow.send({ type: 'cell.opened', cell: opened })}
        onReferenceOpened={(opened) => flow.send({ type: 'reference.opened', cell: opened })}
        onExported={(opening) => flow.send({ type: 'export.opened', ...opening })}
        onReloaded={() => flow.send({ type: 'table.reloaded' })}
      />
      {exported && <ExportDialog flow={exported} onClose={() => flow.send({ type: 'export.closed' })} />}
      {reference && (
        <ReferencePanel
          flow={reference}
          projectRef={projectRef}
          of={table}
          viewAs={viewAs}
          onClose={() => flow.send({ type: 'reference.closed' })}
        />
      )}
      {cell && (
        <CellEditorDialog
          flow={cell}
          table={table}
          styleNonce={styleNonce}
          onClose={() => flow.send({ type: 'cell.closed' })}
        />
      )}
    </>
  );
}
