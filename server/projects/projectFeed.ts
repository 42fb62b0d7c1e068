import { setTimeout as delay } from 'node:timers/promises';
import type { ProjectDetail } from '../../src/contract/projects/project.ts';
import { transientStatuses } from '../../src/contract/projects/projectStatus.ts';
import { ApiError } from '../http/errors.ts';

interface ProjectFeedOptions {
  /** Calls back after each change to a project by this server, until the returned function is called. */
  onChange(ref: string, changed: () => void): () => void;
  /** How often a project is sent without a change that this server knows of. */
  repeatMs?: number;
  /** Concurrent readers of one user, and of all. */
  perUser?: number;
  total?: number;
}

/** More often than the page would fetch the project (`projectTiming.projectFollowMs`). */
const defaultRepeatMs = 1_500;

interface Reader {
  userId: string;
  ref: string;
  /** The project as this user may see it now; throws once they may not. */
  read(): Promise<ProjectDetail>;
  signal: AbortSignal;
}

/**
 * Pushes a project to its users at every change, until it has a status that stays. It is also sent again periodically:
 * that keeps the connection alive, shows what another server did, and ends the feed of a user who signed out.
 */
export class ProjectFeed {
  readonly #onChange: ProjectFeedOptions['onChange'];
  readonly #repeatMs: number;
  readonly #perUser: number;
  readonly #total: number;
  readonly #readers = new Map<string, number>();
  readonly #ended = new AbortController();

  constructor({ onChange, repeatMs = defaultRepeatMs, perUser = 12, total = 500 }: ProjectFeedOptions) {
    this.#onChange = onChange;
    this.#repeatMs = repeatMs;
    this.#perUser = perUser;
    this.#total = total;
  }

  /** Throws a 429 where there are too many readers; otherwise the caller must read what it returns. */
  open(reader: Reader): AsyncGenerator<ProjectDetail, void, undefined> {
    const own = this.#readers.get(reader.userId) ?? 0;
    const all = [...this.#readers.values()].reduce((sum, count) => sum + count, 0);
    if (own >= this.#perUser || all >= this.#total)
      throw new ApiError(429, 'too_many_feeds', 'Too many pages are waiting for projects. Close some of them.', {
        retryAfter: Math.ceil(this.#repeatMs / 1000),
      });
    this.#readers.set(reader.userId, own + 1);
    return this.#follow(reader);
  }

  /** Ends every feed: the server is stopping. */
  end(): void {
    this.#ended.abort();
  }

  async *#follow({ userId, ref, read, signal }: Reader): AsyncGenerator<ProjectDetail, void, undefined> {
    const left = AbortSignal.any([signal, this.#ended.signal]);
    let changed = Promise.withResolvers<void>();
    const stop = this.#onChange(ref, () => changed.resolve());
    try {
      while (!left.aborted) {
        // Before the reading, so that a change during it is not missed.
        changed = Promise.withResolvers();
        const project = await read();
        yield project;
        if (!transientStatuses.includes(project.status)) return;
        const waiting = new AbortController();
        const pause = delay(this.#repeatMs, undefined, { signal: AbortSignal.any([left, waiting.signal]) });
        await Promise.race([changed.promise, pause.catch(() => undefined)]);
        waiting.abort();
      }
    } finally {
      stop();
      this.#leave(userId);
    }
  }

  #leave(userId: string): void {
    const others = (this.#readers.get(userId) ?? 1) - 1;
    if (others > 0) this.#readers.set(userId, others);
    else this.#readers.delete(userId);
  }
}
