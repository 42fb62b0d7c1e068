import type { Engine } from '../engines/engine.ts';
import { EngineError } from '../engines/engineError.ts';

interface EnginePoolOptions {
  limit: number;
  /** Starts the engine; rejects if the project must not run. */
  open(ref: string): Promise<Engine>;
}

interface UseOptions {
  /** Aborts the wait for a free slot. */
  signal?: AbortSignal | undefined;
  /** Longest wait for a free slot; unlimited without it. */
  patienceMs?: number;
}

interface PooledEngine {
  opening: Promise<Engine>;
  users: number;
  /** Larger is later. */
  lastUse: number;
  /** When it became busy, on the same counter. */
  busySince: number;
  /** When it was last used; null after maintenance. */
  leftAt: number | null;
  /** Another database waits for its slot: it accepts no new users, and stops when its current ones are done. */
  isEvicting: boolean;
  stopping: Promise<void> | undefined;
}

/** A caller that waits for a free slot, in order of arrival. */
interface Waiter {
  ref: string;
  wake: () => void;
}

/**
 * The running engines: opened on use, up to a maximum, the least recently used one stopped for another. An engine
 * counts until it has really stopped, so that no database is ever open twice. When all are in use, new callers wait in
 * order, and the engine that has been busy longest is freed for them: its own next users queue behind them.
 */
export class EnginePool {
  readonly #options: EnginePoolOptions;
  readonly #engines = new Map<string, PooledEngine>();
  readonly #turns: Waiter[] = [];
  #uses = 0;
  #ended = false;

  constructor(options: EnginePoolOptions) {
    this.#options = options;
  }

  /** Refs of the open engines, the least recently used first. */
  get pooled(): string[] {
    return [...this.#engines].toSorted(([, a], [, b]) => a.lastUse - b.lastUse).map(([ref]) => ref);
  }

  /** Runs `work` on the project's engine, and starts the engine first if necessary. */
  async use<Result>(ref: string, work: (engine: Engine) => Promise<Result>, options: UseOptions = {}): Promise<Result> {
    const pooled = await this.#acquire(ref, options);
    try {
      return await work(await pooled.opening);
    } finally {
      pooled.lastUse = ++this.#uses;
      pooled.leftAt = performance.now();
      this.#leave(ref, pooled);
    }
  }

  /**
   * Runs `maintain` on every idle engine that was used since the last maintenance. A failure does not stop the others.
   */
  async maintainIdle(
    idleMs: number,
    maintain: (engine: Engine, isWanted: () => boolean, ref: string) => Promise<void>,
  ): Promise<void> {
    const failures: unknown[] = [];
    for (const [ref, pooled] of this.#engines) {
      if (pooled.users > 0 || pooled.stopping || pooled.leftAt === null || performance.now() - pooled.leftAt < idleMs)
        continue;
      this.#enter(pooled);
      try {
        await maintain(
          await pooled.opening,
          () => pooled.users > 1 || pooled.stopping !== undefined || this.#turns.length > 0,
          ref,
        );
      } catch (error) {
        failures.push(error);
      } finally {
        pooled.leftAt = null;
        this.#leave(ref, pooled);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, 'Could not clean up the databases.', { cause: failures[0] });
  }

  /** Stops a project's engine and ends its running work. The next use opens it again, if `open` allows it. */
  close(ref: string): Promise<void> {
    return this.#stop(ref);
  }

  /** Stops every engine permanently: running work is ended, waiting work refused. */
  async end(): Promise<void> {
    this.#ended = true;
    this.#wakeAll();
    await Promise.all([...this.#engines.keys()].map((ref) => this.#stop(ref)));
  }

  async #acquire(ref: string, { signal, patienceMs }: UseOptions): Promise<PooledEngine> {
    const turn: Waiter = { ref, wake: () => undefined };
    const busy = new AbortController();
    let patience: NodeJS.Timeout | undefined;
    try {
      for (;;) {
        if (this.#ended) throw new EngineError('engine_stopped', 'The server is stopping.');
        const known = this.#engines.get(ref);
        if (known?.stopping) {
          await known.stopping;
        } else if (known && !known.isEvicting) {
          return await this.#enterOpened(known);
        } else if (!known && this.#hasRoomFor(turn)) {
          return await this.#enterOpened(this.#open(ref));
        } else {
          if (patienceMs !== undefined) patience ??= setTimeout(() => busy.abort(allBusy()), patienceMs);
          await this.#wait(turn, signal ? AbortSignal.any([signal, busy.signal]) : busy.signal);
        }
      }
    } finally {
      clearTimeout(patience);
      this.#endTurn(turn);
    }
  }

  #enter(pooled: PooledEngine): void {
    if (pooled.users === 0) pooled.busySince = ++this.#uses;
    pooled.users += 1;
  }

  async #enterOpened(pooled: PooledEngine): Promise<PooledEngine> {
    this.#enter(pooled);
    pooled.lastUse = ++this.#uses;
    try {
      await pooled.opening;
      return pooled;
    } catch (error) {
      pooled.users -= 1;
      throw error;
    }
  }

  #leave(ref: string, pooled: PooledEngine): void {
    pooled.users -= 1;
    if (pooled.users === 0 && pooled.isEvicting) void this.#stop(ref);
    this.#wakeAll();
  }

  #open(ref: string): PooledEngine {
    const opening = this.#options.open(ref);
    const pooled: PooledEngine = {
      opening,
      users: 0,
      lastUse: 0,
      busySince: 0,
      leftAt: null,
      isEvicting: false,
      stopping: undefined,
    };
    this.#engines.set(ref, pooled);
    opening.catch(() => {
      this.#forget(ref, pooled);
    });
    return pooled;
  }

  /** Databases that waiting callers need a slot for, each once. */
  #wanted(turns: readonly Waiter[]): number {
    return new Set(turns.map(({ ref }) => ref).filter((ref) => !this.#engines.has(ref))).size;
  }

  /** There is a free slot, and no earlier caller needs it. */
  #hasRoomFor(turn: Waiter): boolean {
    const index = this.#turns.indexOf(turn);
    const before = (index < 0 ? this.#turns : this.#turns.slice(0, index)).filter(({ ref }) => ref !== turn.ref);
    return this.#engines.size + this.#wanted(before) < this.#options.limit;
  }

  async #wait(turn: Waiter, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    turn.wake = resolve;
    if (!this.#turns.includes(turn)) this.#turns.push(turn);
    this.#dropExcess();
    const giveUp = () => reject(signal.reason as Error);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  #endTurn(turn: Waiter): void {
    const index = this.#turns.indexOf(turn);
    if (index < 0) return;
    this.#turns.splice(index, 1);
    // An engine that was to be freed for a caller that has given up may continue.
    let wanted = this.#wanted(this.#turns);
    for (const pooled of this.#engines.values())
      if (pooled.isEvicting && !pooled.stopping && wanted-- <= 0) pooled.isEvicting = false;
    this.#wakeAll();
  }

  /** Stops as many engines as there are databases waiting: idle ones immediately, others when they become idle. */
  #dropExcess(): void {
    const engines = [...this.#engines];
    const coming = engines.filter(([, { stopping, isEvicting }]) => stopping || isEvicting).length;
    const free = this.#options.limit - engines.length;
    const others = engines.filter(([, { stopping, isEvicting }]) => !stopping && !isEvicting);
    const idle = others.filter(([, { users }]) => users === 0).toSorted(([, a], [, b]) => a.lastUse - b.lastUse);
    const busy = others.filter(([, { users }]) => users > 0).toSorted(([, a], [, b]) => a.busySince - b.busySince);
    for (const [ref, pooled] of [...idle, ...busy].slice(0, Math.max(0, this.#wanted(this.#turns) - coming - free))) {
      if (pooled.users === 0) void this.#stop(ref);
      else pooled.isEvicting = true;
    }
  }

  #stop(ref: string): Promise<void> {
    const pooled = this.#engines.get(ref);
    if (!pooled) return Promise.resolve();
    pooled.stopping ??= pooled.opening
      .then(
        (engine) => engine.stop(),
        () => undefined,
      )
      .finally(() => this.#forget(ref, pooled));
    return pooled.stopping;
  }

  #forget(ref: string, pooled: PooledEngine): void {
    if (this.#engines.get(ref) === pooled) this.#engines.delete(ref);
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const { wake } of this.#turns) wake();
  }
}

const allBusy = () =>
  new EngineError('engines_busy', 'All database slots of this server are in use. Try again in a moment.');
