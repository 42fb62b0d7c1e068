import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import projects from '../../../src/app/projects/projects.flow.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import type { RuntimeConfig } from '../../../src/contract/common/runtimeConfig.ts';
import type { ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import { lazyLogic } from '../../../src/machines/parts/lazyLogic.ts';
import {
  projectActionsMachine,
  type ProjectActionsInput,
} from '../../../src/machines/projects/projectActions/projectActions.machine.ts';
import { setQuery } from '../../../src/router/useLocation.ts';
import ProjectsScreen from '../../../src/views/projects/ProjectsScreen.tsx';
import { InApp, startTestApp, type Answers } from '../../fixtures/app.tsx';
import { held } from '../../fixtures/held.ts';
import { acme, forbidden, globex, orders, screenInput } from '../../fixtures/screen.ts';

const invoices = {
  ...orders,
  id: 11,
  ref: 'bbcdefghijklmnopqrst',
  name: 'Invoices',
  status: 'INACTIVE',
  region: 'eu-central-1',
} as const;
const elsewhere = { apiUrl: 'https://api.example.com' };
const both = { '/organizations': [acme, globex], '/projects': [orders, invoices] };

/** The list with a platform that answers to the restoring of a project when the test says so. */
function listWith(
  restore: ReturnType<typeof held<{ status: ProjectStatus }, { ref: string }>>,
  code?: ReturnType<typeof held<void>>,
) {
  return projects.provide({
    actors: {
      ...(code && { loadActions: code.logic }),
      projectActions: lazyLogic<ProjectActionsInput>(() =>
        projectActionsMachine.provide({ actors: { restore: restore.logic } }),
      ),
    },
  });
}

function show(answers: Answers, settings: Partial<RuntimeConfig> = {}, list = projects) {
  const app = startTestApp(answers, {}, { settings });
  const flow = createActor(list, { input: screenInput() }).start();
  render(
    <InApp app={app}>
      <ProjectsScreen flow={flow} />
    </InApp>,
  );
  return app;
}

const link = (name: string) => screen.findByRole<HTMLAnchorElement>('link', { name });

describe('the list of projects', () => {
  beforeEach(() => history.replaceState(null, '', '/projects'));
  afterEach(cleanup);

  const rowOf = (name: string) => screen.getByText(name).closest('tr')!;

  it('groups projects by organization, with status, last activity and size', async () => {
    const active = { ...orders, last_active_at: new Date(Date.now() - 3 * 3_600_000).toISOString() };
    show({ ...both, '/projects': [{ ...active, database_bytes: 8_703_999 }, invoices] });
    expect((await link('Orders')).getAttribute('href')).toBe(`/project/${orders.ref}`);
    expect(screen.getByRole('table', { name: 'Projects of Acme' })).toBeTruthy();
    const cells = (name: string) => [...rowOf(name).cells].slice(0, 4).map(({ textContent }) => textContent);
    expect(cells('Orders')).toEqual([`Orders${orders.ref}`, 'Active', '3 hours ago', '8.3 MB']);
    expect(cells('Invoices')).toEqual([`Invoices${invoices.ref}`, 'Paused', '–', '–']);
    // Where the platform is this server, regions, providers and plans mean nothing.
    expect(document.body.textContent).not.toMatch(/Singapore|AWS|Free|Pro\b/);
  });

  it('leads from an organization to its page', async () => {
    show(both);
    expect((await link('Acme')).getAttribute('href')).toBe('/org/acme');
    expect(screen.getByRole('heading', { name: 'Globex' }).querySelector('a')?.getAttribute('href')).toBe(
      '/org/globex',
    );
  });

  it('shows region, provider and plan where they mean something', async () => {
    show(both, elsewhere);
    await link('Orders');
    expect(rowOf('Orders').textContent).toContain('Southeast Asia (Singapore) · AWS');
    expect(screen.getByRole('heading', { name: 'Acme Free' })).toBeTruthy();
  });

  it('has one primary action, and says of an organization that it is empty', async () => {
    show(both);
    expect((await link('New project')).getAttribute('href')).toBe('/new/acme');
    expect(screen.getByText(/Globex has no projects yet/)).toBeTruthy();
    expect((await link('Create project')).getAttribute('href')).toBe('/new/globex');
    expect(screen.queryByRole('link', { name: 'New organization' })).toBeNull();
  });

  it('offers a new project in the organization that the user visited last', async () => {
    const app = show(both);
    const access = app.getSnapshot().children.access;
    act(() => access?.send({ type: 'test.show', snapshot: { context: { organization: 'globex' } } } as never));
    expect((await link('New project')).getAttribute('href')).toBe('/new/globex');
  });

  it('offers no new project in an organization in which the user may not create one', async () => {
    const may = { organization_slug: 'globex', project_refs: [], actions: ['write:%'], resources: ['projects'] };
    show({ ...both, '/profile/permissions': [may] });
    expect((await link('Create project')).getAttribute('href')).toBe('/new/globex');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'New project' })).toBeNull());
  });

  it('offers the first project where that is all there is to do', async () => {
    show({ '/organizations': [acme], '/projects': [] });
    expect((await link('Create project')).getAttribute('href')).toBe('/new/acme');
    expect(screen.queryByRole('link', { name: 'New project' })).toBeNull();
    expect(screen.queryByLabelText('Search projects')).toBeNull();
  });

  it('opens, copies the reference of, pauses and restores a project from its menu', async () => {
    show(both);
    await link('Orders');
    const entriesOf = async (name: string) => {
      fireEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }));
      const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
      return entries;
    };
    expect(await entriesOf('Orders')).toEqual(['Open project', 'Open SQL editor', 'Copy reference', 'Pause project']);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Pause project' }));
    expect(await screen.findByText('Pause Orders?')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    expect(await entriesOf('Invoices')).toEqual(['Open project', 'Copy reference', 'Restore project']);
  });

  it('sends one command at a time, and says which project it could not restore', async () => {
    const restore = held<{ status: ProjectStatus }, { ref: string }>();
    const code = held<void>();
    show(both, {}, listWith(restore, code));
    await link('Invoices');
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Invoices' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Restore project' }));
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Orders' }));
    const pause = await screen.findByRole('menuitem', { name: 'Pause project' });
    expect(pause.getAttribute('aria-disabled')).toBe('true');
    code.last().answer();
    await waitFor(() => expect(restore.calls).toHaveLength(1));
    expect(pause.getAttribute('aria-disabled')).toBe('true');
    restore.last().fail(new FailureError({ code: 409, message: 'The Free plan includes two active projects.' }));
    expect(await screen.findByText('Could not restore “Invoices”')).toBeTruthy();
  });

  it('says in the menu that the plan refuses to restore a project, whose page leads to the plan', async () => {
    show({ ...both, '/projects': [orders, { ...orders, ref: 'c', name: 'Stock' }, invoices] });
    await link('Invoices');
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Invoices' }));
    const restore = await screen.findByRole('menuitem', { name: /^Restore project/ });
    expect(restore.textContent).toBe('Restore projectProject limit reached');
    expect(restore.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('menuitem', { name: 'Open project' }).getAttribute('href')).toBe(
      `/project/${invoices.ref}`,
    );
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  });

  it('warns before a pause after which the plan refuses to restore the project', async () => {
    const active = ['c', 'd'].map((ref) => ({ ...orders, ref, name: `Stock ${ref}` }));
    const pauseOrders = async (projectsHere: readonly unknown[]) => {
      show({ ...both, '/projects': projectsHere });
      await link('Orders');
      fireEvent.click(screen.getByRole('button', { name: 'Actions for Orders' }));
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Pause project' }));
      expect(await screen.findByText('Pause Orders?')).toBeTruthy();
    };
    const warning = () => screen.queryByText('You cannot restore this project right away');
    await pauseOrders([orders, ...active]);
    expect(warning()).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Change plan' }).getAttribute('href')).toBe('/org/acme/billing');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    cleanup();
    await pauseOrders([orders, active[0]]);
    expect(warning()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  });

  it('leads from a refusal that only the platform knew of to the plan', async () => {
    const restore = held<{ status: ProjectStatus }, { ref: string }>();
    show(both, {}, listWith(restore));
    await link('Invoices');
    fireEvent.click(screen.getByRole('button', { name: 'Actions for Invoices' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Restore project' }));
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    restore
      .last()
      .fail(new FailureError({ code: 403, message: 'The Free plan includes 2 active projects per owner.' }));
    expect(await screen.findByText('Could not restore “Invoices”')).toBeTruthy();
    expect((await link('Change plan')).getAttribute('href')).toBe('/org/acme/billing');
  });

  it('offers a first project to a user without an organization', async () => {
    show({ '/organizations': [], '/projects': [] });
    expect((await link('Create project')).getAttribute('href')).toBe('/new/first');
    expect(screen.getByText('Create your first project')).toBeTruthy();
  });

  it('finds projects by name, reference and region, and keeps the search in the address', async () => {
    show(both, elsewhere);
    await screen.findByRole('table');
    const field = screen.getByLabelText<HTMLInputElement>('Search projects');
    fireEvent.change(field, { target: { value: 'frankfurt' } });
    expect(screen.queryByText('Orders')).toBeNull();
    expect(screen.getByText('Invoices')).toBeTruthy();
    expect(location.search).toBe('');
    fireEvent.blur(field);
    expect(location.search).toBe('?search=frankfurt');
    // Once it stands there, the address has the say again.
    act(() => setQuery({ search: 'singapore' }));
    await waitFor(() => expect(field.value).toBe('singapore'));
  });

  it('says that nothing matches and leads back', async () => {
    history.replaceState(null, '', '/projects?search=nothing+like+it');
    show(both);
    fireEvent.click(await screen.findByRole('button', { name: 'Show all projects' }));
    expect(location.search).toBe('');
    expect(await link('Orders')).toBeTruthy();
  });

  it('shows one organization when the address names it', async () => {
    history.replaceState(null, '', '/projects?organization=globex');
    show(both);
    await screen.findByText(/Globex has no projects yet/);
    expect(screen.queryByText('Orders')).toBeNull();
  });

  it('shows a project whose organization is not known yet', async () => {
    const stray = { ...orders, id: 12, ref: 'cbcdefghijklmnopqrst', name: 'Newest', organization_slug: 'initech' };
    show({ ...both, '/projects': [orders, stray] });
    expect((await link('Newest')).closest('table')?.getAttribute('aria-label')).toBe('Projects of other organizations');
    cleanup();
    show({ '/organizations': [], '/projects': [stray] });
    await link('Newest');
    expect(screen.queryByText('Create your first project')).toBeNull();
  });

  it('leads to the building page while a project is being set up', async () => {
    show({ ...both, '/projects': [{ ...orders, status: 'COMING_UP' }] });
    expect((await link('Orders')).getAttribute('href')).toBe(`/project/${orders.ref}/building`);
  });

  it('holds a place while it loads', () => {
    show({});
    expect(screen.getByRole('status', { name: 'Loading your projects' })).toBeTruthy();
  });

  it('says what failed, with code and request id, and tries again', async () => {
    show({ '/organizations': [acme], '/projects': forbidden });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Could not load your projects');
    expect(alert.textContent).toContain('403');
    expect(alert.textContent).toContain('req-1');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
