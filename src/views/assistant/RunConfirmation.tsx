import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import { selectAskedBlock, selectReason } from '../../machines/assistant/blockRun/blockRun.selectors.ts';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { BlockRunRef } from './blockContext.ts';

const shown = css({ maxHeight: 'popover', overflow: 'auto' });

/** Asks before SQL that writes runs. */
export function RunConfirmation({ blockRun }: { blockRun: BlockRunRef }) {
  const block = useSelector(blockRun, selectAskedBlock);
  const reason = useSelector(blockRun, selectReason);
  return (
    <ConfirmDialog
      open={block !== null}
      variant="warning"
      size="medium"
      title="Run SQL that writes?"
      description={reason}
      confirmLabel="Run SQL"
      onConfirm={() => blockRun.send({ type: 'run.confirmed' })}
      onCancel={() => blockRun.send({ type: 'run.cancelled' })}
    >
      <div className={shown}>
        <CodeBlock label="SQL to run" code={block?.sql ?? ''} wraps />
      </div>
    </ConfirmDialog>
  );
}
