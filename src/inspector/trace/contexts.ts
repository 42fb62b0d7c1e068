import type { AnyMachineSnapshot } from 'xstate';
import { isRecord } from '../../contract/common/isRecord.ts';
import { marker, redact, type Json } from './redact.ts';
import { redacted } from './secrets.ts';

/** A part of a context that differs. */
export interface ContextDifference {
  key: string;
  recorded: Json;
  replayed: Json;
}

/**
 * Whether a trace contains less than the original value: something is hidden, omitted or truncated, or an actor or
 * function, which a replay replaces.
 */
const isPartial = (value: Json): boolean => {
  if (typeof value === 'string') return value.includes(redacted) || value.endsWith('…');
  if (Array.isArray(value)) return value.some((item: Json) => isPartial(item));
  if (!isRecord(value)) return false;
  return (
    Object.values(marker).some((mark) => mark !== marker.error && mark in value) ||
    Object.values(value).some((item) => isPartial(item as Json))
  );
};

/** The recorded time is that of the end of a step; `now()` inside the step was a little earlier. */
const tolerance = 1_000;
const isMoment = (value: Json): value is number => typeof value === 'number' && value > 1e11;

const text = (value: Json): string => JSON.stringify(value);

const isSame = (recorded: Json, replayed: Json): boolean =>
  isPartial(recorded) ||
  isPartial(replayed) ||
  text(recorded) === text(replayed) ||
  (isMoment(recorded) && isMoment(replayed) && Math.abs(recorded - replayed) <= tolerance);

const valueAt = (snapshot: AnyMachineSnapshot, key: string): Json => {
  const shown = redact(snapshot.context, new Set([key])) as Readonly<Record<string, Json>>;
  return shown[key] ?? null;
};

/** The parts of its context that differ from the recording after a step, as far as the trace has them. */
export function contextDifferences(
  changed: Readonly<Record<string, Json>>,
  before: AnyMachineSnapshot | null,
  after: AnyMachineSnapshot,
): ContextDifference[] {
  const [old, now] = [before?.context, after.context] as readonly Readonly<Record<string, unknown>>[];
  const also = before ? Object.keys(now!).filter((key) => !(key in changed) && old![key] !== now![key]) : [];
  return [
    ...Object.entries(changed).map(([key, recorded]) => ({ key, recorded, replayed: valueAt(after, key) })),
    ...also.map((key) => ({ key, recorded: valueAt(before!, key), replayed: valueAt(after, key) })),
  ].filter(({ recorded, replayed }) => !isSame(recorded, replayed));
}
