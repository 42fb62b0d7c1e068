import { createHash, timingSafeEqual } from 'node:crypto';
import { errors } from 'jose';
import type { Logger } from 'pino';
import { mailNotice } from './accountNotices.ts';
import { AuthError, OAuthError } from './auth.errors.ts';
import type { AuthContext } from './authContext.ts';
import type { ClientInfo } from './clientInfo.ts';
import type { Link } from './externalFlows.ts';
import type { ExternalProvider } from './externalSettings.ts';
import { findOrCreateUser, needsVerification } from './externalSignIn.ts';
import { beginSession, type NewSession } from './sessions.ts';

interface IdTokenRequest {
  idToken: string;
  /** The provider, or the issuer and the client that the token names. */
  provider: string;
  clientId: string;
  issuer: string;
  nonce: string;
  aud: string;
  client: ClientInfo;
  /** The signed-in user who adds the identity. */
  link: Link | null;
  log: Pick<Logger, 'warn'>;
}

/** Signs in with an identity token that the client got from a provider itself. */
export async function signInWithIdToken(context: AuthContext, request: IdTokenRequest): Promise<NewSession> {
  const { db, externalProviders, now } = context;
  const { idToken, nonce, aud, client, link, log } = request;
  if (idToken === '') throw new OAuthError('invalid request', 'id_token required');
  if (request.provider === '' && (request.clientId === '' || request.issuer === ''))
    throw new OAuthError('invalid request', 'provider or client_id and issuer required');
  const provider = findProvider(context, request);
  const verified = await externalProviders.verifyIdToken(provider, idToken, now()).catch((cause: unknown) => {
    if (cause instanceof errors.JOSEError || cause instanceof TypeError)
      throw new OAuthError('invalid request', 'Bad ID token', { cause });
    throw cause;
  });
  requireNonce(verified.nonce, nonce);
  const { identity } = verified;
  const found = await findOrCreateUser(context, { provider: provider.id, identity, aud, client, link });
  if (found.outcome === 'unconfirmed') throw needsVerification(provider.id);
  if (found.isAdded)
    void mailNotice(context, { user: found.user, change: 'sign-in method added', method: provider.name, log });
  return await db.transaction().execute((tx) => beginSession(tx, found.user, 'oauth', client, now()));
}

function findProvider(
  { externalProviders }: AuthContext,
  { provider, issuer, clientId }: IdTokenRequest,
): ExternalProvider {
  const found = provider === '' ? externalProviders.findByIssuer(issuer, clientId) : externalProviders.find(provider);
  if (found === undefined) {
    throw new AuthError(
      400,
      'provider_disabled',
      provider === '' ? `Provider (issuer "${issuer.slice(0, 255)}") is not enabled` : 'Provider is not enabled',
    );
  }
  if (found.kind !== 'oidc') throw new AuthError(400, 'validation_failed', 'This provider issues no identity tokens');
  return found;
}

/** The token names the hash of a number that only the client knows, so that it cannot be used by another one. */
function requireNonce(claimed: unknown, given: string): void {
  if (claimed === undefined && given === '') return;
  if (typeof claimed !== 'string' || given === '')
    throw new OAuthError('invalid request', 'Passed nonce and nonce in id_token should either both exist or not.');
  const [hash, expected] = [createHash('sha256').update(given).digest('hex'), claimed].map((one) => Buffer.from(one));
  if (
    hash === undefined ||
    expected === undefined ||
    hash.length !== expected.length ||
    !timingSafeEqual(hash, expected)
  )
    throw new OAuthError('invalid nonce', 'Nonces mismatch');
}
