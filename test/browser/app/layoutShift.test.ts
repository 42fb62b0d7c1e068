import { describe, expect } from 'vitest';
/** Nothing on a page moves by itself while the page loads, in whatever order the answers come. */
import { href } from '../../../src/router/href.ts';
import { readerOf, takeSession } from '../../support/accounts.ts';
import { journey } from '../../support/journey.ts';
import { measureVisits, untilSeen, visitOf } from '../../support/visit.ts';

interface Addresses {
  ref: string;
  slug: string;
}

const guestPages = [href('signIn'), href('signUp')] as const;

const userPages: readonly { page: string; path: (names: Addresses) => string; seen?: string }[] = [
  { page: 'the list', path: () => href('projects'), seen: '#main a[href^="/project/"]' },
  { page: 'the new organization', path: () => href('newOrganization') },
  { page: 'the new project', path: ({ slug }) => href('newProject', { slug }) },
  { page: 'the organization', path: ({ slug }) => href('organization', { slug }) },
  { page: 'the billing', path: ({ slug }) => href('organizationBilling', { slug }) },
  { page: 'the home of a project', path: ({ ref }) => href('project', { ref }) },
  { page: 'the SQL editor', path: ({ ref }) => href('sql', { ref }), seen: '.cm-content' },
  { page: 'the support request', path: () => href('support') },
];

/** As browsers' own tools show it. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

describe('while it loads, nothing moves on', () => {
  journey.for(guestPages)('%s', async (path, { page }) => {
    await measureVisits(page, 'input[type=email]');
    await page.goto(path);
    await untilSeen(page);
    await page.waitForLoadState('networkidle');
    const { layoutShift, shifts } = await visitOf(page);
    expect(rounded(layoutShift), shifts.join('\n')).toBe(0);
  });

  journey.for(userPages)('$page', async ({ path, seen = '#main h1' }, { page, platform }) => {
    const { account, organization, ref } = await readerOf(platform);
    await takeSession(page, account);
    await measureVisits(page, seen);
    // The name of the organization comes last, although it stands first.
    const projectsKnown = page.waitForResponse('**/api/platform/projects');
    await page.route('**/api/platform/organizations', async (route) => {
      await projectsKnown;
      await route.continue();
    });
    await page.goto(path({ ref, slug: organization.slug }));
    await untilSeen(page);
    await page.waitForLoadState('networkidle');
    const { layoutShift, shifts } = await visitOf(page);
    expect(rounded(layoutShift), shifts.join('\n')).toBe(0);
  });
});
