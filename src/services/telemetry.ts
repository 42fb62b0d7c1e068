import { nothing, post } from './http.ts';
import { runtime } from './runtime.ts';
import { readStored } from './storage.ts';

/** Telemetry leaves the browser only when the user agreed and the platform is hosted (specification, section 4). */
const isAllowed = (): boolean => runtime().config.platformMode && readStored('telemetryConsent') === true;

/** Tells that somebody signed up. Nobody waits for it, and a failure is for the console alone. */
export async function announceSignUp(signal: AbortSignal): Promise<void> {
  if (!isAllowed()) return;
  const body = {
    action: 'sign_up',
    page_url: location.href,
    page_title: document.title,
    pathname: location.pathname,
    ph: {
      referrer: document.referrer,
      language: navigator.language,
      user_agent: navigator.userAgent,
      search: location.search,
      viewport_height: innerHeight,
      viewport_width: innerWidth,
    },
    custom_properties: {},
  };
  try {
    await post('/telemetry/event', body, nothing, { headers: { Version: '2' }, signal });
  } catch (error) {
    console.error('A telemetry event was not sent.', error);
  }
}
