import { createMiddleware } from 'hono/factory';
import { acceptedEncoding, compress } from './encoding.ts';
import type { HttpEnv } from './http.env.ts';

/** A smaller response fits into one packet anyway. */
const worthwhile = 1400;

/**
 * Compresses complete JSON responses. Line streams stay uncompressed, because buffering would delay their first row.
 */
export const compressResponses = createMiddleware<HttpEnv>(async (c, next) => {
  await next();
  if (
    !c.res.headers.get('Content-Type')?.startsWith('application/json') ||
    c.res.body === null ||
    c.req.method === 'HEAD'
  )
    return;
  c.res.headers.append('Vary', 'Accept-Encoding');
  const encoding = acceptedEncoding(c.req.header('Accept-Encoding'));
  if (encoding === null || c.res.headers.has('Content-Encoding')) return;
  const { status, headers } = c.res;
  const bytes = new Uint8Array(await c.res.arrayBuffer());
  const isWorthwhile = bytes.length >= worthwhile;
  const body = isWorthwhile ? new Uint8Array(await compress(bytes, encoding, 0.35)) : bytes;
  const answer = new Headers(headers);
  if (isWorthwhile) answer.set('Content-Encoding', encoding);
  answer.set('Content-Length', String(body.length));
  c.res = undefined;
  c.res = new Response(body, { status, headers: answer });
});
