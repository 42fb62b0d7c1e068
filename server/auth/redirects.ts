import { isLoopback } from '../common/loopback.ts';
import { isGlobOf } from './glob.ts';
import type { AuthSettings } from './settings.ts';

type RedirectSettings = Pick<AuthSettings, 'siteUrl' | 'redirectAllowList'>;

/** Schemes that run or show text of the address itself. */
const refusedSchemes = /^(?:javascript|data|vbscript|blob|file|about|view-source):/i;
/** Scheme, host and port as they are written, before a parser normalizes them, and the rest. */
const written = /^([a-z][a-z\d+.-]*:)\/\/((?:[\w.-]+|\[[\da-f:]+\])?(?::\d{1,5})?)((?:[/?][\u0021-\u007E]*)?)$/i;
const maxLength = 2_048;

interface Target {
  scheme: string;
  host: string;
  rest: string;
}

function parse(address: string): Target | null {
  const [withoutFragment = ''] = address.split('#');
  const match = written.exec(withoutFragment);
  if (match === null || withoutFragment.length > maxLength || refusedSchemes.test(address)) return null;
  const [, scheme = '', host = '', rest = ''] = match;
  if (withoutFragment.includes('\\') || !URL.canParse(withoutFragment)) return null;
  return { scheme: scheme.toLowerCase(), host: host.toLowerCase(), rest };
}

const withoutPort = (host: string): string => host.replace(/:\d+$/, '');

/** The same server as the site, or another port of this machine if the site is on this machine. */
function isSameSite(target: Target, site: URL): boolean {
  if (target.scheme !== site.protocol) return false;
  if (isLoopback(site.hostname)) return isLoopback(withoutPort(target.host));
  return new URL(`${target.scheme}//${target.host}`).host === site.host;
}

/** Browsers read `2130706433` and `0x7f.1` as addresses; an allowed name is never an address of another machine. */
function isForeignAddress({ host }: Target): boolean {
  const name = withoutPort(host);
  const looksNumeric = name.startsWith('[') || /(?:^|\.)(?:\d+|0x[\da-f]*)$/i.test(name);
  return looksNumeric && !isLoopback(name);
}

/** Host and path are matched apart, so that a wildcard for hosts never reaches into the path of another host. */
function matchesGlob({ scheme, host, rest }: Target, glob: string): boolean {
  const match = /^([a-z][a-z\d+.-]*:)\/\/([^/]*)(.*)$/i.exec(glob);
  if (match === null) return false;
  const [, globScheme = '', globHost = '', globRest = ''] = match;
  const anyRest = globRest === '' && globHost.endsWith('**');
  return (
    scheme === globScheme.toLowerCase() &&
    isGlobOf(globHost.toLowerCase(), host) &&
    (anyRest || isGlobOf(globRest, rest))
  );
}

/** The address that a link may lead to: the one asked for if it is allowed, otherwise the site's. */
export function chooseRedirect({ siteUrl, redirectAllowList }: RedirectSettings, asked: string | undefined): string {
  const target = asked === undefined ? null : parse(asked);
  if (asked === undefined || target === null) return siteUrl;
  const isAllowed =
    isSameSite(target, new URL(siteUrl)) ||
    (!isForeignAddress(target) && redirectAllowList.some((glob) => matchesGlob(target, glob)));
  return isAllowed ? asked : siteUrl;
}

const sessionFieldNames = [
  'access_token',
  'expires_at',
  'expires_in',
  'refresh_token',
  'token_type',
  'provider_token',
  'provider_refresh_token',
];

/** A session as the fragment of an address tells it. */
export const sessionFields = (session: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    sessionFieldNames.flatMap((field) => (session[field] === undefined ? [] : [[field, String(session[field])]])),
  );

/** An address with parameters in its fragment, and in its query where the client reads only that. */
export function withOutcome(
  address: string,
  {
    query = {},
    fragment = {},
  }: { query?: Readonly<Record<string, string>>; fragment?: Readonly<Record<string, string>> },
): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const words = new URLSearchParams(fragment);
  // Clients tell by `sb` that the fragment is the auth service's.
  if (words.size > 0) words.append('sb', '');
  url.hash = words.toString();
  return url.href;
}
