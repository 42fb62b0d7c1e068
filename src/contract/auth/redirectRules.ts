import { isLoopback } from '../common/loopback.ts';
import { isGlobOf } from './glob.ts';

interface RedirectSettings {
  siteUrl: string;
  redirectAllowList: readonly string[];
}

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
