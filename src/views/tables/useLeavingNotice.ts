import { useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { countWords } from '../../contract/common/counts.ts';
import { selectUserId } from '../../machines/app/app.selectors.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import {
  selectCanUndo,
  selectIsUnstored,
  selectStagedCount,
} from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import { selectDropped } from '../../machines/tables/tableList/tableList.selectors.ts';
import { useApp } from '../parts/app.context.ts';
import { useLayoutFlow } from '../parts/useLayoutFlow.ts';

interface LeftTable {
  id: number;
  edits: ActorRefFrom<typeof stagedEditsMachine>;
  /** The server says that there is no such table. */
  isGone: boolean;
}

/**
 * Says that staged changes are kept when the user leaves the table in which they were made on this visit. A user who
 * signs out or drops the table cannot open it again.
 */
export function useLeavingNotice({ id, edits, isGone }: LeftTable): void {
  const app = useApp();
  const list = useLayoutFlow('tables');
  const gone = useRef(isGone);
  useEffect(() => {
    gone.current = isGone;
  }, [isGone]);
  useEffect(
    () => () => {
      const snapshot = edits.getSnapshot();
      const count = selectStagedCount(snapshot);
      if (count === 0 || !selectCanUndo(snapshot) || selectIsUnstored(snapshot)) return;
      if (gone.current || selectUserId(app.getSnapshot()) === null) return;
      if (list && selectDropped(list.getSnapshot()) === id) return;
      app.send({
        type: 'toast.requested',
        toast: {
          tone: 'neutral',
          title: `${countWords(count, 'staged change')} saved in this browser`,
          description: `Open the table again to commit or discard ${count === 1 ? 'it' : 'them'}.`,
        },
      });
    },
    [edits, app, list, id],
  );
}
