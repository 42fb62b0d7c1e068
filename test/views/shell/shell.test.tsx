import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnyActorRef } from 'xstate';
import type { AppActor } from '../../../src/machines/app/app.machine.ts';
import { pageNames, pageOf, type PageName } from '../../../src/router/pages.ts';
import Shell from '../../../src/views/app/Shell.tsx';
import { CommandsContext, createCommandRegistry } from '../../../src/views/parts/commands.ts';
import { InApp, startTestApp, type Answers } from '../../fixtures/app.tsx';
import { acme, forbidden, globex, orders } from '../../fixtures/screen.ts';

const invoices = { ...orders, id: 11, ref: 'bbcdefghijklmnopqrst', name: 'Invoices', status: 'INACTIVE' } as const;
const elsewhere = {
  ...orders,
  id: 12,
  ref: 'cbcdefghijklmnopqrst',
  name: 'Tides',
  organization_id: 2,
  organization_slug: 'globex',
} as const;
const known: Answers = { '/organizations': [acme, globex], '/projects': [orders, invoices, elsewhere] };

/** The shell at a route, as the navigation chart tells it. */
async function show(
  name: PageName,
  params: Readonly<Record<string, string>> = {},
  answers: Answers = known,
  {
    registry = createCommandRegistry(),
    ...options
  }: Parameters<typeof startTestApp>[2] & { registry?: ReturnType<typeof createCommandRegistry> } = {},
) {
  const app = startTestApp(answers, {}, options);
  const { navigation, session } = app.getSnapshot().children;
  navigation?.send({
    type: 'test.show',
    snapshot: { context: { location: null, route: { name, access: 'user', checked: true, params } } },
  } as never);
  session?.send({
    type: 'test.show',
    snapshot: { context: { session: { user: { id: 'u', email: 'ada@example.com' } } } },
  } as never);
  await act(async () => {
    render(
      <InApp app={app}>
        <CommandsContext value={registry}>
          <Shell params={{}}>
            <h1>Content</h1>
          </Shell>
        </CommandsContext>
      </InApp>,
    );
  });
  return app;
}

const childOf = (app: AppActor, id: string) =>
  (app.getSnapshot().children as Record<string, AnyActorRef | undefined>)[id]!;

const trail = () => within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
const places = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

async function opened(name: string | RegExp) {
  await userEvent.click(await screen.findByRole('button', { name }));
  const menu = await screen.findByRole('menu');
  return {
    items: () =>
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    linkTo: (item: string) => within(menu).getByRole('menuitem', { name: item }).getAttribute('href'),
    menu,
  };
}

describe('the shell', () => {
  beforeEach(() => history.replaceState(null, '', '/projects'));
  afterEach(cleanup);

  it('lets the keyboard skip to the content first', async () => {
    await show('projects');
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('Skip to content');
    expect(document.querySelector(document.activeElement?.getAttribute('href') ?? '')).toBe(screen.getByRole('main'));
  });

  it('says where one is, and offers the other organizations', async () => {
    await show('project', { ref: orders.ref });
    const { items, linkTo } = await opened('Organization: Acme');
    expect(items()).toEqual(['Organization overview', 'Acme', 'Globex', 'New organization']);
    expect(linkTo('Organization overview')).toBe('/org/acme');
    expect(linkTo('Globex')).toBe('/projects?organization=globex');
  });

  it('offers the projects of the same organization, and says which do not run', async () => {
    await show('project', { ref: orders.ref });
    const { items, linkTo } = await opened('Project: Orders');
    expect(items()).toEqual(['Orders', 'InvoicesPaused', 'All projects', 'New project']);
    expect(linkTo('New project')).toBe('/new/acme');
  });

  it.each([
    ['where a model answers', true, 1],
    ['not where none does', false, 0],
    ['not where a platform says nothing of one', undefined, 0],
  ])('offers the assistant %s', async (_, configured, count) => {
    const organizations = [configured === undefined ? acme : { ...acme, assistant_configured: configured }, globex];
    await show('project', { ref: orders.ref }, { ...known, '/organizations': organizations });
    await screen.findByRole('button', { name: 'Project: Orders' });
    expect(screen.queryAllByRole('button', { name: 'Assistant' })).toHaveLength(count);
  });

  it.each([
    ['where the user may have some', false, true, ['Assistant conversations']],
    ['not where the panel was never open', false, false, []],
    ['not beside the assistant', true, true, ['Assistant']],
  ])('offers kept conversations without a model %s', async (_, configured, hasHistory, labels) => {
    const registry = createCommandRegistry();
    const organizations = [{ ...acme, assistant_configured: configured }, globex];
    const app = await show('project', { ref: orders.ref }, { ...known, '/organizations': organizations }, { registry });
    await screen.findByRole('button', { name: 'Project: Orders' });
    const panel = childOf(childOf(app, 'workspace') as AppActor, 'assistantPanel');
    act(() => panel.send({ type: 'test.show', snapshot: { context: { hasHistory } } } as never));
    const offered = registry.list().filter(({ label }) => label.startsWith('Assistant'));
    expect(offered.map(({ label }) => label)).toEqual(labels);
  });

  it('stays in the SQL editor when the project changes there', async () => {
    await show('sqlSnippet', { ref: orders.ref, id: 'abc' });
    expect((await opened('Project: Orders')).linkTo('Invoices Paused')).toBe(`/project/${invoices.ref}/sql`);
  });

  it('changes the organization of a new project in place', async () => {
    await show('newProject', { slug: 'acme' });
    expect((await opened('Organization: Acme')).linkTo('Globex')).toBe('/new/globex');
    expect(trail().getByText('New project')).toBeTruthy();
  });

  it('shows the organization that the list of projects is limited to', async () => {
    history.replaceState(null, '', '/projects?organization=globex');
    await show('projects');
    expect(await screen.findByRole('button', { name: 'Organization: Globex' })).toBeTruthy();
  });

  it('offers to create an organization where the page shows all of them', async () => {
    await show('projects');
    const { items, linkTo } = await opened('Organization: All organizations');
    expect(items()).toEqual(['Acme', 'Globex', 'New organization']);
    expect(linkTo('New organization')).toBe('/new');
  });

  it('asks for support about the project that is shown', async () => {
    await show('project', { ref: orders.ref });
    const { linkTo } = await opened('Account');
    expect(linkTo('Contact support')).toBe(`/support/new?project_ref=${orders.ref}`);
  });

  it('says that the lists are missing, and loads them again', async () => {
    const answers: Record<string, unknown> = { '/organizations': [acme], '/projects': forbidden };
    await show('project', { ref: orders.ref }, answers);
    const again = await screen.findByRole('button', { name: 'Reload projects' });
    answers['/projects'] = [orders];
    await userEvent.click(again);
    expect(await screen.findByRole('button', { name: 'Project: Orders' })).toBeTruthy();
  });

  it('leads to the parts of a project only inside one', async () => {
    await show('projects');
    expect(places()).toEqual(['Projects']);
    cleanup();
    await show('sql', { ref: orders.ref });
    const parts = pageNames.map(pageOf).filter(({ navigation }) => navigation === 'project');
    expect(places()).toEqual([...parts.map(({ title }) => title), 'Projects']);
    expect(places()[0]).toBe('Project home');
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('SQL editor');
  });

  it('says who is signed in and leads out', async () => {
    await show('projects');
    const { menu, linkTo } = await opened('Account');
    expect(menu.textContent).toContain('ada@example.com');
    expect(linkTo('Sign out')).toBe('/logout');
  });

  it('says that the workspace is missing, and loads it again', async () => {
    const app = await show('projects', {}, known, { hasWorkspace: false });
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    act(() =>
      childOf(app, 'workspaceChunk').send({ type: 'test.fail', error: new Error('The chunk did not arrive.') }),
    );
    act(() => childOf(app, 'reach').send({ type: 'test.answer', output: { isServerReachable: true } }));
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('Could not load navigation, shortcuts, and the command palette');
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    act(() => childOf(app, 'workspaceChunk').send({ type: 'test.answer' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(places()).toEqual(['Projects']);
  });
});
