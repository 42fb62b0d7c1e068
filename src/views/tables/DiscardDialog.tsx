import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { countWords } from '../../contract/common/counts.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import {
  selectIsConfirmingDiscard,
  selectStagedCount,
} from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import { useConfirm } from '../parts/useConfirm.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

interface DiscardDialogProps {
  edits: ActorRefFrom<typeof stagedEditsMachine>;
  description: string;
}

/** Asks before all staged changes are discarded. */
export function DiscardDialog({ edits, description }: DiscardDialogProps) {
  const { dialog } = useConfirm(edits);
  return (
    <ConfirmDialog
      {...dialog}
      open={useSelector(edits, selectIsConfirmingDiscard)}
      variant="danger"
      title={`Discard ${countWords(useSelector(edits, selectStagedCount), 'change')}?`}
      confirmLabel="Discard changes"
      description={description}
    />
  );
}
