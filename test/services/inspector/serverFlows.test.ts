// @vitest-environment happy-dom
/** Following the server's charts: with the user's token, and not at all without one. */
import { afterEach, expect, test, vi } from 'vitest';
import { failureOf } from '../../../src/contract/common/apiError.ts';
import { followServerFlows } from '../../../src/services/inspector/serverFlows.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

afterEach(() => vi.unstubAllGlobals());

/** What the server was asked, and what it answers with. */
function server(answer: () => Response) {
  const requests: Request[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>((input, init) => {
      requests.push(new Request(input, init));
      return Promise.resolve(answer());
    }),
  );
  return requests;
}

const follow = async () => {
  const lines: unknown[] = [];
  const isSignedIn = await followServerFlows((line) => lines.push(line), new AbortController().signal);
  return { lines, isSignedIn };
};

test('asks nothing while no user is signed in', async () => {
  provideTestRuntime({ accessToken: () => Promise.resolve(null) });
  const requests = server(() => new Response());
  expect(await follow()).toEqual({ lines: [], isSignedIn: false });
  expect(requests).toEqual([]);
});

test('passes each line on, and asks with the user’s token', async () => {
  provideTestRuntime({ accessToken: () => Promise.resolve('a token') });
  const requests = server(() => new Response('{"begins":"1"}\n{"event":{"seq":0}}\n'));
  expect(await follow()).toEqual({ lines: [{ begins: '1' }, { event: { seq: 0 } }], isSignedIn: true });
  expect(requests.map(({ url, headers }) => [new URL(url).pathname, headers.get('authorization')])).toEqual([
    [expect.stringMatching(/\/operator\/flows$/), 'Bearer a token'],
  ]);
});

test('fails with the server’s refusal', async () => {
  provideTestRuntime({ accessToken: () => Promise.resolve('a token') });
  server(() => Response.json({ code: 'flows_are_local', message: 'Only there.' }, { status: 403 }));
  const refusal = await follow().catch(failureOf);
  expect(refusal).toMatchObject({ code: 403, message: 'Only there.' });
});
