import type { AnyStateMachine } from 'xstate';
import { marker } from './redact.ts';
import { redacted } from './secrets.ts';

type Guard = (args: unknown, params: unknown) => boolean;

/** Whether the trace differs here from the original value. */
const isAltered = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes(redacted) || value.endsWith('…')
    : typeof value === 'object' && value !== null && marker.omitted in value;

/** The value, which reports every read of a part that the trace does not contain in full. */
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
          // A proxy must return the original value of a frozen property.
          return configurable || writable ? seen : inner;
        },
      });
    known.set(part, proxy);
    return proxy;
  };
  return watch(value);
}

/**
 * A machine whose guard results can be inverted if they depend on hidden values, because their real results are
 * unknown.
 */
export class UncertainGuardMachine {
  readonly machine: AnyStateMachine;
  /** Number of results in the last step that depend on hidden values. */
  uncertainCount = 0;
  private inverted = 0;

  constructor(machine: AnyStateMachine) {
    // `and`, `or`, `not` and `stateIn` read nothing themselves: XState evaluates the guards that they name.
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

  /** Begins a step in which the uncertain results at these positions, one bit each, are inverted. */
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
      let result = false;
      try {
        result = guard(watched(args, altered), watched(params, altered));
      } catch (error) {
        // A text instead of a hidden object may break a guard that never threw.
        if (!isUncertain) throw error;
      }
      if (!isUncertain) return result;
      const bit = 1 << this.uncertainCount;
      this.uncertainCount += 1;
      return (this.inverted & bit) === 0 ? result : !result;
    };
  }
}
