import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import { countWords, grouped } from '../../contract/common/counts.ts';
import {
  selectAhead,
  selectEnd,
  selectIsBlankReported,
  selectIsRunning,
  selectPhase,
  selectResults,
  selectStartedAt,
} from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import type { SqlRunRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { Elapsed } from '../parts/Elapsed.tsx';
import { durationWords } from '../parts/quantities.ts';
import { Spinner } from '../ui/Spinner.tsx';

const line = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  textStyle: 'small',
  color: 'muted',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  minWidth: '0',
  overflow: 'hidden',
});

/** How far the run is, or how it ended, in one line that is read out when it changes. */
export function RunStatus({ run }: { run: SqlRunRef }) {
  const phase = useSelector(run, selectPhase);
  const end = useSelector(run, selectEnd);
  const ahead = useSelector(run, selectAhead);
  const startedAt = useSelector(run, selectStartedAt);
  const results = useSelector(run, selectResults);
  const received = results.reduce((sum, { rows }) => sum + rows, 0);
  const giving = results.filter(({ columns }) => columns > 0).length;
  const sum = `${giving > 1 ? `${giving} results, ` : ''}${countWords(received, 'row')}`;
  const after = end?.durationMs === null ? 'before it started' : `after ${durationWords(end?.durationMs ?? 0)}`;
  const took = durationWords(end?.durationMs ?? 0);

  const isBlank = useSelector(run, selectIsBlankReported);

  const words = ((): ReactNode => {
    switch (phase) {
      case 'idle':
        return null;
      case 'waiting':
        if (ahead === null) return 'Running';
        return ahead === 0
          ? 'Waiting for another query to end'
          : `Waiting, ${countWords(ahead, 'query', 'queries')} ahead`;
      // The count changes too often to be read out; it stands beside.
      case 'streaming':
        return received > 0 ? 'Fetching rows…' : 'Running';
      case 'cancelling':
        return 'Canceling…';
      case 'succeeded':
        return giving > 0 ? `${sum} in ${took}` : `Completed in ${took}`;
      case 'failed':
        return `Failed ${after}`;
      case 'cancelled':
        return `Canceled ${after}`;
      case 'refused':
        return 'Not executed';
      case 'lookingUp':
        return 'Checking the outcome…';
      case 'restoring':
      case 'reattaching':
        return 'Fetching the result again…';
      case 'known':
      case 'unknown':
        return 'Connection lost';
    }
  })();
  const isRunning = useSelector(run, selectIsRunning);
  return (
    <span className={line}>
      {(isRunning || phase === 'lookingUp' || phase === 'restoring') && <Spinner />}
      <span role="status">
        {isBlank && 'Nothing to run: enter or select SQL. '}
        {words}
      </span>
      {phase === 'streaming' && received > 0 && <span aria-hidden>{grouped(received)}</span>}
      {isRunning && startedAt !== null && <Elapsed since={startedAt} />}
    </span>
  );
}
