import type { Context } from 'hono';
import { errorCode } from '../common/errorCode.ts';
import type { ControlDatabase } from '../database/database.ts';
import { ApiError } from '../http/errors.ts';

/** The key by which a repeated request of a user is recognized; null without one. */
export function readIdempotencyKey(c: Context): string | null {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return null;
  if (!/^[\w-]{16,64}$/.test(key))
    throw new ApiError(400, 'invalid_idempotency_key', 'Idempotency-Key: use 16 to 64 letters, digits, "-" and "_".');
  return key;
}

/** Stores what a request created, in the transaction that creates it. */
export async function keepIdempotencyKey(
  tx: ControlDatabase,
  userId: string,
  key: string | null,
  made: { organization_id: number } | { project_id: number },
): Promise<void> {
  if (key !== null)
    await tx
      .insertInto('idempotency_keys')
      .values({ user_id: userId, key, organization_id: null, project_id: null, ...made })
      .execute();
}

/**
 * Creates something once for each key of a user. A request that is repeated because its response was lost gets what the
 * first one created.
 */
export async function createOnce<Made>(
  key: string | null,
  find: (key: string) => Promise<Made | undefined>,
  create: () => Promise<Made>,
): Promise<Made> {
  if (key === null) return create();
  const earlier = await find(key);
  if (earlier) return earlier;
  try {
    return await create();
  } catch (error) {
    // The first request may end while the second runs; then the key is taken.
    const made = errorCode(error) === '23505' ? await find(key) : undefined;
    if (made) return made;
    throw error;
  }
}
