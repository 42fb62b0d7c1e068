/** A moment as Postgres writes it: a date, a time, and how far its zone is from UTC. Infinity is none. */
const written = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(\.\d+)?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/;

const two = (value: number): string => String(value).padStart(2, '0');

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are expensive to make, and a page of rows needs hundreds of moments. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

/** The date and time that clocks in a zone show, as if they were UTC, in milliseconds. */
function localOf(ms: number, zone: string): number | null {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  if (!/^a/i.test(parts['era'] ?? 'AD')) return null;
  const [year, month, day, hour, minute, second] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((part) =>
    Number(parts[part]),
  ) as [number, number, number, number, number, number];
  return utcOf(year, month, day, hour, minute, second);
}

function utcOf(year: number, month: number, day: number, hour: number, minute: number, second: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second);
}

/**
 * A `timestamptz` as Postgres writes it, at the clock of another zone, with all its digits. It is the same moment, in
 * a form that Postgres takes. What cannot be shown there stays as it is.
 */
export function inZone(text: string, zone: string): string {
  const found = written.exec(text);
  if (!found) return text;
  const [, year, month, day, hour, minute, second, fraction = '', sign, hours, minutes = '0', seconds = '0'] = found;
  const offset = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * (sign === '-' ? -1 : 1);
  const ms =
    utcOf(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second)) - offset * 1_000;
  const local = localOf(ms, zone);
  if (local === null) return text;
  const date = new Date(local);
  if (date.getUTCFullYear() > 9_999) return text;
  const away = Math.round((local - ms) / 1_000);
  const distance = Math.abs(away);
  const rest = [Math.floor(distance / 60) % 60, distance % 60];
  const zoneText = `${away < 0 ? '-' : '+'}${two(Math.floor(distance / 3_600))}${
    rest[1] !== 0 ? `:${two(rest[0]!)}:${two(rest[1]!)}` : rest[0] !== 0 ? `:${two(rest[0]!)}` : ''
  }`;
  const dateText = `${String(date.getUTCFullYear()).padStart(4, '0')}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const timeText = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return `${dateText} ${timeText}${fraction}${zoneText}`;
}

/** A date, alone or with a time, that names no zone. */
const withoutZone = /^\s*\d{1,6}-\d\d?-\d\d?(?:[T ]\s*\d\d?:\d\d(?::\d\d(?:\.\d+)?)?)?\s*$/i;

/** What the user typed while moments are shown in a zone: a text without a zone is at that clock. */
export const atClockOf = (text: string, zone: string): string =>
  withoutZone.test(text) ? `${text.trim()} ${zone}` : text;

/** The names of all zones that this browser knows. */
export const zoneNames = (): readonly string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC'),
];
