/** Every screen in every theme and on a small window: nothing axe holds against it, nothing that hangs over the edge. */
import { describe, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { axeViolations, drawnThemes, horizontalOverflow, wear, type Platform } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { enrol, makeOrganization, makeProject, runSql, signIn, type Account } from '../support/people.ts';
import type { ProjectDetail } from '../../src/contract/project.ts';

const longName = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrente GmbH';

interface Scene { account: Account; slug: string; ref: string; pausedRef: string }

async function setScene(platform: Platform): Promise<Scene> {
  const account = await enrol(platform);
  const organization = await makeOrganization(account, longName);
  const { ref } = await makeProject(account, organization, `${longName} 2`);
  const { ref: pausedRef } = await makeProject(account, organization, 'Resting');
  await account.request('POST', `/platform/projects/${pausedRef}/pause`);
  await expect.poll(async () => (await account.request<ProjectDetail>('GET', `/platform/projects/${pausedRef}`)).status).toBe('INACTIVE');
  return { account, slug: organization.slug, ref, pausedRef };
}

interface Screen {
  name: string;
  /** Brings the page there; it is signed in unless the screen is for guests. */
  open: (page: Page, scene: Scene) => Promise<void>;
}

const opening = (path: (scene: Scene) => string, ready: (page: Page) => Promise<void>): Screen['open'] => async (page, scene) => {
  await page.goto(path(scene));
  await ready(page);
};

const guestScreens: readonly Screen[] = [
  { name: 'sign in', open: opening(() => '/sign-in', (page) => page.getByLabel('Email').waitFor()) },
  {
    name: 'sign up, with its rules', open: opening(() => '/sign-up', async (page) => {
      await page.getByLabel('Password', { exact: true }).fill('river');
      await page.getByText(/is not acceptable|is not secure enough/).first().waitFor();
    }),
  },
];

const screens: readonly Screen[] = [
  { name: 'projects', open: opening(() => '/projects', (page) => page.getByRole('link', { name: 'Resting' }).waitFor()) },
  { name: 'new organization', open: opening(() => '/new?plan=pro', (page) => page.getByLabel('Spend cap').waitFor({ state: 'attached' })) },
  { name: 'new project', open: opening(({ slug }) => `/new/${slug}`, (page) => page.getByLabel('Name', { exact: true }).waitFor()) },
  { name: 'project home', open: opening(({ ref }) => `/project/${ref}`, (page) => page.getByRole('link', { name: 'Open the SQL editor' }).waitFor()) },
  { name: 'paused project', open: opening(({ pausedRef }) => `/project/${pausedRef}`, (page) => page.getByText('This project is paused').waitFor()) },
  {
    name: 'SQL editor with a result', open: async (page, { ref }) => {
      await page.goto(`/project/${ref}/sql`);
      await runSql(page, `select n, md5(n::text) as digest, n % 2 = 0 as even, null as nothing from generate_series(1, 50) n;`);
      await page.getByText(/^50 rows in/).waitFor();
    },
  },
  {
    name: 'SQL editor with an error', open: async (page, { ref }) => {
      await page.goto(`/project/${ref}/sql`);
      await runSql(page, 'select nothing from nowhere;');
      await page.getByText('SQLSTATE').waitFor();
    },
  },
  { name: 'not found', open: opening(() => '/no/such/page', (page) => page.getByText('There is nothing at this address').waitFor()) },
];

async function inspect(page: Page): Promise<void> {
  // Colours on their way from one theme to the other are nobody's colours.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const theme of drawnThemes) {
    await wear(page, theme);
    expect(await axeViolations(page), theme).toEqual([]);
  }
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await horizontalOverflow(page), `${width} px`).toBeNull();
  }
  expect(await axeViolations(page), '360 px').toEqual([]);
}

describe('without a session', () => {
  journey.for(guestScreens)('$name', async ({ open }, { page }) => {
    await open(page, { account: { email: '', password: '', token: '', request: () => Promise.reject(new Error('Nobody is signed in.')) }, slug: '', ref: '', pausedRef: '' });
    await inspect(page);
  });
});

describe('with a session', () => {
  journey('every screen', { timeout: 180_000 }, async ({ page, platform }) => {
    const scene = await setScene(platform);
    await signIn(page, scene.account);
    for (const { name, open } of screens) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await open(page, scene);
      try {
        await inspect(page);
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
      }
    }
  });
});
