// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { telemetryCookie } from '../../../src/services/browser/consent.ts';
import {
  clearSiteData,
  reloadPage,
  untilIdle,
  untilPainted,
  watchAttention,
  watchSight,
} from '../../../src/services/browser/page.ts';
import { readRuntimeConfig } from '../../../src/services/browser/runtimeConfig.ts';
import { config } from '../../fixtures/screen.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('attention', () => {
  it('returns when the page is seen again and when the network is back, while it is seen', () => {
    let returned = 0;
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const stop = watchAttention(() => {
      returned++;
    });
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('online'));
    expect(returned).toBe(0);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('online'));
    expect(returned).toBe(2);
    stop();
    dispatchEvent(new Event('online'));
    expect(returned).toBe(2);
  });
});

describe('sight', () => {
  it('is told at once and after every change', () => {
    const told: boolean[] = [];
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const stop = watchSight((isShown) => told.push(isShown));
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    stop();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(told).toEqual([false, true]);
  });
});

describe('waiting for a painted page', () => {
  const { signal } = new AbortController();

  it('resolves after the next frame', async () => {
    let paint = () => {};
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => {
      paint = frame;
    });
    const painted = vi.fn<() => void>();
    const waiting = untilPainted(signal).then(painted);
    await Promise.resolve();
    expect(painted).not.toHaveBeenCalled();
    paint();
    await waiting;
    expect(painted).toHaveBeenCalledOnce();
  });

  it('resolves when the page is hidden before that, and paints nothing any more', async () => {
    vi.stubGlobal('requestAnimationFrame', () => {});
    const waiting = untilPainted(signal);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect(waiting).resolves.toBeUndefined();
  });

  it('ends with its signal', async () => {
    vi.stubGlobal('requestAnimationFrame', () => {});
    const leaving = new AbortController();
    const waiting = untilPainted(leaving.signal);
    leaving.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
  });
});

describe('waiting for an idle page', () => {
  it('resolves when the browser reports it', async () => {
    let report = () => {};
    let longestMs: number | undefined;
    vi.stubGlobal('requestIdleCallback', (idle: () => void, { timeout }: IdleRequestOptions) => {
      report = idle;
      longestMs = timeout;
    });
    const idle = vi.fn<() => void>();
    const waiting = untilIdle(new AbortController().signal).then(idle);
    await Promise.resolve();
    expect(idle).not.toHaveBeenCalled();
    // A page that is never idle reports it all the same.
    expect(longestMs).toBe(5_000);
    report();
    await waiting;
    expect(idle).toHaveBeenCalledOnce();
  });

  it('waits two seconds where the browser does not report it', async () => {
    vi.useFakeTimers();
    const idle = vi.fn<() => void>();
    void untilIdle(new AbortController().signal).then(idle);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(idle).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(idle).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it('rejects when the wait is aborted', async () => {
    vi.stubGlobal('requestIdleCallback', () => {});
    const controller = new AbortController();
    const waiting = untilIdle(controller.signal);
    controller.abort(new Error('not needed'));
    await expect(waiting).rejects.toThrow('not needed');
  });
});

describe('starting the page anew', () => {
  it('reloads it', () => {
    const reload = vi.spyOn(location, 'reload').mockReturnValue();
    void reloadPage();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('can forget all that the site stored', async () => {
    const reloaded = Promise.withResolvers<void>();
    vi.spyOn(location, 'reload').mockImplementation(() => reloaded.resolve());
    const deleted: string[] = [];
    vi.stubGlobal('indexedDB', {
      databases: async () => [{ name: 'drafts' }, {}],
      deleteDatabase: (name: string) => deleted.push(name),
    });
    localStorage.setItem('basechart-theme', 'dark');
    sessionStorage.setItem('anything', 'x');
    document.cookie = `${telemetryCookie}=something; path=/`;
    void clearSiteData();
    await reloaded.promise;
    expect([localStorage.length, sessionStorage.length, deleted]).toEqual([0, 0, ['drafts']]);
    expect(document.cookie).not.toContain(telemetryCookie);
  });
});

describe('forgetting all that the site stored', () => {
  it('needs no list of databases, which older browsers do not give', async () => {
    const reloaded = Promise.withResolvers<void>();
    vi.spyOn(location, 'reload').mockImplementation(() => reloaded.resolve());
    const deleted: string[] = [];
    vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => deleted.push(name) });
    void clearSiteData();
    await reloaded.promise;
    expect(deleted).toEqual(['basechart']);
  });

  it('needs no database at all', async () => {
    const reloaded = Promise.withResolvers<void>();
    vi.spyOn(location, 'reload').mockImplementation(() => reloaded.resolve());
    vi.stubGlobal('indexedDB', undefined);
    localStorage.setItem('basechart-theme', 'dark');
    void clearSiteData();
    await reloaded.promise;
    expect(localStorage.length).toBe(0);
  });
});

describe('the runtime configuration', () => {
  const page = (text: string | null) => {
    const made = new DOMParser().parseFromString('<!doctype html><html></html>', 'text/html');
    if (text !== null) {
      const block = made.createElement('script');
      block.id = 'runtime-config';
      block.type = 'application/json';
      block.textContent = text;
      made.head.append(block);
    }
    return made;
  };

  it('is read from the page', () => {
    expect(readRuntimeConfig(page(JSON.stringify(config)))).toEqual(config);
  });

  it.each([
    ['absent', null, 'The page came without its runtime configuration.'],
    ['no JSON', '{', 'JSON'],
    ['of another shape', '{"platformMode":"yes"}', 'Invalid type: Expected boolean but received "yes"'],
  ])('that is %s is said', (_, text, words) => {
    expect(() => readRuntimeConfig(page(text))).toThrow(words);
  });
});
