import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { LogLevel } from '../../../src/contract/logs/logLine.ts';
import type { RecordedEvent } from '../../auth/clientInfo.ts';
import type { HttpEnv, LoggedProject } from '../../http/http.env.ts';
import type { NewLogLine, WriteLog } from './logWriter.ts';

const levelOf = (status: number): LogLevel => (status >= 500 ? 'error' : status >= 400 ? 'warning' : 'info');

/** The names of a query string's parameters: their values may be tokens, codes or what a user looks for. */
function namesIn(search: string): string {
  const pairs = search.slice(1).split('&');
  const names = pairs.map((pair) => (/^[\w.-]{1,63}=/.test(pair) ? `${pair.slice(0, pair.indexOf('=') + 1)}…` : '…'));
  return search.length < 2 ? '' : `?${names.slice(0, 30).join('&')}`;
}

/** Of the page that a request came from, only whose it is: its address may hold a token. */
function originOf(referer: string | undefined): string | undefined {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}

/** A path without the part that all requests to the project have. */
const pathWithin = (path: string): string => path.replace(/^\/project\/[^/]+(?:\/api)?(?=\/|$)/, '') || '/';

function edgeLine(c: Context<HttpEnv>, { ref, isKeyless }: LoggedProject, begun: number): NewLogLine {
  const { status } = c.res;
  const { method } = c.req;
  const host = c.req.header('Host');
  const { search, protocol, pathname } = new URL(c.req.url);
  const shownSearch = namesIn(search);
  return {
    source: 'edge_logs',
    isKeyless,
    level: levelOf(status),
    message: `${method} ${pathWithin(c.req.path)}${shownSearch} ${status}`,
    metadata: {
      identifier: ref,
      request: {
        method,
        host,
        path: pathname,
        protocol: protocol.slice(0, -1),
        search: shownSearch,
        url: `${protocol}//${host ?? ''}${pathname}${shownSearch}`,
        headers: {
          host,
          referer: originOf(c.req.header('Referer')),
          user_agent: c.req.header('User-Agent'),
          x_client_info: c.req.header('X-Client-Info'),
          x_real_ip: c.var.address,
          x_request_id: c.var.requestId,
        },
      },
      response: {
        status_code: status,
        origin_time: Math.round(performance.now() - begun),
        headers: { content_type: c.res.headers.get('Content-Type') ?? undefined },
      },
    },
  };
}

/** Writes a line for each request that has found its project; browsers' questions before a request are none. */
export const logRequests = (write: WriteLog) =>
  createMiddleware<HttpEnv>(async (c, next) => {
    const begun = performance.now();
    await next();
    const { logged } = c.var;
    if (c.req.method !== 'OPTIONS' && logged !== undefined) write(logged.ref, edgeLine(c, logged, begun));
  });

const namedTraits = ['provider', 'method', 'by'];

/** What the account's own log says of it, without what only its user should see. */
const describeEvent = ({ action, userId, details }: RecordedEvent) => ({
  action,
  actor_id: userId,
  log_type: details['by'] === 'admin' ? 'admin' : 'account',
  traits: {
    user_id: userId,
    ...Object.fromEntries(namedTraits.flatMap((name) => (name in details ? [[name, details[name]]] : []))),
  },
});

/** A request that a project's auth service has answered. Nothing of its body is known here. */
export function authLine(
  request: {
    method: string;
    path: string;
    address: string;
    requestId: string;
    host: string;
    referer?: string | undefined;
    isKeyless: boolean;
  },
  response: Response,
  begun: number,
  events: readonly RecordedEvent[],
): NewLogLine {
  const { status, headers } = response;
  const level = levelOf(status);
  const refusal = headers.get('x-sb-error-code');
  // What a refused request had done was rolled back; that it was refused stays on record.
  const told = events.filter(({ action }) => status < 400 || action.endsWith('_failed')).map(describeEvent);
  const msg = [...told.map(({ action }) => action), ...(refusal === null ? [] : [refusal])].join(', ');
  const { method, path, address, requestId, host, referer, isKeyless } = request;
  return {
    source: 'auth_logs',
    isKeyless,
    level,
    message: `${method} ${path} ${status}${msg === '' ? '' : `: ${msg}`}`,
    metadata: {
      ...(told[0] && { auth_event: told[0] }),
      component: 'api',
      duration: Math.round(performance.now() - begun),
      host,
      level,
      method,
      msg: msg === '' ? 'request completed' : msg,
      path,
      referer: originOf(referer),
      remote_addr: address,
      request_id: requestId,
      status,
    },
  };
}
