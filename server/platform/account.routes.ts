import { Hono, type Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { newAccessTokenSchema } from '../../src/contract/accounts/accessToken.ts';
import { deleteAccountSchema } from '../../src/contract/accounts/accountDeletion.ts';
import {
  proofSchema,
  verificationNeeded,
  verificationNeededStatus,
  type ProofState,
} from '../../src/contract/accounts/verification.ts';
import { AuthError } from '../auth/auth.errors.ts';
import type { ClientInfo } from '../auth/clientInfo.ts';
import type { AuthService } from '../auth/routes/createAuthService.ts';
import type { UserEnv } from '../auth/user.env.ts';
import type { ControlDatabase } from '../database/database.ts';
import { readBody } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import { createAccessToken, listAccessTokens, revokeAccessToken } from './accessTokens.ts';
import { deleteAccount, describeDeletion } from './accountDeletion.ts';

interface AccountRoutesOptions {
  db: ControlDatabase;
  auth: Pick<AuthService, 'proofs' | 'record' | 'deleteUser'>;
}

export const clientOf = (c: Context<UserEnv>): ClientInfo => ({
  userAgent: c.req.header('User-Agent'),
  ip: c.var.address,
});

/** Requires a session whose user has just proved who they are: a device that was left open is not enough. */
const requireRecentProof = ({ proofs }: Pick<AuthService, 'proofs'>) =>
  createMiddleware<UserEnv>(async (c, next) => {
    const { id, sessionId } = c.var.user;
    if (!(await proofs.read(id, sessionId)).recent)
      throw new ApiError(verificationNeededStatus, verificationNeeded, 'Confirm that it is you to continue.');
    await next();
  });

/** Proofs of who the caller is: `/profile/verification`. */
export const verificationRoutes = ({ auth }: Pick<AccountRoutesOptions, 'auth'>) =>
  new Hono<UserEnv>()
    .get('/', async (c) => c.json((await auth.proofs.read(c.var.user.id, c.var.user.sessionId)) satisfies ProofState))
    .post('/', async (c) => {
      const proof = await readBody(c, proofSchema);
      const { id, sessionId } = c.var.user;
      try {
        await auth.proofs.accept({ userId: id, sessionId, proof, client: clientOf(c) });
      } catch (error) {
        if (!(error instanceof AuthError)) throw error;
        const { status, code, message, retryAfter } = error;
        throw new ApiError(status, code, message, {
          cause: error,
          ...(retryAfter !== undefined && { retryAfter }),
        });
      }
      return c.body(null, 204);
    });

/** The caller's access tokens: `/profile/tokens`. */
export const accessTokenRoutes = ({ db, auth }: AccountRoutesOptions) =>
  new Hono<UserEnv>()
    .get('/', async (c) => c.json(await listAccessTokens(db, c.var.user.id)))
    .post('/', requireRecentProof(auth), async (c) => {
      const { id: userId } = c.var.user;
      const created = await createAccessToken(db, userId, await readBody(c, newAccessTokenSchema));
      const details = { name: created.name, scopes: created.scopes.join(' ') };
      await auth.record({ userId, action: 'access_token_created', client: clientOf(c), details });
      return c.json(created, 201);
    })
    .delete('/:id', async (c) => {
      const { id: userId } = c.var.user;
      const revoked = await revokeAccessToken(db, userId, c.req.param('id'));
      if (revoked === null) throw new ApiError(404, 'access_token_not_found', 'This access token does not exist');
      const details = { name: revoked.name };
      await auth.record({ userId, action: 'access_token_revoked', client: clientOf(c), details });
      return c.body(null, 204);
    });

/** The end of the caller's account: `/profile/deletion`. */
export const accountDeletionRoutes = ({ db, auth }: AccountRoutesOptions) =>
  new Hono<UserEnv>()
    .get('/', async (c) => c.json(await describeDeletion(db, c.var.user)))
    .post('/', requireRecentProof(auth), async (c) => {
      const { confirmation } = await readBody(c, deleteAccountSchema);
      await deleteAccount(db, c.var.user, confirmation);
      await auth.deleteUser(c.var.user.id, clientOf(c));
      return c.body(null, 204);
    });
