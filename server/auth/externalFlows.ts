import { randomBytes, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { AuthError } from './auth.errors.ts';
import type { ExternalFlowsTable } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import { isUuid } from './authenticate.ts';
import { hashToken } from './hashToken.ts';
import type { Pkce } from './oneTimeTokens.ts';

export type ExternalFlow = Selectable<ExternalFlowsTable>;

/** How long a user may take at the provider. */
export const externalFlowLifetimeMs = 300_000;

export interface Link {
  userId: string;
  sessionId: string;
}

interface NewFlow {
  provider: string;
  /** Checked against the allow list. */
  redirectTo: string;
  pkce: Pkce | null;
  /** The session whose user adds a way to sign in. */
  link: Link | null;
}

interface StartedFlow {
  /** The `state` of the request to the provider. */
  state: string;
  /**
   * Known to the browser that began, which alone may finish. Null where a signed-in user of a project is known instead:
   * the page of an app is on another origin, where a cookie would not arrive.
   */
  browserToken: string | null;
}

export async function startFlow(
  { db, now, guardsAccounts }: AuthContext,
  { provider, redirectTo, pkce, link }: NewFlow,
): Promise<StartedFlow> {
  const state = randomUUID();
  // Without it, the user of an account could have another person add theirs, by a link to the provider.
  const isBound = link === null || guardsAccounts;
  const browserToken = isBound ? randomBytes(32).toString('base64url') : null;
  await db
    .insertInto('external_flows')
    .values({
      id: state,
      provider,
      redirect_to: redirectTo,
      code_challenge: pkce?.challenge ?? null,
      code_challenge_method: pkce?.method ?? null,
      browser_hash: browserToken === null ? null : hashToken(browserToken),
      link_user_id: link?.userId ?? null,
      link_session_id: link?.sessionId ?? null,
      used_at: null,
      created_at: now(),
    })
    .execute();
  return { state, browserToken };
}

/** Secrets between this service and the provider, which belong to one flow and need not be stored. */
export const secretsOf = ({ secretBox }: Pick<AuthContext, 'secretBox'>, state: string) => ({
  state,
  verifier: secretBox.digest(state, 'external_flows/verifier'),
  nonce: secretBox.digest(state, 'external_flows/nonce'),
});

export const findFlow = async ({ db }: AuthContext, state: string): Promise<ExternalFlow | undefined> =>
  isUuid(state)
    ? await db.selectFrom('external_flows').selectAll().where('id', '=', state).executeTakeFirst()
    : undefined;

/** Uses up a flow, once, for the browser that began it. */
export async function useFlow(
  { db, now }: AuthContext,
  flow: ExternalFlow | undefined,
  browserToken: string | undefined,
): Promise<ExternalFlow> {
  const moment = now();
  const isLive = flow !== undefined && moment.getTime() - flow.created_at.getTime() <= externalFlowLifetimeMs;
  if (!isLive) throw new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired');
  if (flow.browser_hash !== null && (browserToken === undefined || hashToken(browserToken) !== flow.browser_hash))
    throw new AuthError(400, 'bad_oauth_state', 'OAuth state belongs to another browser');
  const used = await db
    .updateTable('external_flows')
    .set({ used_at: moment })
    .where('id', '=', flow.id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (used.numUpdatedRows === 0n) throw new AuthError(400, 'flow_state_already_used', 'OAuth state was already used');
  return flow;
}
