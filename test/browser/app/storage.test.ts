import { readerOf, signIn } from '../../support/accounts.ts';
/** A browser that keeps nothing for a site, as private windows and strict settings have it. */
import { journey } from '../../support/journey.ts';

journey('a storage that cannot be looked into costs nobody the application', async ({ page, platform }) => {
  const { account } = await readerOf(platform);
  await page.addInitScript(() => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const name of ['getItem', 'setItem', 'removeItem', 'key', 'clear'] as const) Storage.prototype[name] = denied;
  });
  await signIn(page, account);
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('link', { name: 'Open SQL editor' }).waitFor();
});
