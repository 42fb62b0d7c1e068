import type { DatabaseError } from 'pg';
import type { LogLevel } from '../../../src/contract/logs/logLine.ts';
import type { QueryEvent } from '../../../src/contract/sql/query.ts';
import type { NewLogLine } from './logWriter.ts';

const levels: Readonly<Record<string, LogLevel>> = {
  WARNING: 'warning',
  ERROR: 'error',
  FATAL: 'error',
  PANIC: 'error',
};

/** SQLSTATE classes of what functions raise, and of notices. */
const raised = /^(?:00|01|P0)/;

/**
 * A message of Postgres without the values that it quotes: of rows and literals (class 22), and of the text near a
 * syntax error. All members of a project read its logs, but not each other's queries. What a function raises stays,
 * because its author wants it to be read.
 */
export function withoutValues(code: string, message: string, client: Remark['client']): string {
  if (raised.test(code)) return message;
  // Who writes a value in double quotes names a column by it.
  const isName = code === '42703' && client === 'SQL editor';
  if (isName || code.startsWith('22') || code === '42601') return message.replace(/".*"/s, '"…"');
  return message.replaceAll(/'(?:[^']|'')*'/g, "'…'");
}

interface Remark {
  /** Role that the statement ran as. */
  user: string;
  ref: string;
  severity: string;
  code: string;
  message: string;
  /** Command tag of a statement that completed. */
  tag?: string;
  /** Of a run in the SQL editor: the same in all its lines. */
  session?: string;
  /** What sent the statement. */
  client: 'SQL editor' | 'Data API';
}

const postgresLine = ({ user, ref, severity, code, message, tag, session, client }: Remark): NewLogLine => ({
  source: 'postgres_logs',
  level: levels[severity] ?? 'info',
  message: withoutValues(code, message, client),
  metadata: {
    identifier: ref,
    parsed: {
      backend_type: 'client backend',
      application_name: client,
      command_tag: tag,
      error_severity: severity,
      session_id: session,
      sql_state_code: code,
      user_name: user,
    },
  },
});

/** The line of one event of a run; null where there is nothing to tell. */
export function runLine(
  { ref, user, session }: { ref: string; user: string; session: string },
  event: QueryEvent,
): NewLogLine | null {
  const of = { ref, user, session, client: 'SQL editor' } as const;
  switch (event.type) {
    case 'complete':
      return postgresLine({
        ...of,
        severity: 'LOG',
        code: '00000',
        message: `statement completed: ${event.tag}`,
        tag: event.tag,
      });
    case 'notice': {
      const { severity, code = '00000', message } = event;
      return postgresLine({ ...of, severity, code, message });
    }
    case 'error': {
      const { severity = 'ERROR', code, message } = event.error;
      return postgresLine({ ...of, severity, code, message });
    }
    default:
      return null;
  }
}

/** The line of a request of the Data API that Postgres has refused. */
export const refusalLine = (
  { ref, user }: { ref: string; user: string },
  { severity = 'ERROR', code = 'XX000', message }: Pick<DatabaseError, 'severity' | 'code' | 'message'>,
): NewLogLine => postgresLine({ ref, user, severity, code, message, client: 'Data API' });

/** The line of an embedded database that had to be started again. */
export const restartLine = (ref: string): NewLogLine => ({
  source: 'postgres_logs',
  level: 'error',
  message: 'the database stopped unexpectedly and was started again',
  metadata: {
    identifier: ref,
    parsed: { backend_type: 'postmaster', error_severity: 'FATAL', sql_state_code: '57P02' },
  },
});
