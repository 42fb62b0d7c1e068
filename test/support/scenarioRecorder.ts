import { Actor, type AnyActor, type AnyStateMachine } from 'xstate';
import { takenIn, transitionKey } from '../../src/inspector/chart/transitionKey.ts';

/** The transitions of one chart that real actors took, by test. */
export class ScenarioRecorder {
  readonly taken = new Map<string, Set<string>>();
  private readonly chart: string;
  private current: string | null = null;
  /** The test that created each actor system: an actor left over from an earlier test proves nothing about this one. */
  private readonly systems = new WeakMap<object, string | null>();

  constructor(chart: string) {
    this.chart = chart;
  }

  begin(test: string): void {
    this.current = test;
    this.taken.set(test, this.taken.get(test) ?? new Set());
  }

  end(): void {
    this.current = null;
  }

  private see({ system }: Pick<AnyActor, 'system'>): void {
    if (this.systems.has(system)) return;
    const test = this.current;
    this.systems.set(system, test);
    if (test === null) return;
    system.inspect((inspected) => {
      if (inspected.type !== '@xstate.microstep' || this.current !== test) return;
      for (const definition of takenIn(inspected)) {
        const { machine } = definition.source as { machine: AnyStateMachine };
        if (machine.id === this.chart) this.taken.get(test)?.add(transitionKey(definition));
      }
    });
  }

  /**
   * Observes every actor from its creation, however deep inside the code under test, until the returned function is
   * called. XState accepts an inspector only where a root actor is created, which scenarios do not control, and a
   * machine binds its own methods as it is created, which may be before this test's file.
   */
  watch(): () => void {
    const name = '_initState';
    const prototype = Actor.prototype as unknown as Record<typeof name, (this: AnyActor, ...args: unknown[]) => void>;
    const { [name]: original } = prototype;
    const see = (actor: AnyActor) => this.see(actor);
    prototype[name] = function (...args) {
      see(this);
      original.apply(this, args);
    };
    return () => {
      prototype[name] = original;
    };
  }
}
