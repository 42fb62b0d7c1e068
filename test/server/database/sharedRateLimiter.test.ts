import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSharedRateLimiter } from '../../../server/database/sharedRateLimiter.ts';
import { openTestControlDatabase, type TestControlDatabase } from '../../support/controlDatabase.ts';

let control: TestControlDatabase;
beforeAll(async () => {
  control = await openTestControlDatabase();
});
afterAll(() => control?.close());

/** So slow that no time that a test takes makes a difference of a second. */
const twoInAWeek = { limit: 2, windowMs: 7 * 24 * 3_600_000, burst: 2 };
const halfAWeek = (7 * 24 * 3_600) / 2;

it('gives out a burst and then one after the other, for each key and over all servers', async () => {
  const [one, other] = [createSharedRateLimiter(control.db), createSharedRateLimiter(control.db)];
  expect([await one.take('ada', twoInAWeek), await other.take('ada', twoInAWeek)]).toEqual([0, 0]);
  const wait = await one.take('ada', twoInAWeek);
  expect(wait).toBeLessThanOrEqual(halfAWeek);
  expect(wait).toBeGreaterThan(halfAWeek - 60);
  expect(await other.take('ada', twoInAWeek)).toBeGreaterThan(0);
  expect(await other.take('bob', twoInAWeek)).toBe(0);
});

it('gives out without end where there is no limit, and counts nothing', async () => {
  const limiter = createSharedRateLimiter(control.db);
  for (let count = 0; count < 5; count++)
    expect(await limiter.take('unlimited', { limit: 0, windowMs: 1_000, burst: 0 })).toBe(0);
  const { rows } = await sql`select key from basechart.rate_limits where key = 'unlimited'`.execute(control.db);
  expect(rows).toEqual([]);
});
