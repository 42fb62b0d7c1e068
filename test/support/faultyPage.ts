import type { Page } from 'playwright-core';
/** A page that fails after some work, with secrets around it that no report may contain. */
import { href } from '../../src/router/href.ts';
import { enrolWithProject, runSql, signIn, type Account } from './accounts.ts';
import type { Platform, Watch } from './browser.ts';

export interface FaultyPage {
  account: Account;
  /** Texts that no stored report may contain. */
  secrets: readonly string[];
}

/**
 * Runs SQL as a new user, removes the page's nodes, as a translation or an extension does, and continues, which makes it
 * fail.
 */
export async function injectFault({
  page,
  platform,
  watch,
}: {
  page: Page;
  platform: Platform;
  watch: Watch;
}): Promise<FaultyPage> {
  const { account, ref } = await enrolWithProject(platform, 'North', 'Soundings');
  await signIn(page, account);
  await page.goto(href('sql', { ref }));
  await runSql(page, "select 'canary-sql' as word");
  await page.getByRole('gridcell', { name: 'canary-sql' }).waitFor();

  watch.allow(
    /removeChild|insertBefore|The application has broken|NotFoundError|error occurred|CodeMirror plugin crashed/,
  );
  await page
    .getByRole('link', { name: 'Projects' })
    .first()
    // In one task: what the page draws again in between would fail first, in a part of its own.
    .evaluate((link: HTMLElement) => {
      for (const child of document.querySelectorAll('main, main *')) child.replaceChildren();
      link.click();
    });
  return { account, secrets: [account.password, account.token, 'canary-sql', 'eyJ'] };
}
