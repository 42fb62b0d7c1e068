import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import projects from '../../../src/app/projects/projects.flow.ts';
import { setQuery } from '../../../src/router/useLocation.ts';
import ProjectsScreen from '../../../src/views/projects/ProjectsScreen.tsx';
import { InApp, startTestApp, type Answers } from '../../fixtures/app.tsx';
import { acme, forbidden, globex, orders, screenInput } from '../../fixtures/screen.ts';

const invoices = {
  ...orders,
  id: 11,
  ref: 'bbcdefghijklmnopqrst',
  name: 'Invoices',
  status: 'INACTIVE',
  region: 'eu-central-1',
} as const;
const both = { '/organizations': [acme, globex], '/projects': [orders, invoices] };

function show(answers: Answers) {
  const app = startTestApp(answers);
  const flow = createActor(projects, { input: screenInput() }).start();
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

  it('groups projects by organization, with status, region and provider', async () => {
    show(both);
    const table = await screen.findByRole('table');
    expect(table.textContent).toContain('Orders');
    expect(table.textContent).toContain('Active');
    expect(table.textContent).toContain('Southeast Asia (Singapore)');
    expect(table.textContent).toContain('AWS');
    expect(table.textContent).toContain('Paused');
    expect((await link('Orders')).getAttribute('href')).toBe(`/project/${orders.ref}`);
  });

  it('tells two projects of one name apart', async () => {
    show({ ...both, '/projects': [orders, { ...invoices, name: 'Orders' }] });
    expect((await link(`Orders ${orders.ref}`)).getAttribute('href')).toBe(`/project/${orders.ref}`);
    expect((await link(`Orders ${invoices.ref}`)).getAttribute('href')).toBe(`/project/${invoices.ref}`);
  });

  it('offers a project to an organization that has none', async () => {
    show(both);
    expect((await link('Create project')).getAttribute('href')).toBe('/new/globex');
    expect(screen.getByText('Globex has no projects yet')).toBeTruthy();
  });

  it('offers an organization to whoever has none', async () => {
    show({ '/organizations': [], '/projects': [] });
    expect((await link('Create organization')).getAttribute('href')).toBe('/new');
    expect(screen.getByText('Create your first organization')).toBeTruthy();
  });

  it('finds projects by name, reference and region, and keeps the search in the address', async () => {
    show(both);
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
    expect(screen.getByText('Orders')).toBeTruthy();
  });

  it('shows one organization when the address names it', async () => {
    history.replaceState(null, '', '/projects?organization=globex');
    show(both);
    await screen.findByText('Globex has no projects yet');
    expect(screen.queryByText('Orders')).toBeNull();
  });

  it('shows a project whose organization is not known yet', async () => {
    const stray = { ...orders, id: 12, ref: 'cbcdefghijklmnopqrst', name: 'Newest', organization_slug: 'initech' };
    show({ ...both, '/projects': [orders, stray] });
    expect((await link('Newest')).closest('table')?.parentElement?.getAttribute('aria-label')).toBe(
      'Projects of other organizations',
    );
    cleanup();
    show({ '/organizations': [], '/projects': [stray] });
    await link('Newest');
    expect(screen.queryByText('Create your first organization')).toBeNull();
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
