import * as v from 'valibot';
import { telemetryPageSchema, type TelemetryBody, type TelemetryKind } from '../../contract/ambient/telemetry.ts';
import { deleteTelemetryCookie, readConsent, telemetryCookie } from '../browser/consent.ts';
import { runtime } from '../browser/runtime.ts';
import { nothing, post, type RequestOptions } from '../http/http.ts';

/** Telemetry leaves the browser only when the user consents and the platform is hosted (specification, section 4). */
const isAllowed = (): boolean => runtime().config.platformMode && readConsent() === true;

/** Where an event happened: a path, the address below the origin with its query, and the page's title. */
interface At {
  path: string;
  href: string;
  title: string;
}

/** A telemetry message: the charts know what happened and where, this module adds the rest. */
type Message =
  | { kind: 'consentPage'; location: At }
  | { kind: 'page'; location: At }
  | { kind: 'event'; action: string; properties: Readonly<Record<string, string | number | boolean>>; location: At }
  | { kind: 'identify'; userId: string; groups: Groups }
  | { kind: 'groups/identify'; groups: Groups }
  | { kind: 'groups/reset'; organization: boolean; project: boolean }
  | { kind: 'reset' };

interface Groups {
  organization_slug?: string;
  project_ref?: string;
}

/**
 * Parameters that select among the dashboard's own options. All others may contain user data or credentials, and are
 * not sent.
 */
const tellingParameters: ReadonlySet<string> = new Set([
  'plan',
  'kind',
  'size',
  'spend_cap',
  'category',
  'language',
  'organization',
]);

const isWord = (value: string): boolean => /^[\w-]{1,64}$/.test(value);

function withoutWords(address: string): URL {
  const url = new URL(address, location.origin);
  const told = [...url.searchParams].filter(([name, value]) => tellingParameters.has(name) && isWord(value));
  url.search = new URLSearchParams(told).toString();
  url.hash = '';
  return url;
}

const pageAt = ({ path, href, title }: At): TelemetryBody<'page-leave'> => ({
  page_url: withoutWords(href).href,
  page_title: `${title} · Basechart`,
  pathname: path,
});

const browserAt = ({ href }: At): TelemetryBody<'page'>['ph'] => ({
  referrer: URL.canParse(document.referrer) ? withoutWords(document.referrer).href : '',
  language: navigator.language,
  user_agent: navigator.userAgent,
  search: withoutWords(href).search,
  viewport_height: innerHeight,
  viewport_width: innerWidth,
});

const pageView = (at: At): TelemetryBody<'page'> => ({ ...pageAt(at), ph: browserAt(at) });

/** The page view that was saved before there was consent, sent once; an invalid one is ignored. */
function takeSavedPageView(): TelemetryBody<'page'> | null {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(`${telemetryCookie}=`));
  if (cookie === undefined) return null;
  try {
    return v.parse(telemetryPageSchema, JSON.parse(decodeURIComponent(cookie.slice(telemetryCookie.length + 1))));
  } catch (error) {
    console.error('Could not read the saved page view.', error);
    return null;
  } finally {
    deleteTelemetryCookie();
  }
}

const versioned = { headers: { Version: '2' } } as const;

const send = <Kind extends TelemetryKind>(
  kind: Kind,
  body: TelemetryBody<Kind>,
  options: RequestOptions,
): Promise<void> => post(`/telemetry/${kind}`, body, nothing, options);

function sendMessage(message: Message, signal: AbortSignal): Promise<void> {
  switch (message.kind) {
    case 'consentPage':
      return send('page', takeSavedPageView() ?? pageView(message.location), { ...versioned, base: 'api', signal });
    case 'page':
      return send('page', pageView(message.location), { ...versioned, signal });
    case 'event':
      return send(
        'event',
        { action: message.action, ...pageView(message.location), custom_properties: { ...message.properties } },
        { ...versioned, signal },
      );
    case 'identify':
      return send('identify', { user_id: message.userId, ...message.groups }, { ...versioned, signal });
    case 'groups/identify':
      return send('groups/identify', { ...message.groups }, { signal });
    case 'groups/reset':
      return send(
        'groups/reset',
        { reset_organization: message.organization, reset_project: message.project },
        { signal },
      );
    case 'reset':
      return post('/telemetry/reset', {}, nothing, { base: 'api', signal });
  }
}

/** Sends a telemetry message. A failure goes only to the console. */
export async function tell(message: Message, signal: AbortSignal): Promise<void> {
  if (!isAllowed()) return;
  try {
    await sendMessage(message, signal);
  } catch (error) {
    if (!signal.aborted) console.error('A telemetry message was not sent.', error);
  }
}

/** Calls back when the page is closed or left for another site; returns a function that stops it. */
export function watchLeaving(left: () => void): () => void {
  addEventListener('pagehide', left);
  return () => removeEventListener('pagehide', left);
}

/** Reports that the page is left, in a request that outlives it. */
export async function sendPageLeave(at: At): Promise<void> {
  if (!isAllowed()) return;
  try {
    await send('page-leave', pageAt(at), { keepalive: true });
  } catch (error) {
    console.error('A telemetry message was not sent.', error);
  }
}

/** Reports a sign-up, on the page where the new user is. */
export const announceSignUp = (at: At, signal: AbortSignal): Promise<void> =>
  tell({ kind: 'event', action: 'sign_up', properties: {}, location: at }, signal);
