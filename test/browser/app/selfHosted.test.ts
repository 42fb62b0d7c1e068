import { expect } from 'vitest';
/** `npm start -- --self-hosted`: one project, and an API without the platform's prefix. */
import { href } from '../../../src/router/href.ts';
import { runSql, signUp } from '../../support/accounts.ts';
import { journeysApart } from '../../support/journey.ts';

const journey = journeysApart({ args: ['--self-hosted'] });

journey('the first person owns the one project, and the door closes behind them', async ({ page, watch, visitors }) => {
  // Asked for beside the profile that lets its owner in; then it is asked for again.
  watch.allow(/answer 404 to GET .*\/api\/projects\/default/);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Create the owner account' }).waitFor();
  await signUp(page);
  await expect.poll(() => new URL(page.url()).pathname).toBe(href('project', { ref: 'default' }));
  await page.getByRole('link', { name: 'Open SQL editor' }).click();
  await runSql(page, 'select current_database() is not null as mine;');
  await page.getByRole('gridcell', { name: 'true', exact: true }).waitFor();
  const paths = watch.requests().map((request) => new URL(request.url()).pathname);
  expect(paths.filter((path) => path.startsWith('/api/platform'))).toEqual([]);
  expect(paths).toContain('/api/projects/default');

  await page.goto('/');
  await expect.poll(() => new URL(page.url()).pathname).toBe(href('project', { ref: 'default' }));
  // What the server would refuse is not offered.
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Delete project' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'New organization' }).count()).toBe(0);

  const { page: stranger } = await visitors.open();
  await stranger.goto(href('signUp'));
  await stranger.getByText('Sign-ups are disabled').waitFor();
});
