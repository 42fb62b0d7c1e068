import { captchaElementId, type PlaceReport, type WidgetReport } from '../../contract/accounts/captchaWidget.ts';
import type { CaptchaConfig } from '../../contract/common/runtimeConfig.ts';

/** The API that both providers' scripts have. */
interface WidgetApi {
  render(element: HTMLElement, options: Readonly<Record<string, unknown>>): string;
  reset(id: string): void;
  remove(id: string): void;
}

const globals: Readonly<Record<string, unknown>> = globalThis as never;
const apiOf = (provider: CaptchaConfig['provider']) => globals[provider] as WidgetApi | undefined;

/** The script calls it once its API is ready. */
const readyCallback = 'basechartCaptchaReady';

let loading: Promise<void> | null = null;

/** Loads the provider's script; one that failed, or that a blocker has emptied, is requested again. */
function loadScript({ provider, scriptUrl }: CaptchaConfig): Promise<void> {
  if (apiOf(provider)) return Promise.resolve();
  return (loading ??= new Promise<void>((resolve, reject) => {
    const address = new URL(scriptUrl);
    address.searchParams.set('render', 'explicit');
    address.searchParams.set('onload', readyCallback);
    const script = document.createElement('script');
    script.src = address.href;
    script.async = true;
    const fail = () => {
      script.remove();
      reject(new Error(`The script of ${provider} did not load.`));
    };
    script.addEventListener('error', fail);
    // Both providers' scripts have their API once they have run, and call back when it is ready.
    script.addEventListener('load', () => apiOf(provider) ?? fail());
    Object.assign(globalThis, { [readyCallback]: resolve });
    document.head.append(script);
  }).finally(() => (loading = null)));
}

/** hCaptcha reports these when the user leaves a challenge, which can be opened again. */
const harmless: ReadonlySet<unknown> = new Set(['challenge-closed', 'challenge-expired']);

/** Reports when the page gets a place for the widget, loses it, or gets another; returns a function that stops it. */
export function watchCaptchaPlace(report: (event: PlaceReport) => void): () => void {
  let known: HTMLElement | null = null;
  const look = () => {
    const found = document.getElementById(captchaElementId);
    if (found === known) return;
    if (known) report({ type: 'place.hidden' });
    known = found;
    if (found) report({ type: 'place.shown' });
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}

interface Widget {
  /** Begins another captcha. */
  reset(): void;
  remove(): void;
}

/** Renders the widget in the page's place for it, and reports what happens to it until it is removed. */
export function runCaptchaWidget(config: CaptchaConfig, report: (event: WidgetReport) => void): Widget {
  let rendered: { api: WidgetApi; id: string } | null = null;
  let isRemoved = false;
  const fail = () => {
    if (!isRemoved) report({ type: 'widget.failed' });
  };
  const needPerson = () => report({ type: 'person.needed' });
  // hCaptcha begins with a box that a person ticks; Turnstile asks for one only if it is in doubt.
  const isForPeople = config.provider === 'hcaptcha';
  const render = () => {
    const [api, element] = [apiOf(config.provider), document.getElementById(captchaElementId)];
    if (isRemoved) return;
    if (!api || !element) return fail();
    const id = api.render(element, {
      sitekey: config.siteKey,
      theme: getComputedStyle(element).colorScheme.includes('dark') ? 'dark' : 'light',
      callback: (token: string) => report({ type: 'captcha.solved', token }),
      'expired-callback': () => report({ type: 'captcha.expired' }),
      'error-callback': (code: unknown) => {
        if (!harmless.has(code)) fail();
        return true;
      },
      'unsupported-callback': fail,
      'before-interactive-callback': needPerson,
    });
    rendered = { api, id };
    if (isForPeople) needPerson();
  };
  void loadScript(config).then(render).catch(fail);
  return {
    reset() {
      rendered?.api.reset(rendered.id);
      if (isForPeople) needPerson();
    },
    remove() {
      isRemoved = true;
      rendered?.api.remove(rendered.id);
    },
  };
}
