import { escapeIdentifier, type Client } from 'pg';
import type { ViewAs } from '../../../src/contract/tables/viewAs.ts';
import { ApiError } from '../../http/errors.ts';

/** The claims that a user's token would have. */
async function claimsOf(client: Client, { role, user }: ViewAs): Promise<Record<string, unknown>> {
  if (user === null) return { role };
  const {
    rows: [auth],
  } = await client.query<{ exists: boolean }>(`select to_regclass('auth.users') is not null as exists`);
  const {
    rows: [found],
  } = auth?.exists
    ? await client.query<{ id: string; email: string | null }>(
        'select id::text, email from auth.users where id::text = lower($1) or lower(email) = lower($1) limit 1',
        [user],
      )
    : { rows: [] };
  if (found === undefined)
    throw new ApiError(404, 'user_not_found', 'No user of this project has this ID or email address.');
  return { role, sub: found.id, aud: 'authenticated', ...(found.email !== null && { email: found.email }) };
}

/**
 * Begins a transaction with the rights of a role, and with the claims that its policies read. Null begins it with the
 * developer's own.
 */
export async function beginAs(client: Client, viewAs: ViewAs | null, mode: 'read only' | 'read write'): Promise<void> {
  const claims = viewAs === null ? null : await claimsOf(client, viewAs);
  await client.query(`begin ${mode}`);
  if (claims === null || viewAs === null) return;
  await client.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
  await client.query(`set local role ${escapeIdentifier(viewAs.role)}`);
}
