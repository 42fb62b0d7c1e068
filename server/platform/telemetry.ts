import type { ControlDatabase } from '../database/database.ts';

/** The newest messages are kept, so that anybody can see what left the browser; there is nowhere else they go. */
const keptMessages = 1000;

export async function recordTelemetry(db: ControlDatabase, kind: string, body: unknown): Promise<void> {
  const { id } = await db.insertInto('telemetry').values({ kind, body: JSON.stringify(body) }).returning('id').executeTakeFirstOrThrow();
  // Once in a while is enough for a bound.
  if (Number(id) % 100 === 0) await db.deleteFrom('telemetry').where('id', '<=', String(Number(id) - keptMessages)).execute();
}

export interface TelemetryMessage { kind: string; body: unknown; receivedAt: Date }

/** What was recorded, oldest first. */
export async function listTelemetry(db: ControlDatabase): Promise<TelemetryMessage[]> {
  const rows = await db.selectFrom('telemetry').select(['kind', 'body', 'received_at']).orderBy('id').execute();
  return rows.map(({ kind, body, received_at: receivedAt }) => ({ kind, body, receivedAt }));
}
