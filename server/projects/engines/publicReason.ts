import { DatabaseError } from 'pg';
import { errorCode } from '../../common/errorCode.ts';
import { ApiError } from '../../http/errors.ts';
import { AnswerTooLargeError } from './boundedAnswer.ts';
import { EngineError } from './engineError.ts';

/** An absolute path of two parts or more, as Postgres quotes one. */
const path = /(?<![\w.:/])(?:\/[\w.@+~-]+){2,}\/?/g;

const inLog = "the server's log has the details";

/**
 * The part of a database error that the project's users may read: our own message or Postgres's, without the operator's
 * paths, hosts and ports.
 */
export function publicReason(error: unknown): string {
  if (error instanceof EngineError || error instanceof ApiError || error instanceof AnswerTooLargeError)
    return error.message;
  if (error instanceof DatabaseError) return error.message.replaceAll(path, '…');
  const code = errorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full.';
  if (isConnectionError(error)) return `The database server cannot be reached; ${inLog}.`;
  return code !== undefined && /^E[A-Z]+$/.test(code)
    ? `The server cannot work with the database's files (${code}); ${inLog}.`
    : `Something unexpected went wrong; ${inLog}.`;
}

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);

/** Messages of `pg` that have no code. */
const brokenConnection = /^(?:Connection terminated|timeout e|Client (?:was closed|has encountered))/;

/** Whether the connection to the database broke or could not be opened. */
export function isConnectionError(error: unknown): boolean {
  const code = errorCode(error);
  return (
    (code !== undefined && connectionCodes.has(code)) ||
    (error instanceof Error && brokenConnection.test(error.message))
  );
}
