import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { css } from 'styled-system/css';
import { selectDiffersFrom } from '../../machines/sql/sqlDraft/sqlDraft.selectors.ts';
import { selectDocument } from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import type { SqlDraftRef, SqlRunRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { Badge } from '../ui/Badge.tsx';

const spoken = css({ srOnly: true });
const why = 'The query has changed since this run.';
const never = () => false;

/** Marks the result of a text that the user, or another tab, has changed since. It is announced when it appears. */
export function EarlierVersion({ draft, run }: { draft: SqlDraftRef; run: SqlRunRef }) {
  const document = useSelector(run, selectDocument);
  const selectDiffers = useMemo(() => (document ? selectDiffersFrom(document) : never), [document]);
  const differs = useSelector(draft, selectDiffers);
  return (
    <span role="status" title={differs ? why : undefined}>
      {differs && (
        <>
          <Badge tone="warning">From an earlier version</Badge>
          <span className={spoken}>{why}</span>
        </>
      )}
    </span>
  );
}
