import { DatabaseError } from 'pg';
import pino, { type Logger } from 'pino';
import { prettyLine } from './log.pretty.ts';

interface LogOptions {
  level: string;
  format: 'json' | 'pretty';
  /** Target of the lines; standard output except in tests. */
  destination?: { write(line: string): void };
}

/**
 * Keys whose values are never logged, wherever they are in a logged object (two levels deep, because objects logged
 * here are flat).
 */
const secretKeys = [
  'password',
  'current_password',
  'token',
  'access_token',
  'refresh_token',
  'authorization',
  'Authorization',
  'cookie',
  'apikey',
  'secret',
  'code',
  'sql',
  'query',
  'db_pass',
  'connectionString',
];

/** The server's logger. Callers log selected fields, never whole requests or bodies; redaction is only a fallback. */
export function createLogger({ level, format, destination = process.stdout }: LogOptions): Logger {
  const sink =
    format === 'json'
      ? destination
      : {
          write: (line: string) => {
            destination.write(prettyLine(line));
          },
        };
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`]), censor: '[hidden]' },
      serializers: { err: describeError },
    },
    sink,
  );
}

/**
 * An error without user input: Postgres puts values and SQL text into its messages, details and contexts, so only the
 * code and the names involved are kept, and only the frames of the stack.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
  if (error instanceof DatabaseError) {
    const { severity, schema, table, column, constraint, routine } = error;
    return {
      type: 'DatabaseError',
      sqlState: error.code,
      severity,
      schema,
      table,
      column,
      constraint,
      routine,
      frames,
      ...cause,
    };
  }
  const sqlState = 'code' in error && typeof error.code === 'string' ? { errorCode: error.code } : {};
  // A syntax error quotes the parsed text. An engine's error has a separate message for the operator.
  const message = error instanceof SyntaxError ? undefined : 'inFull' in error ? error.inFull : error.message;
  return { type: error.name, message, ...sqlState, frames, ...cause };
}
