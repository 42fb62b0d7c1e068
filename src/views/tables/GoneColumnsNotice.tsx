import { countWords } from '../../contract/common/counts.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';

interface GoneColumnsNoticeProps {
  table: string;
  /** What the changes call the columns that they give values to, and that the table no longer has. */
  columns: readonly string[];
  /** How many changes do; 0 until the table is read again. */
  count: number;
  /** They were sent, and refused. */
  isRefused: boolean;
  onLeftOut: () => void;
}

const shownMax = 10;

/** Says which values cannot be committed because their columns are gone, and offers to commit the rest. */
export function GoneColumnsNotice({ table, columns, count, isRefused, onLeftOut }: GoneColumnsNoticeProps) {
  const which = columns.slice(0, shownMax).join(', ') + (columns.length > shownMax ? ' and others' : '');
  const dropped = `${columns.length === 1 ? 'the column' : 'the columns'} ${which} of ${table} ${columns.length === 1 ? 'was' : 'were'} dropped`;
  return (
    <Alert
      variant="warning"
      announce
      title={
        isRefused
          ? `Nothing was committed: ${dropped}`
          : `${countWords(count, 'change')} cannot be committed: ${dropped}`
      }
      actions={
        <Button size="small" disabled={count === 0} onClick={onLeftOut}>
          {columns.length === 1 ? 'Leave the column out' : 'Leave the columns out'}
        </Button>
      }
    >
      Review shows the values: copy what you need. The rest can be committed once they are left out.
    </Alert>
  );
}
