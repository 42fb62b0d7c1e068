import type { Page } from 'playwright-core';

const path = '**/platform/organizations';

/** Has a page offer the assistant as if every organization had a model, until the returned function is called. */
export async function offerAssistant(page: Page): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const read = (await response.json()) as object | object[];
    const withModel = (organization: object) => ({ ...organization, assistant_configured: true });
    await route.fulfill({ response, json: Array.isArray(read) ? read.map(withModel) : withModel(read) });
  });
  return () => page.unroute(path);
}
