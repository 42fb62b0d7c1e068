import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import { destructiveStatementsIn } from '../../contract/sql/destructiveStatements.ts';
import { selectAskedBlock, selectReason } from '../../machines/assistant/blockRun/blockRun.selectors.ts';
import { destructiveMeaning } from '../parts/destructiveWords.ts';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { BlockRunRef } from './blockContext.ts';

const shown = css({ maxHeight: 'popover', overflow: 'auto' });

/** Asks before SQL that writes runs, and says what it takes away, as the SQL editor does. */
export function RunConfirmation({ blockRun }: { blockRun: BlockRunRef }) {
  const block = useSelector(blockRun, selectAskedBlock);
  const reason = useSelector(blockRun, selectReason);
  const meanings = new Set(destructiveStatementsIn(block?.sql ?? '').map(destructiveMeaning));
  return (
    <ConfirmDialog
      open={block !== null}
      variant={meanings.size > 0 ? 'danger' : 'warning'}
      size="medium"
      title="Run SQL that writes?"
      description={reason && [reason, ...meanings].join(' ')}
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
