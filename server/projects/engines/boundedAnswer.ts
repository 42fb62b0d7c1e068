import type { Duplex } from 'node:stream';
import type { ClientBase } from 'pg';

/** More of an answer came than is held in memory for one session. The session is gone with it. */
export class AnswerTooLargeError extends Error {
  /** SQLSTATE program_limit_exceeded. */
  readonly code = '54000';

  constructor(maxBytes: number) {
    super(
      `More than ${Math.round(maxBytes / 1024 / 1024)} MB of the answer came at once. Ask for fewer rows or for shorter values.`,
    );
    this.name = 'AnswerTooLargeError';
  }
}

export interface BoundedAnswer {
  /** What has come so far was passed on. */
  taken(): void;
  end(): void;
}

/**
 * Cuts the line when more has come than may be held. `pg` puts a message together before anybody sees it, and a value
 * beyond the longest text that JavaScript knows would throw where nothing can catch it, and end the process.
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

/** What pg's typings leave out. */
interface ConnectedClient {
  connection: { stream: Duplex };
}

/** Runs work whose whole answer is held at once. */
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
