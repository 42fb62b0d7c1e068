import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import ProjectsScreen from '../../src/views/projects/ProjectsScreen.tsx';
import { InApp, startTestApp, type Answers } from '../fixtures/app.tsx';
import { acme, forbidden, globex, orders } from '../fixtures/screen.ts';

const invoices = { ...orders, id: 11, ref: 'bbcdefghijklmnopqrst', name: 'Invoices', status: 'INACTIVE', region: 'eu-central-1' } as const;
const both = { '/organizations': [acme, globex], '/projects': [orders, invoices] };

function show(answers: Answers) {
  const app = startTestApp(answers);
  render(<InApp app={app}><ProjectsScreen /></InApp>);
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
    expect(screen.getByText('Globex has no project yet')).toBeTruthy();
  });

  it('offers an organization to whoever has none', async () => {
    show({ '/organizations': [], '/projects': [] });
    expect((await link('Create organization')).getAttribute('href')).toBe('/new');
  });

  it('finds projects by name, reference and region, and keeps the search in the address', async () => {
    show(both);
    await screen.findByRole('table');
    fireEvent.change(screen.getByLabelText('Search projects'), { target: { value: 'frankfurt' } });
    expect(location.search).toBe('?search=frankfurt');
    expect(screen.queryByText('Orders')).toBeNull();
    expect(screen.getByText('Invoices')).toBeTruthy();
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
    await screen.findByText('Globex has no project yet');
    expect(screen.queryByText('Orders')).toBeNull();
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
    expect(alert.textContent).toContain('Your projects could not be loaded');
    expect(alert.textContent).toContain('403');
    expect(alert.textContent).toContain('req-1');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
