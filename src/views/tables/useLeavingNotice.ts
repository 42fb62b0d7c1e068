import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import {
  selectCanUndo,
  selectIsUnstored,
  selectStagedCount,
} from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import { useApp } from '../parts/app.context.ts';
import { countWords } from '../parts/quantities.ts';

/** Says that staged changes are kept when the user leaves the table in which they were made on this visit. */
export function useLeavingNotice(edits: ActorRefFrom<typeof stagedEditsMachine>): void {
  const app = useApp();
  useEffect(
    () => () => {
      const snapshot = edits.getSnapshot();
      const count = selectStagedCount(snapshot);
      if (count === 0 || !selectCanUndo(snapshot) || selectIsUnstored(snapshot)) return;
      app.send({
        type: 'toast.requested',
        toast: {
          tone: 'neutral',
          title: `${countWords(count, 'staged change')} kept`,
          description: `Open the table again to commit or discard ${count === 1 ? 'it' : 'them'}.`,
        },
      });
    },
    [edits, app],
  );
}
