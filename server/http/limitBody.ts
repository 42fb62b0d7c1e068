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
    const { headers } = c.req.raw;
    const announced = headers.has('Transfer-Encoding') ? null : headers.get('Content-Length');
    const isSmall = announced !== null && Number(announced) <= maxSize;
    // Asked last: to name the body, Node's request is made into a standard one, which costs a millisecond.
    const body = isSmall || c.req.method === 'GET' || c.req.method === 'HEAD' ? null : c.req.raw.body;
    if (body === null) {
      await next();
      return;
    }

    // An announced length that is small enough has returned above: nothing of a larger body is kept.
    const keptMax = announced === null ? maxSize : -1;
    const kept: Uint8Array[] = [];
    let size = 0;
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > keptMax) kept.length = 0;
      else kept.push(value);
      if (size > keptMax + discardLimit) {
        c.header('Connection', 'close');
        throw refuse(maxSize);
      }
    }
    if (size > keptMax) throw refuse(maxSize);
    c.req.raw = new Request(c.req.raw, { method: c.req.method, body: new Uint8Array(Buffer.concat(kept)) });
    await next();
  });
