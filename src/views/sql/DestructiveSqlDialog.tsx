import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import { countWords } from '../../contract/common/counts.ts';
import { selectIsConfirmationOpen, selectDestructiveStatements } from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import type { SqlRunRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { destructiveMeaning } from '../parts/destructiveWords.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

const list = css({
  display: 'grid',
  gap: '2',
  margin: '0',
  padding: '0',
  listStyle: 'none',
  maxHeight: '[40vh]',
  overflow: 'auto',
});
const entry = css({
  display: 'grid',
  gap: '1',
  padding: '2',
  background: 'sunken',
  border: 'hairline',
  borderRadius: 'medium',
});
const statement = css({ textStyle: 'mono', overflowWrap: 'anywhere' });
const meaning = css({ textStyle: 'small', color: 'muted' });

/** Asks before destructive SQL runs, and names its statements. */
export function DestructiveSqlDialog({ run }: { run: SqlRunRef }) {
  const isOpen = useSelector(run, selectIsConfirmationOpen);
  const destructiveStatements = useSelector(run, selectDestructiveStatements);
  return (
    <ConfirmDialog
      open={isOpen}
      variant="danger"
      size="medium"
      confirmLabel="Run query"
      cancelLabel="Don’t run"
      title="Run destructive query?"
      description={`${countWords(destructiveStatements.length, 'statement')} will change or delete data. This cannot be undone once it is committed.`}
      onConfirm={() => run.send({ type: 'run.confirmed' })}
      onCancel={() => run.send({ type: 'run.declined' })}
    >
      <ul className={list}>
        {destructiveStatements.map((destructiveStatement) => (
          <li key={destructiveStatement.from} className={entry}>
            <code className={statement}>{destructiveStatement.statement}</code>
            <span className={meaning}>{destructiveMeaning(destructiveStatement)}</span>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
