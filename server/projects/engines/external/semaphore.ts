/** Limits how many callers run at the same time; the others wait in order of arrival. */
export interface Semaphore {
  /**
   * Resolves when it is the caller's turn; rejects with the signal's reason when the caller gives up first. `onWait` is
   * called if others come first.
   */
  acquire(signal: AbortSignal | undefined, onWait?: () => void): Promise<void>;
  release(): void;
}

export function createSemaphore(limit: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = limit;
  return {
    async acquire(signal, onWait) {
      if (free > 0) {
        free -= 1;
        return;
      }
      const turn = Promise.withResolvers<void>();
      const grant = () => turn.resolve();
      const giveUp = () => {
        const index = waiting.indexOf(grant);
        if (index >= 0) waiting.splice(index, 1);
        turn.reject(signal?.reason as Error);
      };
      waiting.push(grant);
      onWait?.();
      signal?.addEventListener('abort', giveUp, { once: true });
      try {
        await turn.promise;
      } finally {
        signal?.removeEventListener('abort', giveUp);
      }
    },
    release() {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}
