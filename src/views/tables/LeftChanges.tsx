import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { countWords } from '../../contract/common/counts.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import { selectIsLocked, selectStagedCount } from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import { selectTabsAndFavorites } from '../../machines/tables/tableList/tableList.selectors.ts';
import { selectStagedTables } from '../../machines/tables/tabsAndFavorites/tabsAndFavorites.selectors.ts';
import { useLayoutFlow } from '../parts/useLayoutFlow.ts';
import { Button } from '../ui/Button.tsx';
import { ChangeList } from './ChangesDialog.tsx';
import { DiscardDialog } from './DiscardDialog.tsx';

const part = css({ display: 'grid', gap: '4', paddingTop: '6' });
const head = css({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '3' });
const heading = css({ textStyle: 'section', marginInlineEnd: 'auto' });

interface LeftChangesProps {
  edits: ActorRefFrom<typeof stagedEditsMachine>;
  /** The table's oid. */
  id: number;
}

/** What is staged of a table that does not exist any more: it can be copied and discarded. */
export function LeftChanges({ edits, id }: LeftChangesProps) {
  const tabsAndFavorites = useSelector(
    useLayoutFlow('tables'),
    (snapshot) => snapshot && selectTabsAndFavorites(snapshot),
  );
  const known = useSelector(tabsAndFavorites, (snapshot) => snapshot && selectStagedTables(snapshot))?.find(
    (one) => one.id === id,
  );
  const count = useSelector(edits, selectStagedCount);
  const locked = useSelector(edits, selectIsLocked);
  if (count === 0) return null;
  return (
    <section className={part} aria-label="Staged changes">
      <div className={head}>
        <h2
          className={heading}
        >{`${countWords(count, 'change')} of ${known?.name ?? 'this table'} ${count === 1 ? 'is' : 'are'} still staged`}</h2>
        <Button disabled={locked} onClick={() => edits.send({ type: 'discard.requested' })}>
          Discard
        </Button>
      </div>
      <ChangeList table={null} target={known ?? { schema: 'public', name: 'table' }} edits={edits} />
      <DiscardDialog edits={edits} description="Copy the values that you need first. This cannot be undone." />
    </section>
  );
}
