import { countWords } from '../../contract/common/counts.ts';
import type { RowChange } from '../../contract/tables/changes.ts';
import { columnsOfKey } from '../../contract/tables/rowKey.ts';
import { Alert } from '../ui/Alert.tsx';

/** Why some changes cannot be committed. */
function unmatchedWords(table: string, unmatched: readonly RowChange[]): string {
  const unnamed = unmatched.filter((change) => change.type !== 'insert' && columnsOfKey(change.key) === null).length;
  const rekeyed = unmatched.length - unnamed;
  const were = (count: number) => `${countWords(count, 'change')} ${count === 1 ? 'was' : 'were'} staged`;
  const [which, them] = unmatched.length === 1 ? ['which one it is', 'it'] : ['which ones they are', 'them'];
  return [
    rekeyed > 0 &&
      `The key of ${table} was changed after ${were(rekeyed)}, and may find ${rekeyed === 1 ? 'another row' : 'other rows'} now.`,
    unnamed > 0 && `${were(unnamed)} by an older version of the dashboard, which did not store the columns of the key.`,
    `Review shows ${which}: copy what you need, and undo ${them} before you commit.`,
  ]
    .filter(Boolean)
    .join(' ');
}

interface UnmatchedNoticeProps {
  table: string;
  /** Changes of rows that the table's key does not identify; none until it is known which key the table has now. */
  unmatched: readonly RowChange[];
  /** They were sent, and refused. */
  isRefused: boolean;
}

/** Says which changes cannot be committed, and why. */
export const UnmatchedNotice = ({ table, unmatched, isRefused }: UnmatchedNoticeProps) => (
  <Alert
    variant="warning"
    announce
    title={
      isRefused
        ? `Nothing was committed: the key of ${table} was changed`
        : `${countWords(unmatched.length, 'change')} cannot be committed`
    }
  >
    {unmatched.length > 0
      ? unmatchedWords(table, unmatched)
      : 'It may find other rows now than those that you changed.'}
  </Alert>
);
