import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Feature } from '../../../src/contract/common/features.ts';
import type { PageName } from '../../../src/router/pages.ts';
import Shell from '../../../src/views/app/Shell.tsx';
import { InApp, startTestApp, type Answers } from '../../fixtures/app.tsx';
import { acme, orders } from '../../fixtures/screen.ts';

const profile = {
  id: 1,
  gotrue_id: 'ada',
  username: 'ada',
  primary_email: 'ada@example.com',
  first_name: null,
  last_name: null,
};

async function show({
  name,
  params = {},
  hidden = [],
  answers = {},
}: {
  name: PageName;
  params?: Readonly<Record<string, string>>;
  hidden?: readonly Feature[];
  answers?: Answers;
}) {
  const app = startTestApp({
    '/organizations': [acme],
    '/projects': [orders],
    '/profile': { ...profile, disabled_features: hidden },
    ...answers,
  });
  const { navigation } = app.getSnapshot().children;
  navigation?.send({
    type: 'test.show',
    snapshot: { context: { location: null, route: { name, access: 'user', checked: true, params } } },
  } as never);
  await act(async () => {
    render(
      <InApp app={app}>
        <Shell params={{}}>
          <h1>Content</h1>
        </Shell>
      </InApp>,
    );
  });
}

const places = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

async function opened(name: RegExp): Promise<(string | null)[]> {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('menu'))
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);
}

describe('what a profile hides', () => {
  beforeEach(() => history.replaceState(null, '', '/projects'));
  afterEach(cleanup);

  it('is nowhere in the navigation', async () => {
    await show({
      name: 'project',
      params: { ref: orders.ref },
      hidden: ['sql_editor:all', 'organizations:create', 'projects:create'],
    });
    expect(places()).toEqual([
      'Project home',
      'Table editor',
      'Users',
      'Auth settings',
      'Logs',
      'Advisors',
      'Projects',
    ]);
    expect(await opened(/^Organization/)).toEqual(['Organization overview', 'Acme']);
    await userEvent.keyboard('{Escape}');
    expect(await opened(/^Project/)).toEqual(['Orders', 'All projects']);
  });

  it('is not shown at its address either', async () => {
    await show({ name: 'sql', params: { ref: orders.ref }, hidden: ['sql_editor:all'] });
    expect(await within(screen.getByRole('main')).findByText('Not available')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Content' })).toBeNull();
  });

  it.each([
    [[], 'Content'],
    [['organizations:create'] as const, 'Not available'],
  ])('with %j hidden, a user without an organization sees on the page of a first project: %s', async (hidden, text) => {
    await show({
      name: 'newProject',
      params: { slug: 'first' },
      hidden,
      answers: { '/organizations': [], '/projects': [], '/profile/permissions': [] },
    });
    expect(within(screen.getByRole('main')).getByText(text)).toBeTruthy();
  });

  it('hides nothing else', async () => {
    await show({ name: 'sql', params: { ref: orders.ref }, hidden: ['billing:all'] });
    expect(places()).toEqual([
      'Project home',
      'SQL editor',
      'Table editor',
      'Users',
      'Auth settings',
      'Logs',
      'Advisors',
      'Projects',
    ]);
    expect(screen.getByRole('heading', { name: 'Content' })).toBeTruthy();
  });
});

describe('a switcher', () => {
  beforeEach(() => history.replaceState(null, '', '/projects'));
  afterEach(cleanup);

  it('leads to a search where there are many', async () => {
    const many = Array.from({ length: 8 }, (_, index) => ({
      ...orders,
      id: 20 + index,
      ref: `${index}`.padEnd(20, 'x'),
      name: `Project ${index}`,
    }));
    await show({ name: 'project', params: { ref: many[0]!.ref }, answers: { '/projects': many } });
    const items = await opened(/^Project/);
    expect(items[0]).toBe('Search projects…');
    expect(items).toContain('Project 7');
  });
});
