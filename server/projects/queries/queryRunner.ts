import type { Logger } from 'pino';
import type { QueryEvent } from '../../../src/contract/sql/query.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { ApiError } from '../../http/errors.ts';
import { currentStop } from '../lifecycle/projectStop.ts';
import { beginRun, endRun, idTaken, isCancelRequested, recordBackend, type RunKey } from './queryRuns.ts';
import { RunAnswer, type AnswerMemory } from './runAnswer.ts';
import { RunningQueries, type QueryLimits } from './runningQueries.ts';
import { QueryRun, type LeaseSession, type QueryRequest } from './runQuery.ts';

/** What may be kept of answers whose run has ended, for an owner who comes back. */
interface AnswerLimits {
  /** How long. */
  keptMs: number;
  /** Bytes of one answer, above which its run is stopped. */
  answerBytes: number;
  /** Bytes of all answers together, above which the oldest ones go first, then the run that adds to them is stopped. */
  totalBytes: number;
  /** Bytes of all answers together that are in memory, not in files. */
  memoryBytes: number;
  /** Answers of one user. */
  perUser: number;
  /** Callers that read one answer at the same time. */
  readers: number;
}

export const answerLimits: AnswerLimits = {
  keptMs: 30 * 60_000,
  answerBytes: 512 * 1024 * 1024,
  totalBytes: 2 * 1024 * 1024 * 1024,
  memoryBytes: 64 * 1024 * 1024,
  perUser: 50,
  readers: 8,
};

interface KeptRun {
  key: RunKey;
  sql: string;
  /** Settles when the run is on record, or could not be. */
  begun: Promise<void>;
  run: QueryRun;
  answer: RunAnswer;
  hasEnded: boolean;
  /** Settles when the run has ended and was written down. */
  work: Promise<void>;
  /** Runs from the end of the run to the end of its answer. */
  expiry: NodeJS.Timeout | null;
}

const tooLarge = (bytes: number) =>
  new ApiError(
    413,
    '54000',
    `The result is larger than ${Math.round(bytes / 1024 / 1024)} MB. Select fewer rows or shorter values.`,
  );

const tooMuchKept = () =>
  new ApiError(503, '53100', 'The server has no more room for query results. Try again later, or select less data.');

const tooManyReaders = () =>
  new ApiError(
    429,
    'too_many_readers',
    'Too many readers of this query result. Close other tabs that show it, then try again.',
  );

const nameOf = ({ userId, projectId, id }: RunKey): string => `${userId}/${projectId}/${id}`;

/** The runs of this server with their answers. A run belongs to its user, not to the request that began it. */
export class QueryRunner {
  readonly #db: ControlDatabase;
  readonly #counted: RunningQueries;
  readonly #limits: AnswerLimits;
  /** By owner and id, the oldest first. */
  readonly #kept = new Map<string, KeptRun>();
  readonly #folder: string;
  readonly #memory: AnswerMemory;

  /** `folder` is where large answers are kept. */
  constructor(db: ControlDatabase, folder: string, queries: QueryLimits, limits: AnswerLimits = answerLimits) {
    this.#db = db;
    this.#folder = folder;
    this.#counted = new RunningQueries(queries);
    this.#limits = limits;
    this.#memory = { bytes: 0, limit: limits.memoryBytes, total: 0 };
  }

  /**
   * Begins a run, or refuses it; it goes on until it ends or is stopped, with or without a reader. `heard` gets what it
   * reports, as it happens.
   */
  async begin(
    key: RunKey,
    request: QueryRequest,
    lease: LeaseSession,
    log: Logger,
    heard: (event: QueryEvent) => void = () => {},
  ): Promise<RunAnswer> {
    const name = nameOf(key);
    if (this.#kept.has(name)) throw idTaken(409);
    const answer = new RunAnswer(this.#folder, this.#memory);
    const place = this.#counted.enter(key, (ahead) => {
      // A place that could not be stored is told with the next one; the run itself reports what ends it.
      this.#emit(key.userId, answer, { type: 'queued', ahead }).catch(() => {});
    });
    const leaseInTurn: LeaseSession = async (work, options) => {
      await place.turn(options.signal);
      return await lease(work, options);
    };
    const run = new QueryRun(request, {
      emit: (event) => {
        heard(event);
        return this.#emit(key.userId, answer, event);
      },
      begun: (backendPid) => recordBackend(this.#db, key, backendPid),
      stopping: () => answer.hurry(),
      projectStop: () =>
        currentStop(this.#db, key.projectId).catch((error: unknown) => {
          log.warn({ err: error }, 'failed to read why a session ended');
          return null;
        }),
      cancelRequested: () =>
        isCancelRequested(this.#db, key).catch((error: unknown) => {
          log.warn({ err: error }, 'failed to read whether a query was canceled');
          return false;
        }),
      broke: (error) => log.warn({ err: error }, 'failed to run a query'),
    });
    const begun = beginRun(this.#db, key, request.sql);
    const kept: KeptRun = {
      key,
      sql: request.sql,
      begun,
      run,
      answer,
      hasEnded: false,
      work: Promise.resolve(),
      expiry: null,
    };
    // Before it is on record, so that a cancel finds whatever is on record.
    this.#kept.set(name, kept);
    kept.work = begun
      .then(
        () => this.#work(kept, leaseInTurn, log),
        () => {
          this.#kept.delete(name);
          return answer.discard();
        },
      )
      .finally(place.leave);
    await begun;
    await this.#makeRoom(key.userId);
    return answer;
  }

  /** The answer of the run that an earlier request with this id and text has begun; undefined without one. */
  async repeated(key: RunKey, sql: string): Promise<RunAnswer | undefined> {
    const kept = this.find(key);
    if (kept?.sql !== sql) return undefined;
    await kept.begun;
    return kept.answer;
  }

  /** What this server knows of a run of this user on this project; refused while too many read its answer. */
  find(key: RunKey): KeptRun | undefined {
    const kept = this.#kept.get(nameOf(key));
    if (kept && kept.answer.readers >= this.#limits.readers) throw tooManyReaders();
    return kept;
  }

  /** Stops a run as its user asks; null where it does not run on this server. */
  cancel(key: RunKey): Promise<void> | null {
    const kept = this.#kept.get(nameOf(key));
    return kept === undefined || kept.hasEnded ? null : kept.run.stop('cancelled');
  }

  /** Stops everything, and keeps nothing. */
  async end(): Promise<void> {
    const all = [...this.#kept.values()];
    await Promise.all(
      all.map(async (kept) => {
        if (!kept.hasEnded) await kept.run.stop('interrupted');
        await kept.work;
      }),
    );
    await Promise.all(all.map((kept) => this.#forget(kept)));
  }

  async #work(kept: KeptRun, lease: LeaseSession, log: Logger): Promise<void> {
    const { key, run, answer } = kept;
    try {
      await endRun(this.#db, key, await run.run(lease));
    } catch (error) {
      log.warn({ err: error }, 'query result interrupted');
      await endRun(this.#db, key, { outcome: 'failed', error: 'Could not store the result.', durationMs: 0 }).catch(
        (failure: unknown) => log.warn({ err: failure }, 'failed to store the outcome of a query'),
      );
    } finally {
      await answer.complete();
      kept.hasEnded = true;
      kept.expiry = setTimeout(() => void this.#forget(kept), this.#limits.keptMs).unref();
    }
  }

  async #emit(userId: string, answer: RunAnswer, event: QueryEvent): Promise<void> {
    const isLast = event.type === 'error' || event.type === 'end';
    if (!isLast && answer.bytes > this.#limits.answerBytes) throw tooLarge(this.#limits.answerBytes);
    if (!isLast && this.#memory.total > this.#limits.totalBytes) {
      await this.#makeRoom(userId);
      if (this.#memory.total > this.#limits.totalBytes) throw tooMuchKept();
    }
    await answer.append(`${JSON.stringify(event)}\n`);
  }

  async #forget(kept: KeptRun): Promise<void> {
    this.#kept.delete(nameOf(kept.key));
    if (kept.expiry) clearTimeout(kept.expiry);
    await kept.answer.discard();
  }

  /** Drops the oldest answers without a reader, while there are too many or they take too much room. */
  async #makeRoom(userId: string): Promise<void> {
    const { perUser, totalBytes } = this.#limits;
    const idle = [...this.#kept.values()].filter(({ hasEnded, answer }) => hasEnded && answer.readers === 0);
    let ownTooMany = [...this.#kept.values()].filter(({ key }) => key.userId === userId).length - perUser;
    let tooMuch = this.#memory.total - totalBytes;
    for (const kept of idle) {
      const isOwn = kept.key.userId === userId;
      if (tooMuch <= 0 && !(isOwn && ownTooMany > 0)) continue;
      tooMuch -= kept.answer.bytes;
      if (isOwn) ownTooMany -= 1;
      await this.#forget(kept);
    }
  }
}
