import {
  logLevels,
  logRangeNames,
  logSearchMaxLength,
  logSources,
  type LogLevel,
  type LogRange,
  type LogSource,
} from './logLine.ts';

/** Which lines of a project's logs are shown; the address of the page holds it. */
export interface LogView {
  /** Null for all. */
  source: LogSource | null;
  /** Null for all. */
  level: LogLevel | null;
  range: LogRange;
  /** The end of the range; null for now. */
  to: string | null;
  search: string;
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | null =>
  values.find((value) => value === text) ?? null;

const momentIn = (text: string | undefined): string | null => {
  const ms = Date.parse(text ?? '');
  if (Number.isNaN(ms)) return null;
  const moment = new Date(ms).toISOString();
  // Years of more digits have a sign.
  return /^\d/.test(moment) ? moment : null;
};

/** What an address asks for; what is not understood is left out. */
export const logViewIn = (query: Readonly<Record<string, string>>): LogView => ({
  source: oneOf(logSources, query['source']),
  level: oneOf(logLevels, query['level']),
  range: oneOf(logRangeNames, query['range']) ?? '24h',
  to: momentIn(query['to']),
  search: (query['search'] ?? '').slice(0, logSearchMaxLength),
});

/** The parameters of an address or a request for these lines. */
export const queryOfLogs = ({ source, level, range, to, search }: LogView) => ({
  source: source ?? undefined,
  level: level ?? undefined,
  range: range === '24h' ? undefined : range,
  to: to ?? undefined,
  search: search === '' ? undefined : search,
});

export const isSameLogView = (one: LogView, other: LogView): boolean =>
  JSON.stringify(queryOfLogs(one)) === JSON.stringify(queryOfLogs(other));
