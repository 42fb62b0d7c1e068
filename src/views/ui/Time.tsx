const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', hourCycle: 'h23' });
const shortClock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const shortYear = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric' });

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
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
export type TimeDetail = 'full' | 'day' | 'short' | 'relative';

function relativeWords(date: Date, now: Date): string {
  const ms = date.getTime() - now.getTime();
  const [unit, size] = relativeUnits.find(([, unitMs]) => Math.abs(ms) >= unitMs) ?? [];
  if (unit === undefined) return 'just now';
  return unit === 'day' && Math.abs(ms) >= 30 * size ? day.format(date) : relative.format(Math.trunc(ms / size), unit);
}

/** A time as local text. */
export function timeWords(date: Date, detail: TimeDetail, now = new Date()): string {
  switch (detail) {
    case 'full':
      return `${day.format(date)}, ${clock.format(date)}`;
    case 'day':
      return day.format(date);
    case 'relative':
      return relativeWords(date, now);
    case 'short':
      if (date.toDateString() === now.toDateString()) return shortClock.format(date);
      return (date.getFullYear() === now.getFullYear() ? shortDay : shortYear).format(date);
  }
}

/** A time, given as ISO 8601; on hover in full, in local time and in UTC. */
export function Time({ value, detail = 'full' }: { value: string; detail?: TimeDetail | undefined }) {
  const date = new Date(value);
  return (
    <time
      dateTime={value}
      title={`${timeWords(date, 'full')} local time, ${date.toISOString().replace('T', ' ').slice(0, 19)} UTC`}
    >
      {timeWords(date, detail)}
    </time>
  );
}
