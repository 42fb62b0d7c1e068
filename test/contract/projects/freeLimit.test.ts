import { expect, it } from 'vitest';
import { isAtFreeLimit } from '../../../src/contract/projects/freeLimit.ts';
import { acme, globex, orders } from '../../fixtures/screen.ts';

const hobby = { ...acme, slug: 'hobby' };
const foreign = { ...acme, slug: 'foreign', is_owner: false };
const organizations = [acme, globex, hobby, foreign];
const inOrganization = (ref: string, slug: string, status: (typeof orders)['status'] = 'ACTIVE_HEALTHY') => ({
  ref,
  organization_slug: slug,
  status,
});
const isReached = (slug: string, projects: readonly ReturnType<typeof inOrganization>[], without?: string) =>
  isAtFreeLimit(slug, { organizations, projects }, without);

it('counts the active projects of all Free organizations that the user owns', () => {
  expect(isReached('acme', [inOrganization('a', 'acme'), inOrganization('b', 'hobby')])).toBe(true);
  expect(isReached('acme', [inOrganization('a', 'acme'), inOrganization('b', 'globex')])).toBe(false);
  expect(isReached('acme', [inOrganization('a', 'acme'), inOrganization('b', 'foreign')])).toBe(false);
  expect(isReached('acme', [inOrganization('a', 'acme'), inOrganization('b', 'acme', 'INACTIVE')])).toBe(false);
});

it('counts the projects of another owner’s organization by themselves', () => {
  expect(isReached('foreign', [inOrganization('a', 'foreign'), inOrganization('b', 'acme')])).toBe(false);
  expect(isReached('foreign', [inOrganization('a', 'foreign'), inOrganization('b', 'foreign')])).toBe(true);
});

it('leaves out the project that would become active, paid plans and unknown organizations', () => {
  const two = [inOrganization('a', 'acme'), inOrganization('b', 'acme')];
  expect(isReached('acme', two, 'a')).toBe(false);
  expect(isReached('globex', [inOrganization('a', 'globex'), inOrganization('b', 'globex')])).toBe(false);
  expect(isReached('nowhere', two)).toBe(false);
});
