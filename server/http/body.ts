import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import type { AppEnv } from './app.env.ts';
import { ApiError } from './errors.ts';

export const defaultBodyLimit = 1024 * 1024;

/** Refuses a body above the limit without holding it; on a route with a larger limit this stands before the general one. */
export const limitBody = (maxSize: number = defaultBodyLimit) => bodyLimit({
  maxSize,
  onError: () => { throw new ApiError(413, 'request_entity_too_large', `The request is larger than ${maxSize} bytes.`); },
});

/** The request's JSON body as the schema says; 400 in words otherwise. */
export async function readBody<Schema extends v.GenericSchema>(c: Context<AppEnv>, schema: Schema): Promise<v.InferOutput<Schema>> {
  const text = await c.req.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new ApiError(400, 'bad_json', 'The request body is not valid JSON.', { cause: error });
  }
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const issue = result.issues[0];
  const path = v.getDotPath(issue);
  throw new ApiError(400, 'validation_failed', path === null ? issue.message : `${path}: ${issue.message}`);
}
