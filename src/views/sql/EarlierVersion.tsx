import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { selectDiffersFrom } from '../../machines/sql/sqlDraft/sqlDraft.selectors.ts';
import { selectDocument } from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import type { SqlDraftRef, SqlRunRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { Badge } from '../ui/Badge.tsx';

const never = () => false;

/** Marks the result of a text that the user, or another tab, has changed since. It is announced when it appears. */
export function EarlierVersion({ draft, run }: { draft: SqlDraftRef; run: SqlRunRef }) {
  const document = useSelector(run, selectDocument);
  const selectDiffers = useMemo(() => (document ? selectDiffersFrom(document) : never), [document]);
  const differs = useSelector(draft, selectDiffers);
  return <span role="status">{differs && <Badge tone="warning">Query changed since this run</Badge>}</span>;
}
