import type { SyntheticEvent } from 'react';

/** Made when first used: the browser loads data for the first one, which is a tenth of a page's start. */
const lazily = <Made,>(make: () => Made): (() => Made) => {
  let made: Made | undefined;
  return () => (made ??= make());
};
const dates = (options: Intl.DateTimeFormatOptions) => lazily(() => new Intl.DateTimeFormat('en-US', options));

const day = dates({ dateStyle: 'medium' });
const clock = dates({ timeStyle: 'medium', hourCycle: 'h23' });
const shortClock = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const shortDay = dates({ month: 'short', day: 'numeric' });
const shortYear = dates({ month: 'short', year: 'numeric' });

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
  if (unit === 'day' && Math.abs(ms) >= 30 * size!) return day().format(date);
  const count = Math.trunc(Math.abs(ms) / size!);
  if (unit === 'day' && count === 1) return ms < 0 ? 'yesterday' : 'tomorrow';
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return ms < 0 ? `${words} ago` : `in ${words}`;
}

/** A time as local text. */
export function timeWords(date: Date, detail: TimeDetail, now = new Date()): string {
  switch (detail) {
    case 'full':
      return `${day().format(date)}, ${clock().format(date)}`;
    case 'day':
      return day().format(date);
    case 'relative':
      return relativeWords(date, now);
    case 'short':
      if (date.toDateString() === now.toDateString()) return shortClock().format(date);
      return (date.getFullYear() === now.getFullYear() ? shortDay : shortYear)().format(date);
  }
}

/** A time, given as ISO 8601; on hover in full, in local time and in UTC. */
export function Time({ value, detail = 'full' }: { value: string; detail?: TimeDetail | undefined }) {
  const date = new Date(value);
  const explain = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    currentTarget.title = `${timeWords(date, 'full')} local time, ${date.toISOString().replace('T', ' ').slice(0, 19)} UTC`;
  };
  return (
    <time dateTime={value} onPointerEnter={explain}>
      {timeWords(date, detail)}
    </time>
  );
}
