// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOfGateway, probeServer, watchNetwork } from '../../../src/services/browser/connection.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the network, as the browser reports it', () => {
  it('is told at every change, until the caller stops', () => {
    const heard: boolean[] = [];
    const stop = watchNetwork((online) => heard.push(online));
    expect(heard).toEqual([]);
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
    expect(heard).toEqual([false, true]);
    stop();
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
    expect(heard).toEqual([false, true]);
  });

  it('is told at once where it is already gone', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const heard: boolean[] = [];
    watchNetwork((online) => heard.push(online))();
    expect(heard).toEqual([false]);
  });
});

describe('the check whether the server is reachable', () => {
  let asked: [url: string, init: RequestInit][];
  let answer: () => Promise<Pick<Response, 'status'>>;
  beforeEach(() => {
    provideTestRuntime({ config: { apiUrl: 'https://api.test/api' } });
    asked = [];
    answer = async () => ({ status: 200 });
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      asked.push([url, init]);
      return await Promise.race([
        answer(),
        new Promise<never>((_, reject) => {
          const { signal } = init;
          if (signal?.aborted) reject(signal.reason);
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
      ]);
    });
  });

  it('asks for no more than an answer, and never a cache', async () => {
    await probeServer(new AbortController().signal);
    expect(asked).toMatchObject([
      ['https://api.test/api/status', { method: 'HEAD', mode: 'no-cors', cache: 'no-store' }],
    ]);
  });

  // 0 is the opaque answer of another origin.
  it.each([0, 200, 401, 404, 500, 503])('takes the status %i for the server', async (status) => {
    answer = async () => ({ status });
    await expect(probeServer(new AbortController().signal)).resolves.toBeUndefined();
    expect(isOfGateway({ status })).toBe(false);
  });

  it.each([502, 504])('takes the status %i for a gateway without its server', async (status) => {
    answer = async () => ({ status });
    await expect(probeServer(new AbortController().signal)).rejects.toThrow(`Only a gateway answers: ${status}`);
    expect(isOfGateway({ status })).toBe(true);
  });

  it('gives up after 3 s', async () => {
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    answer = () => new Promise(() => {});
    const probe = probeServer(new AbortController().signal);
    expect(timeout.mock.calls).toEqual([[3_000]]);
    limit.abort(new DOMException('too late', 'TimeoutError'));
    await expect(probe).rejects.toThrow('too late');
  });

  it('ends with the caller who has given up', async () => {
    const caller = new AbortController();
    answer = () => new Promise(() => {});
    const probe = probeServer(caller.signal);
    caller.abort(new Error('not needed any more'));
    await expect(probe).rejects.toThrow('not needed any more');
  });
});
