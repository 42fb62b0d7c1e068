import { fullTime } from './fullTime.ts';
import { readingOf, shownTimeZone, useTimeZone } from './timeZone.ts';

const minuteMs = 60_000;
const relativeUnits = [
  ['day', 24 * 60 * minuteMs],
  ['hour', 60 * minuteMs],
  ['minute', minuteMs],
] as const;

/**
 * Format of a time: date and time, the date, the shortest text that is unambiguous near now, or the distance to now
 * within a month.
 */
type TimeDetail = 'full' | 'day' | 'short' | 'relative';

function relativeWords(date: Date, now: Date): string {
  const ms = date.getTime() - now.getTime();
  const [unit, size] = relativeUnits.find(([, unitMs]) => Math.abs(ms) >= unitMs) ?? [];
  if (unit === undefined) return 'just now';
  if (unit === 'day' && Math.abs(ms) >= 30 * size!) return readingOf(date).day;
  const count = Math.trunc(Math.abs(ms) / size!);
  if (unit === 'day' && count === 1) return ms < 0 ? 'yesterday' : 'tomorrow';
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return ms < 0 ? `${words} ago` : `in ${words}`;
}

/** A time as text, in the time zone that the user chose. */
export function timeWords(date: Date, detail: TimeDetail, now = new Date()): string {
  if (detail === 'relative') return relativeWords(date, now);
  const { year, month, monthDay, day, clock, shortClock } = readingOf(date);
  if (detail === 'full') return `${day}, ${clock}`;
  if (detail === 'day') return day;
  const today = readingOf(now);
  if (day === today.day) return shortClock;
  return year === today.year ? monthDay : `${month} ${year}`;
}

/** In the user's time zone, and in UTC. */
fullTime.words = (value) => {
  const date = new Date(value);
  const zone = shownTimeZone() || 'local time';
  return `${timeWords(date, 'full')} ${zone}, ${date.toISOString().replace('T', ' ').slice(0, 19)} UTC`;
};

/** A time, given as ISO 8601; its tip has it in full, in the user's time zone and in UTC. */
export function Time({ value, detail = 'full' }: { value: string; detail?: TimeDetail | undefined }) {
  useTimeZone();
  return <time dateTime={value}>{timeWords(new Date(value), detail)}</time>;
}
