import { createRemoteJWKSet, customFetch, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import type { Configuration } from 'openid-client';
import * as v from 'valibot';
import type { Fetch } from '../common/outerFetch.ts';
import { AuthError } from './auth.errors.ts';
import type { ExternalProvider } from './externalSettings.ts';

/** Who the provider says the user is. */
export interface ExternalIdentity {
  /** The user's id there, which never changes. */
  subject: string;
  email: string | null;
  /** The provider has checked that the address is the user's. */
  isEmailVerified: boolean;
  /** What the identity and a new user's metadata say. */
  claims: Readonly<Record<string, string | boolean>>;
}

export interface ProviderTokens {
  token: string;
  refreshToken?: string;
}

interface FlowSecrets {
  state: string;
  verifier: string;
  nonce: string;
}

interface AuthorizeRequest extends FlowSecrets {
  redirectUri: string;
  /** Scopes that the client asks for in addition. */
  scopes: readonly string[];
  /** Parameters that the client passes through. */
  extra: Readonly<Record<string, string>>;
}

/** The providers of one auth service. */
export interface ExternalProviders {
  find(id: string): ExternalProvider | undefined;
  findByIssuer(issuer: string, clientId: string): ExternalProvider | undefined;
  /** Where the user's browser goes. */
  authorizeUrl(provider: ExternalProvider, request: AuthorizeRequest): Promise<string>;
  /** Exchanges the code that the browser came back with. */
  exchange(
    provider: ExternalProvider,
    callback: URL,
    secrets: FlowSecrets,
  ): Promise<{ identity: ExternalIdentity; tokens: ProviderTokens }>;
  /** The identity in a token that the client got from the provider itself; throws if it is not for this service. */
  verifyIdToken(
    provider: ExternalProvider,
    token: string,
    now: Date,
  ): Promise<{ identity: ExternalIdentity; nonce: unknown }>;
}

/** Seconds for one request to a provider. */
const patience = 8;
const cacheMs = 3_600_000;
const textMaxLength = 1_024;
const publicKeyAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Names and addresses of a user; everything else that a provider says is dropped. */
const profileClaims = ['name', 'given_name', 'family_name', 'picture', 'preferred_username', 'locale'] as const;

const claimText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= textMaxLength ? value : undefined;

function describeIdentity(
  issuer: string,
  { subject, email, isVerified }: { subject: string; email: string | undefined; isVerified: boolean },
  profile: Readonly<Record<string, unknown>>,
): ExternalIdentity {
  const picture = claimText(profile['picture']);
  const name = claimText(profile['name']);
  const userName = claimText(profile['preferred_username']);
  const known = profileClaims.flatMap((claim) => {
    const value = claimText(profile[claim]);
    return value === undefined ? [] : [[claim, value] as const];
  });
  return {
    subject,
    email: email?.toLowerCase() ?? null,
    isEmailVerified: isVerified && email !== undefined,
    claims: {
      iss: issuer,
      sub: subject,
      provider_id: subject,
      ...Object.fromEntries(known),
      ...(name !== undefined && { full_name: name }),
      ...(picture !== undefined && { avatar_url: picture }),
      ...(userName !== undefined && { user_name: userName }),
      ...(email !== undefined && { email: email.toLowerCase() }),
      email_verified: isVerified && email !== undefined,
      phone_verified: false,
    },
  };
}

const noSubject = () => new AuthError(400, 'validation_failed', 'The provider named no user');

function identityOf(provider: ExternalProvider, claims: Readonly<Record<string, unknown>>): ExternalIdentity {
  const subject = claimText(claims['sub']);
  if (subject === undefined) throw noSubject();
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  return describeIdentity(provider.issuer, { subject, email: claimText(claims['email']), isVerified }, claims);
}

const githubUser = v.object({
  id: v.number(),
  login: v.string(),
  name: v.nullish(v.string()),
  avatar_url: v.nullish(v.string()),
});
const githubEmails = v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }));

/** GitHub's own API, because it is no OpenID Connect provider. */
async function readGithubIdentity(
  provider: ExternalProvider,
  config: Configuration,
  token: string,
): Promise<ExternalIdentity> {
  const { fetchProtectedResource } = await import('openid-client');
  const api = provider.issuer === 'https://github.com' ? 'https://api.github.com' : `${provider.issuer}/api/v3`;
  const get = async (path: string): Promise<unknown> => {
    const headers = new Headers({ Accept: 'application/vnd.github+json', 'User-Agent': 'Basechart' });
    const response = await fetchProtectedResource(config, token, new URL(`${api}${path}`), 'GET', null, headers);
    if (!response.ok) throw new Error(`GitHub answered ${response.status}.`);
    return await response.json();
  };
  const user = v.parse(githubUser, await get('/user'));
  const emails = v.parse(githubEmails, await get('/user/emails'));
  const primary = emails.find((one) => one.primary);
  return describeIdentity(
    provider.issuer,
    { subject: String(user.id), email: claimText(primary?.email), isVerified: primary?.verified ?? false },
    { name: user.name, picture: user.avatar_url, preferred_username: user.login },
  );
}

async function configure(provider: ExternalProvider, fetch: Fetch): Promise<Configuration> {
  // Only servers that use a provider load this.
  const client = await import('openid-client');
  const { issuer, clientId, clientSecret } = provider;
  const execute = [
    ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
    (config: Configuration) => {
      config[client.customFetch] = (address, init) => fetch(address, init as RequestInit);
    },
  ];
  if (provider.kind === 'github') {
    const endpoint = (path: string) => `${issuer}/login/oauth/${path}`;
    const server = { issuer, authorization_endpoint: endpoint('authorize'), token_endpoint: endpoint('access_token') };
    const config = new client.Configuration(server, clientId, clientSecret);
    for (const prepare of execute) prepare(config);
    config.timeout = patience;
    return config;
  }
  const found = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute,
    timeout: patience,
    [client.customFetch]: (address, init) => fetch(address, init as RequestInit),
  });
  const methods = found.serverMetadata().token_endpoint_auth_methods_supported;
  const wantsBasic = methods !== undefined && !methods.includes('client_secret_post');
  const config = wantsBasic
    ? new client.Configuration(found.serverMetadata(), clientId, clientSecret, client.ClientSecretBasic(clientSecret))
    : found;
  for (const prepare of execute) prepare(config);
  config.timeout = patience;
  // The signature is checked too, although the token comes from the provider itself.
  client.enableNonRepudiationChecks(config);
  return config;
}

/** Google's tokens may name it without its scheme. */
const issuersOf = ({ id, issuer }: ExternalProvider): string[] =>
  id === 'google' ? [issuer, 'accounts.google.com'] : [issuer];

export function createExternalProviders(providers: readonly ExternalProvider[], fetch: Fetch): ExternalProviders {
  const configurations = new Map<string, { config: Promise<Configuration>; since: number }>();
  const keySets = new Map<string, JWTVerifyGetKey>();

  function configurationOf(provider: ExternalProvider): Promise<Configuration> {
    const cached = configurations.get(provider.id);
    if (cached !== undefined && performance.now() - cached.since < cacheMs) return cached.config;
    const config = configure(provider, fetch).catch((error: unknown) => {
      configurations.delete(provider.id);
      throw error;
    });
    configurations.set(provider.id, { config, since: performance.now() });
    return config;
  }

  async function keysOf(provider: ExternalProvider): Promise<JWTVerifyGetKey> {
    const { jwks_uri: address } = (await configurationOf(provider)).serverMetadata();
    if (address === undefined) throw new Error(`${provider.id} publishes no keys.`);
    const keys =
      keySets.get(address) ??
      createRemoteJWKSet(new URL(address), {
        timeoutDuration: patience * 1000,
        [customFetch]: (to, init) => fetch(to, init),
      });
    keySets.set(address, keys);
    return keys;
  }

  return {
    find: (id) => providers.find((provider) => provider.id === id),
    findByIssuer: (issuer, clientId) =>
      providers.find(
        (provider) =>
          provider.kind === 'oidc' && issuersOf(provider).includes(issuer) && provider.clientId === clientId,
      ),
    async authorizeUrl(provider, { redirectUri, state, verifier, nonce, scopes, extra }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
      const parameters = {
        ...extra,
        redirect_uri: redirectUri,
        scope: [...new Set([...provider.scopes, ...scopes])].join(' '),
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(provider.kind === 'oidc' && { nonce }),
      };
      return buildAuthorizationUrl(await configurationOf(provider), parameters).href;
    },
    async exchange(provider, callback, { state, verifier, nonce }) {
      const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client');
      const config = await configurationOf(provider);
      const answer = await authorizationCodeGrant(config, callback, {
        expectedState: state,
        pkceCodeVerifier: verifier,
        ...(provider.kind === 'oidc' && { expectedNonce: nonce, idTokenExpected: true }),
      });
      const tokens: ProviderTokens = {
        token: answer.access_token,
        ...(answer.refresh_token !== undefined && { refreshToken: answer.refresh_token }),
      };
      if (provider.kind === 'github')
        return { identity: await readGithubIdentity(provider, config, answer.access_token), tokens };
      const claims = answer.claims();
      if (claims === undefined) throw noSubject();
      const needsMore = claims['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
      const more = needsMore ? await fetchUserInfo(config, answer.access_token, claims.sub) : {};
      return { identity: identityOf(provider, { ...claims, ...more }), tokens };
    },
    async verifyIdToken(provider, token, now) {
      const options = {
        issuer: issuersOf(provider),
        audience: provider.clientId,
        algorithms: publicKeyAlgorithms,
        requiredClaims: ['exp', 'iat', 'sub'],
        currentDate: now,
      };
      const { payload }: { payload: JWTPayload } = await jwtVerify(token, await keysOf(provider), options);
      return { identity: identityOf(provider, payload), nonce: payload['nonce'] };
    },
  };
}
