import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { acceptedEncoding, compress } from './encoding.ts';
import type { HttpEnv } from './http.env.ts';

/** Answers with a page that was made for this request, compressed as the browser accepts it. */
export async function sendHtml(
  c: Context<HttpEnv>,
  html: string,
  { policy, status = 200 }: { policy: string; status?: ContentfulStatusCode },
): Promise<Response> {
  const page = Buffer.from(html);
  const encoding = acceptedEncoding(c.req.header('Accept-Encoding'));
  const body = encoding === null ? page : await compress(page, encoding, 0.4);
  c.header('Content-Security-Policy', policy);
  c.header('Content-Type', 'text/html; charset=utf-8');
  c.header('Cache-Control', 'no-cache');
  c.header('Vary', 'Accept-Encoding');
  if (encoding !== null) c.header('Content-Encoding', encoding);
  c.header('Content-Length', String(body.length));
  return c.body(new Uint8Array(body), status);
}
