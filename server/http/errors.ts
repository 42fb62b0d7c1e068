import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DatabaseError } from 'pg';
import type { ApiErrorBody } from '../../src/contract/common/apiError.ts';
import { errorCode } from '../common/errorCode.ts';

interface ApiErrorOptions extends ErrorOptions {
  description?: string;
  /** What is wrong with the request, by its field. */
  fields?: Readonly<Record<string, string>>;
  /** Seconds after which a retry makes sense; sent as Retry-After. */
  retryAfter?: number;
}

/** An error whose message the caller may read. All others are answered without their text. */
export class ApiError extends HTTPException {
  readonly code: string;
  readonly description: string | undefined;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    { description, fields, retryAfter, ...options }: ApiErrorOptions = {},
  ) {
    super(status, { message, ...options });
    this.name = 'ApiError';
    this.code = code;
    this.description = description;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

/**
 * Errors of Postgres, of Node and of our own engines that have a clear meaning for the caller; the log alone
 * distinguishes all others.
 */
const storageFullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT', 'disk_full']);
const unavailableCodes = new Set([
  '53200',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '58030',
  '08000',
  '08001',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'EIO',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'engine_failed',
  'engine_stopped',
]);

/** Messages of `pg` for a connection that failed or broke; these errors have no code. */
const brokenConnection = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
]);

/** The database is unreachable or gone: Postgres ends or refuses a session with a FATAL error, whatever its code. */
function isUnavailable(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if (current instanceof DatabaseError && current.severity === 'FATAL') return true;
    if ('code' in current && typeof current.code === 'string' && unavailableCodes.has(current.code)) return true;
    if (brokenConnection.has(current.message)) return true;
  }
  return false;
}

/** The response to a thrown value. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof HTTPException) return new ApiError(error.status, 'bad_request', error.message, { cause: error });
  const code = errorCode(error);
  if (code === '22021' || code === '22P05')
    return new ApiError(400, 'validation_failed', 'Text cannot hold a zero character.', { cause: error });
  if (code !== undefined && storageFullCodes.has(code)) {
    return new ApiError(507, 'storage_full', 'The server’s disk is full. Nothing was saved.', {
      cause: error,
    });
  }
  if (isUnavailable(error)) {
    return new ApiError(
      503,
      'storage_unavailable',
      "The server's database cannot be reached right now. Try again in a moment.",
      { cause: error, retryAfter: 5 },
    );
  }
  return new ApiError(
    500,
    'unexpected_failure',
    'Unexpected error. The server log has the details under this request ID.',
    { cause: error },
  );
}

export const apiErrorBody = ({ code, message, description, fields }: ApiError, requestId: string): ApiErrorBody => ({
  code,
  message,
  ...(description === undefined ? {} : { description }),
  ...(fields && Object.keys(fields).length > 0 && { fields }),
  request_id: requestId,
});
