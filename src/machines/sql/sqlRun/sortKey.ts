import type { Column } from '../../../contract/sql/query.ts';

/**
 * What a value is sorted by; NaN for one that is no number, or is written in a style that this does not read.
 * JavaScript compares numbers and bigints with each other exactly.
 */
export type SortKey = number | bigint;

const wholeNumber = /^-?\d+$/;
const numberKey = (text: string): SortKey => (wholeNumber.test(text) ? BigInt(text) : Number(text));

/** All values of a database have the same number of digits after the point, wherever its locale puts signs. */
function moneyKey(text: string): SortKey {
  const digits = BigInt(text.replaceAll(/\D/g, ''));
  return /[-(]/.test(text) ? -digits : digits;
}

const infinities: Readonly<Record<string, number>> = { infinity: Infinity, '-infinity': -Infinity };
const secondMicros = 1_000_000n;
const dayMicros = 86_400n * secondMicros;

/** Hours, minutes, seconds and their fraction, as microseconds. */
const microsOf = (hours: string, minutes: string, seconds = '0', fraction = ''): bigint =>
  BigInt(Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * secondMicros +
  BigInt(fraction.padEnd(6, '0'));

/** Days since an arbitrary day, in the Gregorian calendar, which counts its years from March here. */
function dayOf(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const marchMonth = month > 2 ? month - 3 : month + 9;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return 365 * marchYear + leapDays + Math.floor((153 * marchMonth + 2) / 5) + day;
}

const moment =
  /^(?:(\d+)-(\d\d)-(\d\d))? ?(?:(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?)?)?( BC)?$/;

/** A date, a time or both as microseconds in UTC. */
function momentKey(text: string): SortKey {
  const infinity = infinities[text];
  if (infinity !== undefined) return infinity;
  const parts = moment.exec(text);
  if (parts === null) return NaN;
  const [, year, month, day, hours = '0', minutes = '0', seconds, fraction, sign, ...rest] = parts;
  const [zoneHours = '0', zoneMinutes = '0', zoneSeconds, era] = rest;
  // The year before 1 is 1 BC.
  const fullYear = era === undefined ? Number(year) : 1 - Number(year);
  const days = year === undefined ? 0 : dayOf(fullYear, Number(month), Number(day));
  const zone = microsOf(zoneHours, zoneMinutes, zoneSeconds);
  return BigInt(days) * dayMicros + microsOf(hours, minutes, seconds, fraction) + (sign === '-' ? zone : -zone);
}

const intervalPart = /([+-]?\d+) (year|mon|day)s?/g;
const intervalTime = /([+-]?)(\d+):(\d\d):(\d\d)(?:\.(\d+))?$/;
/** As Postgres compares intervals: a month has 30 days. */
const daysOf: Readonly<Record<string, bigint>> = { year: 360n, mon: 30n, day: 1n };

function intervalKey(text: string): SortKey {
  const infinity = infinities[text];
  if (infinity !== undefined) return infinity;
  const parts = [...text.matchAll(intervalPart)];
  const time = intervalTime.exec(text);
  if (parts.length === 0 && time === null) return NaN;
  let micros = 0n;
  for (const [, count = '0', unit = ''] of parts) micros += BigInt(count) * (daysOf[unit] ?? 0n) * dayMicros;
  if (time === null) return micros;
  const [, sign, hours = '0', minutes = '0', seconds, fraction] = time;
  const rest = microsOf(hours, minutes, seconds, fraction);
  return sign === '-' ? micros - rest : micros + rest;
}

/** By the number of the type, which an array of it or a text that begins like its name does not have. */
const keys: ReadonlyMap<number, (text: string) => SortKey> = new Map([
  // int8, int2, int4, oid, float4, float8, numeric
  ...[20, 21, 23, 26, 700, 701, 1700].map((type) => [type, numberKey] as const),
  [790, moneyKey],
  // date, time, timestamp, timestamptz, timetz
  ...[1082, 1083, 1114, 1184, 1266].map((type) => [type, momentKey] as const),
  [1186, intervalKey],
]);

/** How the values of a column are measured for sorting; undefined for those that are sorted as texts. */
export const sortKeyOf = ({ typeOid }: Column): ((text: string) => SortKey) | undefined => keys.get(typeOid);
