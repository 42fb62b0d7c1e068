import { ApiError } from '../../http/errors.ts';

/** What one user may have running at once on one server. */
export interface QueryLimits {
  queries: number;
  /** Different projects' databases. */
  databases: number;
}

/** Counts what every user has running, so that nobody takes it all. */
export class RunningQueries {
  readonly #limits: QueryLimits;
  /** Project of each running query, by user. */
  readonly #running = new Map<string, number[]>();

  constructor(limits: QueryLimits) {
    this.#limits = limits;
  }

  /** Counts a query in, or refuses it; gives what counts it out again. */
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
    `You have ${what} running, which is as many as one person may have at once. Wait for one to end, or cancel one.`,
  );
