import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openControlDatabase } from '../../../server/database/database.ts';
import { createLogger } from '../../../server/http/log.ts';
import { recordTelemetry } from '../../../server/platform/telemetry.ts';
import { openStorage, type Storage } from '../../../server/storage.ts';
import { prepareData } from '../../support/preparedData.ts';

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basechart-telemetry-'));
  await prepareData(folder, {});
  storage = await openStorage({
    databaseUrl: null,
    dataFolder: folder,
    cacheFolder: resolve(import.meta.dirname, '../../../.cache'),
    log: createLogger({ level: 'silent', format: 'json' }),
  });
});
afterAll(async () => {
  await storage?.close();
  await rm(folder, { recursive: true, force: true });
});

test('about a thousand messages are kept, and the oldest go', async () => {
  const db = openControlDatabase(storage.pool);
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
