import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
/** `BASECHART_API_URL` and `BASECHART_AUTH_URL`: the dashboard of one server for the platform of another. */
import { href } from '../../../src/router/href.ts';
import { runSql, signUp } from '../../support/accounts.ts';
import { freePort } from '../../support/freePort.ts';
import { journeysApart } from '../../support/journey.ts';
import { startServer } from '../../support/serverProcess.ts';

// The platform has to know the dashboard's origin before the dashboard is started.
const port = await freePort();
const journey = journeysApart({
  args: ['--self-hosted'],
  env: { BASECHART_CORS_ORIGINS: `http://127.0.0.1:${port}, http://localhost:${port}` },
});

journey('a dashboard works on a platform elsewhere, and goes by its facts', async ({ platform, visitors }) => {
  const data = await mkdtemp(join(tmpdir(), 'basechart dashboard '));
  const dashboard = await startServer({
    data,
    port,
    args: ['--self-hosted'],
    env: { BASECHART_API_URL: `${platform.origin()}/api`, BASECHART_AUTH_URL: `${platform.origin()}/auth/v1` },
  });
  try {
    const { page, context, watch } = await visitors.open({ baseURL: dashboard.origin });
    watch.allow(/left the origin/, /answer 404 to GET .*\/api\/projects\/default/);
    await signUp(page);
    await expect.poll(() => page.url()).toBe(`${dashboard.origin}${href('project', { ref: 'default' })}`);
    await page.getByRole('link', { name: 'Open SQL editor' }).click();
    await runSql(page, "select 'far away' as here;");
    await page.getByRole('gridcell', { name: 'far away' }).waitFor();
    const asked = watch.requests().map((request) => new URL(request.url()));
    expect(asked.some(({ origin, pathname }) => origin === platform.origin() && pathname === '/auth/v1/signup')).toBe(
      true,
    );
    expect(
      asked.filter(({ origin, pathname }) => origin === dashboard.origin && /^\/(?:api|auth)\//.test(pathname)),
    ).toEqual([]);

    // Nobody has signed up at the dashboard's own server, where the first user may.
    const {
      page: stranger,
      context: strangerContext,
      watch: strangerWatch,
    } = await visitors.open({ baseURL: dashboard.origin });
    strangerWatch.allow(/left the origin/);
    await expect
      .poll(async () => {
        await stranger.goto(href('signUp'));
        await stranger.getByRole('heading', { name: 'Sign up' }).waitFor();
        return await stranger.getByText('Sign-ups are disabled').count();
      })
      .toBe(1);
    // What a page still asks for must not find its server gone.
    await context.close();
    await strangerContext.close();
  } finally {
    await dashboard.stop();
    await rm(data, { recursive: true, force: true });
  }
});
