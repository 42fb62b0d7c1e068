// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { captchaElementId, type WidgetReport } from '../../../src/contract/accounts/captchaWidget.ts';
import { failureOf } from '../../../src/contract/common/apiError.ts';
import type { CaptchaConfig } from '../../../src/contract/common/runtimeConfig.ts';
import {
  answerCaptchaRequest,
  takeCaptchaToken,
  watchCaptchaRequests,
} from '../../../src/services/accounts/captcha.ts';

type Widget = typeof import('../../../src/services/accounts/captchaWidget.ts');

const hcaptcha: CaptchaConfig = { provider: 'hcaptcha', siteKey: 'site', scriptUrl: 'https://h.example/1/api.js' };
const turnstile: CaptchaConfig = { ...hcaptcha, provider: 'turnstile', scriptUrl: 'https://t.example/api.js?v=0' };

interface Rendered {
  element: HTMLElement;
  options: Record<string, (value?: unknown) => unknown> & { sitekey: string };
}

describe('the widget of a provider', () => {
  let service: Widget;
  let reports: WidgetReport[];
  let calls: string[];
  let rendered: Rendered | undefined;
  const report = (event: WidgetReport) => void reports.push(event);

  let scripts: HTMLScriptElement[];
  /** The script has run, and calls the page back. */
  function answer(provider: 'hcaptcha' | 'turnstile') {
    const api = {
      render: (element: HTMLElement, options: Rendered['options']) => {
        rendered = { element, options };
        return 'widget';
      },
      reset: (id: string) => calls.push(`reset ${id}`),
      remove: (id: string) => calls.push(`remove ${id}`),
    };
    vi.stubGlobal(provider, api);
    const name = new URL(scripts.at(-1)!.src).searchParams.get('onload') ?? '';
    (globalThis as unknown as Record<string, () => void>)[name]!();
    return vi.waitFor(() => expect(rendered).toBeDefined());
  }

  beforeEach(async () => {
    vi.resetModules();
    service = await import('../../../src/services/accounts/captchaWidget.ts');
    [scripts, reports, calls, rendered] = [[], [], [], undefined];
    document.body.innerHTML = `<div id="${captchaElementId}"></div>`;
    // The address is enough: nothing is loaded in a test.
    vi.spyOn(document.head, 'append').mockImplementation((script) => void scripts.push(script as HTMLScriptElement));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('is loaded from the address of the settings and rendered with the site key; a person solves it', async () => {
    const widget = service.runCaptchaWidget(hcaptcha, report);
    expect(scripts.map(({ src }) => src)).toEqual([
      'https://h.example/1/api.js?render=explicit&onload=basechartCaptchaReady',
    ]);
    await answer('hcaptcha');
    expect([rendered!.element.id, rendered!.options.sitekey]).toEqual([captchaElementId, 'site']);
    rendered!.options['callback']!('solved');
    rendered!.options['expired-callback']!();
    widget.reset();
    rendered!.options['error-callback']!('challenge-closed');
    expect(reports).toEqual([
      { type: 'person.needed' },
      { type: 'captcha.solved', token: 'solved' },
      { type: 'captcha.expired' },
      { type: 'person.needed' },
    ]);
    rendered!.options['error-callback']!('network-error');
    expect(reports.at(-1)).toEqual({ type: 'widget.failed' });
    widget.remove();
    expect(calls).toEqual(['reset widget', 'remove widget']);
    // The script stays for the next form.
    service.runCaptchaWidget(hcaptcha, report);
    expect(scripts).toHaveLength(1);
  });

  it('of Turnstile asks for a person only if it is in doubt', async () => {
    service.runCaptchaWidget(turnstile, report);
    expect(scripts[0]!.src).toBe('https://t.example/api.js?v=0&render=explicit&onload=basechartCaptchaReady');
    await answer('turnstile');
    expect(reports).toEqual([]);
    rendered!.options['before-interactive-callback']!();
    rendered!.options['unsupported-callback']!();
    expect(reports).toEqual([{ type: 'person.needed' }, { type: 'widget.failed' }]);
  });

  it('whose script does not come has failed, and the script is requested again', async () => {
    service.runCaptchaWidget(hcaptcha, report);
    scripts[0]!.dispatchEvent(new Event('error'));
    await vi.waitFor(() => expect(reports).toEqual([{ type: 'widget.failed' }]));
    service.runCaptchaWidget(hcaptcha, report);
    await answer('hcaptcha');
    expect(reports.at(-1)).toEqual({ type: 'person.needed' });
  });

  it('whose script a blocker has emptied has failed too, and is requested again', async () => {
    service.runCaptchaWidget(hcaptcha, report);
    scripts[0]!.dispatchEvent(new Event('load'));
    await vi.waitFor(() => expect(reports).toEqual([{ type: 'widget.failed' }]));
    service.runCaptchaWidget(hcaptcha, report);
    expect(scripts).toHaveLength(2);
    const answered = answer('hcaptcha');
    scripts[1]!.dispatchEvent(new Event('load'));
    await answered;
    expect(reports.at(-1)).toEqual({ type: 'person.needed' });
  });

  it('that was removed before its script came is not rendered', async () => {
    service.runCaptchaWidget(hcaptcha, report).remove();
    const again = service.runCaptchaWidget(hcaptcha, report);
    await answer('hcaptcha');
    again.remove();
    expect(calls).toEqual(['remove widget']);
    expect(reports).toEqual([{ type: 'person.needed' }]);
  });

  it('has its place reported as it comes, goes and is replaced', async () => {
    const seen: string[] = [];
    const stop = service.watchCaptchaPlace(({ type }) => seen.push(type));
    expect(seen).toEqual(['place.shown']);
    document.body.innerHTML = `<form><div id="${captchaElementId}"></div></form>`;
    await vi.waitFor(() => expect(seen).toEqual(['place.shown', 'place.hidden', 'place.shown']));
    document.body.replaceChildren();
    await vi.waitFor(() => expect(seen.at(-1)).toBe('place.hidden'));
    stop();
  });
});

describe('requests that need a token', () => {
  it('get one each, in turn, or all of them the reason why there is none', async () => {
    const first = takeCaptchaToken();
    let asked = 0;
    const stop = watchCaptchaRequests(() => (asked += 1));
    const second = takeCaptchaToken();
    expect(asked).toBe(2);
    answerCaptchaRequest({ type: 'token.granted', token: 'one' });
    expect([await first, asked]).toEqual(['one', 3]);
    const third = takeCaptchaToken();
    answerCaptchaRequest({ type: 'token.refused', failure: { code: 'captcha_needed', message: 'Solve it.' } });
    const refusals = (await Promise.allSettled([second, third])).map(
      (settled) => 'reason' in settled && settled.reason,
    );
    expect(refusals.map((reason) => failureOf(reason))).toMatchObject(
      Array.from({ length: 2 }, () => ({ code: 'captcha_needed', message: 'Solve it.' })),
    );
    stop();
  });
});
