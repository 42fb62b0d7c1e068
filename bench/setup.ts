import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Browser } from 'playwright-core';
import type { ProjectDetail } from '../src/contract/projects/project.ts';
import { href } from '../src/router/href.ts';
import { createProject, enrol, enter, makeOrganization, type Account } from '../test/support/accounts.ts';
import { startPlatform } from '../test/support/browser.ts';
import type { Figure } from './figure.ts';

/** When the server says that the project is ready, by the wall clock. */
async function readyTime(origin: string, account: Account, ref: string): Promise<number> {
  const { body } = await fetch(`${origin}/api/platform/projects/${ref}/feed`, {
    headers: { Authorization: `Bearer ${account.token}` },
  });
  for await (const line of createInterface({ input: Readable.from(body!) })) {
    const { status } = JSON.parse(line) as ProjectDetail;
    if (status === 'ACTIVE_HEALTHY') return performance.timeOrigin + performance.now();
  }
  throw new Error('The feed ended before the project was ready.');
}

/** How long a new project is ready until the page of its setup gives way to its home. */
export async function benchSetup(browser: Browser): Promise<Figure[]> {
  const platform = await startPlatform();
  try {
    const took: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const account = await enrol(platform);
      const { slug } = await makeOrganization(account, `Bench ${attempt}`);
      const context = await browser.newContext({ baseURL: platform.origin(), viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await enter(page, account, href('newProject', { slug }));
      const ref = await createProject(page, `project ${attempt}`);
      const ready = readyTime(platform.origin(), account, ref);
      const seen = await page.waitForFunction(
        (path) =>
          location.pathname === path &&
          document.querySelector('#main h1') !== null &&
          performance.timeOrigin + performance.now(),
        href('project', { ref }),
        { polling: 'raf' },
      );
      took.push(((await seen.jsonValue()) as number) - (await ready));
      await context.close();
    }
    return [{ name: 'Ready until its home is seen', samples: took, unit: 'ms', limit: { atMost: 300 } }];
  } finally {
    await platform.end();
  }
}
