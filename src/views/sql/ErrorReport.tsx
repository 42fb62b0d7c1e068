import { css } from 'styled-system/css';
import { errorQuestion } from '../../contract/assistant/errorQuestion.ts';
import { errorGuide } from '../../contract/docs/errorGuide.ts';
import type { SqlError } from '../../contract/sql/query.ts';
import { errorLocation } from '../../machines/sql/sqlRun/errorLocation.ts';
import { failedStatement } from '../../machines/sql/sqlRun/failedStatement.ts';
import { rollbackScopeOf, type RollbackScope } from '../../machines/sql/sqlRun/rollbackScope.ts';
import type { ResultSummary, RunRequest } from '../../machines/sql/sqlRun/sqlRun.machine.ts';
import { useAssistant } from '../parts/useAssistant.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorGuide } from '../ui/ErrorGuide.tsx';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';

const facts = css({ display: 'grid', gap: '1' });
const code = css({ textStyle: 'mono', whiteSpace: 'pre', overflowX: 'auto', margin: '0', color: 'text' });
const label = css({ color: 'text', fontWeight: 'medium' });

/** What Postgres calls its own states; others are the platform's, which say why the database could not be used. */
const sqlState = /^[0-9A-Z]{5}$/;

const rollbackLabels: Readonly<Record<RollbackScope, string>> = {
  everything: 'All changes were rolled back.',
  sinceCommit: 'Changes after the last COMMIT were rolled back.',
  uncommitted: 'Uncommitted changes were rolled back.',
};

interface ErrorReportProps {
  error: SqlError;
  results: readonly ResultSummary[];
  request: RunRequest;
  /** The run has reached its time limit, which can be raised. */
  isTimedOut: boolean;
  onGoToError: () => void;
  onSettingsOpened: () => void;
}

/** An error of the database: what it says, where it is, and what became of the statements before it. */
export function ErrorReport(props: ErrorReportProps) {
  const { error, results, request, isTimedOut, onGoToError, onSettingsOpened } = props;
  const statement = failedStatement(request.sql, results, error);
  const rollbackScope = rollbackScopeOf(request.sql, results);
  const { message, code: state, severity = 'ERROR', detail, hint, where, position } = error;
  const place = position === undefined ? null : errorLocation(request, position);
  const start = statement && errorLocation(request, statement.position);
  const line = (place ?? start)?.line;
  const ask = useAssistant();
  return (
    <Alert
      variant="destructive"
      announce
      title={`${severity}: ${message}`}
      actions={
        <>
          {isTimedOut && (
            <Button size="small" onClick={onSettingsOpened}>
              Query settings
            </Button>
          )}
          {line !== undefined && <Button size="small" onClick={onGoToError}>{`Go to line ${line}`}</Button>}
          {ask && (
            <Button
              size="small"
              onClick={() =>
                ask({
                  text: errorQuestion,
                  attachments: [{ kind: 'error', sql: request.sql, error }],
                  state: { content: request.sql },
                })
              }
            >
              Explain error
            </Button>
          )}
        </>
      }
    >
      <div className={facts}>
        {start && (
          <p>
            Statement {statement.number} of {statement.count}, from line {start.line}
          </p>
        )}
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
        {isTimedOut && (
          <p>
            <span className={label}>Hint</span> Raise the time limit in Query settings.
          </p>
        )}
        {where !== undefined && (
          <p>
            <span className={label}>Where</span> {where}
          </p>
        )}
        {rollbackScope !== null && <p>{rollbackLabels[rollbackScope]}</p>}
        {/* Postgres reads all of the text before it runs any of it. */}
        {rollbackScope === null && statement && statement.number > 1 && <p>No statement was run.</p>}
        <p>
          <span className={label}>{sqlState.test(state) ? 'SQLSTATE' : 'Reason'}</span> {state}
          {place && `, line ${place.line}, column ${place.column}`}
          {' · '}
          <ErrorGuide address={errorGuide(state)} />
        </p>
      </div>
    </Alert>
  );
}
