import type { EarlyRead, PageCode } from '../../contract/common/pageCode.ts';
import type { RuntimeConfig } from '../../contract/common/runtimeConfig.ts';
import { baseUrlOf } from './apiBase.ts';
import { earlyReads } from './earlyReads.ts';

/** What is stored, with keys and formats of `storageEntries`, whose schemas would be most of this script. */
interface Stored {
  'basechart-theme'?: string;
  'basechart-density'?: string;
  'basechart-session'?: string;
}

/** Site data may be blocked: then the system decides, and no session is stored. */
function readStored(): Stored {
  try {
    const { 'basechart-theme': theme, 'basechart-density': density, 'basechart-session': session } = localStorage;
    return { 'basechart-theme': theme, 'basechart-density': density, 'basechart-session': session };
  } catch {
    return {};
  }
}

/** What the app does not refresh first (specification, section 9: 90 s). */
const marginSeconds = 90;

/** The token that the app will send too; null where it refreshes it first, or asks for a second factor. */
function usableToken(session: string): string | null {
  try {
    const { access_token: token, expires_at: expiresAt } = JSON.parse(session);
    return expiresAt - Date.now() / 1000 > marginSeconds && !session.includes('"status":"verified"') ? token : null;
  } catch {
    return null;
  }
}

/** The schema that the list of a project's tables shows first, as a query. */
function lastSchemaOf(ref: string | undefined): string {
  let schema = 'public';
  try {
    schema = JSON.parse(localStorage.getItem(`basechart-last-schema:${ref}`)!) ?? schema;
  } catch {
    // The app removes what it cannot read.
  }
  return new URLSearchParams({ schema }).toString();
}

function begin(
  [path, headers]: EarlyRead,
  config: RuntimeConfig,
  token: string,
  segments: Readonly<Record<string, string>>,
): void {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'lastSchema' ? lastSchemaOf(segments['ref']) : segments[name]!,
  );
  const { href } = new URL(baseUrlOf(config) + filled, location.href);
  const authorization = `Bearer ${token}`;
  const response = fetch(href, {
    credentials: 'include',
    headers: { accept: 'application/json', authorization, ...headers },
  });
  // A failure is told to the request that takes it.
  response.catch(() => undefined);
  earlyReads()[href] = { authorization, sentAt: performance.now(), response };
}

/**
 * Before the page is painted, gives it the theme and the density of the user; and has the browser load the code of the
 * address and what it reads first, which the app would request only once it runs.
 */
export function boot({ files, reads, signedIn, signedInReads, platformReads, pages }: PageCode): void {
  const { 'basechart-theme': theme = '', 'basechart-density': density, 'basechart-session': session } = readStored();
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  dataset['theme'] = /^(?:light|(?:classic-)?dark)$/.test(theme) ? theme : system;
  if (density !== undefined) dataset['density'] = density;

  const hasSession = session !== undefined;
  const [path = '', isOfUser = true, ofPage = [], readsOfPage = []] =
    pages.find(([pattern]) => new RegExp(pattern).test(location.pathname)) ?? [];
  for (const index of new Set([...(hasSession ? signedIn : []), ...(hasSession || !isOfUser ? ofPage : [])])) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = files[index]!;
    document.head.append(link);
  }
  const token = hasSession && isOfUser ? usableToken(session) : null;
  // A guide is a page without the app.
  const settings = document.getElementById('runtime-config')?.textContent;
  if (token === null || settings === undefined) return;
  const segments = new RegExp(path).exec(location.pathname)?.groups ?? {};
  const config: RuntimeConfig = JSON.parse(settings);
  for (const index of [...signedInReads, ...(config.platformMode ? platformReads : []), ...readsOfPage])
    begin(reads[index]!, config, token, segments);
}
