import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { css } from 'styled-system/css';
import type { SqlSnippetsRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import {
  selectChosen,
  selectFailure,
  selectIsConfirming,
  selectIsNaming,
  selectIsRenaming,
  selectNewName,
} from '../../machines/sql/sqlSnippets/sqlSnippets.selectors.ts';
import { useConfirm } from '../parts/useConfirm.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { TextField } from '../ui/TextField.tsx';

const form = css({ display: 'grid', gap: '3' });

/** What is asked about a query of the list. */
export function SnippetDialogs({ list }: { list: SqlSnippetsRef }) {
  const chosen = useSelector(list, selectChosen);
  const name = useSelector(list, selectNewName);
  const { dialog, failure: deleteFailure } = useConfirm(list);
  const failure = useSelector(list, selectFailure);
  const isNaming = useSelector(list, selectIsNaming);
  const isRenaming = useSelector(list, selectIsRenaming);
  const isConfirming = useSelector(list, selectIsConfirming);
  const field = useRef<HTMLInputElement>(null);
  const dismiss = () => list.send({ type: 'dialog.dismissed' });
  const rename = () => list.send({ type: 'rename.submitted' });
  return (
    <>
      <Dialog
        open={isNaming}
        onClose={dismiss}
        size="small"
        title={`Rename “${chosen?.name ?? ''}”`}
        initialFocus={() => field.current}
        footer={
          <>
            <Button disabled={isRenaming} onClick={dismiss}>
              Cancel
            </Button>
            <Button variant="primary" loading={isRenaming} disabled={name.trim() === ''} onClick={rename}>
              Rename
            </Button>
          </>
        }
      >
        <form
          className={form}
          onSubmit={(event) => {
            event.preventDefault();
            rename();
          }}
        >
          <TextField
            ref={field}
            label="Name"
            value={name}
            maxLength={200}
            autoComplete="off"
            readOnly={isRenaming}
            onValueChange={(value) => list.send({ type: 'name.changed', name: value })}
          />
          {failure && <ErrorState title="Could not rename the query" failure={failure} />}
        </form>
      </Dialog>
      <ConfirmDialog
        {...dialog}
        open={isConfirming}
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
