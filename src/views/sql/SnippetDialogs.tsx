import { useSelector } from '@xstate/react';
import type { SqlSnippetsRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import {
  selectChosen,
  selectFailure,
  selectIsNaming,
  selectIsRenaming,
  selectNewName,
} from '../../machines/sql/sqlSnippets/sqlSnippets.selectors.ts';
import { RenameDialog } from '../parts/RenameDialog.tsx';
import { useConfirm } from '../parts/useConfirm.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';

/** What is asked about a query of the list. */
export function SnippetDialogs({ list }: { list: SqlSnippetsRef }) {
  const chosen = useSelector(list, selectChosen);
  const name = useSelector(list, selectNewName);
  const { dialog, failure: deleteFailure } = useConfirm(list);
  const failure = useSelector(list, selectFailure);
  const isNaming = useSelector(list, selectIsNaming);
  const isRenaming = useSelector(list, selectIsRenaming);
  return (
    <>
      <RenameDialog
        open={isNaming}
        title={`Rename “${chosen?.name ?? ''}”`}
        name={name}
        maxLength={200}
        required
        loading={isRenaming}
        onNameChange={(typed) => list.send({ type: 'name.changed', name: typed })}
        onRename={() => list.send({ type: 'rename.submitted' })}
        onClose={() => list.send({ type: 'dialog.dismissed' })}
      >
        {failure && <ErrorState title="Could not rename the query" failure={failure} />}
      </RenameDialog>
      <ConfirmDialog
        {...dialog}
        variant="danger"
        title={`Delete “${chosen?.name ?? ''}”?`}
        confirmLabel="Delete query"
        description="This cannot be undone. Your data is not affected."
      >
        {deleteFailure && <ErrorState title="Could not delete the query" failure={deleteFailure} />}
      </ConfirmDialog>
    </>
  );
}
