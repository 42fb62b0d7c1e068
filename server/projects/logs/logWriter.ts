import { sql } from 'kysely';
import type { Logger } from 'pino';
import { grouped } from '../../../src/contract/common/counts.ts';
import type { LogLevel, LogSource } from '../../../src/contract/logs/logLine.ts';
import { logDaysOf } from '../../../src/contract/organizations/logDays.ts';
import { controlSchema, type ControlDatabase } from '../../database/database.ts';
import { countsTable, linesTable } from './logTables.ts';

/** A line before it is stored. */
export interface NewLogLine {
  source: LogSource;
  level: LogLevel;
  message: string;
  /** Never a secret: no token, key, password, body, or value of a query string. */
  metadata: Readonly<Record<string, unknown>>;
  /** It is of a request that anybody may have sent; such lines leave room for the others. */
  isKeyless?: boolean;
}

/** Adds a line to the log of the project with this ref, later; one of an unknown project is dropped. */
export type WriteLog = (ref: string, line: NewLogLine) => void;

export interface LogLimits {
  /** Days for which lines are kept at most; a plan may keep them for fewer. */
  days: number;
  /** Lines of a project; 0 keeps no logs. */
  lines: number;
}

/**
 * Lines of one batch: altogether, of one source of a project, and of that those without a valid key, which have a share
 * of their own. A flood costs the control plane no more than this, and other sources and projects nothing.
 */
export const batchLimits = { lines: 2_000, ofSource: 200, keyless: 50 };

/** A server that is killed loses the lines of this time. */
const writeEveryMs = 2_000;
const pruneEveryMs = 10 * 60_000;
/** A project that has written so many lines is pruned before its turn. */
const pruneAfterLines = 10_000;
/** Lines of one statement that deletes: the embedded control plane has one session. */
const deletedAtOnce = 5_000;

const messageMaxLength = 2_000;
const fieldMaxLength = 500;
const depthMax = 6;

const projectsTable = sql.table(`${controlSchema}.projects`);

interface QueuedLine extends NewLogLine {
  ref: string;
  at: string;
}

/** Text that Postgres can hold, of a bounded length. */
const clean = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).toWellFormed().replaceAll('\0', '\uFFFD');

function bounded(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return clean(value, fieldMaxLength);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === depthMax) return null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([key, part]) => [key, bounded(part, depth + 1)]),
  );
}

/**
 * Collects the lines of projects' logs and stores them in batches, so that no request waits for them. What exceeds a
 * batch is counted, and the log says how much it was.
 */
export class LogWriter {
  readonly #db: ControlDatabase;
  readonly #log: Logger;
  readonly #limits: LogLimits;
  readonly #timers: readonly NodeJS.Timeout[];
  #queue: QueuedLine[] = [];
  /** Lines of each project's sources since the last tick, stored or not. */
  #taken = new Map<string, number>();
  /** Lines that were left out, by project and source. */
  #leftOut = new Map<string, { ref: string; source: LogSource; lines: number }>();
  /** Lines of each project since it was pruned, by id. */
  readonly #unpruned = new Map<number, number>();
  #writing: Promise<void> = Promise.resolve();

  constructor(db: ControlDatabase, log: Logger, limits: LogLimits) {
    this.#db = db;
    this.#log = log;
    this.#limits = limits;
    this.#timers = [
      setInterval(() => void this.tick(), writeEveryMs).unref(),
      setInterval(() => void this.prune(), pruneEveryMs).unref(),
    ];
  }

  readonly write: WriteLog = (uncheckedRef, line) => {
    if (this.#limits.lines === 0) return;
    const ref = clean(uncheckedRef, fieldMaxLength);
    const isKeyless = line.isKeyless === true;
    const share = `${line.source} ${isKeyless} ${ref}`;
    const taken = this.#taken.get(share) ?? 0;
    if (taken >= (isKeyless ? batchLimits.keyless : batchLimits.ofSource) || this.#queue.length >= batchLimits.lines) {
      this.#leaveOut(ref, line.source, 1);
      return;
    }
    this.#taken.set(share, taken + 1);
    this.#queue.push({
      ref,
      source: line.source,
      level: line.level,
      message: clean(line.message, messageMaxLength),
      metadata: bounded(line.metadata) as Record<string, unknown>,
      at: new Date().toISOString(),
    });
  };

  /** Stores what was collected, and lets every project write again. */
  tick(): Promise<void> {
    this.#taken = new Map();
    const leftOut = this.#leftOut;
    this.#leftOut = new Map();
    for (const { ref, source, lines } of leftOut.values())
      this.write(ref, {
        source,
        level: 'warning',
        message: `${grouped(lines)} more ${lines === 1 ? 'line was' : 'lines were'} left out.`,
        metadata: {},
      });
    return this.flush();
  }

  /** Stores what was collected; a reader calls it first, so that it sees its own requests. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#store());
    return this.#writing;
  }

  async end(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.tick();
  }

  /** Deletes what is too old or too much, of every project. */
  async prune(): Promise<void> {
    try {
      const { rows } = await sql<{ id: number; tier: string }>`
        select p.id, o.tier from ${projectsTable} p join ${sql.table(`${controlSchema}.organizations`)} o on o.id = p.organization_id
        where exists (select from ${linesTable} l where l.project_id = p.id)`.execute(this.#db);
      for (const { id, tier } of rows) await this.#pruneProject(id, tier);
    } catch (error) {
      this.#log.warn({ err: error }, "failed to delete old lines of the projects' logs");
    }
  }

  #leaveOut(ref: string, source: LogSource, lines: number): void {
    const key = `${source} ${ref}`;
    const known = this.#leftOut.get(key);
    if (known) known.lines += lines;
    else if (this.#leftOut.size < batchLimits.lines) this.#leftOut.set(key, { ref, source, lines });
  }

  async #store(): Promise<void> {
    const lines = this.#queue;
    if (lines.length === 0) return;
    this.#queue = [];
    try {
      const { rows } = await sql<{ project_id: number; lines: number }>`
        with written as (
          insert into ${linesTable} (project_id, source, level, at, event_message, metadata)
          select p.id, line.source, line.level, line.at, line.message, line.metadata
          from json_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, place })))}::json)
            as line (ref text, source text, level text, at timestamptz, message text, metadata jsonb, place int)
          join ${projectsTable} p on p.ref = line.ref and p.status not in ('REMOVED', 'GOING_DOWN')
          order by line.place
          returning project_id, source, level, at
        ), counted as (
          insert into ${countsTable} (project_id, step, at, source, level, lines)
          select project_id, step, date_trunc(step, at, 'UTC'), source, level, count(*)
          from written cross join unnest(array['minute', 'hour']) as step
          group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
          on conflict (project_id, step, at, source, level)
          do update set lines = project_log_counts.lines + excluded.lines
        )
        select project_id, count(*)::int as lines from written group by project_id`.execute(this.#db);
      for (const row of rows) await this.#countUnpruned(row.project_id, row.lines);
    } catch (error) {
      for (const { ref, source } of lines) this.#leaveOut(ref, source, 1);
      this.#log.warn({ err: error }, "failed to store lines of the projects' logs");
    }
  }

  async #countUnpruned(id: number, lines: number): Promise<void> {
    const unpruned = (this.#unpruned.get(id) ?? 0) + lines;
    this.#unpruned.set(id, unpruned);
    if (unpruned < pruneAfterLines) return;
    const { tier } = await this.#db
      .selectFrom('projects')
      .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
      .select('organizations.tier')
      .where('projects.id', '=', id)
      .executeTakeFirstOrThrow();
    await this.#pruneProject(id, tier);
  }

  async #pruneProject(id: number, tier: string): Promise<void> {
    // Counting the lines of a project that wrote none would be for nothing.
    const hasGrown = this.#unpruned.delete(id);
    const days = Math.min(this.#limits.days, logDaysOf(tier));
    const { rows } = await sql<{ cutoff: Date }>`
      select greatest(now() - ${days} * interval '24 hours', (
        select at from ${linesTable} where project_id = ${id} and ${hasGrown}
        order by at desc, id desc offset ${this.#limits.lines} limit 1
      )) as cutoff`.execute(this.#db);
    const cutoff = rows[0]?.cutoff;
    for (let deleted = deletedAtOnce; deleted === deletedAtOnce;) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${linesTable} where id in (
          select id from ${linesTable} where project_id = ${id} and at <= ${cutoff} order by at limit ${deletedAtOnce}
        )`.execute(this.#db);
      deleted = Number(numAffectedRows);
    }
    await sql`
      delete from ${countsTable} where project_id = ${id} and at < date_trunc(step, ${cutoff}::timestamptz, 'UTC')`.execute(
      this.#db,
    );
  }
}
