import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Organization } from '../../../src/contract/organizations/organization.ts';
import { organizationPlanMachine } from '../../../src/machines/organizations/organizationPlan/organizationPlan.machine.ts';
import BillingScreen from '../../../src/views/organizations/BillingScreen.tsx';
import { planChange } from '../../../src/views/organizations/planWords.ts';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { acme, forbidden, globex, orders, screenInput } from '../../fixtures/screen.ts';

/** The page on this server, or on a platform elsewhere. */
function show(organization: Partial<Organization>, apiUrl = '/api/platform', changed: Record<string, unknown> = {}) {
  const answers = {
    '/organizations/acme': { ...acme, ...organization },
    '/organizations': [
      { ...acme, ...organization },
      { ...globex, tier: 'tier_free' },
      { ...globex, slug: 'initech', tier: 'tier_free', is_owner: false },
    ],
    '/projects': [
      orders,
      { ...orders, id: 11, ref: 'b' },
      { ...orders, id: 12, ref: 'c' },
      { ...orders, id: 13, ref: 'd', status: 'INACTIVE' },
      { ...orders, id: 14, ref: 'e', organization_slug: 'globex' },
      { ...orders, id: 15, ref: 'f', organization_slug: 'initech' },
    ],
    ...changed,
  };
  const flow = createActor(organizationPlanMachine, { input: screenInput({ params: { slug: acme.slug } }) }).start();
  render(
    <InApp app={startTestApp(answers, {}, { settings: { apiUrl } })}>
      <BillingScreen params={{ slug: acme.slug }} flow={flow} />
    </InApp>,
  );
}

const plans = async () =>
  Array.from((await screen.findByRole('list', { name: 'Plans' })).children, ({ textContent }) => textContent);

describe('the plan of an organization', () => {
  afterEach(cleanup);

  it('is one of three, with what each includes', async () => {
    show({ tier: 'tier_pro' });
    expect(await plans()).toEqual([
      'Free2 active projects per owner, compute size Micro (4 MB of memory per sort) and logs for up to 1 day.Change to Free',
      'ProCurrent planAny number of active projects, compute sizes Micro to Xlarge (4 to 32 MB of memory per sort), limits for user sessions and logs for up to 7 days.',
      'TeamAny number of active projects, compute sizes Micro to Xlarge (4 to 32 MB of memory per sort), limits for user sessions and logs for up to 28 days.Change to Team',
    ]);
  });

  it('says before a smaller one what is lost, and what happens to the projects beyond its limit', async () => {
    show({ tier: 'tier_team' });
    fireEvent.click(await screen.findByRole('button', { name: 'Change to Free' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Change Acme to Free?' }));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'At most 2 active projects per owner. You will have 4 on Free, and all keep running. To create or restore one, you need fewer than 2 active ones.',
      'New projects get the compute size Micro. Existing projects keep theirs.',
      'You can no longer limit user sessions. Limits that are set stay until you remove them.',
      'Logs older than 1 day are deleted and cannot be recovered.',
    ]);
    expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['New limits']);
  });

  it.each(['/projects', '/organizations'])('says that it cannot count them without %s', async (path) => {
    show({ tier: 'tier_team' }, undefined, { [path]: forbidden });
    fireEvent.click(await screen.findByRole('button', { name: 'Change to Free' }));
    expect(await screen.findByText(/Could not count your active projects\. Those beyond/)).toBeTruthy();
  });

  it('says before a larger one what is gained', () => {
    expect(planChange('tier_free', 'tier_pro', 2)).toEqual({
      gained: [
        'Any number of active projects.',
        'Compute sizes up to Xlarge, with 32 MB of memory per sort.',
        'Limits for user sessions.',
        'New logs are stored for up to 7 days.',
      ],
      lost: [],
    });
    expect(planChange('tier_pro', 'tier_team', 9)).toEqual({
      gained: ['New logs are stored for up to 28 days.'],
      lost: [],
    });
    expect(planChange('tier_pro', 'tier_free', 'loading').lost[0]).toContain('Counting your active projects…');
    expect(planChange('tier_pro', 'tier_free', 2).lost[0]).toBe(
      'At most 2 active projects per owner. To create or restore one, you need fewer than 2 active ones.',
    );
  });

  it('is changed by owners only', async () => {
    show({ is_owner: false });
    expect(await plans()).toHaveLength(3);
    expect(screen.queryByRole('button', { name: /^Change to/ })).toBeNull();
    expect(screen.getByText('Only an owner of the organization can change its plan.')).toBeTruthy();
  });

  it('is Pro where its spend cap is off, which limits nothing here', async () => {
    show({ tier: 'tier_payg' });
    expect((await plans())[1]).toMatch(/^ProCurrent plan/);
  });

  it('stays with the administrator for Enterprise, who also lifts restrictions', async () => {
    show({ tier: 'tier_enterprise', restriction_status: 'restricted' });
    await screen.findByText('The server administrator sets this plan');
    expect(screen.getByText(/logs for up to 90 days\. Contact the administrator to change the plan\.$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Change to/ })).toBeNull();
    expect(screen.getByText('This organization is restricted')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Contact support' })).toHaveLength(2);
  });

  it('is changed by the support of a platform elsewhere', async () => {
    show({ tier: 'tier_pro' }, 'https://api.example.com/platform');
    await screen.findByText('No invoices');
    expect(screen.queryByRole('list', { name: 'Plans' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toContain('category=billing');
  });
});
