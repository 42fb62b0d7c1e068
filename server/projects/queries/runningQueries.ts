import { ApiError } from '../../http/errors.ts';

/** Limits of concurrent queries for one user on one server. */
export interface QueryLimits {
  queries: number;
  /** Databases of different projects. */
  databases: number;
}

/** Counts each user's running queries, so that one user cannot use all capacity. */
export class RunningQueries {
  readonly #limits: QueryLimits;
  /** Project of each running query, by user. */
  readonly #running = new Map<string, number[]>();

  constructor(limits: QueryLimits) {
    this.#limits = limits;
  }

  /** Counts a query, or refuses it; returns a function that uncounts it. */
  countIn({ userId, projectId }: { userId: string; projectId: number }): () => void {
    const projects = this.#running.get(userId) ?? [];
    const { queries, databases } = this.#limits;
    if (projects.length >= queries) throw tooMany(`${queries} queries`);
    if (new Set([...projects, projectId]).size > databases) throw tooMany(`queries on ${databases} databases`);
    this.#running.set(userId, projects);
    projects.push(projectId);
    return () => {
      projects.splice(projects.indexOf(projectId), 1);
      if (projects.length === 0 && this.#running.get(userId) === projects) this.#running.delete(userId);
    };
  }
}

const tooMany = (what: string) =>
  new ApiError(
    429,
    'too_many_queries',
    `You have ${what} running, which is the limit. Wait for one to end, or cancel one.`,
  );
