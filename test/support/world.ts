import { fromPromise, SimulatedClock, type AnyStateMachine } from 'xstate';

interface Call {
  input: unknown;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/** A simulated clock that can go to exactly the next due time. */
export class SteppedClock extends SimulatedClock {
  private readonly due = new Map<number, number>();

  override setTimeout(fn: (...args: unknown[]) => void, timeout: number): number {
    const id = super.setTimeout(() => {
      this.due.delete(id);
      fn();
    }, timeout);
    this.due.set(id, this.now() + timeout);
    return id;
  }

  override clearTimeout(id: number): void {
    this.due.delete(id);
    super.clearTimeout(id);
  }

  get running(): number {
    return this.due.size;
  }

  /** One `increment` past several due times would start follow-up timers too late. */
  toNextTimer(): void {
    if (this.due.size === 0) throw new Error('No timer is running.');
    this.set(Math.min(...this.due.values()));
  }
}

/** Everything outside the machine: a clock, and services that answer only when told to. */
export class FakeWorld {
  readonly clock = new SteppedClock();
  private readonly calls = new Map<string, Call>();

  private readonly service = fromPromise<unknown, unknown>(({ input, self, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const call = { input, resolve, reject };
    this.calls.set(self.id, call);
    signal.addEventListener('abort', () => {
      if (this.calls.get(self.id) === call) this.calls.delete(self.id);
    });
    return promise;
  });

  /** The same machine, with every actor it names replaced by a service of this world. */
  inhabit<M extends AnyStateMachine>(machine: M): M {
    const names = Object.keys(machine.implementations.actors);
    return machine.provide({ actors: Object.fromEntries(names.map((name) => [name, this.service])) }) as M;
  }

  get awaited(): string[] {
    return [...this.calls.keys()];
  }

  /** The pending call of the actor with this id. */
  call(id: string): Call {
    const call = this.calls.get(id);
    if (!call) throw new Error(`"${id}" was never called, or has been answered or aborted.`);
    return call;
  }

  answer(id: string, output: unknown): void {
    this.call(id).resolve(output);
    this.calls.delete(id);
  }

  fail(id: string, error: unknown): void {
    this.call(id).reject(error);
    this.calls.delete(id);
  }
}
