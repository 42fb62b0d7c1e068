import type { StateValue } from 'xstate';

interface PersistedRef {
  xstate$$type: number;
  id: string;
}

const isActorRef = (value: object): value is PersistedRef => 'xstate$$type' in value && 'id' in value;

/** Ids that XState generates, such as `x:3`, differ from run to run. */
const madeUp = /^x:\d+$/;

/**
 * Values that JSON cannot hold, as text: errors with their fields, actors by their id, maps, sets, big integers. Functions
 * are omitted.
 */
function worded(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return { error: `${value.name}: ${value.message}`, ...value };
  if (value instanceof Map || value instanceof Set) return { [value.constructor.name]: [...value] };
  if (isActorRef(value)) return madeUp.test(value.id) ? '‹an actor›' : `‹${value.id}›`;
  return value;
}

/** One line of JSON for any value of a chart; equal text means equal values for every test. */
export const text = (value: unknown): string => JSON.stringify(value, worded) ?? 'undefined';

/** The same value as plain JSON. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value, worded) ?? 'null');

/** One line with a maximum length. */
export const brief = (value: unknown, longest = 72): string => {
  const whole = text(value);
  return whole.length <= longest ? whole : `${whole.slice(0, longest - 1)}…`;
};

/** `active: {token: fresh, assurance: aal1}`; one word where there is one active state. */
export function stateText(value: StateValue): string {
  if (typeof value === 'string') return value;
  const entries = Object.entries(value).filter((entry): entry is [string, StateValue] => entry[1] !== undefined);
  const [only] = entries;
  if (entries.length === 1 && only) {
    const inner = stateText(only[1]);
    return inner ? `${only[0]}.${inner}` : only[0];
  }
  return entries.length === 0
    ? ''
    : `{${entries.map(([key, inner]) => [key, stateText(inner)].filter(Boolean).join('.')).join(', ')}}`;
}

/** Where two values differ, one line for each path: `context.attempt should be 1, is 0`. */
export function differences(name: string, predicted: unknown, actual: unknown): string[] {
  const walk = (at: string, a: unknown, b: unknown): string[] => {
    if (text(a) === text(b)) return [];
    if (
      typeof a === 'object' &&
      typeof b === 'object' &&
      a !== null &&
      b !== null &&
      Array.isArray(a) === Array.isArray(b)
    ) {
      const left = a as Record<string, unknown>;
      const right = b as Record<string, unknown>;
      return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) =>
        walk(`${at}.${key}`, left[key], right[key]),
      );
    }
    return [`${at} should be ${brief(a)}, is ${brief(b)}`];
  };
  return text(predicted) === text(actual) ? [] : walk(name, plain(predicted), plain(actual));
}

/**
 * Values in a context that are neither plain data nor an actor nor a function that came in through the input, directly or
 * in a port.
 */
export function impureParts(context: unknown): string[] {
  const walk = (at: string, value: unknown, depth: number): string[] => {
    if (typeof value === 'function') return depth <= 3 ? [] : [`${at} is a function: the context is plain data`];
    if (typeof value === 'bigint' || typeof value === 'symbol')
      return [`${at} is a ${typeof value}: the context is plain data`];
    if (typeof value !== 'object' || value === null || 'sessionId' in value) return [];
    if (Array.isArray(value)) return value.flatMap((item, index) => walk(`${at}.${index}`, item, depth + 1));
    const prototype = Object.getPrototypeOf(value) as { constructor: { name: string } } | null;
    if (prototype !== null && prototype !== Object.prototype)
      return [`${at} is a ${prototype.constructor.name}: the context is plain data`];
    return Object.entries(value).flatMap(([key, part]) => walk(`${at}.${key}`, part, depth + 1));
  };
  return walk('context', context, 0);
}
