// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { screenLibrary } from '../../src/app/parts/screenLibrary.ts';
import { resourcePath } from '../../src/contract/cache/resources.ts';
import { mailedAddresses } from '../../src/contract/shell/mailedAddresses.ts';
import { fullPath } from '../../src/contract/shell/shortAddresses.ts';
import { landingAddress } from '../../src/router/addresses.ts';
import { href } from '../../src/router/href.ts';
import { goTo, watchLocation } from '../../src/router/location.ts';
import { matchRoute } from '../../src/router/matchRoute.ts';
import { layoutsAt, pageNames, pageOf, segmentsOf } from '../../src/router/pages.ts';
import type { AppLocation } from '../../src/router/route.ts';
import { setQuery } from '../../src/router/useLocation.ts';

describe('the route of a path', () => {
  it.each([
    ['/', 'landing', {}],
    ['/sign-in', 'signIn', {}],
    ['/sign-up', 'signUp', {}],
    ['/logout', 'signOut', {}],
    ['/projects', 'projects', {}],
    ['/new', 'newOrganization', {}],
    ['/new/acme', 'newProject', { slug: 'acme' }],
    ['/project/default', 'project', { ref: 'default' }],
    ['/org/acme/billing', 'organizationBilling', { slug: 'acme' }],
    ['/project/abc/building', 'projectSetup', { ref: 'abc' }],
    ['/project/abc/sql', 'sql', { ref: 'abc' }],
    ['/project/abc/sql/7f', 'sqlSnippet', { ref: 'abc', id: '7f' }],
    ['/projects/', 'projects', {}],
    ['/account', 'accountProfile', {}],
    ['/account/', 'accountProfile', {}],
    ['/support', 'support', {}],
    ['/support/new', 'support', {}],
  ])('%s is %s', (path, name, params) => {
    expect(matchRoute(path)).toMatchObject({ name, params });
  });

  it('has the server redirect each short address to that of its page', () => {
    const aliases = pageNames.flatMap((name) => {
      const { alias, path } = pageOf(name);
      return alias === undefined ? [] : [[alias, path]];
    });
    expect(aliases.length).toBeGreaterThan(0);
    for (const [alias, path] of aliases) expect([fullPath(alias!), fullPath(`${alias}/`)]).toEqual([path, path]);
    for (const name of pageNames) expect(fullPath(pageOf(name).path)).toBeUndefined();
  });

  it.each(Object.entries(mailedAddresses))('has mails of the server lead to the page %s', (name, address) => {
    expect(matchRoute(address)?.name).toBe(name);
  });

  it.each([
    '/nowhere',
    '/project',
    '/projects/abc',
    '/project/abc/sql/7f/more',
    '//projects',
    '/account/none',
    '/accounts',
    '/x/account',
    '',
  ])('%s is none', (path) => {
    expect(matchRoute(path)).toBeNull();
  });

  it('decodes its segments, and takes a broken one as it stands', () => {
    expect(matchRoute('/new/a%20b%2Fc')?.params).toEqual({ slug: 'a b/c' });
    expect(matchRoute('/new/100%')?.params).toEqual({ slug: '100%' });
  });

  it('says whether its slug or ref has to exist: not in /new/{slug}', () => {
    expect(matchRoute('/new/acme')?.checked).toBe(false);
    expect(matchRoute('/project/abc')?.checked).toBe(true);
  });

  it('knows every address that the rules of access go to', () => {
    for (const address of [landingAddress(true), landingAddress(false)]) expect(matchRoute(address)).not.toBeNull();
  });
});

describe('what a page reads beside its code', () => {
  it.each(pageNames)('%s: its path has every parameter', (name) => {
    const params = Object.fromEntries(segmentsOf(name).map((segment) => [segment, 'x']));
    for (const resource of pageOf(name).reads ?? []) expect(resourcePath({ name: resource, params })).toMatch(/^\//);
  });
});

describe('the layouts around a page', () => {
  it('are given the segments that all their pages have', () => {
    const params = { ref: 'abc', id: '7' };
    expect(layoutsAt({ name: 'sqlSnippet', params })).toEqual([
      { name: 'shell', params: {} },
      { name: 'project', params: { ref: 'abc' } },
    ]);
    expect(layoutsAt({ name: 'newProject', params: { slug: 'acme' } })).toEqual([{ name: 'shell', params: {} }]);
    expect(layoutsAt({ name: 'resetPassword', params: {} })).toEqual([]);
  });
});

describe('an address', () => {
  it('is built from its segments and query, encoded', () => {
    expect(href('projects')).toBe('/projects');
    expect(href('sqlSnippet', { ref: 'abc', id: 'a/b' })).toBe('/project/abc/sql/a%2Fb');
    expect(href('signIn', {}, { returnTo: '/project/a?b=c', absent: undefined })).toBe(
      '/sign-in?returnTo=%2Fproject%2Fa%3Fb%3Dc',
    );
  });

  it('leads back to where it was built for', () => {
    expect(matchRoute(href('newProject', { slug: 'a b/c' }))?.params).toEqual({ slug: 'a b/c' });
  });
});

describe('the browser’s place', () => {
  let stop = () => {};
  afterEach(() => stop());

  it('is told at once and after every move, whoever made it', () => {
    history.replaceState(null, '', '/projects?filter=a&filter=b#top');
    const seen: AppLocation[] = [];
    stop = watchLocation((location) => seen.push(location));
    goTo('/new');
    setQuery({ name: 'Acme', plan: undefined });
    setQuery({ name: undefined }, { replace: false });
    dispatchEvent(new PopStateEvent('popstate'));
    expect(seen.map(({ href: at }) => at)).toEqual([
      '/projects?filter=a&filter=b#top',
      '/new',
      '/new?name=Acme',
      '/new',
      '/new',
    ]);
    expect(seen[0]).toEqual({ path: '/projects', query: { filter: 'b' }, href: '/projects?filter=a&filter=b#top' });
    stop();
    goTo('/projects');
    expect(seen).toHaveLength(5);
  });
});

describe('the library of screens', () => {
  const View = () => null;

  it('fetches a screen once asked, and then has its parts', async () => {
    const library = screenLibrary({ projects: async () => ({ View, layouts: [], flow: null }) });
    expect(() => library.viewOf('projects')).toThrow('was not loaded');
    expect(await library.load('projects')).toEqual({ hasFlow: false, layoutFlows: [] });
    expect(library.viewOf('projects')).toBe(View);
    expect(() => library.flowOf('projects')).toThrow('has no flow');
  });

  it('fetches the layouts of a screen with it, and tells which of them have a flow', async () => {
    const flow = createMachine({});
    const Around = () => null;
    const library = screenLibrary({
      project: async () => ({
        View,
        layouts: [
          { name: 'shell', View, flow: null },
          { name: 'project', View: Around, flow },
        ],
        flow: null,
      }),
    });
    expect(() => library.layoutViewOf('project')).toThrow('was not loaded');
    expect(await library.load('project')).toEqual({ hasFlow: false, layoutFlows: ['project'] });
    expect(library.layoutViewOf('project')).toBe(Around);
    expect(library.layoutFlowOf('project')).toBe(flow);
    expect(() => library.layoutFlowOf('shell')).toThrow('has no flow');
  });

  it('fails for a screen that nobody made', async () => {
    await expect(screenLibrary({}).load('projects')).rejects.toThrow('There is no screen for "projects"');
  });
});
