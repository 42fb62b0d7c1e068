// @vitest-environment happy-dom
/** What is asked of the platform beside a screen's own questions. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compareClocks } from '../../../src/services/ambient/clock.ts';
import { readFlags } from '../../../src/services/ambient/flags.ts';
import { probeServer, watchNetwork } from '../../../src/services/browser/connection.ts';
import { get, nothing } from '../../../src/services/http/http.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

let asked: { method: string; path: string }[];
let answer: () => Response | Promise<Response>;
let isReachable: boolean;
let reachable: (signal?: AbortSignal) => Promise<void>;
const { signal } = new AbortController();

const provide = (platformMode = true) =>
  provideTestRuntime({
    config: { platformMode, apiUrl: `${location.origin}/api` },
    reachable: (given) => reachable(given),
    isReachable: () => isReachable,
  });

beforeEach(() => {
  asked = [];
  reachable = async () => {};
  isReachable = true;
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = typeof input === 'string' ? { url: input, method: init?.method ?? 'GET' } : input;
    asked.push({ method: request.method, path: new URL(request.url).pathname });
    return answer();
  });
  provide();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the clocks', () => {
  it('are compared as of half way between question and answer', async () => {
    const times = [1_000_000, 1_000_400];
    vi.spyOn(Date, 'now').mockImplementation(() => times.shift() ?? 1_000_400);
    answer = () => Response.json({ status: 'ok', time: new Date(1_000_200 - 5_000).toISOString() });
    expect(await compareClocks(signal)).toEqual({ skewMs: 5_000 });
    expect(asked).toEqual([{ method: 'GET', path: '/api/status' }]);
  });

  it('are not compared with a server that does not tell its time', async () => {
    answer = () => Response.json({ status: 'ok' });
    await expect(compareClocks(signal)).rejects.toThrow(/^Unexpected response/);
  });
});

describe('the flags', () => {
  it('are read from the hosted platform, and have to be flags', async () => {
    answer = () => Response.json({ ongoingIncident: true });
    expect(await readFlags(signal)).toEqual({ ongoingIncident: true });
    expect(asked).toEqual([{ method: 'GET', path: '/api/platform/telemetry/feature-flags' }]);
    answer = () => Response.json([]);
    await expect(readFlags(signal)).rejects.toThrow(/^Unexpected response/);
  });

  it('are as many as have a form that is known here', async () => {
    answer = () =>
      Response.json({
        ongoingIncident: true,
        form: { value: 1, targets: [{ to: 'percentage', percentage: 400, value: 2 }] },
      });
    expect(await readFlags(signal)).toEqual({ ongoingIncident: true });
  });

  it('are waited for 30 s', async () => {
    vi.useFakeTimers();
    const waiting = vi.fn<() => void>();
    answer = () => new Promise(() => {});
    const reading = readFlags(signal)
      .catch((error: unknown) => error)
      .finally(waiting);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(waiting).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect(await reading).toMatchObject({ message: 'An error has occurred: the server took too long to respond.' });
  });

  it('are none on a self-hosted one, which is not asked', async () => {
    provide(false);
    expect(await readFlags(signal)).toEqual({});
    expect(asked).toEqual([]);
  });
});

describe('a request while the server is out of reach', () => {
  it('waits, and leaves once it is not', async () => {
    const order: string[] = [];
    const held = Promise.withResolvers<void>();
    reachable = async () => {
      await held.promise;
      order.push('within reach');
    };
    answer = () => {
      order.push('asked');
      return Response.json({});
    };
    const done = get('/projects', nothing);
    held.resolve();
    await done;
    expect(order).toEqual(['within reach', 'asked']);
  });

  it('is given up with whoever wanted it', async () => {
    const given = new AbortController();
    reachable = (wanted) =>
      new Promise((_, reject) => {
        wanted?.addEventListener('abort', () => reject(wanted.reason as Error));
      });
    const done = get('/projects', nothing, { signal: given.signal });
    given.abort(new Error('gone on'));
    await expect(done).rejects.toThrow('gone on');
    expect(asked).toEqual([]);
  });

  it('fails at once where nobody would wait for it, and sends nothing', async () => {
    isReachable = false;
    await expect(get('/projects', nothing, { waits: false })).rejects.toThrow('the server is unreachable');
    expect(asked).toEqual([]);
  });
});

describe('the network', () => {
  it('is reported as it goes and comes, and at once where there is none', () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const reports: boolean[] = [];
    const stop = watchNetwork((is) => reports.push(is));
    expect(reports).toEqual([false]);
    dispatchEvent(new Event('online'));
    dispatchEvent(new Event('offline'));
    stop();
    dispatchEvent(new Event('online'));
    expect(reports).toEqual([false, true, false]);
    online.mockReturnValue(true);
    const later: boolean[] = [];
    watchNetwork((is) => later.push(is))();
    expect(later).toEqual([]);
  });

  it.each([200, 401, 503])('leads to a server that answers %d', async (status) => {
    answer = () => new Response(null, { status });
    await expect(probeServer(signal)).resolves.toBeUndefined();
    expect(asked).toEqual([{ method: 'HEAD', path: '/api/status' }]);
  });

  it.each([502, 504])('does not where a gateway answers %d in its place', async (status) => {
    answer = () => new Response(null, { status });
    await expect(probeServer(signal)).rejects.toThrow('Only a gateway answers');
  });

  it('does not where nothing answers', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(probeServer(signal)).rejects.toThrow('Failed to fetch');
  });
});
