import * as v from 'valibot';
// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { telemetrySchemas } from '../../../src/contract/ambient/telemetry.ts';
import { announceSignUp, tell, sendPageLeave } from '../../../src/services/ambient/telemetry.ts';
import { keepConsent, telemetryCookie } from '../../../src/services/browser/consent.ts';
import { writeStored } from '../../../src/services/browser/storage.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';

let sent: Request[];
let body: Record<string, unknown> | undefined;
let answer: () => Response;

const provide = (platformMode: boolean) =>
  provideTestRuntime({ config: { platformMode, apiUrl: `${location.origin}/api` }, accessToken: async () => 'a.b.c' });

beforeEach(() => {
  localStorage.clear();
  document.cookie = `${telemetryCookie}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  document.title = 'Secret plans · Basechart';
  sent = [];
  body = undefined;
  answer = () => new Response('{}', { status: 201 });
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request);
    const text = await request.text();
    body = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
    return answer();
  });
  provide(true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the sign-up conversion', () => {
  const signedUpAt = { path: '/new/first', href: '/new/first', title: 'New project' };
  const announce = () => announceSignUp(signedUpAt, new AbortController().signal);

  it('is sent with the specification’s body when the user agreed, on the hosted platform', async () => {
    writeStored('telemetryConsent', true);
    await announce();
    expect(sent.map(({ method, url, headers }) => [method, new URL(url).pathname, headers.get('version')])).toEqual([
      ['POST', '/api/platform/telemetry/event', '2'],
    ]);
    expect(Object.keys(body ?? {})).toEqual([
      'action',
      'page_url',
      'page_title',
      'pathname',
      'ph',
      'custom_properties',
    ]);
    // The user has moved on by the time that the profile is there: the page is the one that they see.
    expect(body).toMatchObject({ page_title: 'New project · Basechart', pathname: '/new/first' });
  });

  it.each([
    ['unset', null],
    ['false', false],
  ])('does not leave the browser while consent is %s', async (_, consent) => {
    if (consent !== null) writeStored('telemetryConsent', consent);
    await announce();
    expect(sent).toEqual([]);
  });

  it('does not leave a self-hosted dashboard', async () => {
    provide(false);
    writeStored('telemetryConsent', true);
    await announce();
    expect(sent).toEqual([]);
  });

  it('fails for the console alone', async () => {
    writeStored('telemetryConsent', true);
    answer = () => new Response('', { status: 500 });
    const complain = vi.spyOn(console, 'error').mockReturnValue();
    await expect(announce()).resolves.toBeUndefined();
    expect(complain).toHaveBeenCalledOnce();
  });
});

describe('a telemetry message', () => {
  const visited = {
    path: '/project/abc',
    href: '/project/abc?language=python&search=secret&code=secret&access_token=secret#secret',
    title: 'Project setup',
  };
  const say = (message: Parameters<typeof tell>[0]) => tell(message, new AbortController().signal);
  const page = {
    page_url: `${location.origin}/project/abc?language=python`,
    page_title: 'Project setup · Basechart',
    pathname: '/project/abc',
  };
  const ph = {
    referrer: '',
    language: navigator.language,
    user_agent: navigator.userAgent,
    search: '?language=python',
    viewport_height: innerHeight,
    viewport_width: innerWidth,
  };

  it.each<[Parameters<typeof tell>[0], string, string | null, object]>([
    [{ kind: 'page', location: visited }, '/api/platform/telemetry/page', '2', { ...page, ph }],
    [{ kind: 'consentPage', location: visited }, '/api/telemetry/page', '2', { ...page, ph }],
    [
      { kind: 'event', action: 'ui_preview_enabled', properties: { feature: 'apiSidePanel' }, location: visited },
      '/api/platform/telemetry/event',
      '2',
      { action: 'ui_preview_enabled', ...page, ph, custom_properties: { feature: 'apiSidePanel' } },
    ],
    [
      { kind: 'identify', userId: 'ada', groups: { organization_slug: 'acme', project_ref: 'abc' } },
      '/api/platform/telemetry/identify',
      '2',
      { user_id: 'ada', organization_slug: 'acme', project_ref: 'abc' },
    ],
    [
      { kind: 'groups/identify', groups: { project_ref: 'abc' } },
      '/api/platform/telemetry/groups/identify',
      null,
      { project_ref: 'abc' },
    ],
    [
      { kind: 'groups/reset', organization: true, project: false },
      '/api/platform/telemetry/groups/reset',
      null,
      { reset_organization: true, reset_project: false },
    ],
    [{ kind: 'reset' }, '/api/telemetry/reset', null, {}],
  ])('%o goes to %s', async (message, path, version, expected) => {
    writeStored('telemetryConsent', true);
    await say(message);
    expect(sent.map(({ method, url, headers }) => [method, new URL(url).pathname, headers.get('version')])).toEqual([
      ['POST', path, version],
    ]);
    expect(body).toEqual(expected);
    const { kind } = message;
    if (kind !== 'reset') v.parse(telemetrySchemas[kind === 'consentPage' ? 'page' : kind], body);
  });

  it.each([
    '/support/new?category=dashboard_bug&subject=My+secret&message=My+secret',
    '/sign-in?returnTo=%2Fjoin%3Ftoken%3Dsecret',
    '/projects?search=secret#secret',
    '/new?name=Secret+plans&plan=tier_pro',
    '/new?plan=a+secret',
    '/new?kind=eyJhbGciOi.secret.x',
  ])('has nobody’s words in it: %s', async (href) => {
    vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${location.origin}${href}`);
    writeStored('telemetryConsent', true);
    await say({ kind: 'page', location: { path: '/support/new', href, title: 'Support' } });
    expect(JSON.stringify(body)).not.toMatch(/secret/i);
    expect(body).toMatchObject({
      page_title: 'Support · Basechart',
      ph: { referrer: expect.stringContaining(href.split('?')[0]!) },
    });
  });

  it('names no page where none is', async () => {
    writeStored('telemetryConsent', true);
    await say({ kind: 'page', location: { path: '/nowhere', href: '/nowhere', title: 'Page not found' } });
    expect(body).toMatchObject({ page_title: 'Page not found · Basechart' });
  });

  it('tells of leaving', async () => {
    writeStored('telemetryConsent', true);
    await sendPageLeave(visited);
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(['/api/platform/telemetry/page-leave']);
    expect(body).toEqual(page);
  });

  it('stays here while consent is not given, or the dashboard is self-hosted', async () => {
    await say({ kind: 'page', location: visited });
    await sendPageLeave(visited);
    provide(false);
    writeStored('telemetryConsent', true);
    await say({ kind: 'page', location: visited });
    await sendPageLeave(visited);
    expect(sent).toEqual([]);
  });

  it('that is no longer wanted complains to nobody', async () => {
    writeStored('telemetryConsent', true);
    const complain = vi.spyOn(console, 'error').mockReturnValue();
    await tell({ kind: 'page', location: visited }, AbortSignal.abort());
    expect(complain).not.toHaveBeenCalled();
  });

  it('is the saved page view where the user has just agreed, and that is deleted', async () => {
    const saved = { ...page, pathname: '/pricing', ph };
    document.cookie = `${telemetryCookie}=${encodeURIComponent(JSON.stringify(saved))}; path=/`;
    writeStored('telemetryConsent', true);
    await say({ kind: 'consentPage', location: visited });
    expect(body).toEqual(saved);
    expect(document.cookie).not.toContain(telemetryCookie);
  });

  it.each(['%7Bbroken', '%E0%A4%A', encodeURIComponent('{"pathname":1}')])(
    'is the present page where the saved one is broken: %s',
    async (value) => {
      const complain = vi.spyOn(console, 'error').mockReturnValue();
      document.cookie = `${telemetryCookie}=${value}; path=/`;
      writeStored('telemetryConsent', true);
      await say({ kind: 'consentPage', location: visited });
      expect(body).toMatchObject({ pathname: '/project/abc' });
      expect(complain).toHaveBeenCalledOnce();
      expect(document.cookie).not.toContain(telemetryCookie);
    },
  );
});

describe('a refusal', () => {
  it('is stored, and takes the cookie along', () => {
    document.cookie = `${telemetryCookie}=something; path=/`;
    keepConsent(false);
    expect(localStorage.getItem('basechart-telemetry-consent')).toBe('false');
    expect(document.cookie).not.toContain(telemetryCookie);
  });

  it('is all that deletes it: consent keeps what was saved', () => {
    document.cookie = `${telemetryCookie}=something; path=/`;
    keepConsent(true);
    expect(localStorage.getItem('basechart-telemetry-consent')).toBe('true');
    expect(document.cookie).toContain(telemetryCookie);
  });
});
