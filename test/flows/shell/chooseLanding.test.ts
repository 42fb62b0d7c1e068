import { expect, it } from 'vitest';
import type { ResourcePort, ResourceView } from '../../../src/machines/parts/port.ts';
import { chooseLanding } from '../../../src/machines/shell/access/chooseLanding.ts';
import { acme, globex, orders } from '../../fixtures/screen.ts';
import { ada } from '../accounts/profile.model.ts';

type Name = 'profile' | 'organizations' | 'projects' | 'permissions';

const failed = { failure: { code: 500, message: 'x' } };
const allowing = (...actions: string[]) => ({
  data: [{ organization_slug: acme.slug, project_refs: [], actions, resources: ['projects'] }],
});
const hiding = (...disabled: string[]) => ({ data: { ...ada, disabled_features: disabled } });

/** The lists of a user without a project, and what a test says instead. */
function ask(views: Partial<Record<Name, Partial<ResourceView>>> = {}) {
  const watchers = new Map<string, (view: ResourceView) => void>();
  const show = (name: string, view: Partial<ResourceView>) =>
    watchers.get(name)?.({ data: undefined, failure: null, refreshing: false, ...view });
  const known: Readonly<Record<string, Partial<ResourceView>>> = {
    profile: { data: ada },
    organizations: { data: [acme] },
    projects: { data: [] },
    permissions: allowing('write:%'),
    ...views,
  };
  const resources: ResourcePort = {
    watch: ({ name }, seen) => {
      watchers.set(name, seen as (view: ResourceView) => void);
      show(name, known[name]!);
      return () => void watchers.delete(name);
    },
  };
  const stopped = new AbortController();
  const landing = chooseLanding({ resources }, stopped.signal);
  return { landing, show, stop: () => stopped.abort(), watching: () => [...watchers.keys()] };
}

it.each([
  ['of a member who may create projects', {}, `/new/${acme.slug}`],
  ['of a member who may only read them', { permissions: allowing('read:%') }, '/projects'],
  ['of a member who may create them elsewhere', { organizations: { data: [globex] } }, '/projects'],
  ['of a user whose profile hides new projects', { profile: hiding('projects:create') }, '/projects'],
  ['of a new user', { organizations: { data: [] }, permissions: { data: [] } }, '/new/first'],
  [
    'of a new user who may not found an organization',
    { profile: hiding('organizations:create'), organizations: { data: [] }, permissions: { data: [] } },
    '/projects',
  ],
  ['without readable permissions', { permissions: failed }, '/projects'],
  [
    'of a user with a project, who waits for no permissions',
    { projects: { data: [orders] }, permissions: {} },
    '/projects',
  ],
  ['of a user of several organizations', { organizations: { data: [acme, globex] }, permissions: {} }, '/projects'],
])('the landing %s', async (_, views, address) => {
  const { landing, watching } = ask(views);
  expect(await landing).toBe(address);
  expect(watching()).toEqual([]);
});

it.each(['profile', 'organizations', 'projects', 'permissions'])('waits until the %s is read', async (name) => {
  const { landing, show } = ask({ [name]: { refreshing: true } });
  let address: string | null = null;
  void landing.then((found) => (address = found));
  await Promise.resolve();
  expect(address).toBeNull();
  show(name, failed);
  expect(await landing).toBe('/projects');
});

it('does not judge by a list that is read again', async () => {
  const { landing, show } = ask({ projects: { data: [], refreshing: true } });
  show('projects', { data: [orders] });
  expect(await landing).toBe('/projects');
});

it('stops with the question', async () => {
  const { landing, stop, watching } = ask({ projects: {} });
  stop();
  await expect(landing).rejects.toThrow('aborted');
  expect(watching()).toEqual([]);
});
