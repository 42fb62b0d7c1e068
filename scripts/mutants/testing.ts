/** Runs tests in a scratch copy through a worker process, which is replaced when it exceeds its time limit. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Test files to run, and source files that changed since the last run. */
export interface Order {
  tests: readonly string[];
  changed: readonly string[];
}

export type Answer =
  | { kind: 'ready'; tests: readonly string[] }
  /** `failure` names the first failure; null if all tests passed. */
  | { kind: 'ran'; failure: string | null; ms: number }
  /** Vitest could not start its processes. */
  | { kind: 'unstarted'; reason: string };

export interface Outcome {
  failure: string | null;
  ms: number;
  timedOut: boolean;
}

export class Testing {
  readonly #root: string;
  readonly #env: NodeJS.ProcessEnv;
  #worker: ChildProcess | null = null;
  #tests: readonly string[] = [];

  constructor(root: string, env: NodeJS.ProcessEnv = {}) {
    this.#root = root;
    this.#env = { ...process.env, ...env };
  }

  /** All test files, relative to the root of the copy. */
  async files(): Promise<readonly string[]> {
    await this.#start();
    return this.#tests;
  }

  async run(order: Order, limitMs: number): Promise<Outcome> {
    const worker = await this.#start();
    const timeout = AbortSignal.timeout(limitMs);
    try {
      const answered = once(worker, 'message', { signal: timeout });
      worker.send(order);
      const [answer] = (await answered) as [Exclude<Answer, { kind: 'ready' }>];
      // It says nothing about the mutant, and would be the same for all that come after.
      if (answer.kind === 'unstarted') throw new Error(`The tests did not start: ${answer.reason}`);
      return { failure: answer.failure, ms: answer.ms, timedOut: false };
    } catch (error) {
      if (!timeout.aborted) throw error;
      this.stop();
      return { failure: `no end within ${Math.round(limitMs / 1000)} s`, ms: limitMs, timedOut: true };
    }
  }

  /** Kills the worker and its child processes. */
  stop(): void {
    if (this.#worker?.pid !== undefined) process.kill(-this.#worker.pid, 'SIGKILL');
    this.#worker = null;
  }

  async #start(): Promise<ChildProcess> {
    if (this.#worker) return this.#worker;
    // A separate process group, so that endless tests and the servers they started can be killed with the worker.
    const worker = fork(join(import.meta.dirname, 'testWorker.ts'), [this.#root], {
      detached: true,
      env: this.#env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    this.#worker = worker;
    const [ready] = (await once(worker, 'message')) as [Answer & { kind: 'ready' }];
    this.#tests = ready.tests;
    return worker;
  }
}
