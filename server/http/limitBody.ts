import { createMiddleware } from 'hono/factory';
import type { HttpEnv } from './http.env.ts';

export const defaultBodyLimit = 1024 * 1024;

/**
 * This much more is read and discarded, because a client that is still sending would not see a response; then the
 * connection is closed.
 */
const discardLimit = 64 * 1024 * 1024;

/**
 * Refuses a body above the limit without buffering it, whether its length was announced or not. `refuse` creates the
 * error in the API's own format.
 */
export const limitBody = (maxSize: number, refuse: (maxSize: number) => Error) =>
  createMiddleware<HttpEnv>(async (c, next) => {
    const { body } = c.req.raw;
    if (body === null) {
      await next();
      return;
    }
    const announced = c.req.raw.headers.has('Transfer-Encoding') ? null : c.req.header('Content-Length');
    if (announced !== null && announced !== undefined && Number(announced) <= maxSize) {
      await next();
      return;
    }

    // An announced length has been compared above: nothing of such a body is kept.
    const isTooLarge = announced !== null && announced !== undefined;
    const kept: Uint8Array[] = [];
    let size = 0;
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (isTooLarge || size > maxSize) kept.length = 0;
      else kept.push(value);
      if (size > (isTooLarge ? 0 : maxSize) + discardLimit) {
        c.header('Connection', 'close');
        throw refuse(maxSize);
      }
    }
    if (isTooLarge || size > maxSize) throw refuse(maxSize);
    c.req.raw = new Request(c.req.raw, { method: c.req.method, body: new Uint8Array(Buffer.concat(kept)) });
    await next();
  });
