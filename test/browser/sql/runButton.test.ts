import { expect } from 'vitest';
import { href } from '../../../src/router/href.ts';
import { enrolWithProject, enter, typeSql, untilCanceled } from '../../support/accounts.ts';
import { journey } from '../../support/journey.ts';

journey(
  'Cancel takes the place of Run, and gives it back, with nothing moving under the pointer',
  async ({ page, platform }) => {
    const { account, ref } = await enrolWithProject(platform, 'Archive', 'Ledgers');
    await enter(page, account, href('sql', { ref }));
    await typeSql(page, 'select pg_sleep(30);');
    const run = page.getByRole('button', { name: 'Run', exact: true });
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
    const limit = page.getByRole('button', { name: /Limit 100 rows/ });
    const places = async (button: typeof run) => Promise.all([button.boundingBox(), limit.boundingBox()]);
    const before = await places(run);
    await run.click();
    await cancel.waitFor();
    expect(await places(cancel)).toEqual(before);
    await cancel.click();
    await untilCanceled(page);
    expect(await places(run)).toEqual(before);
  },
);
