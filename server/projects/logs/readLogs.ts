import { sql, type RawBuilder } from 'kysely';
import {
  logLevels,
  logPageSize,
  logRanges,
  logSources,
  logStepMs,
  type LogLine,
  type LogPage,
  type LogQuery,
} from '../../../src/contract/logs/logLine.ts';
import { escapeLike } from '../../common/escapeLike.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { countsTable, linesTable } from './logTables.ts';

/** Lines that a search reads at a time; others may use the control plane in between. */
const searchedAtOnce = 2_000;
/** A search that has found too little goes on for so long, then the reader decides. */
const searchedForMs = 400;

interface Place {
  ms: number;
  id: string;
}

interface LineRow extends Pick<LogLine, 'source' | 'level' | 'event_message' | 'metadata'> {
  id: string;
  at: Date;
  isFound: boolean;
  total: number;
}

interface Wanted {
  projectId: number;
  query: LogQuery;
  from: Date;
  to: Date;
}

const placeOf = (cursor: string): Place => {
  const [ms = '', id = ''] = cursor.split('.');
  return { ms: Number(ms), id };
};

/** The first and the last step of the range, and what is between them. */
function periodOf({ range, to }: Pick<LogQuery, 'range' | 'to'>, now: Date): { from: Date; to: Date } {
  const { step, count } = logRanges[range];
  const end = to === undefined ? now : new Date(to);
  const stepMs = logStepMs[step];
  const first = Math.floor(end.getTime() / stepMs) * stepMs - (count - 1) * stepMs;
  // Another server's clock may be a little ahead.
  return { from: new Date(first), to: to === undefined ? new Date(end.getTime() + logStepMs.minute) : end };
}

/**
 * The next lines, whether they match the search or not, so that a page costs the same in a log of any length. Where one
 * source or one level is asked for, the lines of each wanted pair are read in their own order, and merged.
 */
function nextLines({ projectId, query, from, to }: Wanted, after: Place | null, limit: number): RawBuilder<LineRow> {
  // The row comparison alone is no bound for every plan.
  const within = sql`project_id = ${projectId} and at between ${from} and ${after === null ? to : new Date(after.ms)}${
    after === null ? sql`` : sql` and (at, id) < (${new Date(after.ms)}::timestamptz, ${after.id}::bigint)`
  }`;
  const newest = sql`order by at desc, id desc limit ${limit}`;
  const { source, level } = query;
  if (source === undefined && level === undefined) return sql`select * from ${linesTable} where ${within} ${newest}`;
  return sql`
    select line.* from unnest(${source === undefined ? logSources : [source]}::text[]) as wanted_source
    cross join unnest(${level === undefined ? logLevels : [level]}::text[]) as wanted_level
    cross join lateral (
      select * from ${linesTable} where source = wanted_source and level = wanted_level and ${within} ${newest}
    ) as line ${newest}`;
}

/** Those of the next lines that match, and the last of them in any case. */
async function searchLines(db: ControlDatabase, wanted: Wanted, after: Place | null, limit: number) {
  const { search } = wanted.query;
  const pattern = `%${escapeLike(search)}%`;
  const matches = search === '' ? sql`true` : sql`(event_message ilike ${pattern} or metadata::text ilike ${pattern})`;
  const { rows } = await sql<LineRow>`
    select id, at, source, level, event_message, metadata, found as "isFound", total from (
      select *, ${matches} as found, (count(*) over ())::int as total,
        row_number() over (order by at desc, id desc) as place
      from (${nextLines(wanted, after, limit)}) as next
    ) as numbered
    where found or place = total order by place`.execute(db);
  const last = rows.at(-1);
  return {
    found: rows.filter(({ isFound }) => isFound),
    /** Null where these were the last lines. */
    end: last === undefined || last.total < limit ? null : { ms: last.at.getTime(), id: last.id },
  };
}

/** How many lines there were in each step of the range. */
async function countLines(db: ControlDatabase, { projectId, query, from, to }: Wanted) {
  const { step, count } = logRanges[query.range];
  const stepMs = logStepMs[step];
  const { rows } = await sql<{ number: number; lines: number }>`
    select floor(extract(epoch from at - ${from}::timestamptz) * 1000 / ${stepMs}::int)::int as number, sum(lines)::int as lines
    from ${countsTable} where project_id = ${projectId} and step = ${step === 'minute' ? 'minute' : 'hour'}
      and at between ${from} and ${to}
      and source = any (${query.source === undefined ? logSources : [query.source]}::text[])
      and level = any (${query.level === undefined ? logLevels : [query.level]}::text[])
    group by 1`.execute(db);
  const lines = new Map(rows.map((row) => [row.number, row.lines]));
  return Array.from({ length: count }, (_, number) => ({
    at: new Date(from.getTime() + number * stepMs).toISOString(),
    lines: lines.get(number) ?? 0,
  }));
}

const describe = ({ id, at, source, level, event_message, metadata }: LineRow): LogLine => ({
  id,
  timestamp: at.toISOString(),
  source,
  level,
  event_message,
  metadata,
});

interface ReadOptions {
  now?: Date;
  pageSize?: number;
  /** How long one page is searched for. */
  searchMs?: number;
}

/** A page of a project's lines, the newest first. */
export async function readLogs(
  db: ControlDatabase,
  projectId: number,
  query: LogQuery,
  { now = new Date(), pageSize = logPageSize, searchMs = searchedForMs }: ReadOptions = {},
): Promise<Omit<LogPage, 'retention' | 'range'>> {
  const wanted: Wanted = { projectId, query, ...periodOf(query, now) };
  const lines: LineRow[] = [];
  const isSearch = query.search !== '';
  const begun = performance.now();
  let place = query.before === undefined ? null : placeOf(query.before);
  do {
    // One more than the page has, which tells whether there is another page.
    const { found, end } = await searchLines(db, wanted, place, isSearch ? searchedAtOnce : pageSize + 1);
    lines.push(...found);
    place = end;
  } while (place !== null && lines.length <= pageSize && performance.now() - begun < searchMs);
  const shown = lines.slice(0, pageSize);
  const last = shown.at(-1);
  const isFull = lines.length > pageSize && last !== undefined;
  const next = isFull ? { ms: last.at.getTime(), id: last.id } : place;
  return {
    lines: shown.map(describe),
    next: next && `${next.ms}.${next.id}`,
    searched_to: isFull || next === null ? null : new Date(next.ms).toISOString(),
    points: query.before === undefined ? await countLines(db, wanted) : null,
  };
}
