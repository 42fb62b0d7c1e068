import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../src/contract/common/apiError.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { baseUrlOf } from '../../../src/services/browser/apiBase.ts';
import { earlyReads } from '../../../src/services/browser/earlyReads.ts';
import { runtime } from '../../../src/services/browser/runtime.ts';
import { get, head, nothing, patch, post, put, remove, stream } from '../../../src/services/http/http.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';
import { config } from '../../fixtures/screen.ts';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}
type Answer = (response: ServerResponse, seen: Seen) => void;

let server: Server;
let origin: string;
let seen: Seen | undefined;
let answer: Answer;
let token: string | null;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    seen = { method, url, headers, body: ((await request.toArray()) as Buffer[]).join('') };
    answer(response, seen);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

beforeEach(() => {
  seen = undefined;
  token = 'header.payload.signature';
  answer = json({ name: 'Orders' });
  provideTestRuntime({ config: { apiUrl: `${origin}/api` }, accessToken: async () => token });
});

const named = v.object({ name: v.string() });
const failing = async (call: Promise<unknown>) =>
  failureOf(
    await call.then(
      () => {
        throw new Error('It did not fail.');
      },
      (error: unknown) => error,
    ),
  );

describe('a platform call', () => {
  it('sends JSON, Accept JSON, a fresh X-Request-Id and the session’s bearer', async () => {
    await post('/projects', { name: 'Orders' }, named);
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/api/platform/projects',
      body: '{"name":"Orders"}',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: 'Bearer header.payload.signature',
      },
    });
    const first = seen?.headers['x-request-id'];
    expect(first).toMatch(/^[\da-f-]{36}$/);
    await post('/projects', { name: 'Orders' }, named);
    expect(seen?.headers['x-request-id']).not.toBe(first);
  });

  it('takes a bearer that is given instead, and headers', async () => {
    await get('/profile', named, { bearer: 'other', headers: { Version: '2' } });
    expect(seen?.headers).toMatchObject({ authorization: 'Bearer other', version: '2' });
  });

  it('sends credentials, also to another origin, and waits 60 s by itself', async () => {
    const sent: Request[] = [];
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (request: Request) => {
      sent.push(request);
      return new Promise(() => {});
    });
    const ending = vi.fn<() => void>();
    const call = get('/projects', named)
      .catch((error: unknown) => error)
      .finally(ending);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(ending).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    vi.unstubAllGlobals();
    expect(await call).toMatchObject({ message: 'An error has occurred: the server took too long to respond.' });
    expect(sent.map(({ credentials }) => credentials)).toEqual(['include']);
  });

  describe('of which the page’s head has begun a read', () => {
    const begin = (response: Promise<Response>) => {
      vi.stubGlobal('location', { href: `${origin}/projects` });
      const url = `${baseUrlOf(config)}/projects`;
      earlyReads()[new URL(url, origin).href] = {
        authorization: `Bearer ${token}`,
        sentAt: performance.now(),
        response,
      };
    };
    afterEach(() => vi.unstubAllGlobals());

    it('takes that answer, and sends the next request itself', async () => {
      begin(Promise.resolve(Response.json({ name: 'Early' })));
      expect(await get('/projects', named)).toEqual({ name: 'Early' });
      expect(seen).toBeUndefined();
      expect(await get('/projects', named)).toEqual({ name: 'Orders' });
    });

    it('asks again where that was refused: it may have been in order since', async () => {
      begin(Promise.resolve(Response.json({ message: 'This project is not active' }, { status: 409 })));
      expect(await get('/projects', named)).toEqual({ name: 'Orders' });
    });

    it('takes the answer that it does not exist', async () => {
      begin(Promise.resolve(Response.json({ message: 'This project does not exist' }, { status: 404 })));
      expect(await failing(get('/projects', named))).toMatchObject({
        code: 404,
        message: 'This project does not exist',
      });
      expect(seen).toBeUndefined();
    });

    it('asks again once something was written', async () => {
      begin(Promise.resolve(Response.json({ name: 'Early' })));
      await post('/projects', { name: 'Orders' }, named);
      expect(await get('/projects', named)).toEqual({ name: 'Orders' });
    });

    it('asks again where that failed', async () => {
      begin(Promise.reject(new TypeError('Failed to fetch')));
      expect(await get('/projects', named)).toEqual({ name: 'Orders' });
    });

    it('waits for it as long as for a request of its own, for its text as well', async () => {
      const tooLong = { message: 'An error has occurred: the server took too long to respond.', unanswered: true };
      begin(new Promise(() => {}));
      expect(await failing(get('/projects', named, { timeoutMs: 20 }))).toMatchObject(tooLong);
      begin(Promise.resolve(new Response(new ReadableStream())));
      expect(await failing(get('/projects', named, { timeoutMs: 20 }))).toMatchObject(tooLong);
    });

    it('ends with its caller, and holds no connection with an answer that nobody reads', async () => {
      const late = Promise.withResolvers<Response>();
      begin(late.promise);
      const leaving = new AbortController();
      const call = get('/projects', named, { signal: leaving.signal });
      leaving.abort(new Error('left'));
      await expect(call).rejects.toThrow('left');
      const answered = Response.json({ name: 'Early' });
      late.resolve(answered);
      await expect.poll(() => answered.bodyUsed).toBe(true);
    });
  });

  describe('whose library does not load', () => {
    const library = '../../../src/services/http/client.ts';
    afterEach(() => {
      vi.doUnmock(library);
      vi.resetModules();
    });

    it('says that nothing was sent, and can be tried again', async () => {
      vi.doMock(library, () => {
        throw new TypeError('Failed to fetch dynamically imported module');
      });
      vi.resetModules();
      const { provideRuntime } = await import('../../../src/services/browser/runtime.ts');
      provideRuntime(runtime());
      const { post: send } = await import('../../../src/services/http/http.ts');
      const thrown: unknown = await send('/projects', {}, named).catch((error: unknown) => error);
      expect(failureOf(thrown)).toMatchObject({
        message: 'An error has occurred: a part of the dashboard could not load. Try again.',
        description: 'Nothing was sent.',
      });
      // What has a cause may have been sent.
      expect((thrown as Error).cause).toBeUndefined();
      expect(seen).toBeUndefined();
      vi.doUnmock(library);
      expect(await send('/projects', {}, named)).toEqual({ name: 'Orders' });
    });
  });

  it('sends no Authorization without a session', async () => {
    token = null;
    await get('/projects', named);
    expect(seen?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    [true, 'platform', '/api/platform'],
    [true, 'api', '/api'],
    [false, 'platform', '/api'],
    [false, 'api', '/api'],
  ] as const)('goes, with platform mode %s and base %s, to %s', (platformMode, base, expected) => {
    expect(baseUrlOf({ ...config, platformMode }, base)).toBe(expected);
  });

  it('has a function for every method', async () => {
    const made: (string | undefined)[] = [];
    for (const call of [
      () => get('/x', named),
      () => post('/x', {}, named),
      () => put('/x', {}, named),
      () => patch('/x', {}, named),
      () => remove('/x', named),
      () => head('/x'),
    ]) {
      await call();
      made.push(seen?.method);
    }
    expect(made).toEqual(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']);
  });

  it('answers the headers of a HEAD', async () => {
    answer = (response) => void response.writeHead(200, { 'x-total-count': '7' }).end();
    expect((await head('/projects')).get('x-total-count')).toBe('7');
  });

  it('sends no body and no content type where there is none', async () => {
    await post('/profile', undefined, nothing, { base: 'api' });
    expect(seen).toMatchObject({ url: '/api/profile', body: '' });
    expect(seen?.headers).not.toHaveProperty('content-type');
  });

  it('parses the answer, and takes 204 for nothing', async () => {
    expect(await get('/projects', named)).toEqual({ name: 'Orders' });
    answer = (response) => void response.writeHead(204).end();
    expect(await remove('/projects/x', nothing)).toBeUndefined();
  });
});

describe('a call that fails', () => {
  it('carries the answer’s words, its status and the request id that came back', async () => {
    answer = json(
      { code: 'project_not_found', message: 'No such project', description: 'Deleted.', request_id: 'r' },
      404,
      { 'x-request-id': 'req-7' },
    );
    expect(await failing(get('/projects/x', named))).toEqual({
      code: 404,
      message: 'No such project',
      description: 'Deleted.',
      requestId: 'req-7',
      reason: 'project_not_found',
      guide: '/guides/errors/project_not_found',
    });
  });

  it('has its own request id where none came back', async () => {
    answer = json({}, 500);
    const failure = await failing(get('/projects/x', named));
    expect(failure.requestId).toBe(seen?.headers['x-request-id']);
  });

  it('is code 500 when the network fails', async () => {
    answer = (response) => response.destroy();
    const failure = await failing(get('/projects', named));
    expect(failure).toMatchObject({ code: 500, message: expect.stringMatching(/^An error has occurred: /) });
  });

  it('says that the server took too long', async () => {
    answer = () => {};
    expect(await failing(get('/projects', named, { timeoutMs: 20 }))).toMatchObject({
      code: 500,
      message: 'An error has occurred: the server took too long to respond.',
    });
  });

  it('takes too long as well when the body does', async () => {
    answer = (response) => void response.writeHead(200).write('{"name":');
    expect(await failing(get('/projects', named, { timeoutMs: 20 }))).toMatchObject({
      code: 500,
      message: 'An error has occurred: the server took too long to respond.',
    });
  });

  it('is readable when the answer does not parse', async () => {
    answer = json({ name: 7 }, 200, { 'x-request-id': 'req-8' });
    expect(await failing(get('/projects', named))).toEqual({
      code: 'unexpected_answer',
      message: 'Unexpected response from the server.',
      description: 'name: Invalid type: Expected string but received 7',
      requestId: 'req-8',
    });
  });

  it('is readable when the answer is not JSON', async () => {
    answer = (response) => void response.end('<!doctype html>');
    expect(await failing(get('/projects', named))).toMatchObject({
      code: 'unexpected_answer',
      message: 'The response from the server is not JSON.',
    });
  });

  it('is not tried again', async () => {
    let calls = 0;
    answer = (response, request) => {
      calls++;
      json({}, 503)(response, request);
    };
    await failing(get('/projects', named));
    expect(calls).toBe(1);
  });

  it('passes on why there is no token', async () => {
    provideTestRuntime({
      config: { apiUrl: origin },
      accessToken: () => Promise.reject(new FailureError({ code: 'session_unreachable', message: 'Not now.' })),
    });
    expect(await failing(get('/projects', named))).toEqual({ code: 'session_unreachable', message: 'Not now.' });
  });

  describe('tells that the server may be out of reach', () => {
    let doubts: number;
    beforeEach(() => {
      doubts = 0;
      provideTestRuntime({
        config: { apiUrl: `${origin}/api` },
        unanswered: () => {
          doubts += 1;
        },
      });
    });

    it.each<[string, Answer]>([
      ['nothing answered', (response) => void response.destroy()],
      [
        'the answer broke off',
        (response) => void response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy()),
      ],
      ['only a gateway answered', json({}, 502)],
      ['only a gateway answered that had waited', json({}, 504)],
    ])('when %s', async (_, given) => {
      answer = given;
      await failing(get('/projects', named));
      expect(doubts).toBe(1);
    });

    it.each([200, 401, 404, 500, 503])('but not when the server answered %d', async (status) => {
      answer = json({ name: 'Orders' }, status);
      await get('/projects', named).catch(() => {});
      expect(doubts).toBe(0);
    });

    it('nor when whoever asked has given up', async () => {
      const controller = new AbortController();
      answer = () => {
        controller.abort(new Error('left'));
      };
      await failing(get('/projects', named, { signal: controller.signal }));
      expect(doubts).toBe(0);
    });
  });

  describe('while the server is out of reach', () => {
    let waited: boolean;
    beforeEach(() => {
      waited = false;
      provideTestRuntime({
        config: { apiUrl: `${origin}/api` },
        accessToken: async () => token,
        reachable: async () => {
          waited = true;
        },
        isReachable: () => false,
      });
    });

    it.each([
      ['a read that was told not to wait', () => get('/projects', named, { waits: false })],
      ['what changes something', () => post('/projects', {}, named)],
      ['what takes something away', () => remove('/projects/x', nothing)],
    ])('refuses at once %s, and sends nothing', async (_, call) => {
      const error = await call().catch((thrown: unknown) => thrown);
      expect(failureOf(error)).toMatchObject({
        code: 500,
        message: 'An error has occurred: the server is unreachable.',
        description: 'Nothing was sent.',
      });
      expect((error as Error).cause).toBeUndefined();
      expect([seen, waited]).toEqual([undefined, false]);
    });

    it.each([
      ['reads', () => get('/projects', named)],
      ['what was told to', () => post('/profile/password-check', {}, named, { waits: true })],
    ])('waits with %s', async (_, call) => {
      expect(await call()).toEqual({ name: 'Orders' });
      expect(waited).toBe(true);
    });
  });

  describe('with 401', () => {
    let refusals: number;
    beforeEach(() => {
      refusals = 0;
      answer = json({ code: 'bad_jwt', message: 'Who are you?' }, 401);
      provideTestRuntime({
        config: { apiUrl: `${origin}/api` },
        accessToken: async () => token,
        tokenRefused: () => {
          refusals += 1;
        },
      });
    });

    it.each([
      ['POST', () => post('/projects', {}, named)],
      ['PUT', () => put('/x', {}, named)],
      ['PATCH', () => patch('/x', {}, named)],
      ['DELETE', () => remove('/x', named)],
      ['a stream', () => stream('/x', {}, new AbortController().signal).next()],
    ])('tells the session where it changes something: %s', async (_, call) => {
      expect(await failing(call())).toMatchObject({ code: 401, message: 'Who are you?' });
      expect(refusals).toBe(1);
    });

    it.each([
      ['a read, of which the cache tells', () => get('/projects', named)],
      ['a call with a bearer of its own', () => post('/projects', {}, named, { bearer: 'other' })],
    ])('leaves the session alone where it is %s', async (_, call) => {
      await failing(call());
      expect(refusals).toBe(0);
    });

    it.each([400, 403, 404, 409, 500])('only: %d says nothing of the session', async (status) => {
      answer = json({ message: 'No' }, status);
      await failing(post('/projects', {}, named));
      expect(refusals).toBe(0);
    });
  });

  it('ends with its signal, and then with the signal’s own error', async () => {
    const abort = new AbortController();
    answer = () => abort.abort();
    await expect(get('/projects', named, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('an answer that streams', () => {
  const collect = async (lines: AsyncIterable<unknown>) => {
    const all: unknown[] = [];
    for await (const line of lines) all.push(line);
    return all;
  };
  const open = (body: unknown = {}) => stream('/projects/x/database/query', body, new AbortController().signal);

  it('comes line by line, however it is cut', async () => {
    answer = async (response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      for (const piece of ['{"a":', '1}\n{"a":2}\n{"b":"é', 'è"}', '\n\n', '{"last":true}']) {
        response.write(piece);
        await new Promise((sent) => {
          setImmediate(sent);
        });
      }
      response.end();
    };
    expect(await collect(open())).toEqual([{ a: 1 }, { a: 2 }, { b: 'éè' }, { last: true }]);
  });

  it('fails as any other call does when the status says so', async () => {
    answer = json({ message: 'No such project' }, 404, { 'x-request-id': 'req-9' });
    expect(await failing(collect(open()))).toEqual({ code: 404, message: 'No such project', requestId: 'req-9' });
  });

  it('says so when it breaks off within a line', async () => {
    answer = (response) => void response.writeHead(200).end('{"a":1}\n{"a":');
    expect(await failing(collect(open()))).toMatchObject({
      code: 'unexpected_answer',
      message: 'The connection was interrupted before the response was complete.',
    });
  });

  it('is a network failure when the connection goes', async () => {
    answer = (response) => {
      response.writeHead(200).write('{"a":1}\n');
      setImmediate(() => response.destroy());
    };
    expect(await failing(collect(open()))).toMatchObject({
      code: 500,
      message: expect.stringMatching(/^An error has occurred: /),
    });
  });

  it('ends at the server when the reader stops', async () => {
    const closed = Promise.withResolvers<void>();
    answer = (response) => {
      response.on('close', () => closed.resolve());
      response.writeHead(200).write('{"a":1}\n');
    };
    for await (const line of open()) {
      expect(line).toEqual({ a: 1 });
      break;
    }
    await closed.promise;
  });

  it('has nothing to say for an empty answer', async () => {
    answer = (response) => void response.writeHead(204).end();
    expect(await collect(open())).toEqual([]);
  });
});
