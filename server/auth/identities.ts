import { providerNameOf } from '../../src/contract/accounts/externalProvider.ts';
import { recordEvent } from './audit.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthContext } from './authContext.ts';
import type { LiveSession } from './authenticate.ts';
import type { ClientInfo } from './clientInfo.ts';
import { clearTokens } from './oneTimeTokens.ts';
import { requireRecentProof } from './recentProof.ts';
import { lockUser, type User } from './users.ts';

/** As people call a way to sign in, by the provider of its identity. */
export const methodName = ({ settings: { providers } }: Pick<AuthContext, 'settings'>, id: string): string =>
  providers.find((provider) => provider.id === id)?.name ?? providerNameOf(id);

/** Throws unless a user may change the ways to sign in, which takes as much as a new password. */
export async function requireLinkingAllowed(context: AuthContext, live: LiveSession): Promise<void> {
  if (!context.settings.manualLinking)
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  // Their organization decides who signs in; another way in would outlive its decision.
  if (context.guardsAccounts && live.user.is_sso_user)
    throw new AuthError(422, 'user_sso_managed', 'Changing the sign-in methods of a SSO account only possible via SSO');
  if (live.awaitsFactor)
    throw new AuthError(401, 'insufficient_aal', 'AAL2 session is required to change identities when MFA is enabled.');
  // An anonymous user has nothing to prove it with, and nothing to lose.
  if (!live.user.is_anonymous) await requireRecentProof(context, live);
}

/**
 * Removes a way to sign in, but not the last one. With the identity of the user's address goes its password; the user
 * gets the address of another identity, which counts as confirmed only if its provider has checked it. Returns the user
 * as before, and the provider of the identity.
 */
export const unlinkIdentity = (
  { db, now }: AuthContext,
  { id: userId }: Pick<User, 'id'>,
  identityId: string,
  client: ClientInfo,
): Promise<{ user: User; provider: string }> =>
  db.transaction().execute(async (tx) => {
    const moment = now();
    const user = await lockUser(tx, userId);
    const identities = await tx
      .selectFrom('identities')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
    const removed = identities.find(({ id }) => id === identityId);
    if (user === undefined || removed === undefined)
      throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
    const kept = identities.filter(({ id }) => id !== identityId);
    const [next] = kept;
    if (next === undefined) {
      throw new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking');
    }
    await tx.deleteFrom('identities').where('id', '=', identityId).execute();
    const losesEmail =
      removed.email !== null && removed.email === user.email && kept.every(({ email }) => email !== user.email);
    const promoted = kept.find(({ email }) => email !== null);
    if (losesEmail) await clearTokens(tx, userId);
    const providers = [...new Set(kept.map(({ provider }) => provider))];
    const { provider } = user.raw_app_meta_data;
    await tx
      .updateTable('users')
      .set({
        raw_app_meta_data: JSON.stringify({
          ...user.raw_app_meta_data,
          provider: providers.some((one) => one === provider) ? provider : next.provider,
          providers,
        }),
        ...(losesEmail && {
          email: promoted?.email ?? null,
          email_confirmed_at: promoted?.identity_data['email_verified'] === true ? moment : null,
        }),
        ...(removed.provider === 'email' && { encrypted_password: null }),
        ...(removed.provider === 'phone' && { phone: null, phone_confirmed_at: null }),
        updated_at: moment,
      })
      .where('id', '=', userId)
      .execute();
    await recordEvent(
      tx,
      {
        userId,
        action: 'identity_unlinked',
        client,
        details: {
          provider: removed.provider,
          ...(removed.provider === 'email' && { password_removed: user.encrypted_password !== null }),
        },
      },
      moment,
    );
    return { user, provider: removed.provider };
  });
