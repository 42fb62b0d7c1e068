/** A provider of identities on this machine: OpenID Connect, and the parts of GitHub's API that sign-ins use. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';

export const clientId = 'the-client';
export const clientSecret = 'the-secret-of-the-client';

/** A user at the provider. */
export interface ProviderUser {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  picture?: string;
  preferred_username?: string;
}

export interface IdentityProvider {
  issuer: string;
  /** What the user's browser does at the address that it was sent to: returns the address that it is sent back to. */
  approve: (authorizeUrl: string, user: ProviderUser) => URL;
  deny: (authorizeUrl: string) => URL;
  /** Decides where its page sends the browsers that come to it; null keeps them there. */
  answerBrowsers: (decide: (authorizeUrl: string) => URL | null) => void;
  /** A token as the provider gives one to a client. */
  idToken: (claims: JWTPayload, key?: CryptoKey) => Promise<string>;
  /** Changes what its tokens say, as a hostile provider or one with a fault would. */
  tamper: (change: ((claims: JWTPayload) => JWTPayload) | null) => void;
  close: () => Promise<void>;
}

interface Grant {
  user: ProviderUser;
  challenge: string;
  nonce: string | null;
  redirectUri: string;
}

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
};

const answer = (response: ServerResponse, status: number, json: unknown) => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
};

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] };
  const grants = new Map<string, Grant>();
  const users = new Map<string, ProviderUser>();
  let decide: ((authorizeUrl: string) => URL | null) | null = null;
  let change: ((claims: JWTPayload) => JWTPayload) | null = null;

  const sign = (claims: JWTPayload, key: CryptoKey = privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
  const standard = (): JWTPayload => {
    const now = Math.floor(Date.now() / 1000);
    return { iss: issuer, aud: clientId, iat: now, exp: now + 300 };
  };

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request);
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      grant !== undefined &&
      form.get('client_id') === clientId &&
      form.get('client_secret') === clientSecret &&
      form.get('redirect_uri') === grant.redirectUri &&
      challenge === grant.challenge;
    if (!isRight) {
      answer(response, 400, { error: 'invalid_grant' });
      return;
    }
    const token = randomUUID();
    users.set(token, grant.user);
    const claims = { ...standard(), ...grant.user, ...(grant.nonce !== null && { nonce: grant.nonce }) };
    answer(response, 200, {
      access_token: token,
      token_type: 'bearer',
      refresh_token: `refresh-${token}`,
      ...(grant.nonce !== null && { id_token: await sign(change === null ? claims : change(claims)) }),
    });
  }

  function describe(path: string, token: string, response: ServerResponse): void {
    const user = users.get(token);
    if (user === undefined) answer(response, 401, { message: 'Bad credentials' });
    else if (path === '/api/v3/user')
      answer(response, 200, {
        id: Number(user.sub),
        login: user.preferred_username,
        name: user.name,
        avatar_url: null,
      });
    else
      answer(response, 200, [
        { email: 'other@example.com', primary: false, verified: true },
        { email: user.email, primary: true, verified: user.email_verified ?? false },
      ]);
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    const token = request.headers.authorization?.replace(/^bearer /i, '') ?? '';
    switch (pathname) {
      case '/.well-known/openid-configuration':
        answer(response, 200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
        break;
      case '/keys':
        answer(response, 200, keys);
        break;
      case '/token':
      case '/login/oauth/access_token':
        void exchange(request, response);
        break;
      case '/api/v3/user':
      case '/api/v3/user/emails':
        describe(pathname, token, response);
        break;
      case '/authorize':
      case '/login/oauth/authorize': {
        const to = decide?.(`${issuer}${request.url ?? ''}`);
        if (to) response.writeHead(302, { Location: to.href }).end();
        else
          response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>P</title><h1>Authorize Basechart</h1>');
        break;
      }
      default:
        answer(response, 404, {});
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const leadBack = (authorizeUrl: string, outcome: Readonly<Record<string, string>>): URL => {
    const { searchParams: asked } = new URL(authorizeUrl);
    const back = new URL(asked.get('redirect_uri') ?? '');
    for (const [name, value] of Object.entries({ ...outcome, state: asked.get('state') ?? '' }))
      back.searchParams.set(name, value);
    return back;
  };

  return {
    issuer,
    approve(authorizeUrl, user) {
      const { searchParams: asked } = new URL(authorizeUrl);
      if (asked.get('client_id') !== clientId || asked.get('response_type') !== 'code')
        throw new Error('The provider does not know this client.');
      const code = randomUUID();
      grants.set(code, {
        user,
        challenge: asked.get('code_challenge') ?? '',
        nonce: asked.get('nonce'),
        redirectUri: asked.get('redirect_uri') ?? '',
      });
      return leadBack(authorizeUrl, { code });
    },
    deny: (authorizeUrl) => leadBack(authorizeUrl, { error: 'access_denied', error_description: 'The user said no' }),
    idToken: (claims, key) => sign({ ...standard(), ...claims }, key),
    answerBrowsers(next) {
      decide = next;
    },
    tamper(next) {
      change = next;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}
