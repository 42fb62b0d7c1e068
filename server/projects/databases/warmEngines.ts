import type { Engine } from '../engines/engine.ts';
import { EngineError } from '../engines/engineError.ts';

export interface WarmEnginesOptions {
  limit: number;
  /** Starts the engine; refuses where the project must not run. */
  open(ref: string): Promise<Engine>;
}

interface WarmEngine {
  opening: Promise<Engine>;
  users: number;
  /** Larger is later. */
  lastUse: number;
  /** When it was last in use; null once it was tidied after that. */
  leftAt: number | null;
  stopping: Promise<void> | undefined;
}

/**
 * The engines that are running: opened on use, at most so many, the least recently used one stopped for another. An
 * engine counts until it has really stopped, so that no database is ever open twice.
 */
export class WarmEngines {
  readonly #options: WarmEnginesOptions;
  readonly #engines = new Map<string, WarmEngine>();
  #waiting: (() => void)[] = [];
  #uses = 0;
  #ended = false;

  constructor(options: WarmEnginesOptions) {
    this.#options = options;
  }

  /** Refs of the engines that are open, the least recently used first. */
  get warm(): string[] {
    return [...this.#engines].toSorted(([, a], [, b]) => a.lastUse - b.lastUse).map(([ref]) => ref);
  }

  /** Runs `work` on the project's engine, waking it first if need be. The signal ends the wait for room. */
  async use<Result>(ref: string, work: (engine: Engine) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const warm = await this.#acquire(ref, signal);
    try {
      return await work(await warm.opening);
    } finally {
      this.#release(warm);
    }
  }

  /** Gives every engine that nobody has used for a while, and that was used since the last time, to `tidy`. */
  async tidyIdle(idleMs: number, tidy: (engine: Engine, isWanted: () => boolean) => Promise<void>): Promise<void> {
    for (const warm of this.#engines.values()) {
      if (warm.users > 0 || warm.stopping || warm.leftAt === null || performance.now() - warm.leftAt < idleMs) continue;
      warm.users += 1;
      try {
        await tidy(await warm.opening, () => warm.users > 1 || warm.stopping !== undefined || this.#waiting.length > 0);
        warm.leftAt = null;
      } finally {
        warm.users -= 1;
        this.#wakeWaiting();
      }
    }
  }

  /** Stops a project's engine, ending what runs in it. Whoever wants it next opens it anew, if `open` lets them. */
  close(ref: string): Promise<void> {
    return this.#stop(ref);
  }

  /** Stops every engine for good: running work is ended, waiting work refused. */
  async end(): Promise<void> {
    this.#ended = true;
    this.#wakeWaiting();
    await Promise.all([...this.#engines.keys()].map((ref) => this.#stop(ref)));
  }

  async #acquire(ref: string, signal: AbortSignal | undefined): Promise<WarmEngine> {
    for (;;) {
      if (this.#ended) throw new EngineError('engine_stopped', 'The server is stopping.');
      const known = this.#engines.get(ref);
      if (known?.stopping) {
        await known.stopping;
      } else if (known) {
        return await this.#enter(known);
      } else if (this.#engines.size < this.#options.limit) {
        return await this.#enter(this.#open(ref));
      } else {
        await this.#makeRoom(signal);
      }
    }
  }

  async #enter(warm: WarmEngine): Promise<WarmEngine> {
    warm.users += 1;
    warm.lastUse = ++this.#uses;
    try {
      await warm.opening;
      return warm;
    } catch (error) {
      warm.users -= 1;
      throw error;
    }
  }

  #open(ref: string): WarmEngine {
    const opening = this.#options.open(ref);
    const warm: WarmEngine = { opening, users: 0, lastUse: 0, leftAt: null, stopping: undefined };
    this.#engines.set(ref, warm);
    opening.catch(() => {
      this.#forget(ref, warm);
    });
    return warm;
  }

  #release(warm: WarmEngine): void {
    warm.users -= 1;
    warm.lastUse = ++this.#uses;
    warm.leftAt = performance.now();
    this.#wakeWaiting();
  }

  async #makeRoom(signal: AbortSignal | undefined): Promise<void> {
    const [idle] = [...this.#engines].filter(([, { users, stopping }]) => users === 0 && !stopping).toSorted(([, a], [, b]) => a.lastUse - b.lastUse);
    if (idle) return await this.#stop(idle[0]);
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => reject(signal?.reason as Error);
    this.#waiting.push(resolve);
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  #stop(ref: string): Promise<void> {
    const warm = this.#engines.get(ref);
    if (!warm) return Promise.resolve();
    warm.stopping ??= warm.opening.then((engine) => engine.stop(), () => undefined).finally(() => this.#forget(ref, warm));
    return warm.stopping;
  }

  #forget(ref: string, warm: WarmEngine): void {
    if (this.#engines.get(ref) === warm) this.#engines.delete(ref);
    this.#wakeWaiting();
  }

  #wakeWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
