import { isRecord } from '../../contract/common/isRecord.ts';
import { marker, type Json } from './redact.ts';

/** A proxy that returns nothing for every call: it replaces actors and ports of the recorded page. */
const inert = (id: string): unknown => ({
  id,
  sessionId: id,
  send() {},
  start() {},
  stop() {},
  on: () => ({ unsubscribe() {} }),
  watch: () => () => {},
  subscribe: () => ({ unsubscribe() {} }),
  getSnapshot: () => ({ status: 'active', context: {}, value: {} }),
});

const portNames = new Set(['send', 'watch', 'subscribe']);

/**
 * A recorded value in a form that a chart can use: errors are errors again, actors and ports do nothing, `now` returns
 * recorded time.
 */
export function deserialize(value: Json | undefined, now: () => number): unknown {
  if (Array.isArray(value))
    return value
      .filter((item) => !(isRecord(item) && marker.more in item))
      .map((item) => deserialize(item as Json, now));
  if (!isRecord(value)) return value;
  const record = value as Readonly<Record<string, Json>>;
  if (marker.actor in record) return inert(String(record[marker.actor]));
  if (marker.function in record) return record[marker.function] === 'now' ? now : () => undefined;
  const error = record[marker.error];
  if (isRecord(error)) return Object.assign(new Error(String(error['message'])), deserialize(error as Json, now));
  const entries = Object.entries(record).map(([key, item]): [string, unknown] => {
    // `now` keeps its property name, whatever the function was called.
    if (key === 'now' && isRecord(item) && marker.function in item) return [key, now];
    return [
      key,
      isRecord(item) && Object.keys(item).some((name) => portNames.has(name)) ? inert(key) : deserialize(item, now),
    ];
  });
  return Object.fromEntries(entries);
}
