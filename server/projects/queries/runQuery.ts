import { setTimeout as startTimer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { QueryEvent, SqlError } from '../../../src/contract/sql/query.ts';
import { errorCode } from '../../common/errorCode.ts';
import { ApiError } from '../../http/errors.ts';
import type { Session, SessionOptions } from '../engines/engine.ts';
import { EngineError } from '../engines/engineError.ts';
import { isConnectionError, publicReason } from '../engines/publicReason.ts';
import type { ProjectStop } from '../lifecycle/projectStop.ts';
import { sqlErrorFrom } from './sqlError.ts';
import { StatementBatch, StatementError } from './statementBatch.ts';
import { mayRunReadOnly } from './statementEffects.ts';
import { positionInText, splitStatements, type Statement } from './statements.ts';

/** Opens a session of the project's database for the work; see `Engine.lease`. */
export type LeaseSession = <Result>(
  work: (session: Session) => Promise<Result>,
  options: SessionOptions,
) => Promise<Result>;

export interface QueryRequest {
  sql: string;
  /** Database role that the SQL runs as; never a superuser. */
  user: string;
  rowLimit?: number;
  timeoutMs: number;
  /** It runs in a read-only transaction, which is rolled back. */
  readOnly?: boolean;
}

interface QueryHandlers {
  /** One event of the response; the database waits until it resolves. A rejection stops the query. */
  emit(event: QueryEvent): Promise<void>;
  /** The session is open: its backend, for a cancel from another server. */
  begun(backendPid: number | null): Promise<void>;
  /** The run must stop, for any reason; from now on no event may wait for a reader. */
  stopping(): void;
  /** What the project does now that ends sessions; null where it is nothing. */
  projectStop(): Promise<ProjectStop | null>;
  /** Whether its user canceled it through another server. */
  cancelRequested(): Promise<boolean>;
  /** It failed for a reason outside the SQL, whose details the caller does not get. */
  broke(error: unknown): void;
}

export interface QueryOutcome {
  outcome: 'succeeded' | 'failed' | 'cancelled';
  error: string | null;
  /** Null where it was stopped before it began. */
  durationMs: number | null;
}

/** What a run says that ended with its server. */
export const interruptedMessage = 'The server stopped while this query was running.';

/** Why a query was stopped before its end. */
type StopReason = 'cancelled' | 'timedOut' | 'interrupted';

const projectStopMessages: Readonly<Record<ProjectStop, string>> = {
  restart: 'The project restarted while this query was running.',
  pause: 'The project was paused while this query was running.',
  deletion: 'The project was deleted while this query was running.',
};

const queryCancelled = '57014';
const adminShutdown = '57P01';
const readOnlyTransaction = '25006';
const cancelAgainMs = 250;
/** Shorter waits are not reported. */
const reportDelayMs = 300;

/** Notices kept between two batches of rows, and characters of them; a loop may raise millions. */
const noticesMax = { count: 10_000, length: 4 * 1024 * 1024 };

const stopMessages: Readonly<Record<StopReason, (timeoutMs: number) => string>> = {
  cancelled: () => 'The query was canceled.',
  timedOut: (timeoutMs) => `The query timed out after ${timeoutMs / 1000} s.`,
  interrupted: () => interruptedMessage,
};

/**
 * One run of a SQL text against a project's database: waits for a session, runs, reports, and can be stopped at any
 * time. It reports in the wire format of `src/contract/query.ts`.
 */
export class QueryRun {
  readonly #request: QueryRequest;
  readonly #handlers: QueryHandlers;
  readonly #waiting = new AbortController();
  #session: Session | undefined;
  #stopped: StopReason | undefined;
  #stopping: Promise<boolean> | undefined;
  readonly #ended = Promise.withResolvers<void>();

  constructor(request: QueryRequest, handlers: QueryHandlers) {
    this.#request = request;
    this.#handlers = handlers;
  }

  /** Stops the run; resolves when its statement no longer runs. The first reason counts. */
  async stop(reason: StopReason): Promise<void> {
    if (this.#stopped === undefined) {
      this.#stopped = reason;
      // The database waits for the event that is being handed on, and hears no cancel while it waits.
      this.#handlers.stopping();
    }
    const session = this.#session;
    if (!session) {
      this.#waiting.abort();
      return;
    }
    this.#stopping ??= this.#cancelUntilEnded(session);
    await this.#stopping;
  }

  /**
   * Postgres ignores a cancel that arrives between two statements, and one may be lost, for example where the server
   * accepts no more connections; so it is repeated. Returns whether the engine was restarted.
   */
  async #cancelUntilEnded(session: Session): Promise<boolean> {
    let restarted = false;
    for (let ended = false; !ended;) {
      const outcome = await session.cancel().catch(() => null);
      restarted ||= outcome?.engineRestarted ?? false;
      ended = await Promise.race([
        this.#ended.promise.then(() => true),
        setTimeout(cancelAgainMs, false, { ref: false }),
      ]);
    }
    return restarted;
  }

  async run(lease: LeaseSession): Promise<QueryOutcome> {
    let startedAt = performance.now();
    let hasBegun = false;
    const { timeoutMs, sql, user } = this.#request;
    let error: SqlError | null = null;
    let engineRestarted = false;
    let timer: NodeJS.Timeout | undefined;
    try {
      const statements = await splitStatements(sql);
      // A text that ends the transaction, or makes it writable, would escape from it.
      if (this.#request.readOnly && !(await mayRunReadOnly(statements)))
        throw new ApiError(400, readOnlyTransaction, 'This SQL does more than read, so it was not run.');
      const wait = this.#reportWait();
      await lease(
        async (session) => {
          if (this.#stopped) return;
          this.#session = session;
          // Waiting for a session counts neither against the time limit nor as the run's own time.
          startedAt = performance.now();
          timer = startTimer(() => void this.stop('timedOut'), timeoutMs);
          try {
            // The reader of the report may be slow: it must not hold the session beyond the time limit.
            await wait.end();
            if (this.#stopped) return;
            hasBegun = true;
            await this.#handlers.begun(session.backendPid);
            if (this.#request.readOnly) await session.client.query('begin read only');
            await this.#runStatements(session, statements);
            if (this.#request.readOnly) await session.client.query('rollback');
          } finally {
            clearTimeout(timer);
            this.#ended.resolve();
            // A pending cancel must not hit the next user of the session.
            engineRestarted = await (this.#stopping ?? false);
            this.#session = undefined;
          }
        },
        { user, signal: this.#waiting.signal, onWait: wait.begin },
      ).finally(wait.end);
    } catch (thrown) {
      const cause = thrown instanceof StatementError ? thrown.cause : thrown;
      // Postgres only says that something ended the session.
      const projectStop =
        !this.#stopped && hasBegun && isEndOfSession(cause) ? await this.#handlers.projectStop() : null;
      if (!this.#stopped && !projectStop && !(cause instanceof DatabaseError) && !(cause instanceof ApiError))
        this.#handlers.broke(cause);
      const isCancel = !this.#stopped && !projectStop && errorCode(cause) === queryCancelled;
      if (isCancel && (await this.#handlers.cancelRequested())) this.#stopped ??= 'cancelled';
      if (projectStop) error = { message: projectStopMessages[projectStop], code: adminShutdown };
      else error = describeError(thrown);
    } finally {
      clearTimeout(timer);
    }
    if (this.#stopped) {
      const code = this.#stopped === 'interrupted' ? adminShutdown : queryCancelled;
      error = { message: stopMessages[this.#stopped](timeoutMs), code };
    }
    const durationMs = this.#stopped && !hasBegun ? null : Math.round(performance.now() - startedAt);
    if (error) await this.#handlers.emit({ type: 'error', error });
    await this.#handlers.emit({
      type: 'end',
      durationMs,
      engineRestarted,
      ...(this.#stopped && { cancelled: this.#stopped === 'cancelled' }),
    });
    return { outcome: this.#outcomeOf(error), error: error?.message ?? null, durationMs };
  }

  /** Reports that the run waits for another session of the database to end, and then that it is its turn. */
  #reportWait(): { begin(): void; end(): Promise<void> } {
    let timer: NodeJS.Timeout | undefined;
    let reported: Promise<void> | undefined;
    const report = (ahead: number | null) => this.#handlers.emit({ type: 'queued', ahead }).catch(() => undefined);
    return {
      begin() {
        timer = startTimer(() => {
          reported = report(0);
        }, reportDelayMs);
      },
      async end() {
        clearTimeout(timer);
        const before = reported;
        reported = undefined;
        if (!before) return;
        await before;
        await report(null);
      },
    };
  }

  #outcomeOf(error: SqlError | null): QueryOutcome['outcome'] {
    if (error === null) return 'succeeded';
    // Postgres also stops a statement at a limit that the SQL has set, or for a database user.
    return this.#stopped === 'cancelled' ? 'cancelled' : 'failed';
  }

  async #runStatements({ client }: Session, statements: readonly Statement[]): Promise<void> {
    const emit = async (event: QueryEvent) => {
      if (this.#stopped) throw new Error('The query was stopped.');
      await this.#handlers.emit(event);
    };
    const notices: QueryEvent[] = [];
    let length = 0;
    let leftOut = 0;
    const flushNotices = async () => {
      length = 0;
      for (const notice of notices.splice(0)) await emit(notice);
      if (leftOut === 0) return;
      const message = `${leftOut} more notices were left out.`;
      leftOut = 0;
      await emit({ type: 'notice', severity: 'WARNING', message });
    };
    client.on('notice', ({ severity, message = '', code, detail, hint }) => {
      length += message.length + (detail?.length ?? 0) + (hint?.length ?? 0);
      if (notices.length === noticesMax.count || length > noticesMax.length) leftOut += 1;
      else
        notices.push({
          type: 'notice',
          severity: severity ?? 'NOTICE',
          message,
          ...(code && { code }),
          ...(detail && { detail }),
          ...(hint && { hint }),
        });
    });
    const batch = client.query(
      new StatementBatch(statements, {
        ...(this.#request.rowLimit !== undefined && { rowLimit: this.#request.rowLimit }),
        sink: {
          columns: (result, columns) => emit({ type: 'columns', result, columns: [...columns] }),
          async rows(result, rows) {
            await flushNotices();
            await emit({ type: 'rows', result, rows: rows as (string | null)[][] });
          },
          async complete(result, outcome) {
            await flushNotices();
            await emit({ type: 'complete', result, ...outcome });
          },
        },
      }),
    );
    try {
      await batch.finished;
    } finally {
      if (!this.#stopped) {
        await flushNotices();
        if (!this.#request.readOnly && hasOpenTransaction(client)) {
          await emit({
            type: 'notice',
            severity: 'WARNING',
            code: '25P01',
            message: 'The transaction was left open, so it was rolled back.',
            hint: 'Add COMMIT to keep its changes: each run uses a separate session.',
          });
        }
      }
    }
  }
}

/** After an error (`E`) the error itself says what was undone. pg's typings do not know the method yet. */
const hasOpenTransaction = (client: object): boolean => {
  const { getTransactionStatus } = client as { getTransactionStatus?: () => string | null };
  return getTransactionStatus?.call(client) === 'T';
};

const endedByServer = new Set([adminShutdown, '57P02', '57P03']);

/**
 * Whether an error is what a session says at its end. SQL can raise the same codes, but not as FATAL. The embedded
 * engine cancels what runs before it stops.
 */
function isEndOfSession(cause: unknown): boolean {
  if (cause instanceof EngineError) return cause.code === 'engine_stopped' || cause.code === adminShutdown;
  if (!(cause instanceof DatabaseError)) return isConnectionError(cause);
  const { code = '', severity } = cause;
  return code === queryCancelled || (severity === 'FATAL' && endedByServer.has(code));
}

/** An error for the screen: Postgres's own message, or the public part of another error. */
function describeError(thrown: unknown): SqlError {
  const statement = thrown instanceof StatementError ? thrown.statement : null;
  const cause = thrown instanceof StatementError ? thrown.cause : thrown;
  if (!(cause instanceof DatabaseError)) return { message: publicReason(cause), code: errorCode(cause) ?? 'XX000' };
  const { position } = cause;
  return {
    ...sqlErrorFrom(cause),
    ...(position && statement && { position: positionInText(statement, Number(position)) }),
  };
}
