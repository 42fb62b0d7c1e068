import * as v from 'valibot';

/** Where lines come from (specification, "Log sources"): those that this platform has. */
export const logSources = ['edge_logs', 'auth_logs', 'postgres_logs'] as const;
export type LogSource = (typeof logSources)[number];

/** How bad it is: a status of 400 and above is a warning, one of 500 and above an error. */
export const logLevels = ['info', 'warning', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** One line of a project's logs. Its metadata follows the fields of its source. */
export const logLineSchema = v.object({
  id: v.string(),
  timestamp: v.string(),
  source: v.picklist(logSources),
  level: v.picklist(logLevels),
  event_message: v.string(),
  metadata: v.looseObject({}),
});
export type LogLine = v.InferOutput<typeof logLineSchema>;

/** How far back lines are read, as steps of the chart above them. */
export const logRanges = {
  '1h': { step: 'minute', count: 60 },
  '24h': { step: 'hour', count: 24 },
  '7d': { step: 'hour', count: 168 },
  '30d': { step: 'day', count: 30 },
} as const;
export type LogRange = keyof typeof logRanges;
export const logRangeNames = Object.keys(logRanges) as LogRange[];
type LogStep = (typeof logRanges)[LogRange]['step'];

export const logStepMs: Readonly<Record<LogStep, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

export const logPageSize = 100;
export const logSearchMaxLength = 200;

/** A time in milliseconds and an id, as the server writes it. */
const cursorSchema = v.pipe(v.string(), v.regex(/^\d{1,14}\.\d{1,18}$/));
const momentSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'This is not a time, such as 2026-01-31T12:00:00Z.'),
);
/** What lines are searched for: a part of the message or of a field, in any case. */
export const logSearchSchema = v.pipe(
  v.string(),
  v.maxLength(logSearchMaxLength),
  v.check((text) => !text.includes('\0'), 'A search cannot contain the NUL character.'),
);

/** Parameters of `GET …/projects/{ref}/logs`. */
export const logQuerySchema = v.object({
  /** All sources without one. */
  source: v.optional(v.picklist(logSources)),
  /** All levels without one. */
  level: v.optional(v.picklist(logLevels)),
  range: v.optional(v.picklist(logRangeNames), '24h'),
  /** The end of the range; now without one. */
  to: v.optional(momentSchema),
  search: v.optional(logSearchSchema, ''),
  /** The `next` of the page before. */
  before: v.optional(cursorSchema),
});
export type LogQuery = v.InferOutput<typeof logQuerySchema>;

/** A page of lines, the newest first. */
export const logPageSchema = v.object({
  lines: v.array(logLineSchema),
  /** Where the next page begins; null where there is none. */
  next: v.nullable(v.string()),
  /** Where a search has stopped, since it reads only so many lines for one page; null where it has read enough. */
  searched_to: v.nullable(v.string()),
  /** Lines of the sources and levels over the range, without the search; null except on the first page. */
  points: v.nullable(v.array(v.object({ at: v.string(), lines: v.number() }))),
  /** The range that is shown: the longest that the project keeps, if a longer one was asked for. */
  range: v.optional(v.picklist(logRangeNames)),
  /**
   * What is kept of each project: lines of so many days, and no more than so many. The plan may allow fewer days than
   * the server.
   */
  retention: v.object({ days: v.number(), lines: v.number(), server_days: v.optional(v.number()) }),
});
export type LogPage = v.InferOutput<typeof logPageSchema>;
