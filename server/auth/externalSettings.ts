import * as v from 'valibot';
import { providerNameOf } from '../../src/contract/accounts/externalProvider.ts';
import { isOidcProviderId } from '../../src/contract/auth/authConfig.ts';
import { isLoopback } from '../../src/contract/common/loopback.ts';
import { flag, httpUrl, text } from '../common/settings.ts';

/** A service that users sign in with. */
export interface ExternalProvider {
  /** As requests and identities name it. */
  readonly id: string;
  /** As people call it. */
  readonly name: string;
  readonly kind: 'oidc' | 'github';
  /** The issuer of its tokens; GitHub's address. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}

export const oidcScopes = ['openid', 'email', 'profile'];

const isSecure = (address: string): boolean =>
  URL.canParse(address) &&
  (new URL(address).protocol === 'https:' ||
    (new URL(address).protocol === 'http:' && isLoopback(new URL(address).hostname)));

/** What the id of a provider looks like. */
export const providerId = /^[a-z][a-z\d_-]{0,31}$/;

const oidcProvider = v.object({
  id: v.pipe(v.string(), v.check(isOidcProviderId)),
  name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40))),
  issuer: v.pipe(v.string(), v.check(isSecure)),
  client_id: v.pipe(v.string(), v.minLength(1)),
  client_secret: v.pipe(v.string(), v.minLength(1)),
  scopes: v.optional(v.array(v.string()), oidcScopes),
});

function parsed(words: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    return null;
  }
}

const oidcProviders = v.pipe(
  v.string(),
  v.transform(parsed),
  v.array(oidcProvider, 'must be a JSON array of objects with id, issuer, client_id, and client_secret'),
  v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must have a different id for each provider'),
  v.transform((all) =>
    all.map(({ id, name, issuer, client_id: clientId, client_secret: clientSecret, scopes }): ExternalProvider => ({
      id,
      name: name ?? providerNameOf(id),
      kind: 'oidc',
      issuer,
      clientId,
      clientSecret,
      scopes,
    })),
  ),
);

/** Settings of external providers, named like the reference server's. */
export const externalSettingDefinitions = {
  githubEnabled: {
    env: 'GOTRUE_EXTERNAL_GITHUB_ENABLED',
    fallback: 'false',
    schema: flag,
    help: 'Sign-in with GitHub. Its callback URL is API_EXTERNAL_URL followed by /callback.',
  },
  githubClientId: {
    env: 'GOTRUE_EXTERNAL_GITHUB_CLIENT_ID',
    fallback: null,
    schema: text,
    help: 'Client ID of the OAuth app at GitHub.',
  },
  githubSecret: {
    env: 'GOTRUE_EXTERNAL_GITHUB_SECRET',
    fallback: null,
    secret: true,
    schema: text,
    help: 'Client secret of the OAuth app at GitHub.',
  },
  githubUrl: {
    env: 'GOTRUE_EXTERNAL_GITHUB_URL',
    fallback: 'https://github.com',
    schema: v.pipe(httpUrl, v.check(isSecure, 'must be an https address')),
    help: 'URL of GitHub; change it for GitHub Enterprise.',
  },
  googleEnabled: {
    env: 'GOTRUE_EXTERNAL_GOOGLE_ENABLED',
    fallback: 'false',
    schema: flag,
    help: 'Sign-in with Google. Its callback URL is API_EXTERNAL_URL followed by /callback.',
  },
  googleClientId: {
    env: 'GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID',
    fallback: null,
    schema: text,
    help: 'Client ID of the OAuth client at Google.',
  },
  googleSecret: {
    env: 'GOTRUE_EXTERNAL_GOOGLE_SECRET',
    fallback: null,
    secret: true,
    schema: text,
    help: 'Client secret of the OAuth client at Google.',
  },
  oidcProviders: {
    env: 'BASECHART_OIDC_PROVIDERS',
    fallback: '[]',
    secret: true,
    schema: oidcProviders,
    help: 'Other OpenID Connect providers that users sign in with: a JSON array of objects with id, issuer, client_id, and client_secret, and optionally name, which the sign-in page shows, and scopes in place of openid, email, and profile. The callback URL is API_EXTERNAL_URL followed by /callback.',
  },
  manualLinking: {
    env: 'GOTRUE_SECURITY_MANUAL_LINKING_ENABLED',
    fallback: 'false',
    schema: flag,
    help: 'Let signed-in users add and remove sign-in methods.',
  },
} as const;

interface ProviderValues {
  githubEnabled: boolean;
  githubClientId: string | null;
  githubSecret: string | null;
  githubUrl: string;
  googleEnabled: boolean;
  googleClientId: string | null;
  googleSecret: string | null;
  /** Missing where the setting is not usable. */
  oidcProviders?: readonly ExternalProvider[];
}

/** The providers that are enabled; what one of them lacks is added to `problems`. */
export function readProviders(values: ProviderValues, problems: string[]): ExternalProvider[] {
  const complete = (name: string, clientId: string | null, clientSecret: string | null) => {
    if (clientId !== null && clientSecret !== null) return { clientId, clientSecret };
    problems.push(
      `GOTRUE_EXTERNAL_${name}_ENABLED needs GOTRUE_EXTERNAL_${name}_CLIENT_ID and GOTRUE_EXTERNAL_${name}_SECRET.`,
    );
    return null;
  };
  const github = values.githubEnabled ? complete('GITHUB', values.githubClientId, values.githubSecret) : null;
  const google = values.googleEnabled ? complete('GOOGLE', values.googleClientId, values.googleSecret) : null;
  return [
    ...(github === null
      ? []
      : [
          {
            id: 'github',
            name: 'GitHub',
            kind: 'github',
            issuer: values.githubUrl.replace(/\/$/, ''),
            scopes: ['user:email'],
            ...github,
          } as const,
        ]),
    ...(google === null
      ? []
      : [
          {
            id: 'google',
            name: 'Google',
            kind: 'oidc',
            issuer: 'https://accounts.google.com',
            scopes: oidcScopes,
            ...google,
          } as const,
        ]),
    ...(values.oidcProviders ?? []),
  ];
}
