import { describe, expect } from 'vitest';
/** The advisors of a project, in the hands of its developer. */
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter, runSql, setModel } from '../../support/accounts.ts';
import { horizontalOverflow } from '../../support/browser.ts';
import { journey } from '../../support/journey.ts';

describe('the advisors of a project', () => {
  journey('find a table without row level security, and see that it is fixed', async ({ page, platform }) => {
    const { account, organization, ref } = await enrolWithProject(platform, 'Ferries', 'Harbor');
    await enter(page, account, href('sql', { ref }));
    await page.getByRole('textbox', { name: 'SQL', exact: true }).waitFor();
    await runSql(
      page,
      `create table todos (id int primary key); alter table todos disable row level security;
       create table notes (id int primary key); alter table notes disable row level security;`,
    );
    await page.getByText('Completed in').first().waitFor();

    const link = page.getByRole('navigation').getByRole('link', { name: 'Advisors' });
    await link.click();
    const lint = page.getByRole('region', { name: 'Table without row level security' });
    await lint.getByRole('button', { name: /^public\.todos/ }).click();
    await lint.getByRole('link', { name: 'Open in SQL editor' }).click();
    // The remedy is a new query, which nothing has run yet.
    const editor = page.getByRole('textbox', { name: 'SQL', exact: true });
    await editor.getByText('enable row level security').waitFor();
    expect(await page.getByText('Completed in').count()).toBe(0);
    await editor.click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('Completed in').first().waitFor();

    await link.click();
    await lint.getByRole('button', { name: /^public\.notes/ }).waitFor();
    await lint.getByRole('button', { name: /^public\.todos/ }).waitFor({ state: 'detached' });
    await lint.getByRole('button', { name: /^public\.notes/ }).click();
    await lint.getByRole('button', { name: 'Ignore finding' }).click();
    await lint.waitFor({ state: 'detached' });

    // What is ignored stays ignored, and the address keeps the category.
    await page.getByRole('radio', { name: 'Security' }).check({ force: true });
    await page.reload();
    await page.getByRole('button', { name: 'Show ignored (1)' }).click();
    expect(new URL(page.url()).search).toBe('?category=security&ignored=true');
    await lint.getByText('Ignored', { exact: true }).waitFor();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await horizontalOverflow(page), `${width} px`).toBeNull();
    }

    // Without a model there is no assistant; with one, it shows what is attached, and the SQL that helps.
    await page.setViewportSize({ width: 1440, height: 844 });
    await lint.getByRole('button', { name: /^public\.notes/ }).click();
    await lint.getByRole('button', { name: 'Stop ignoring' }).waitFor();
    expect(await page.getByRole('button', { name: /assistant/i }).count()).toBe(0);
    await setModel(account, organization.slug);
    await page.reload();
    await lint.getByRole('button', { name: /^public\.notes/ }).click();
    await lint.getByRole('button', { name: 'Fix with assistant' }).click();
    const help = page.getByRole('region', { name: 'Finding “Table without row level security”' });
    await help.getByText('alter table public.notes enable row level security;').waitFor();
  });
});
