import type { Context, MiddlewareHandler } from 'hono';
import { stream } from 'hono/streaming';
import { ApiError } from './errors.ts';
import type { HttpEnv } from './http.env.ts';

/** A value as a line of newline-delimited JSON. */
export const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

export async function* jsonLines(values: AsyncIterable<unknown>): AsyncGenerator<string, void, undefined> {
  for await (const value of values) yield jsonLine(value);
}

/** Refuses HEAD: it would open a stream without a reader, which never ends. */
export const getOnly: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'HEAD') {
    c.header('Allow', 'GET');
    throw new ApiError(405, 'method_not_allowed', 'This resource can only be read with GET.');
  }
  await next();
};

/**
 * Answers with lines of JSON as they come, whole lines in each chunk, for as long as the caller reads; `left` is
 * aborted when the caller has gone. A failure ends the response, because its status has been sent.
 */
export function sendLines<Env extends HttpEnv>(
  c: Context<Env>,
  chunks: AsyncIterable<string | Uint8Array>,
  left: AbortController,
  failed: (error: Error) => void,
): Response {
  c.header('Content-Type', 'application/x-ndjson');
  c.header('Cache-Control', 'no-store');
  // Proxies must pass lines on as they come.
  c.header('X-Accel-Buffering', 'no');
  return stream(
    c,
    async (answer) => {
      answer.onAbort(() => left.abort());
      for await (const chunk of chunks) await answer.write(chunk);
    },
    async (error) => failed(error),
  );
}
