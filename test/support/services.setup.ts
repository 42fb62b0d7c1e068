import { afterAll, vi } from 'vitest';

/** The files of a worker share a process: module state of services, and test doubles for the browser, end with the file. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});
