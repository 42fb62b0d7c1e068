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

  /** Runs `work` on the project's engine, waking it first if need be. */
  async use<Result>(ref: string, work: (engine: Engine) => Promise<Result>): Promise<Result> {
    const warm = await this.#acquire(ref);
    try {
      return await work(await warm.opening);
    } finally {
      this.#release(warm);
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

  async #acquire(ref: string): Promise<WarmEngine> {
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
        await this.#makeRoom();
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
    const warm: WarmEngine = { opening, users: 0, lastUse: 0, stopping: undefined };
    this.#engines.set(ref, warm);
    opening.catch(() => {
      this.#forget(ref, warm);
    });
    return warm;
  }

  #release(warm: WarmEngine): void {
    warm.users -= 1;
    warm.lastUse = ++this.#uses;
    this.#wakeWaiting();
  }

  async #makeRoom(): Promise<void> {
    const [idle] = [...this.#engines].filter(([, { users, stopping }]) => users === 0 && !stopping).toSorted(([, a], [, b]) => a.lastUse - b.lastUse);
    if (idle) return await this.#stop(idle[0]);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return await promise;
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
