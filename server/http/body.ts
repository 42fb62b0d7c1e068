import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as v from 'valibot';
import { sqlMaxLength } from '../../src/contract/sql/queryLimits.ts';
import { importMaxBytes } from '../../src/contract/tables/importRows.ts';
import { ApiError } from './errors.ts';
import type { HttpEnv } from './http.env.ts';
import { defaultBodyLimit, limitBody } from './limitBody.ts';
import { parseBody } from './parseBody.ts';

export const tooLarge = (maxSize: number) =>
  new ApiError(413, 'request_entity_too_large', `The request is larger than ${maxSize} bytes.`);

/** Requests that carry SQL text or a conversation, each character of which may take six bytes of JSON. */
const carriesSql = /\/projects\/[^/]+\/(?:database\/query|snippets\/[^/]+|assistant\/.+)$/;
const limitSqlBody = limitBody(6 * sqlMaxLength + 64 * 1024, tooLarge);
/** Changes of rows carry their values, as they were read and as they become. */
const carriesRows = /\/projects\/[^/]+\/tables\/\d+\/changes$/;
const limitRowsBody = limitBody(32 * 1024 * 1024, tooLarge);
/** A file of rows, which the route writes to the disk. Its length is announced, so that it is not buffered. */
export const carriesFile = /\/projects\/[^/]+\/tables\/import$/;
const limitFileBody = limitBody(importMaxBytes + defaultBodyLimit, tooLarge);
const limitDefaultBody = limitBody(defaultBodyLimit, tooLarge);

const limits = [
  [carriesSql, limitSqlBody],
  [carriesRows, limitRowsBody],
  [carriesFile, limitFileBody],
] as const;

/** Refuses a body above its route's limit without buffering it. */
export const limitApiBody = createMiddleware<HttpEnv>((c, next) => {
  if (carriesFile.test(c.req.path) && c.req.raw.headers.has('Transfer-Encoding'))
    throw new ApiError(411, 'length_required', 'The length of the file has to be announced.');
  const [, limit] = limits.find(([path]) => path.test(c.req.path)) ?? [null, limitDefaultBody];
  return limit(c, next);
});

/** The first error of each field, for the form that sent it. */
function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path?.[0]?.key;
    if (typeof field === 'string') fields[field] ??= message;
  }
  return fields;
}

function validated<Schema extends v.GenericSchema>(value: unknown, schema: Schema): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const issue = result.issues[0];
  const path = v.getDotPath(issue);
  throw new ApiError(400, 'validation_failed', path === null ? issue.message : `${path}: ${issue.message}`, {
    fields: fieldErrors(result.issues),
  });
}

/** The parameters after the question mark, parsed with the schema; otherwise 400 with a message. */
export const readQuery = <Schema extends v.GenericSchema>(c: Context, schema: Schema): v.InferOutput<Schema> =>
  validated(c.req.query(), schema);

/** The request's JSON body, parsed with the schema; otherwise 400 with a message. */
export async function readBody<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  return parseRequest(await c.req.text(), schema);
}

/** The same for a text that the route has read. */
export function parseRequest<Schema extends v.GenericSchema>(text: string, schema: Schema): v.InferOutput<Schema> {
  let body: unknown;
  try {
    body = parseBody(text);
  } catch (error) {
    throw new ApiError(400, 'bad_json', 'The request body is not valid JSON, or nested too deeply.', { cause: error });
  }
  // An array would pass as an object without fields.
  if (Array.isArray(body)) throw new ApiError(400, 'validation_failed', 'The request body has to be a JSON object.');
  return validated(body, schema);
}
