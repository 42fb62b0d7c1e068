import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import OrganizationScreen from '../../../src/views/organizations/OrganizationScreen.tsx';
import { InApp, startTestApp, type Answers } from '../../fixtures/app.tsx';
import { acme, forbidden, globex, orders } from '../../fixtures/screen.ts';

const ada = { gotrue_id: 'ada', primary_email: 'ada@example.com', role: 'owner' };
const grace = { gotrue_id: 'grace', primary_email: 'grace@example.com', role: 'auditor' };

const graceProfile = {
  ...grace,
  id: 2,
  username: 'grace',
  first_name: null,
  last_name: null,
  disabled_features: [],
};

const known: Answers = {
  '/organizations/acme': acme,
  '/organizations/globex': globex,
  '/organizations/acme/members': [ada, grace],
  '/projects': [orders],
};

const show = (slug: string, answers: Answers = known) =>
  render(
    <InApp app={startTestApp(answers)}>
      <OrganizationScreen params={{ slug }} />
    </InApp>,
  );

const linkTo = async (name: string | RegExp) => (await screen.findByRole('link', { name })).getAttribute('href');

describe('the page of an organization', () => {
  afterEach(cleanup);

  it('lists its projects and leads to its billing', async () => {
    show('acme');
    expect(await linkTo(/Orders/)).toBe(`/project/${orders.ref}`);
    expect(await linkTo('Billing')).toBe('/org/acme/billing');
    expect(await linkTo('New project')).toBe('/new/acme');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(acme.name);
    expect(document.title).toBe(`${acme.name} · Basechart`);
  });

  it('offers the first project of an organization that has none', async () => {
    show('globex');
    expect(await linkTo('Create project')).toBe('/new/globex');
    expect(screen.queryByRole('link', { name: /Orders/ })).toBeNull();
  });

  it('lists its members with their roles, also with one that only the platform knows', async () => {
    show('acme');
    const list = await screen.findByRole('list', { name: 'Members' });
    expect(Array.from(list.children, ({ textContent }) => textContent)).toEqual([
      'ada@example.comOwner',
      'grace@example.comauditor',
    ]);
  });

  it.each([
    [true, 'Model settings'],
    [false, 'Set model'],
    // Whether a model answers is unknown there.
    [undefined, null],
  ])('leads to the settings of the model where it is said whether one answers: %s', async (configured, label) => {
    show('acme', {
      ...known,
      '/organizations/acme': configured === undefined ? acme : { ...acme, assistant_configured: configured },
    });
    await screen.findByText('Your role');
    expect(screen.queryByText('Assistant') !== null).toBe(label !== null);
    expect(label === null ? null : await linkTo(label)).toBe(label === null ? null : '/org/acme/assistant');
  });

  it('marks the user among the members', async () => {
    show('acme', { ...known, '/profile': graceProfile });
    await screen.findByText('You');
    expect(screen.getByText('You').closest('li')!.textContent).toContain(grace.primary_email);
  });

  it('shows everything else where the members could not be read', async () => {
    show('acme', { ...known, '/organizations/acme/members': forbidden });
    expect((await screen.findByRole('alert')).textContent).toContain('Could not load the members');
    expect(await linkTo(/Orders/)).toBe(`/project/${orders.ref}`);
  });

  it('says what failed, and offers to try again', async () => {
    show('acme', { ...known, '/projects': forbidden });
    expect((await screen.findByRole('alert')).textContent).toContain('Could not load the organization');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('says that the organization itself could not be read', async () => {
    show('acme', { ...known, '/organizations/acme': forbidden });
    expect((await screen.findByRole('alert')).textContent).toContain('Could not load the organization');
  });
});
