import { useSelector } from '@xstate/react';
import Redo from 'lucide-react/icons/redo-2';
import Undo from 'lucide-react/icons/undo-2';
import { useDeferredValue, useMemo, useState } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { countWords } from '../../contract/common/counts.ts';
import { goneIn } from '../../contract/tables/columnNumbers.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import {
  selectCanCheckCommit,
  selectCanRedo,
  selectCanUndo,
  selectCommitFailure,
  selectIsConfirmingRole,
  selectIsConflicted,
  selectIsLocked,
  selectIsUndecided,
  selectIsUnstored,
  selectRefused,
  selectStaged,
  selectStagedCount,
} from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import { ofGoneColumns, unmatchedIn } from '../../machines/tables/stagedEdits/stagedRows.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { DiscardDialog } from './DiscardDialog.tsx';
import {
  ChangesDialog,
  CommitAsDialog,
  ConflictDialog,
  GoneColumnsNotice,
  RefusalNotice,
  UnmatchedNotice,
} from './tableParts.ts';

type EditsFlow = ActorRefFrom<typeof stagedEditsMachine>;

/** Below the rows, so that none of them moves when the first change is staged. */
const bar = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '2',
  flexShrink: '0',
  paddingBlock: '1.5',
  paddingInline: '3',
  borderTop: 'hairline',
  background: 'raised',
});
const words = css({ textStyle: 'small', whiteSpace: 'nowrap', marginInlineEnd: 'auto', paddingInlineStart: '1' });
// They stay together where the bar has no room for them.
const buttons = css({ display: 'flex', flexShrink: '0', gap: '2' });
const notices = css({ display: 'grid', gap: '2', paddingInline: '3', paddingBottom: '2', _empty: { display: 'none' } });

/** The changes that cannot be committed: of rows that no key identifies, and with values for columns that are gone. */
function useUncommittable(edits: EditsFlow, { key, columns }: TableDetail) {
  // Thousands of changes are looked through after the key that staged one more has been painted.
  const { changes } = useDeferredValue(useSelector(edits, selectStaged));
  const unmatched = useMemo(() => unmatchedIn(changes, key), [changes, key]);
  const ofGone = useMemo(() => ofGoneColumns(changes, columns), [changes, columns]);
  return { unmatched, ofGone };
}

/** How many changes wait, and what can be done with them. */
export function ChangeBar({ edits, table }: { edits: EditsFlow; table: TableDetail }) {
  const count = useSelector(edits, selectStagedCount);
  const canUndo = useSelector(edits, selectCanUndo);
  const canRedo = useSelector(edits, selectCanRedo);
  const locked = useSelector(edits, selectIsLocked);
  const conflicted = useSelector(edits, selectIsConflicted);
  const confirmingRole = useSelector(edits, selectIsConfirmingRole);
  const { unmatched, ofGone } = useUncommittable(edits, table);
  const uncommittable = new Set([...unmatched, ...ofGone]).size;
  const [isReviewing, setReviewing] = useState(false);
  // Otherwise the dialog would open at the next edit without being asked for.
  if (isReviewing && count === 0) setReviewing(false);
  if (count === 0 && !canUndo && !canRedo && !locked) return null;
  return (
    <div className={bar} role="group" aria-label="Staged changes">
      <IconButton
        label="Undo"
        size="small"
        icon={<Undo />}
        disabled={!canUndo || locked}
        onClick={() => edits.send({ type: 'edit.undone' })}
      />
      <IconButton
        label="Redo"
        size="small"
        icon={<Redo />}
        disabled={!canRedo || locked}
        onClick={() => edits.send({ type: 'edit.redone' })}
      />
      <span className={words} role="status">
        {count === 0 ? 'No changes' : `${countWords(count, 'change')} staged`}
        {uncommittable > 0 && `, ${uncommittable} cannot be committed`}
      </span>
      <div className={buttons}>
        <Button size="small" disabled={count === 0} onClick={() => setReviewing(true)}>
          Review
        </Button>
        <Button size="small" disabled={count === 0 || locked} onClick={() => edits.send({ type: 'discard.requested' })}>
          Discard
        </Button>
        <Button
          size="small"
          variant="primary"
          loading={locked}
          disabled={count === 0 || uncommittable > 0}
          onClick={() => edits.send({ type: 'commit.requested' })}
        >
          Commit
        </Button>
      </div>
      {isReviewing && (
        <ChangesDialog
          table={table}
          edits={edits}
          canCommit={uncommittable === 0 && !locked}
          onClose={() => setReviewing(false)}
        />
      )}
      {conflicted && <ConflictDialog edits={edits} table={table} />}
      {confirmingRole && <CommitAsDialog edits={edits} />}
      <DiscardDialog edits={edits} description="The rows stay as they are in the database. This cannot be undone." />
    </div>
  );
}

/** Why the changes are not in the database. */
export function ChangeNotices({ edits, table }: { edits: EditsFlow; table: TableDetail }) {
  const { unmatched, ofGone } = useUncommittable(edits, table);
  const gone = new Set(ofGone.flatMap((change) => goneIn(change, table.columns)));
  const refused = useSelector(edits, selectRefused);
  const isOfFormerKey = refused?.outcome === 'otherKey';
  const failure = useSelector(edits, selectCommitFailure);
  const undecided = useSelector(edits, selectIsUndecided);
  const canCheck = useSelector(edits, selectCanCheckCommit);
  const unstored = useSelector(edits, selectIsUnstored);
  return (
    <div className={notices}>
      {refused?.outcome === 'failed' && <RefusalNotice refused={refused} />}
      {(unmatched.length > 0 || isOfFormerKey) && (
        <UnmatchedNotice table={table.name} unmatched={unmatched} isRefused={isOfFormerKey} />
      )}
      {(ofGone.length > 0 || refused?.outcome === 'goneColumns') && (
        <GoneColumnsNotice
          table={table.name}
          columns={gone.size === 0 && refused?.outcome === 'goneColumns' ? refused.columns : [...gone]}
          count={ofGone.length}
          isRefused={refused?.outcome === 'goneColumns'}
          onLeftOut={() => edits.send({ type: 'gone.leftOut' })}
        />
      )}
      {failure && !undecided && <ErrorState title="Could not commit the changes" failure={failure} />}
      {undecided && (
        <Alert
          variant="warning"
          announce
          title="Checking whether your changes were committed"
          actions={
            <Button size="small" loading={!canCheck} onClick={() => edits.send({ type: 'commit.checked' })}>
              Check now
            </Button>
          }
        >
          The connection ended before the answer came. Rows cannot be edited until it is known.
        </Alert>
      )}
      {unstored && (
        <Alert variant="warning" title="Staged changes are not stored">
          This browser refuses to store them: they last until you leave this table.
        </Alert>
      )}
    </div>
  );
}
