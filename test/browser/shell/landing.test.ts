/** Where a user begins who asked for no page. */
import { expect } from 'vitest';
import { enrol, makeOrganization, readerOf, signInHere, takeSession } from '../../support/accounts.ts';
import { journey } from '../../support/journey.ts';

journey('a user without a project goes from signing in to the first one, past the list', async ({ page, platform }) => {
  const account = await enrol(platform);
  const { slug } = await makeOrganization(account, 'Acme');
  const seen: string[] = [];
  page.on('framenavigated', (frame) => void seen.push(new URL(frame.url()).pathname));
  await page.goto('/');
  await page.waitForURL('**/sign-in');
  await signInHere(page, account);
  await page.getByRole('heading', { name: 'New project' }).waitFor();
  expect(seen.at(-1)).toBe(`/new/${slug}`);
  await page.goto('/');
  await page.getByRole('heading', { name: 'New project' }).waitFor();
  expect(seen).not.toContain('/projects');
  await page.goto('/projects');
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(new URL(page.url()).pathname).toBe('/projects');
});

journey('a user with a project goes from the bare address to the list', async ({ page, platform }) => {
  const { account } = await readerOf(platform);
  await takeSession(page, account);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/projects');
});
