import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import { countWords } from '../../contract/common/counts.ts';
import type { SqlError } from '../../contract/sql/query.ts';
import { timeLimitsMs } from '../../contract/sql/sqlEditor.ts';
import type { RunRequest } from '../../machines/sql/sqlRun/sqlRun.machine.ts';
import {
  selectEnd,
  selectOutcome,
  selectPhase,
  selectRequest,
  selectResults,
  selectRunFailure,
} from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import type { SqlRunRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { durationWords } from '../parts/quantities.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { ErrorReport } from './resultParts.ts';
import { refusalText } from './words.ts';

const frame = css({
  display: 'grid',
  gap: '2',
  padding: '3',
  flexShrink: '0',
  maxHeight: '[60%]',
  overflow: 'auto',
  _empty: { display: 'none' },
});
const connectionLost = 'Connection lost while the query was running';

const restarted =
  'Stopping the query required a restart of the database. Other sessions of this project were disconnected, and their uncommitted changes were rolled back.';

interface RunReportProps {
  run: SqlRunRef;
  onGoToError: () => void;
  /** The user wants to see the limits of queries. */
  onSettingsOpened: () => void;
}

/** Whether the run has reached a limit that can be raised; the SQL may have set itself a lower one. */
const hasTimedOut = ({ code }: SqlError, durationMs: number | null, { timeLimitMs }: RunRequest): boolean =>
  code === '57014' && (durationMs ?? 0) >= timeLimitMs && timeLimitMs < Math.max(...timeLimitsMs);

/** What there is to say about the last run beside its rows: an error, a cancel, a broken connection, rows left out. */
export function RunReport({ run, onGoToError, onSettingsOpened }: RunReportProps) {
  const phase = useSelector(run, selectPhase);
  const end = useSelector(run, selectEnd);
  const request = useSelector(run, selectRequest);
  const failure = useSelector(run, selectRunFailure);
  const outcome = useSelector(run, selectOutcome);
  const results = useSelector(run, selectResults);
  const received = results.reduce((sum, { rows }) => sum + rows, 0);
  const rest = received > 0 ? ` Showing the ${countWords(received, 'row')} received.` : '';

  const report = ((): ReactNode => {
    switch (phase) {
      case 'failed':
        return (
          end?.error &&
          request && (
            <ErrorReport
              error={end.error}
              results={results}
              request={request}
              isTimedOut={hasTimedOut(end.error, end.durationMs, request)}
              onGoToError={onGoToError}
              onSettingsOpened={onSettingsOpened}
            />
          )
        );
      case 'cancelled':
        return end?.durationMs === null ? (
          <Alert title="Canceled before it started" announce>
            Nothing was executed.
          </Alert>
        ) : (
          <Alert title={`Canceled after ${durationWords(end?.durationMs ?? 0)}`} announce>
            Uncommitted changes were rolled back.{rest}
          </Alert>
        );
      case 'refused':
        return (
          failure && (
            <ErrorState title="Could not run the query" failure={{ ...failure, message: refusalText(failure) }} />
          )
        );
      case 'lookingUp':
      case 'reattaching':
        return (
          <Alert variant="warning" title={connectionLost} announce>
            {phase === 'reattaching'
              ? 'The server still has the run. Fetching its result again…'
              : 'The query may have completed. Checking…'}
            {rest}
          </Alert>
        );
      case 'known':
        return (
          <Alert
            variant="warning"
            title={
              outcome?.outcome === 'succeeded'
                ? 'Connection lost, but the query completed'
                : outcome?.outcome === 'cancelled'
                  ? 'Connection lost, and the query was canceled'
                  : 'Connection lost, and the query failed'
            }
            announce
          >
            {outcome?.error ?? 'The result is no longer available.'}
            {rest}
          </Alert>
        );
      case 'unknown':
        return (
          <Alert
            variant="warning"
            title={connectionLost}
            announce
            actions={
              <Button size="small" onClick={() => run.send({ type: 'outcome.requested' })}>
                Check again
              </Button>
            }
          >
            The query may have completed or may still be running. Check your data before you run it again.{rest}
          </Alert>
        );
      case 'streaming':
        return (
          failure && (
            <Alert variant="warning" title="Could not cancel the query" announce>
              {failure.message} The query is still running. Try again.
            </Alert>
          )
        );
      case 'idle':
      case 'restoring':
      case 'waiting':
      case 'cancelling':
      case 'succeeded':
        return null;
    }
  })();
  return (
    <div className={frame}>
      {report}
      {end?.engineRestarted && (phase === 'failed' || phase === 'cancelled' || phase === 'succeeded') && (
        <Alert variant="warning" title="Database restarted">
          {restarted}
        </Alert>
      )}
    </div>
  );
}
