import { isActorRef } from './actorRef.ts';
import { standInFor } from './personalAddresses.ts';
import { isHidden, isPersonal, redacted, scrub } from './secrets.ts';

/** Data of a trace: JSON, with markers for values that are no data. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Keys of the markers for values that JSON cannot hold, and for values that are too large. */
export const marker = {
  actor: '«actor»',
  function: '«function»',
  error: '«error»',
  cycle: '«cycle»',
  more: '«more»',
  omitted: '«omitted»',
} as const;

/**
 * Limits for one value: characters of a text, of all texts and of a key, entries of an array and of an object, values
 * in total.
 */
const redactLimits = {
  text: 2_000,
  texts: 24_000,
  list: 50,
  keys: 200,
  values: 4_000,
  key: 100,
  depth: 10,
} as const;

/** The beginning of a text. A truncated word could be half a secret that no pattern recognizes. */
const beginning = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).replace(/\S+$/, '')}…`;

/**
 * Whether there is anything to hide: empty values are no secrets, and of actors and functions only the name is kept.
 */
const isTelling = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  typeof value !== 'function' &&
  !(typeof value === 'object' && isActorRef(value));

/** Keys are nearly always names; a key that is not may be anything. */
const shownKey = (key: string): string => (/^[\w.:-]{0,60}$/.test(key) ? key : scrub(beginning(key, redactLimits.key)));

/** The serializable part of XState's own snapshot of a chart. */
const placeIn = ({ status, value, context, output, error }: Readonly<Record<string, unknown>>) => ({
  status,
  value,
  context,
  output,
  error,
});

/**
 * The serializable part of a chart's value: plain JSON without secrets (`secrets.ts`), bounded however large the value
 * is. Never throws. With `only`, just the named keys of an object: whether they are secrets may depend on the other
 * keys.
 */
export function redact(value: unknown, only?: ReadonlySet<string>): Json {
  const above = new Set<object>();
  let textsLeft: number = redactLimits.texts;
  let valuesLeft: number = redactLimits.values;

  const words = (text: string): string => {
    const kept = scrub(beginning(text, Math.min(redactLimits.text, textsLeft)));
    textsLeft = Math.max(0, textsLeft - kept.length);
    return kept;
  };

  const keyed = (
    entries: readonly (readonly [string, unknown])[],
    holder: object,
    depth: number,
  ): Record<string, Json> => {
    const kept = entries
      .slice(0, redactLimits.keys)
      .map(([key, item]): [string, Json] => [
        shownKey(key),
        isTelling(item) && isHidden(key, holder)
          ? redacted
          : walk(isPersonal(key, holder) ? standInFor(item as string) : item, depth + 1),
      ]);
    if (entries.length > kept.length) kept.push([marker.more, entries.length - kept.length]);
    return Object.fromEntries(kept);
  };

  const insideOf = (holder: object, depth: number): Json => {
    if (Array.isArray(holder)) {
      const kept = holder.slice(0, redactLimits.list).map((item) => walk(item, depth + 1));
      return holder.length > redactLimits.list ? [...kept, { [marker.more]: holder.length - redactLimits.list }] : kept;
    }
    if (holder instanceof Date) return holder.toISOString();
    if (holder instanceof Set) return insideOf([...holder], depth);
    // A key of a map can mark its value as a secret, like one of an object.
    if (holder instanceof Map)
      return insideOf(Object.fromEntries([...holder].map(([key, item]) => [String(key), item])), depth);
    if (ArrayBuffer.isView(holder) || holder instanceof ArrayBuffer) return { [marker.omitted]: holder.byteLength };
    if ('machine' in holder && 'context' in holder)
      return insideOf(placeIn(holder as unknown as Readonly<Record<string, unknown>>), depth);
    const entries = (Object.entries(holder) as [string, unknown][]).filter(
      ([key]) => depth > 0 || !only || only.has(key),
    );
    const plain = keyed(entries, holder, depth);
    if (!(holder instanceof Error)) return plain;
    return {
      [marker.error]: {
        ...plain,
        name: words(holder.name),
        message: isHidden('message', holder) ? redacted : words(holder.message),
      },
    };
  };

  const walk = (current: unknown, depth: number): Json => {
    if (current === null || current === undefined) return null;
    if (valuesLeft <= 0) return { [marker.omitted]: true };
    valuesLeft -= 1;
    switch (typeof current) {
      case 'boolean':
        return current;
      case 'number':
        return Number.isFinite(current) ? current : String(current);
      case 'bigint':
        return String(current);
      case 'string':
        return words(current);
      case 'function':
        return { [marker.function]: current.name };
      case 'symbol':
        return String(current);
    }
    const holder = current as object;
    if (isActorRef(holder)) return { [marker.actor]: holder.id };
    if (above.has(holder)) return { [marker.cycle]: true };
    if (depth > redactLimits.depth) return { [marker.omitted]: true };
    above.add(holder);
    try {
      return insideOf(holder, depth);
    } catch {
      return String(Object.prototype.toString.call(holder));
    } finally {
      above.delete(holder);
    }
  };
  return walk(value, 0);
}
