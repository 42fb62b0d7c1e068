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

/** Called with each chunk that arrives before `pg` gets it. Returns a function that stops it. */
function watch(stream: Duplex, take: (chunk: Uint8Array) => void): () => void {
  stream.prependListener('data', take);
  return () => void stream.off('data', take);
}

const headerBytes = 5;
/** Messages with data: a row of a result, a line of COPY. */
const dataTypes = ['D'.charCodeAt(0), 'd'.charCodeAt(0)];

interface MessageLimits {
  /** For a row, or a line of COPY. */
  dataBytes: number;
  /** For all others, such as errors and notices. */
  otherBytes: number;
}

/**
 * Closes the connection as soon as a message says that it exceeds the limit: `pg` assembles a whole message before it
 * emits it, in a buffer that doubles, and a value beyond JavaScript's longest string would throw an uncaught error and
 * end the process. Call it between two messages. Returns a function that ends it.
 */
export function boundMessages(stream: Duplex, { dataBytes, otherBytes }: MessageLimits): () => void {
  const header = Buffer.alloc(headerBytes);
  let headed = 0;
  /** Bytes of the current message that have not arrived. */
  let missing = 0;
  return watch(stream, (chunk) => {
    for (let offset = 0; offset < chunk.length;) {
      if (missing > 0) {
        const part = Math.min(missing, chunk.length - offset);
        missing -= part;
        offset += part;
        continue;
      }
      header[headed] = chunk[offset]!;
      headed += 1;
      offset += 1;
      if (headed < headerBytes) continue;
      headed = 0;
      // A length counts itself.
      missing = header.readUInt32BE(1) - 4;
      const maxBytes = dataTypes.includes(header[0]!) ? dataBytes : otherBytes;
      if (missing > maxBytes) {
        stream.destroy(new AnswerTooLargeError(maxBytes));
        return;
      }
    }
  });
}

/** Members missing in pg's typings. */
interface ConnectedClient {
  connection: { stream: Duplex };
}

/** Runs work of which no message may exceed its limit, however many there are. */
export async function withBoundedMessages<Result>(
  client: ClientBase,
  limits: MessageLimits,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = boundMessages((client as unknown as ConnectedClient).connection.stream, limits);
  try {
    return await work();
  } finally {
    end();
  }
}

/** Runs work whose whole result is buffered: closes the connection when the result exceeds the limit. */
export async function withBoundedAnswer<Result>(
  client: ClientBase,
  maxBytes: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const { stream } = (client as unknown as ConnectedClient).connection;
  let arrived = 0;
  const end = watch(stream, ({ length }) => {
    arrived += length;
    if (arrived > maxBytes) stream.destroy(new AnswerTooLargeError(maxBytes));
  });
  try {
    return await work();
  } finally {
    end();
  }
}
