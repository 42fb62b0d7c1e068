// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { provideRuntime } from '../../src/services/runtime.ts';
import { writeStored } from '../../src/services/storage.ts';
import { announceSignUp } from '../../src/services/telemetry.ts';
import { config } from '../fixtures/screen.ts';

describe('the sign-up conversion', () => {
  let sent: Request[];
  let body: unknown;
  let answer: () => Response;
  const announce = () => announceSignUp(new AbortController().signal);
  const provide = (platformMode: boolean) => provideRuntime({ config: { ...config, platformMode, apiUrl: `${location.origin}/api` }, accessToken: async () => 'a.b.c', reachable: async () => {}, isReachable: () => true });

  beforeEach(() => {
    localStorage.clear();
    sent = [];
    answer = () => new Response('{}', { status: 201 });
    vi.stubGlobal('fetch', async (request: Request) => {
      sent.push(request);
      body = await request.json();
      return answer();
    });
    provide(true);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('is sent with the specification’s body when the user agreed, on the hosted platform', async () => {
    writeStored('telemetryConsent', true);
    await announce();
    expect(sent.map(({ method, url, headers }) => [method, new URL(url).pathname, headers.get('version')])).toEqual([['POST', '/api/platform/telemetry/event', '2']]);
    expect(Object.keys(body as object)).toEqual(['action', 'page_url', 'page_title', 'pathname', 'ph', 'custom_properties']);
  });

  it.each([['unset', null], ['false', false]])('does not leave the browser while consent is %s', async (_, consent) => {
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
