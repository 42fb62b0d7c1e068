import { ApiError } from '../../http/errors.ts';

/** Limits of concurrent queries for one user on one server. */
export interface QueryLimits {
  queries: number;
  /** Databases of different projects. */
  databases: number;
}

/** Queries of one user that may wait; above it their user is no person, and they are refused. */
const waitingMax = 30;

/** A query that runs, or waits until others of its user have ended. */
export interface Place {
  /** Resolves when it is the query's turn; rejects with the signal's reason when the caller gives up first. */
  turn(signal: AbortSignal | undefined): Promise<void>;
  /** The query has ended, or gave up. */
  leave(): void;
}

interface WaitingQuery {
  projectId: number;
  ahead: number | null;
  turn: PromiseWithResolvers<void>;
  /** Called with the number of waiting queries ahead, and with null when it is the query's turn. */
  moved(ahead: number | null): void;
}

interface Line {
  /** Project of each running query. */
  running: number[];
  /** In the order of arrival. */
  waiting: WaitingQuery[];
}

/** Runs a limited number of queries for each user, so that one user cannot use all capacity; the others wait. */
export class RunningQueries {
  readonly #limits: QueryLimits;
  /** By user. */
  readonly #lines = new Map<string, Line>();

  constructor(limits: QueryLimits) {
    this.#limits = limits;
  }

  /**
   * Gives a query its place, or refuses it where too many wait. `moved` is called only for a query that has to wait:
   * with the number of waiting queries ahead when it changes, and with null when it is the query's turn.
   */
  enter({ userId, projectId }: { userId: string; projectId: number }, moved: (ahead: number | null) => void): Place {
    const line = this.#lines.get(userId) ?? { running: [], waiting: [] };
    if (line.waiting.length >= waitingMax) throw tooMany(line.running.length + line.waiting.length);
    this.#lines.set(userId, line);
    const query: WaitingQuery = { projectId, ahead: null, turn: Promise.withResolvers(), moved };
    line.waiting.push(query);
    this.#advance(line);
    return {
      async turn(signal) {
        const giveUp = () => query.turn.reject(signal?.reason as Error);
        signal?.addEventListener('abort', giveUp, { once: true });
        if (signal?.aborted) giveUp();
        try {
          await query.turn.promise;
        } finally {
          signal?.removeEventListener('abort', giveUp);
        }
      },
      leave: () => {
        const waiting = line.waiting.indexOf(query);
        if (waiting >= 0) line.waiting.splice(waiting, 1);
        else line.running.splice(line.running.indexOf(projectId), 1);
        this.#advance(line);
        if (line.running.length === 0 && this.#lines.get(userId) === line) this.#lines.delete(userId);
      },
    };
  }

  #advance(line: Line): void {
    // A query that waits for another database does not hold up those behind it.
    for (let query = this.#nextOf(line); query; query = this.#nextOf(line)) {
      line.waiting.splice(line.waiting.indexOf(query), 1);
      line.running.push(query.projectId);
      query.turn.resolve();
      if (query.ahead !== null) query.moved(null);
    }
    for (const [ahead, query] of line.waiting.entries()) {
      if (query.ahead === ahead) continue;
      query.ahead = ahead;
      query.moved(ahead);
    }
  }

  #nextOf({ running, waiting }: Line): WaitingQuery | undefined {
    const { queries, databases } = this.#limits;
    if (running.length >= queries) return undefined;
    return waiting.find(({ projectId }) => new Set([...running, projectId]).size <= databases);
  }
}

const tooMany = (count: number) =>
  new ApiError(
    429,
    'too_many_queries',
    `You have ${count} queries running or waiting, which is the limit. Wait for one to end, or cancel one.`,
  );
