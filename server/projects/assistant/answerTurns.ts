import type { RateLimiter } from '../../common/rateLimiter.ts';
import { ApiError } from '../../http/errors.ts';

/** Answers of one user that stream at the same time on this server. */
const answersPerUser = 4;

/** Limits how many answers a user gets in a minute, and at once. */
export function createAnswerTurns(rateLimiter: RateLimiter, perMinute: number) {
  const streaming = new Map<string, number>();
  return {
    /** Throws unless the user may ask now. */
    async take(userId: string): Promise<void> {
      if ((streaming.get(userId) ?? 0) >= answersPerUser)
        throw new ApiError(429, 'too_many_answers', 'Other answers are still being written. Stop one of them first.', {
          retryAfter: 5,
        });
      const retryAfter = await rateLimiter.take(`assistant:${userId}`, {
        limit: perMinute,
        windowMs: 60_000,
        burst: perMinute,
      });
      if (retryAfter > 0)
        throw new ApiError(429, 'over_request_rate_limit', 'Too many questions in a minute. Try again in a moment.', {
          retryAfter,
        });
    },
    /** Counts an answer for as long as it streams. */
    async *counted<Event>(userId: string, events: AsyncIterable<Event>): AsyncGenerator<Event, void, undefined> {
      streaming.set(userId, (streaming.get(userId) ?? 0) + 1);
      try {
        yield* events;
      } finally {
        const others = (streaming.get(userId) ?? 1) - 1;
        if (others === 0) streaming.delete(userId);
        else streaming.set(userId, others);
      }
    },
  };
}
