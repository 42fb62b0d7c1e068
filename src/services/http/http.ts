import * as v from 'valibot';
import { FailureError } from '../../contract/common/failureError.ts';
import * as timing from '../../contract/common/timing.ts';
import { baseUrlOf } from '../browser/apiBase.ts';
import { isOfGateway } from '../browser/connection.ts';
import { discard, dropEarly, takeEarly } from '../browser/earlyReads.ts';
import { untilPainted } from '../browser/page.ts';
import { runtime } from '../browser/runtime.ts';
import { answeredFailure, networkFailure, thrownFailure } from './apiFailure.ts';
import { unlessAborted, untilAnswered, whileAwaited } from './awaitedAnswers.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RequestOptions {
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
  /** `platform` (the default) is below `/platform` in platform mode; `api` never is. */
  base?: 'platform' | 'api';
  /** Bearer token that replaces the session's. */
  bearer?: string;
  /** `false` waits as long as the signal allows. */
  timeoutMs?: number | false;
  /**
   * Whether a request waits while the server is unreachable, or fails immediately. Reads wait by default; writes fail
   * by default, because users do not expect a change to happen minutes later. `test/services/http/outOfReach.test.ts`
   * lists every call.
   */
  waits?: boolean;
  /** Whether the request outlives the page. */
  keepalive?: boolean;
}

interface BodyOptions extends RequestOptions {
  body?: unknown;
}

/** Without a cause, like a response: nothing was sent, so that it may be tried again, whatever it would change. */
const notSent = (why: string) => new FailureError({ ...networkFailure(why), description: 'Nothing was sent.' });

let client: typeof import('./client.ts') | undefined;
const importClient = async () => (client ??= await import('./client.ts'));

/** What sends requests. A page is seen without it where the script in its head has begun what the page reads. */
async function loadClient(): ReturnType<typeof importClient> {
  try {
    return await importClient();
  } catch {
    runtime().unanswered();
    throw notSent('a part of the dashboard could not load. Try again.');
  }
}

/** Loads it for the next request, so that this need not wait, or fail where the connection is lost meanwhile. */
async function loadClientEarly(): Promise<void> {
  try {
    await untilAnswered(new AbortController().signal);
    await importClient();
  } catch {
    // The next request says so.
  }
}

const isRead = (method: Method): boolean => method === 'GET' || method === 'HEAD';

interface Sent {
  response: Response;
  text(): Promise<string>;
}

interface Answer extends Sent {
  requestId: string;
}

const endOf = (signal: AbortSignal | undefined, timeoutMs: number | false): AbortSignal =>
  AbortSignal.any([...(signal ? [signal] : []), ...(timeoutMs === false ? [] : [AbortSignal.timeout(timeoutMs)])]);

/**
 * The answer of a read that has begun early; null where there is none, and where it failed or was refused: a request
 * finds out why, and whether it still is. What does not exist is not asked for again: nothing was written since.
 */
async function answeredEarly(url: string, authorization: string | undefined, end: () => AbortSignal) {
  const early = takeEarly(url, authorization);
  if (!early) return null;
  const ending = end();
  const response = await unlessAborted(
    early.catch(() => null),
    ending,
  ).catch((thrown: unknown) => {
    discard(early);
    throw thrown;
  });
  if (!response?.ok && response?.status !== 404) {
    discard(early);
    return null;
  }
  void loadClientEarly();
  return { response, text: () => unlessAborted(response.text(), ending) };
}

/** A caller that aborts no longer listens; every other error becomes a failure that can be shown. */
function refusalOf(thrown: unknown, requestId: string, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted || thrown instanceof FailureError) return thrown;
  const { name, cause } = thrown instanceof Error ? thrown : new Error();
  const reached =
    name === 'TimeoutError'
      ? 'the server took too long to respond.'
      : name === 'NetworkError' && cause instanceof Error
        ? // The library's own words name the address; the browser's say what happened.
          cause.message
        : thrown instanceof TypeError
          ? thrown.message
          : null;
  if (reached !== null) runtime().unanswered();
  return new FailureError(reached === null ? thrownFailure(thrown, requestId) : networkFailure(reached, requestId), {
    cause: thrown,
  });
}

async function request(method: Method, path: string, options: BodyOptions): Promise<Answer> {
  const {
    signal,
    headers,
    base,
    bearer,
    body,
    timeoutMs = timing.httpTimeoutMs,
    waits = isRead(method),
    keepalive = false,
  } = options;
  const { config, accessToken, tokenRefused, reachable, isReachable, unanswered } = runtime();
  const requestId = crypto.randomUUID();
  try {
    if (waits) await reachable(signal);
    else if (!isReachable()) throw notSent('the server is unreachable.');
    const token = bearer ?? (await accessToken(signal));
    const url = baseUrlOf(config, base) + path;
    const authorization = token === null ? undefined : `Bearer ${token}`;
    if (!isRead(method)) dropEarly();
    const end = () => endOf(signal, timeoutMs);
    const early = method === 'GET' ? await answeredEarly(url, authorization, end) : null;
    const sent = async () => {
      // What a page shows without it comes first. A user does not wait for a read as for a change.
      if (client === undefined && isRead(method)) await untilPainted(signal ?? new AbortController().signal);
      const { send } = client ?? (await unlessAborted(loadClient(), end()));
      return await send(url, {
        method,
        timeout: timeoutMs,
        keepalive,
        headers: {
          accept: 'application/json',
          'x-request-id': requestId,
          ...(authorization !== undefined && { authorization }),
          ...headers,
        },
        ...(body !== undefined && { json: body }),
        ...(signal && { signal }),
      });
    };
    const { response, text } = early ?? (await sent());
    if (response.status === 401 && bearer === undefined && !isRead(method)) tokenRefused();
    if (isOfGateway(response)) unanswered();
    if (response.status >= 400) {
      throw new FailureError(
        answeredFailure(response.status, await text(), response.headers.get('x-request-id') ?? requestId),
      );
    }
    return { response, text, requestId };
  } catch (thrown) {
    throw refusalOf(thrown, requestId, signal);
  }
}

/**
 * Parses a response against its schema, so that an invalid one is an error with a message and not a crash in a view.
 */
async function read<Schema extends v.GenericSchema>(
  answer: Answer,
  schema: Schema,
  signal: AbortSignal | undefined,
): Promise<v.InferOutput<Schema>> {
  const { response, requestId } = answer;
  try {
    const text = await answer.text();
    const parsed = v.safeParse(schema, text === '' ? undefined : JSON.parse(text));
    if (parsed.success) return parsed.output;
    throw new FailureError({
      code: 'unexpected_answer',
      message: 'Unexpected response from the server.',
      description: issueText(parsed.issues),
      requestId: response.headers.get('x-request-id') ?? requestId,
    });
  } catch (thrown) {
    if (thrown instanceof SyntaxError) {
      throw new FailureError(
        {
          code: 'unexpected_answer',
          message: 'The response from the server is not JSON.',
          requestId: response.headers.get('x-request-id') ?? requestId,
        },
        { cause: thrown },
      );
    }
    throw refusalOf(thrown, requestId, signal);
  }
}

function issueText(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const [issue] = issues;
  const at = v.getDotPath(issue);
  return at === null ? issue.message : `${at}: ${issue.message}`;
}

/** The schema of a response whose body is ignored. */
export const nothing = v.pipe(
  v.unknown(),
  v.transform((): void => undefined),
);

function call<Schema extends v.GenericSchema>(
  method: Method,
  path: string,
  schema: Schema,
  options: BodyOptions,
): Promise<v.InferOutput<Schema>> {
  const answered = async () => await read(await request(method, path, options), schema, options.signal);
  return whileAwaited(answered());
}

export const get = <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  options: RequestOptions = {},
): Promise<v.InferOutput<Schema>> => call('GET', path, schema, options);

/** Returns the headers. */
export const head = async (path: string, options: RequestOptions = {}): Promise<Headers> =>
  (await request('HEAD', path, options)).response.headers;

export const post = <Schema extends v.GenericSchema>(
  path: string,
  body: unknown,
  schema: Schema,
  options: RequestOptions = {},
): Promise<v.InferOutput<Schema>> => call('POST', path, schema, { ...options, body });

export const put = <Schema extends v.GenericSchema>(
  path: string,
  body: unknown,
  schema: Schema,
  options: RequestOptions = {},
): Promise<v.InferOutput<Schema>> => call('PUT', path, schema, { ...options, body });

export const patch = <Schema extends v.GenericSchema>(
  path: string,
  body: unknown,
  schema: Schema,
  options: RequestOptions = {},
): Promise<v.InferOutput<Schema>> => call('PATCH', path, schema, { ...options, body });

export const remove = <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  options: RequestOptions = {},
): Promise<v.InferOutput<Schema>> => call('DELETE', path, schema, options);

/**
 * A POST, or a GET without a body, whose response is newline-delimited JSON, line by line as it arrives. Leaving the
 * loop or aborting the signal ends the request. `accepted` is called when the server has begun a successful response.
 */
export async function* stream(
  path: string,
  body: unknown,
  signal: AbortSignal,
  { accepted, ...options }: Omit<RequestOptions, 'signal'> & { accepted?: () => void } = {},
): AsyncGenerator<unknown, void, undefined> {
  const { response, requestId } = await request(body === undefined ? 'GET' : 'POST', path, {
    timeoutMs: false,
    ...options,
    ...(body !== undefined && { body }),
    signal,
  });
  accepted?.();
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  // A line may span many chunks; they are joined once, when the line is complete.
  const pieces: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      let from = 0;
      for (let end = value.indexOf('\n'); end !== -1; end = value.indexOf('\n', from)) {
        pieces.push(value.slice(from, end));
        const line = pieces.join('');
        pieces.length = 0;
        from = end + 1;
        if (line !== '') yield JSON.parse(line);
      }
      if (from < value.length) pieces.push(value.slice(from));
    }
    const last = pieces.join('');
    if (last !== '') yield JSON.parse(last);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) {
      throw new FailureError(
        {
          code: 'unexpected_answer',
          message: 'The connection was interrupted before the response was complete.',
          requestId,
        },
        { cause: thrown },
      );
    }
    throw refusalOf(thrown, requestId, signal);
  } finally {
    // When a consumer stops early, the server must stop sending.
    await reader.cancel().catch(() => undefined);
  }
}
