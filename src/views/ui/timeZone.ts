import { useSyncExternalStore } from 'react';

/** The time zone in which the page shows times, as the user chose it; empty for the device's own. */
export const shownTimeZone = (): string => document.documentElement.dataset['timeZone'] ?? '';

const listeners = new Set<() => void>();
let observer: MutationObserver | undefined;

/** One observer for all times on the page. */
function watch(changed: () => void): () => void {
  observer ??= new MutationObserver(() => {
    for (const listener of listeners) listener();
  });
  if (listeners.size === 0) observer.observe(document.documentElement, { attributeFilter: ['data-time-zone'] });
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
    if (listeners.size === 0) observer?.disconnect();
  };
}

export const useTimeZone = (): string => useSyncExternalStore(watch, shownTimeZone);

const minuteMs = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** As "Mar 1, 2026, 22:30:00", in pieces. */
function piecesIn(timeZone: string, date: Date): string[] {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23', timeZone });
    formats.set(timeZone, format);
  }
  return format.format(date).split(/,? /);
}

/** The same in the device's own zone. A browser's first use of Intl takes 10 ms: it loads its data of languages. */
function ownPieces(date: Date): string[] {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * minuteMs);
  const [, day, month = '', year = '', clock = ''] = local.toUTCString().split(' ');
  return [month, String(Number(day)), year, clock];
}

function pieces(date: Date, zone: string): string[] {
  try {
    if (zone !== '') return piecesIn(zone, date);
  } catch {
    // What is stored may come from a browser that knows more zones.
  }
  return ownPieces(date);
}

/** What a calendar and a clock show: in the time zone of the page, or in the given one. */
export function readingOf(date: Date, zone = shownTimeZone()) {
  const [month, day, year, clock = ''] = pieces(date, zone);
  const monthDay = `${month} ${day}`;
  return {
    year,
    /** As "Mar". */
    month,
    /** As "Mar 1". */
    monthDay,
    /** As "Mar 1, 2026". */
    day: `${monthDay}, ${year}`,
    /** As "22:30:00". */
    clock,
    /** As "22:30". */
    shortClock: clock.slice(0, 5),
  };
}
