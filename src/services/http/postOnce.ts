import type * as v from 'valibot';
import { failureOf } from '../../contract/common/apiError.ts';
import { runtime } from '../browser/runtime.ts';
import { post, type RequestOptions } from './http.ts';

/** By path, the last request whose outcome is unknown. */
const unsettled = new Map<string, { body: string; key: string }>();

/** A refused request created nothing. */
const isRefusal = (error: unknown): boolean => {
  const { code } = failureOf(error);
  return typeof code === 'number' && code < 500;
};

/**
 * A POST that creates something. When its response was lost, the same request gets what the first one created, and
 * creates nothing more.
 */
export async function postOnce<Schema extends v.GenericSchema>(
  path: string,
  body: unknown,
  schema: Schema,
  options: RequestOptions,
): Promise<v.InferOutput<Schema>> {
  // Another origin may refuse a header that it does not know, and with it the request.
  if (URL.canParse(runtime().config.apiUrl)) return post(path, body, schema, options);
  const text = JSON.stringify(body);
  const last = unsettled.get(path);
  const key = last?.body === text ? last.key : crypto.randomUUID();
  unsettled.set(path, { body: text, key });
  try {
    const made = await post(path, body, schema, { ...options, headers: { 'idempotency-key': key } });
    unsettled.delete(path);
    return made;
  } catch (error) {
    if (isRefusal(error)) unsettled.delete(path);
    throw error;
  }
}
