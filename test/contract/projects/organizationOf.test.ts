import { expect, it } from 'vitest';
import { hasModel, organizationOf } from '../../../src/contract/projects/organizationOf.ts';
import { acme, globex, orders } from '../../fixtures/screen.ts';

const projects = [{ ...orders, organization_slug: acme.slug, preview_branch_refs: ['branch'] }];

it.each([
  ['a project', orders.ref, acme.slug],
  ['a preview branch', 'branch', acme.slug],
  ['an unknown project', 'nothing', undefined],
  ['no project', null, undefined],
])('finds the organization of %s', (_, ref, slug) => {
  expect(organizationOf(ref, projects, [globex, acme])?.slug).toBe(slug);
});

it('finds none before the lists are read', () => {
  expect(organizationOf(orders.ref, undefined, [acme])).toBeUndefined();
  expect(organizationOf(orders.ref, projects, undefined)).toBeUndefined();
});

it.each([true, false, undefined])('an organization whose model is configured: %s', (configured) => {
  expect(hasModel(configured === undefined ? acme : { ...acme, assistant_configured: configured })).toBe(
    configured === true,
  );
});
