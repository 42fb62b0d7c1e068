import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withRuntimeConfig } from '../../../server/http/page.ts';
import type { RuntimeConfig } from '../../../src/contract/common/runtimeConfig.ts';
import { boot } from '../../../src/services/browser/boot.ts';
import { takeEarly } from '../../../src/services/browser/earlyReads.ts';
import { storageEntries } from '../../../src/services/browser/storage.ts';
import { tableEntries } from '../../../src/services/tables/tableEntries.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

const page = read('index.html');

describe('the shell in index.html', () => {
  // Without its links, which this DOM would follow.
  const parsed = new DOMParser().parseFromString(page.replaceAll(/<link[^>]*>/g, ''), 'text/html');

  it('carries nothing that the content security policy refuses', () => {
    expect(
      [...parsed.scripts].filter((script) => !script.hasAttribute('src')).map(({ textContent }) => textContent),
    ).toEqual([]);
    expect(parsed.querySelectorAll('style, [style]').length).toBe(0);
    expect(page).not.toMatch(/\son\w+=/);
  });

  it('asks nobody but its own origin', () => {
    expect(
      [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url).filter((url) => !url?.startsWith('/')),
    ).toEqual([]);
  });

  it('chooses the theme before anything is painted, and paints before the application runs', () => {
    const [theme, styles, application] = ['/src/boot.ts', 'styles.css', '/src/main.tsx'].map((part) =>
      page.indexOf(part),
    );
    expect(theme).toBeLessThan(styles!);
    expect(styles).toBeLessThan(page.indexOf('<body>'));
    expect(page.slice(application! - 60, application)).toContain('type="module"');
  });

  it('has its rules in the style sheet', () => {
    const styles = read('src/views/theme/styles.css');
    const classes = [...parsed.querySelectorAll('#root [class]')].flatMap((element) => [...element.classList]);
    expect(classes.length).toBeGreaterThan(0);
    for (const name of classes) expect(styles).toContain(`.${name} {`);
  });

  it('shows the same mark as the application and the tab', () => {
    const arc = /M6 8c[^"]+/.exec(page)?.[0];
    expect(arc).toBeTruthy();
    for (const path of ['public/favicon.svg', 'src/views/ui/Mark.tsx']) expect(read(path)).toContain(arc);
  });
});

describe('the script in the head of the page', () => {
  const run = (systemIsDark: boolean) => {
    vi.stubGlobal('matchMedia', () => ({ matches: systemIsDark }));
    boot({
      files: ['/assets/workspace.js', '/assets/projects.js', '/assets/home.js', '/assets/sign-up.js'],
      reads: [
        ['/profile', { Version: '2' }],
        ['/projects/{ref}'],
        ['/projects/{ref}/tables?{lastSchema}'],
        ['/profile/permissions'],
      ],
      signedIn: [0],
      signedInReads: [0],
      platformReads: [3],
      pages: [
        [String.raw`^/projects/?$`, true, [0, 1], []],
        [String.raw`^/project/(?<ref>[^/]+)/?$`, true, [0, 2], [1]],
        [String.raw`^/project/(?<ref>[^/]+)/editor/?$`, true, [0], [2]],
        [String.raw`^/sign-up/?$`, false, [3], []],
      ],
    });
    return document.documentElement.dataset['theme'];
  };

  beforeEach(() => {
    localStorage.clear();
    delete document.documentElement.dataset['density'];
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    document.head.replaceChildren();
    history.replaceState(null, '', '/');
  });

  it.each([
    [true, 'dark'],
    [false, 'light'],
  ])('takes the system’s theme when nothing is chosen (%s)', (systemIsDark, theme) => {
    expect(run(systemIsDark)).toBe(theme);
    localStorage.setItem(storageEntries.theme.key, 'system');
    expect(run(systemIsDark)).toBe(theme);
  });

  it.each(['light', 'dark', 'classic-dark'])('takes the chosen %s', (theme) => {
    localStorage.setItem(storageEntries.theme.key, theme);
    expect(run(theme === 'light')).toBe(theme);
  });

  it('takes the system’s theme when storage is refused, or holds nonsense', () => {
    localStorage.setItem(storageEntries.theme.key, 'solarized');
    expect(run(true)).toBe('dark');
    vi.stubGlobal('localStorage', null);
    expect(run(false)).toBe('light');
  });

  const density = () => document.documentElement.dataset['density'];

  it('takes the chosen density', () => {
    run(false);
    expect(density()).not.toBe('compact');
    localStorage.setItem(storageEntries.density.key, 'compact');
    run(false);
    expect(density()).toBe('compact');
  });

  const preloaded = (path: string): string[] => {
    history.replaceState(null, '', path);
    run(false);
    return [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(
      ({ href }) => new URL(href).pathname,
    );
  };
  const signIn = () => localStorage.setItem(storageEntries.session.key, '{}');

  it('preloads the code of a signed-in user’s page, each file once', () => {
    signIn();
    expect(preloaded('/project/orders')).toEqual(['/assets/workspace.js', '/assets/home.js']);
  });

  it('preloads what every page of a signed-in user needs where the page is unknown', () => {
    signIn();
    expect(preloaded('/')).toEqual(['/assets/workspace.js']);
  });

  const begun = (
    path: string,
    session: Record<string, unknown>,
    platformMode = true,
  ): readonly { url: string; headers: Headers }[] => {
    const asked: { url: string; headers: Headers }[] = [];
    vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
      asked.push({ url, headers: new Headers(headers) });
      return Response.json({});
    });
    vi.stubGlobal('basechartEarlyReads', undefined);
    document.head.innerHTML = withRuntimeConfig('<title></title>', {
      apiUrl: '/api',
      platformMode,
    } as RuntimeConfig);
    localStorage.setItem(storageEntries.session.key, JSON.stringify(session));
    history.replaceState(null, '', path);
    run(false);
    return asked;
  };
  const secondsFromNow = (seconds: number) => Date.now() / 1000 + seconds;

  it('begins what a signed-in user’s page reads first', () => {
    const asked = begun('/project/orders', { access_token: 'a.b.c', expires_at: secondsFromNow(3_600) });
    expect(asked.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/platform/profile',
      '/api/platform/profile/permissions',
      '/api/platform/projects/orders',
    ]);
    for (const { headers } of asked) expect(headers.get('authorization')).toBe('Bearer a.b.c');
    expect(asked[0]!.headers.get('version')).toBe('2');
  });

  it('begins nothing about permissions where there is no platform', () => {
    const asked = begun('/project/orders', { access_token: 'a.b.c', expires_at: secondsFromNow(3_600) }, false);
    expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(['/api/profile', '/api/projects/orders']);
  });

  it.each([
    ['the first schema', null, 'public'],
    ['the schema that was chosen last', '"weather & wind"', 'weather+%26+wind'],
    ['the first schema where nothing readable is stored', '{', 'public'],
  ])('begins the list of tables of %s', (_, stored, schema) => {
    if (stored !== null) localStorage.setItem(`${tableEntries.schema.key}:orders`, stored);
    const asked = begun('/project/orders/editor', { access_token: 'a.b.c', expires_at: secondsFromNow(3_600) });
    const { pathname, search } = new URL(asked.at(-1)!.url);
    expect([pathname, search]).toEqual(['/api/platform/projects/orders/tables', `?schema=${schema}`]);
  });

  it('gives each answer to the first request for it, if that sends the same token', async () => {
    const { url } = begun('/projects', { access_token: 'a.b.c', expires_at: secondsFromNow(3_600) })[0]!;
    expect((await takeEarly(url, 'Bearer a.b.c'))?.status).toBe(200);
    expect(takeEarly(url, 'Bearer a.b.c')).toBeUndefined();
    begun('/projects', { access_token: 'a.b.c', expires_at: secondsFromNow(3_600) });
    expect(takeEarly(url, 'Bearer another.user.token')).toBeUndefined();
    expect(takeEarly(url, 'Bearer a.b.c')).toBeUndefined();
  });

  it('begins them with a token that lasts for more than 90 seconds', () => {
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now);
    const count = (seconds: number) =>
      begun('/projects', { access_token: 'a.b.c', expires_at: now / 1000 + seconds }).length;
    expect([count(90), count(91)]).toEqual([0, 2]);
  });

  it.each([
    ['of a session that is refreshed first', '/projects', { expires_at: secondsFromNow(60) }],
    ['before the second factor', '/projects', { user: { factors: [{ status: 'verified' }] } }],
    ['of a page for visitors', '/sign-up', {}],
  ])('begins no read %s', (_, path, session) => {
    expect(begun(path, { access_token: 'a.b.c', expires_at: secondsFromNow(3_600), ...session })).toEqual([]);
  });

  it('preloads nothing of a page that sends visitors to sign in', () => {
    expect(preloaded('/projects')).toEqual([]);
  });

  it('preloads the code of a page for visitors', () => {
    expect(preloaded('/sign-up')).toEqual(['/assets/sign-up.js']);
  });
});
