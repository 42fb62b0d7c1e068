import type { Context } from 'hono';
import { ApiError } from '../../http/errors.ts';

/** An event of an answer; an `end` or an `error` is the last. */
interface StreamedEvent {
  type: string;
}

/** Writes to the reader; resolves when the reader wants more. */
export type WriteEvent<Event extends StreamedEvent> = (event: Event) => Promise<void>;

/** A reader that takes nothing for so long, in milliseconds, must not hold the database any longer. */
const stallMs = 30_000;

/** Rejects when the reader stalls. */
async function withinPatience(write: Promise<void>): Promise<void> {
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The reader of an answer has stalled.')), stallMs);
  await Promise.race([write, stalled]).finally(() => clearTimeout(timer));
}

/**
 * The answer of work that runs beside it: a line for each event. What fails before it begins is thrown.
 *
 * @param interrupted What the reader is told about a failure of the server.
 */
function eventStream<Event extends StreamedEvent>(
  interrupted: string,
  run: (begin: () => WriteEvent<Event | { type: 'error'; message: string }>) => Promise<void>,
): Promise<ReadableStream<Uint8Array>> {
  const begun = Promise.withResolvers<ReadableStream<Uint8Array>>();
  const encoder = new TextEncoder();
  let send: WriteEvent<Event | { type: 'error'; message: string }> | undefined;
  const begin = () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    send = async (event) => {
      await withinPatience(writer.write(encoder.encode(`${JSON.stringify(event)}\n`)));
      if (event.type === 'end' || event.type === 'error') await writer.close();
    };
    begun.resolve(readable);
    return send;
  };
  run(begin).catch((error: unknown) => {
    begun.reject(error);
    const message = error instanceof ApiError ? error.message : interrupted;
    // A reader that has left hears nothing any more.
    send?.({ type: 'error', message }).catch(() => undefined);
  });
  return begun.promise;
}

/** Answers with the events of work as they come. */
export async function answerEvents<Event extends StreamedEvent>(
  c: Context,
  ...stream: Parameters<typeof eventStream<Event>>
): Promise<Response> {
  const body = await eventStream<Event>(...stream);
  c.header('Cache-Control', 'no-store');
  return c.body(body, 200, { 'Content-Type': 'application/x-ndjson' });
}
