import type { Context, ErrorHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { chooseRedirect } from '../../src/contract/auth/redirectRules.ts';
import type { RateLimit } from '../common/rateLimiter.ts';
import { ApiError, toApiError } from '../http/errors.ts';
import type { HttpEnv } from '../http/http.env.ts';
import { parseBody } from '../http/parseBody.ts';
import { limitKey } from '../http/requestContext.ts';
import { AuthError, OAuthError } from './auth.errors.ts';
import type { AuthContext } from './authContext.ts';
import { isUuid, requireLiveSession, type LiveSession } from './authenticate.ts';
import type { ClientInfo } from './clientInfo.ts';
import type { LinkRequest, Pkce } from './oneTimeTokens.ts';

/** The one date of the API whose errors have a string `code`; clients trust `code` only when this header comes back. */
const apiVersion = '2024-01-01';
const apiVersionHeader = 'X-Supabase-Api-Version';

/** Variables of the auth service's handlers, in addition to the application's. */
export interface AuthEnv extends HttpEnv {
  Variables: HttpEnv['Variables'] & { live: LiveSession; heard?: ClientInfo['heard'] };
}

/** Go's zero values: clients send null for fields that they do not set. */
export const optionalText = v.optional(
  v.pipe(
    v.nullable(v.string()),
    v.transform((text) => text ?? ''),
  ),
  '',
);
const object = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value)),
  v.record(v.string(), v.unknown()),
);
export const optionalObject = v.optional(
  v.pipe(
    v.nullable(object),
    v.transform((value) => value ?? {}),
  ),
  {},
);

const badJson = (cause: unknown) => new AuthError(400, 'bad_json', 'Could not parse request body as JSON', { cause });

/** The request's body; broken JSON and wrong types give the same error, unknown fields are ignored. */
export async function readAuthBody<Schema extends v.GenericSchema>(
  c: Context<AuthEnv>,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const text = await c.req.text();
  let body: unknown;
  try {
    body = parseBody(text);
  } catch (error) {
    throw badJson(error);
  }
  const result = v.safeParse(schema, body);
  if (!result.success || Array.isArray(body)) throw badJson(undefined);
  return result.output;
}

export const pkceEntries = { code_challenge: optionalText, code_challenge_method: optionalText };

/** Both parameters of a code exchange, or null for neither. */
export function readPkce({
  code_challenge: challenge,
  code_challenge_method: method,
}: {
  code_challenge: string;
  code_challenge_method: string;
}): Pkce | null {
  if (challenge === '' && method === '') return null;
  const invalid = (message: string) => new AuthError(400, 'validation_failed', message);
  if (challenge === '' || method === '') throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (!/^[\w.~-]{43,128}$/.test(challenge))
    throw invalid('code challenge has to be between 43 and 128 characters of A-Z, a-z, 0-9, -, ., _ and ~');
  const known = (['s256', 'plain'] as const).find((name) => name === method.toLowerCase());
  if (known === undefined) throw invalid('code_challenge_method must be s256 or plain');
  return { challenge, method: known };
}

/** What a request says about the link that is mailed. */
export const linkOf = (
  c: Context<AuthEnv>,
  { settings }: AuthContext,
  body: Parameters<typeof readPkce>[0],
): LinkRequest => ({
  redirectTo: chooseRedirect(settings, c.req.query('redirect_to')),
  pkce: readPkce(body),
  client: clientOf(c),
});

/** The id in a request's path; `name` is what the error calls it. */
export function pathId(c: Context<AuthEnv>, parameter: string, name: string): string {
  const id = c.req.param(parameter) ?? '';
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', `${name} must be an UUID`);
  return id;
}

/** The audience of a request. */
export const audienceOf = (c: Context<AuthEnv>, { settings }: AuthContext): string =>
  c.req.header('X-JWT-AUD') ?? settings.jwtAudience;

export const clientOf = (c: Context<AuthEnv>): ClientInfo => ({
  userAgent: c.req.header('User-Agent'),
  ip: c.var.address,
  heard: c.var.heard,
});

/** Requires a live session, and stores it in the context. */
export const requireSession = (context: AuthContext) =>
  createMiddleware<AuthEnv>(async (c, next) => {
    c.set('live', await requireLiveSession(context, c.req.header('Authorization')));
    await next();
  });

const minutes = (count: number): number => count * 60_000;

/**
 * The reference's buckets: its burst of 30, or the limit where that is less; a whole hour's worth for anonymous users.
 */
export const fiveMinuteLimit = (limit: number): RateLimit => ({
  limit,
  windowMs: minutes(5),
  burst: Math.min(30, limit),
});
export const hourlyLimit = (limit: number): RateLimit => ({ limit, windowMs: minutes(60), burst: limit });

/** Takes one token from the caller's bucket for this kind of request. */
export async function takeFromBucket(
  c: Context<AuthEnv>,
  { rateLimiter }: AuthContext,
  kind: string,
  limit: RateLimit,
): Promise<void> {
  const retryAfter = await rateLimiter.take(`auth:${kind}:${limitKey(c.var.address)}`, limit);
  if (retryAfter > 0) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter });
}

/** An error in the format that the request asks for. */
export const answerAuthError: ErrorHandler<AuthEnv> = (error, c) => {
  if (error instanceof OAuthError) return c.json({ error: error.error, error_description: error.message }, 400);
  const { status, code, message, weakPassword, retryAfter } =
    error instanceof AuthError ? error : fromOtherError(error);
  if (status >= 500) c.var.log.error({ err: error }, 'auth request failed');
  c.header('x-sb-error-code', code);
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  const extra = weakPassword === undefined ? {} : { weak_password: { reasons: weakPassword } };
  if (!asksForVersion(c.req.header(apiVersionHeader)))
    return c.json({ code: status, error_code: code, msg: message, ...extra }, status);
  c.header(apiVersionHeader, apiVersion);
  return c.json({ code, message, ...extra }, status);
};

/** A valid date not before the one that this API knows. */
function asksForVersion(header: string | undefined): boolean {
  if (header === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(header) || header < apiVersion) return false;
  const date = new Date(`${header}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(header);
}

/** Clients end the session on a status that they do not consider temporary, so temporary errors are 503 here. */
function fromOtherError(error: unknown): AuthError {
  const { status, code, retryAfter } = toApiError(error);
  const more = { cause: error, ...(retryAfter === undefined ? {} : { retryAfter }) };
  if (status === 503 || status === 507)
    return new AuthError(503, 'storage_unavailable', 'The service cannot store anything right now', more);
  if (error instanceof ApiError || status < 500) return new AuthError(status, code, toApiError(error).message, more);
  return new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
    more,
  );
}
