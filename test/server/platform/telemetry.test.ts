import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordTelemetry } from '../../../server/platform/telemetry.ts';
import { openTestControlDatabase, type TestControlDatabase } from '../../support/controlDatabase.ts';

let control: TestControlDatabase;
beforeAll(async () => {
  control = await openTestControlDatabase();
});
afterAll(() => control?.close());

test('about a thousand messages are kept, and the oldest go', async () => {
  const { db } = control;
  const before = Array.from({ length: 1_000 }, (_, index) => ({
    kind: 'before',
    body: JSON.stringify({ index }),
    user_id: null,
  }));
  await db.insertInto('telemetry').values(before).execute();
  for (let index = 0; index < 150; index += 1)
    await recordTelemetry(db, { kind: 'now', body: { index }, userId: null });

  const kept = await db.selectFrom('telemetry').select(['kind', 'body']).orderBy('id').execute();
  expect(kept.length).toBeGreaterThanOrEqual(1_000);
  expect(kept.length).toBeLessThan(1_100);
  expect(kept.filter(({ kind }) => kind === 'now')).toHaveLength(150);
  expect(kept[0]!.body).not.toEqual({ index: 0 });
});
