import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import type { SqlError } from '../../contract/sql/query.ts';
import { statementsOf } from '../../contract/sql/statements.ts';
import { errorLocation } from '../../machines/sql/sqlRun/errorLocation.ts';
import { rollbackScopeOf, type RollbackScope } from '../../machines/sql/sqlRun/rollbackScope.ts';
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
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';
import { counted, duration } from './words.ts';

const frame = css({
  display: 'grid',
  gap: '2',
  padding: '3',
  flexShrink: '0',
  maxHeight: '[60%]',
  overflow: 'auto',
  _empty: { display: 'none' },
});
const facts = css({ display: 'grid', gap: '1' });
const code = css({ textStyle: 'mono', whiteSpace: 'pre', overflowX: 'auto', margin: '0', color: 'text' });
const label = css({ color: 'text', fontWeight: 'medium' });

/** What Postgres calls its own states; others are the platform's, which say why the database could not be used. */
const sqlState = /^[0-9A-Z]{5}$/;

const rollbackLabels: Readonly<Record<RollbackScope, string>> = {
  everything: 'Everything this run did before it was undone: its statements are one transaction.',
  sinceCommit: 'What this run did after its last COMMIT was undone. What it did before is kept.',
  uncommitted: 'What this run did before it was undone, except what its statements committed by themselves.',
};

function ErrorReport({
  error,
  rollbackScope,
  statement,
  request,
  onGoToError,
}: {
  error: SqlError;
  rollbackScope: RollbackScope | null;
  /** Which statement failed, counted from 1. */
  statement: number;
  request: RunRequest;
  onGoToError: () => void;
}) {
  const { message, code: state, severity = 'ERROR', detail, hint, where, position } = error;
  const place = position === undefined ? null : errorLocation(request, position);
  const statements = statementsOf(request.sql);
  // What fails after the last statement, as a deferred check, belongs to none of them.
  const failed = statements.length > 1 ? statements[statement - 1] : undefined;
  return (
    <Alert
      variant="destructive"
      announce
      title={`${severity}: ${message}`}
      actions={place && <Button size="small" onClick={onGoToError}>{`Go to line ${place.line}`}</Button>}
    >
      <div className={facts}>
        {place && (
          <ScrollRegion
            as="pre"
            className={code}
            label="Line of the error"
          >{`${place.text}\n${place.text.slice(0, place.before).replaceAll(/[^\t]/g, ' ')}^`}</ScrollRegion>
        )}
        {detail !== undefined && (
          <p>
            <span className={label}>Detail</span> {detail}
          </p>
        )}
        {hint !== undefined && (
          <p>
            <span className={label}>Hint</span> {hint}
          </p>
        )}
        {where !== undefined && (
          <p>
            <span className={label}>Where</span> {where}
          </p>
        )}
        {failed && (
          <p>
            Statement {statement} of {statements.length}, from line {errorLocation(request, failed.from + 1).line}
          </p>
        )}
        {rollbackScope !== null && <p>{rollbackLabels[rollbackScope]}</p>}
        <p>
          <span className={label}>{sqlState.test(state) ? 'SQLSTATE' : 'Reason'}</span> {state}
          {place && `, line ${place.line}, column ${place.column}`}
        </p>
      </div>
    </Alert>
  );
}

const brokeOff = 'The connection broke off while the query ran';
const restarted =
  'The database had to be restarted to stop it: every other session of this project began anew, and what they had not committed is undone.';

/** What there is to say about the last run beside its rows: an error, a cancel, a broken connection, rows left out. */
export function RunReport({ run, onGoToError }: { run: SqlRunRef; onGoToError: () => void }) {
  const phase = useSelector(run, selectPhase);
  const end = useSelector(run, selectEnd);
  const request = useSelector(run, selectRequest);
  const failure = useSelector(run, selectRunFailure);
  const outcome = useSelector(run, selectOutcome);
  const results = useSelector(run, selectResults);
  const received = results.reduce((sum, { rows }) => sum + rows, 0);
  const rest =
    received > 0 ? ` ${counted(received, 'row')} had arrived and can be seen below; any others did not.` : '';

  const report = ((): ReactNode => {
    switch (phase) {
      case 'failed':
        return (
          end?.error &&
          request && (
            <ErrorReport
              error={end.error}
              rollbackScope={rollbackScopeOf(request.sql, results)}
              statement={results.filter(({ tag }) => tag !== null).length + 1}
              request={request}
              onGoToError={onGoToError}
            />
          )
        );
      case 'cancelled':
        return (
          <Alert title={`Cancelled after ${duration(end?.durationMs ?? 0)}`} announce>
            What it had done so far is undone, unless it was committed.{rest}
          </Alert>
        );
      case 'refused':
        return failure && <ErrorState title="The query was not run" failure={failure} />;
      case 'lookingUp':
      case 'reattaching':
        return (
          <Alert variant="warning" title={brokeOff} announce>
            {phase === 'reattaching'
              ? 'The server has the run. Its result is being read again.'
              : 'It may have run. The server is being asked what became of it.'}
            {rest}
          </Alert>
        );
      case 'known':
        return (
          <Alert
            variant="warning"
            title={
              outcome?.outcome === 'succeeded'
                ? 'The connection broke off, and the query succeeded'
                : outcome?.outcome === 'cancelled'
                  ? 'The connection broke off, and the query was cancelled'
                  : 'The connection broke off, and the query failed'
            }
            announce
          >
            {outcome?.error ?? 'The server has run it to its end.'}
            {rest}
          </Alert>
        );
      case 'unknown':
        return (
          <Alert
            variant="warning"
            title={brokeOff}
            announce
            actions={
              <Button size="small" onClick={() => run.send({ type: 'outcome.requested' })}>
                Ask the server again
              </Button>
            }
          >
            It may have run, or may still be running: the server cannot be asked now. Look at your data before you run
            it again.{rest}
          </Alert>
        );
      case 'streaming':
        return (
          failure && (
            <Alert variant="warning" title="The query could not be cancelled" announce>
              {failure.message} It goes on running; try again.
            </Alert>
          )
        );
      case 'idle':
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
        <Alert variant="warning" title="The database session was restarted">
          {restarted}
        </Alert>
      )}
    </div>
  );
}
