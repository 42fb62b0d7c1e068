import type { Duplex } from 'node:stream';
import type { ClientBase } from 'pg';

/** A result exceeded the memory limit of one session, which is closed. */
export class AnswerTooLargeError extends Error {
  /** SQLSTATE program_limit_exceeded. */
  readonly code = '54000';

  constructor(maxBytes: number) {
    super(
      `More than ${Math.round(maxBytes / 1024 / 1024)} MB of the result arrived at once. Select fewer rows or shorter values.`,
    );
    this.name = 'AnswerTooLargeError';
  }
}

export interface BoundedAnswer {
  /** What has arrived so far was passed on. */
  taken(): void;
  end(): void;
}

/**
 * Closes the connection when a message exceeds the limit. `pg` assembles a whole message before it emits it, and a
 * value beyond JavaScript's longest string would throw an uncaught error and end the process.
 */
export function boundAnswer(stream: Duplex, maxBytes: number): BoundedAnswer {
  let held = 0;
  const count = (chunk: Uint8Array) => {
    held += chunk.length;
    if (held > maxBytes) stream.destroy(new AnswerTooLargeError(maxBytes));
  };
  stream.prependListener('data', count);
  return {
    taken() {
      held = 0;
    },
    end() {
      stream.off('data', count);
    },
  };
}

/** Members missing in pg's typings. */
interface ConnectedClient {
  connection: { stream: Duplex };
}

/** Runs work whose whole result is buffered. */
export async function withBoundedAnswer<Result>(
  client: ClientBase,
  maxBytes: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const answer = boundAnswer((client as unknown as ConnectedClient).connection.stream, maxBytes);
  try {
    return await work();
  } finally {
    answer.end();
  }
}
