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

/** Whether this browser knows the time zone: what is stored may come from another one. */
function isKnown(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A function from a time to its text, in the time zone of the page where the options name none. */
export function timeFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  // Made when first used: the browser loads data for the first one, which is a tenth of a page's start.
  const made = new Map<string, Intl.DateTimeFormat>();
  return (date) => {
    const timeZone = options.timeZone ?? shownTimeZone();
    let format = made.get(timeZone);
    if (format === undefined) {
      const zoned = timeZone !== '' && isKnown(timeZone) ? { ...options, timeZone } : options;
      format = new Intl.DateTimeFormat('en-US', zoned);
      made.set(timeZone, format);
    }
    return format.format(date);
  };
}
