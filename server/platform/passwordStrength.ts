import { Worker } from 'node:worker_threads';
import type { PasswordCheck } from '../../src/contract/accounts/passwordCheck.ts';
import { passwordMaxLength } from '../../src/contract/common/timing.ts';
import { threadEnvironment } from '../common/threadEnvironment.ts';
import { ApiError } from '../http/errors.ts';

export interface PasswordStrength {
  check(password: string): Promise<PasswordCheck>;
  /** For a caller who will soon ask: reads the dictionaries, which takes half a second. */
  warm(): void;
  close(): Promise<void>;
}

const timeLimitMs = 10_000;
/** The dictionaries take some 60 MB, which are released when they are not needed. */
const idleMs = 60_000;

/** The route is public, so the queue is limited. */
const waitingMax = 64;

interface Waiting {
  resolve(check: PasswordCheck): void;
  reject(error: Error): void;
}

const tooSlow = () =>
  new ApiError(503, 'password_check_unavailable', 'Could not check the password. Try again.', { retryAfter: 5 });

/**
 * Scores passwords in a worker: a long one takes tens or hundreds of milliseconds, which would block the server. The
 * worker starts with the first password, or when it is warmed, and stops after an idle period.
 */
export function createPasswordStrength(): PasswordStrength {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const stop = async (error: Error): Promise<void> => {
    const stopped = worker;
    worker = null;
    clearTimeout(idle);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    await stopped?.terminate();
  };

  const start = (): Worker => {
    const started = new Worker(new URL('./passwordStrength.worker.ts', import.meta.url), {
      env: threadEnvironment(),
    });
    started.unref();
    started.on('message', ({ id, check }: { id: number; check: PasswordCheck }) => {
      waiting.get(id)?.resolve(check);
      waiting.delete(id);
    });
    started.on('error', (error) => {
      if (worker === started) void stop(error);
    });
    return started;
  };

  const stopWhenIdle = (): void => {
    clearTimeout(idle);
    idle = setTimeout(() => void stop(tooSlow()), idleMs).unref();
  };

  return {
    warm() {
      if (waiting.size > 0) return;
      worker ??= start();
      stopWhenIdle();
    },
    async check(password) {
      if (waiting.size >= waitingMax) throw tooSlow();
      worker ??= start();
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<PasswordCheck>();
      waiting.set(id, { resolve, reject });
      const limit = setTimeout(() => void stop(tooSlow()), timeLimitMs);
      clearTimeout(idle);
      // Text beyond the longest allowed password cannot make it weaker, only slow the score down.
      worker.postMessage({ id, password: password.slice(0, passwordMaxLength + 1) });
      try {
        return await promise;
      } finally {
        clearTimeout(limit);
        if (waiting.size === 0) stopWhenIdle();
      }
    },
    close: () => stop(tooSlow()),
  };
}
