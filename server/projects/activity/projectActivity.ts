import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Activity, ActivityPoint } from '../../../src/contract/projects/activity.ts';
import { controlSchema, type ControlDatabase } from '../../database/database.ts';

/** A server that is killed loses the counts of this time. */
const flushEveryMs = 10_000;

const requestsTable = sql.table(`${controlSchema}.project_requests`);
const projectsTable = sql.table(`${controlSchema}.projects`);
const sizesTable = sql.table(`${controlSchema}.project_sizes`);

/** Older hours are deleted, except the newest of them: it tells that there were any, and what came before the rest. */
const outdated = (table: typeof requestsTable, projectId: number) => sql`
  delete from ${table} where project_id = ${projectId} and hour < (
    select max(hour) from ${table} where project_id = ${projectId} and hour < now() - interval '31 days'
  )`;

/**
 * Counts requests to the projects' Data APIs and records the sizes of their databases: one row per project and hour,
 * for 31 days. Requests are counted in memory, so that none waits for the control plane.
 */
export class ProjectActivity {
  readonly #db: ControlDatabase;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  /** Requests since the last flush, by project id. */
  #counts = new Map<number, number>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(db: ControlDatabase, log: Logger) {
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => void this.#flush(), flushEveryMs).unref();
  }

  countRequest(projectId: number): void {
    this.#counts.set(projectId, (this.#counts.get(projectId) ?? 0) + 1);
  }

  /** Keeps the size of a database: the latest one for lists, which must not start it, and one per hour. */
  async recordSize(ref: string, bytes: number): Promise<void> {
    const { rows } = await sql<{ project_id: number }>`
      with measured as (
        update ${projectsTable} set database_bytes = ${bytes}::bigint, measured_at = now()
        where ref = ${ref} and status <> 'REMOVED' returning id
      )
      insert into ${sizesTable} (project_id, hour, bytes)
      select id, date_trunc('hour', now(), 'UTC'), ${bytes}::bigint from measured
      on conflict (project_id, hour) do update set bytes = excluded.bytes
      returning project_id`.execute(this.#db);
    for (const { project_id: id } of rows) await outdated(sizesTable, id).execute(this.#db);
  }

  async read(projectId: number): Promise<Activity> {
    await this.#flush();
    const [hours, days] = [await this.#points(projectId, 'hour', 24), await this.#points(projectId, 'day', 30)];
    const counted = await this.#db
      .selectFrom('project_requests')
      .select('project_id')
      .where('project_id', '=', projectId)
      .limit(1)
      .executeTakeFirst();
    return { hours, days, has_requests: counted !== undefined };
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flush();
  }

  async #points(projectId: number, unit: 'hour' | 'day', count: number): Promise<ActivityPoint[]> {
    // Days of 24 hours: in UTC none is longer or shorter, whatever the session's time zone is.
    const step = sql`${unit === 'hour' ? '1 hour' : '24 hours'}::interval`;
    const now = sql`date_trunc(${unit}, now(), 'UTC')`;
    const { rows } = await sql<{ at: Date; requests: string; bytes: string | null }>`
      select at,
        (select coalesce(sum(requests), 0) from ${requestsTable}
          where project_id = ${projectId} and hour >= at and hour < at + ${step}) as requests,
        (select bytes from ${sizesTable}
          where project_id = ${projectId} and hour < at + ${step} order by hour desc limit 1) as bytes
      from generate_series(${now} - ${count - 1} * ${step}, ${now}, ${step}) as at
      order by at`.execute(this.#db);
    return rows.map(({ at, requests, bytes }) => ({
      at: at.toISOString(),
      requests: Number(requests),
      bytes: bytes === null ? null : Number(bytes),
    }));
  }

  /** One after another, so that the end waits for a running one too. */
  #flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    if (this.#counts.size === 0) return;
    const counts = this.#counts;
    this.#counts = new Map();
    try {
      await sql`
        insert into ${requestsTable} (project_id, hour, requests)
        select id, date_trunc('hour', now(), 'UTC'), counted.requests
        from unnest(${[...counts.keys()]}::int[], ${[...counts.values()]}::bigint[]) as counted (project_id, requests)
        join ${projectsTable} on id = counted.project_id and status <> 'REMOVED'
        on conflict (project_id, hour) do update set requests = project_requests.requests + excluded.requests`.execute(
        this.#db,
      );
    } catch (error) {
      for (const [projectId, count] of counts) this.#counts.set(projectId, (this.#counts.get(projectId) ?? 0) + count);
      this.#log.warn({ err: error }, 'failed to store the request counts');
      return;
    }
    for (const projectId of counts.keys())
      await outdated(requestsTable, projectId)
        .execute(this.#db)
        .catch((error: unknown) => this.#log.warn({ err: error }, 'failed to delete old request counts'));
  }
}
