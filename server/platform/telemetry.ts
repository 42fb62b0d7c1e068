import { errorCode } from '../common/errorCode.ts';
import type { ControlDatabase } from '../database/database.ts';
import { ApiError } from '../http/errors.ts';

/** The newest messages are kept, so that users can see what left their browser; they are not sent anywhere else. */
const keptMessages = 1000;

export interface TelemetryMessage {
  kind: string;
  body: unknown;
  received_at: string;
}

export async function recordTelemetry(
  db: ControlDatabase,
  { kind, body, userId }: { kind: string; body: unknown; userId: string | null },
): Promise<void> {
  const { id } = await db
    .insertInto('telemetry')
    .values({ kind, body: JSON.stringify(body), user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isUnstorable(error)
        ? new ApiError(400, 'validation_failed', 'The message contains text that cannot be stored.', { cause: error })
        : error;
    });
  // Checking the limit occasionally is enough.
  if (Number(id) % 100 === 0)
    await db
      .deleteFrom('telemetry')
      .where('id', '<=', String(Number(id) - keptMessages))
      .execute();
}

/** JSON that JavaScript accepts and Postgres refuses: half of a surrogate pair. */
const isUnstorable = (error: unknown): boolean => errorCode(error) === '22P02';

/** The recorded messages of this user, oldest first. */
export async function listTelemetry(db: ControlDatabase, userId: string): Promise<TelemetryMessage[]> {
  const rows = await db
    .selectFrom('telemetry')
    .select(['kind', 'body', 'received_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, body, received_at: receivedAt }) => ({ kind, body, received_at: receivedAt.toISOString() }));
}
