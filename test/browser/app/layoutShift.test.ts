/** Nothing on a page moves by itself while the page loads, in whatever order the answers come. */
import { describe, expect } from 'vitest';
import { readerOf, takeSession } from '../../support/accounts.ts';
import { journey } from '../../support/journey.ts';
import { measureVisits, untilSeen, visitOf } from '../../support/visit.ts';

interface Addresses {
  ref: string;
  slug: string;
}

const guestPages = ['/sign-in', '/sign-up'] as const;

const userPages: readonly { page: string; path: (names: Addresses) => string; seen?: string }[] = [
  { page: 'the list', path: () => '/projects', seen: '#main a[href^="/project/"]' },
  { page: 'the new organization', path: () => '/new' },
  { page: 'the new project', path: ({ slug }) => `/new/${slug}` },
  { page: 'the organization', path: ({ slug }) => `/org/${slug}` },
  { page: 'the billing', path: ({ slug }) => `/org/${slug}/billing` },
  { page: 'the home of a project', path: ({ ref }) => `/project/${ref}` },
  { page: 'the SQL editor', path: ({ ref }) => `/project/${ref}/sql`, seen: '.cm-content' },
  { page: 'the support request', path: () => '/support/new' },
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
