import { afterAll, vi } from 'vitest';

/** The files of a worker share a process: what a service keeps in its module, and what a test put in the browser's place, ends with the file. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});
