import { EventEmitter, once } from 'node:events';
import type { AnyActorRef, InspectionEvent } from 'xstate';
import { isRecord } from '../../src/contract/common/isRecord.ts';
import { createTraceRecorder, tracedActor, tracedEvent } from '../../src/inspector/trace/recorder.ts';
import type { InspectionMessage } from '../../src/inspector/trace/remoteSystem.ts';
import { redacted } from '../../src/inspector/trace/secrets.ts';
import { timersOf } from '../../src/inspector/trace/systemView.ts';
import { ApiError } from '../http/errors.ts';

/** Passed as `inspect` when the root actor of a chart is created. */
type ObserveCharts = (event: InspectionEvent) => void;

interface ChartReader {
  /** Throws once its user may no longer read. */
  requireSession(): Promise<unknown>;
  signal: AbortSignal;
}

interface ChartFeedOptions {
  version: string;
  /** Interval of the check whether a reader may still read. */
  checkMs?: number;
}

const defaultCheckMs = 10_000;
const readersMax = 8;

/** Sentences for users of a project, which an operator has no need to read. */
const sentences: ReadonlySet<string> = new Set(['reason', 'message', 'detail', 'hint']);

function withoutSentences<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutSentences) as Value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      sentences.has(key) && typeof item === 'string' ? redacted : withoutSentences(item),
    ]),
  ) as Value;
}

/**
 * What the server's charts do, for an operator who watches them: the last events and then each new one, as data without
 * secrets.
 */
export class ChartFeed {
  readonly #recorder;
  readonly #version: string;
  readonly #checkMs: number;
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #ended = new AbortController();
  #readers = 0;

  constructor({ version, checkMs = defaultCheckMs }: ChartFeedOptions) {
    this.#version = version;
    this.#checkMs = checkMs;
    this.#recorder = createTraceRecorder({ now: Date.now, version });
  }

  readonly observe: ObserveCharts = (event) => {
    this.#recorder.observe(event);
    if (event.type === '@xstate.snapshot') this.#changes.emit('change');
  };

  /** Throws a 429 where there are too many readers; otherwise the caller must read what it returns. */
  open(reader: ChartReader): AsyncGenerator<InspectionMessage, void, undefined> {
    if (this.#readers >= readersMax)
      throw new ApiError(429, 'too_many_feeds', 'Too many pages watch the server. Close some of them.', {
        retryAfter: 5,
      });
    this.#readers += 1;
    return this.#follow(reader);
  }

  /** Ends every feed: the server is stopping. */
  end(): void {
    this.#ended.abort();
  }

  async *#follow({ requireSession, signal }: ChartReader): AsyncGenerator<InspectionMessage, void, undefined> {
    const left = AbortSignal.any([signal, this.#ended.signal]);
    const introduced = new Set<string>();
    try {
      // Before what was recorded is sent: more may happen meanwhile.
      let next = this.#recorder.count();
      yield* this.#recorded(introduced);
      let checkedAt = performance.now();
      while (!left.aborted) {
        const pause = AbortSignal.any([left, AbortSignal.timeout(this.#checkMs)]);
        if (this.#recorder.count() === next)
          await once(this.#changes, 'change', { signal: pause }).catch(() => undefined);
        if (performance.now() - checkedAt >= this.#checkMs) {
          await requireSession();
          checkedAt = performance.now();
        }
        const events = this.#recorder.kept().filter(({ seq }) => seq >= next);
        next = this.#recorder.count();
        for (const recorded of events) {
          const { ref, before } = recorded;
          const isNew = !introduced.has(ref.sessionId);
          introduced.add(ref.sessionId);
          yield withoutSentences<InspectionMessage>({
            ...(isNew && { actor: tracedActor(ref, before) }),
            event: tracedEvent(recorded),
            timers: timers(ref),
          });
        }
      }
    } finally {
      this.#readers -= 1;
    }
  }

  /** The last events, with the actors that took part in them or are running. */
  *#recorded(introduced: Set<string>): Generator<InspectionMessage, void, undefined> {
    const { actors, events } = this.#recorder.take();
    const refs = new Map(this.#recorder.kept().map(({ ref }) => [ref.sessionId, ref]));
    yield { begins: this.#version };
    for (const actor of actors) {
      introduced.add(actor.session);
      yield withoutSentences<InspectionMessage>({ actor });
    }
    for (const event of events)
      yield withoutSentences<InspectionMessage>({ event, timers: timers(refs.get(event.actor)) });
  }
}

const timers = (ref: AnyActorRef | undefined) => (ref ? timersOf(ref, ref.sessionId) : []);
