import type { AnyStateMachine } from 'xstate';
import { marker } from './redact.ts';
import { redacted } from './secrets.ts';

type Guard = (args: unknown, params: unknown) => boolean;

/** Whether a trace holds something else here than the page did. */
const isAltered = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes(redacted) || value.endsWith('…')
    : typeof value === 'object' && value !== null && marker.omitted in value;

/** The value, telling when something is read of it that the trace does not hold as it was. */
function watched(value: unknown, altered: () => void): unknown {
  const known = new WeakMap<object, object>();
  const watch = (part: unknown): unknown => {
    if (isAltered(part)) altered();
    if (typeof part !== 'object' || part === null) return part;
    const proxy =
      known.get(part) ??
      new Proxy(part, {
        get(target, key) {
          const inner: unknown = Reflect.get(target, key);
          const { configurable = true, writable = true } = Reflect.getOwnPropertyDescriptor(target, key) ?? {};
          const seen = watch(inner);
          // Of what is frozen a proxy has to show the thing itself.
          return configurable || writable ? seen : inner;
        },
      });
    known.set(part, proxy);
    return proxy;
  };
  return watch(value);
}

/**
 * A machine whose guards may be contradicted where they asked for what the trace hides: nobody can know what they said to the
 * words themselves.
 */
export class UncertainGuardMachine {
  readonly machine: AnyStateMachine;
  /** How many verdicts of the last step rest on what is hidden. */
  uncertainCount = 0;
  private inverted = 0;

  constructor(machine: AnyStateMachine) {
    // `and`, `or`, `not` and `stateIn` ask nothing themselves: the guards that they name are asked by XState.
    const guards = Object.entries(machine.implementations.guards as Record<string, Guard>).filter(
      ([, guard]) => !('check' in guard),
    );
    this.machine =
      guards.length === 0
        ? machine
        : machine.provide({
            guards: Object.fromEntries(guards.map(([name, guard]) => [name, this.tracking(guard)])),
          } as never);
  }

  /** Begins a step in which the verdicts at these places among the doubtful ones, a bit each, are the opposite. */
  begin(inverted: number): void {
    this.uncertainCount = 0;
    this.inverted = inverted;
  }

  private tracking(guard: Guard): Guard {
    return (args, params) => {
      let isUncertain = false;
      const altered = () => {
        isUncertain = true;
      };
      const result = guard(watched(args, altered), watched(params, altered));
      if (!isUncertain) return result;
      const bit = 1 << this.uncertainCount;
      this.uncertainCount += 1;
      return (this.inverted & bit) === 0 ? result : !result;
    };
  }
}
