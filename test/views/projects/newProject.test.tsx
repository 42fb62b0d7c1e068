import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, waitFor as reached } from 'xstate';
import type { RuntimeConfig } from '../../../src/contract/common/runtimeConfig.ts';
import type { Organization } from '../../../src/contract/organizations/organization.ts';
import type { CreateProject } from '../../../src/contract/projects/createProject.ts';
import type { Project, ProjectDetail, ProjectDraft } from '../../../src/contract/projects/project.ts';
import type { ResourcePort } from '../../../src/machines/parts/port.ts';
import { newProjectMachine } from '../../../src/machines/projects/newProject/newProject.machine.ts';
import NewProjectScreen from '../../../src/views/projects/NewProjectScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { held } from '../../fixtures/held.ts';
import { acme, config, globex, orders, screenInput } from '../../fixtures/screen.ts';
import { typeInto } from '../../fixtures/typeInto.ts';
import { ada } from '../../flows/accounts/profile.model.ts';
import { brokenPageRules } from '../../support/pageRules.ts';

interface Given {
  projects?: readonly Project[];
  query?: Record<string, string>;
  generate?: () => Promise<string>;
  hidden?: readonly string[];
}

/** The form in an organization on the Pro plan, unless another one is given. Returns how its list of projects changes. */
async function show(
  settings: Partial<RuntimeConfig>,
  organization: Organization = globex,
  { projects = [], query = {}, generate = async () => 'aB3-dE6_gH9!jK2x', hidden = [] }: Given = {},
) {
  const lists: Record<string, unknown> = { organizations: [organization], projects };
  const watchers: Record<string, () => void> = {};
  const resources: ResourcePort = {
    watch({ name }, seen) {
      watchers[name] = () => seen({ data: lists[name], failure: null, refreshing: false } as never);
      watchers[name]();
      return () => {};
    },
  };
  const creation = held<ProjectDetail, CreateProject>();
  const flow = createActor(
    newProjectMachine.provide({
      actors: {
        loadDraft: fromPromise<ProjectDraft | null, undefined>(async () => null),
        generatePassword: fromPromise<string, undefined>(generate),
        createProject: creation.logic,
      },
    }),
    {
      input: screenInput({ params: { slug: organization.slug }, query, resources, config: { ...config, ...settings } }),
    },
  ).start();
  await reached(flow, (snapshot) => snapshot.matches('filling'));
  await act(async () => {
    render(
      <InApp app={startTestApp({ '/profile': { ...ada, disabled_features: hidden } }, {}, { settings })}>
        <NewProjectScreen flow={flow} />
      </InApp>,
    );
  });
  return {
    creation,
    listProjects: (changed: readonly Project[]) =>
      act(() => {
        lists['projects'] = changed;
        watchers['projects']?.();
      }),
  };
}
const elsewhere = { apiUrl: 'https://api.example.com/platform' };
const labels = () =>
  Array.from(document.querySelectorAll('label, legend, dt'), ({ textContent }) => textContent).map((text) =>
    text.replace(/(?:Exposes|New tables).*/, ''),
  );
const folded = () => Array.from(document.querySelectorAll('details label, details dt'), (label) => label.textContent);

describe('the form of a new project', () => {
  afterEach(cleanup);

  it('asks for a name only where the database is embedded, and says what becomes of the rest', async () => {
    await show({ engine: 'embedded', postgresVersions: ['18'] }, acme);
    expect(labels()).toEqual([
      'Name',
      'Data API',
      'Automatic row level security',
      'Compute size',
      'Region and provider',
      'Database password',
    ]);
    expect(screen.getByText(/^Micro: 8 MB cache, .*\. Paid plans have larger ones\.$/)).toBeTruthy();
    expect(screen.getByText('Not applicable: the database runs inside this server.')).toBeTruthy();
    expect(screen.getByText(/^Generated and not needed/)).toBeTruthy();
    expect(folded()).toHaveLength(5);
  });

  it('asks for a password where none could be generated, and leads on once one is', async () => {
    const generate = vi
      .fn<() => Promise<string>>(async () => 'aB3-dE6_gH9!jK2x')
      .mockRejectedValueOnce(new Error('No random numbers.'));
    await show({ engine: 'embedded', postgresVersions: ['18'] }, acme, { generate });
    expect(labels()).toEqual([
      'Name',
      'Database password',
      'Data API',
      'Automatic row level security',
      'Compute size',
      'Region and provider',
    ]);
    expect(screen.getByText(/^None could be generated\./)).toBeTruthy();
    expect(screen.queryByText(/^Used for direct connections|^Generated and not needed/)).toBeNull();
    const button = screen.getByRole('button', { name: 'Generate password' });
    button.focus();
    fireEvent.click(button);
    await screen.findByText(/^Generated and not needed/);
    expect(screen.queryByLabelText('Database password')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create project' }));
  });

  it('offers sizes of memory on a paid plan, and the versions of Postgres where there are several', async () => {
    await show({ engine: 'embedded', postgresVersions: ['18', '17'] });
    expect(labels()).toEqual(expect.arrayContaining(['Postgres version', 'Compute size']));
    expect(screen.getByRole('option', { name: /^Small: 16 MB cache/ })).toBeTruthy();
  });

  it.each([{ engine: 'embedded' }, { engine: 'postgres' }, elsewhere] as const)(
    'lets nothing change while the project is created (%o)',
    async (settings) => {
      const { creation } = await show({ postgresVersions: ['18', '17'], ...settings });
      typeInto(screen.getByLabelText('Name'), 'Orders');
      const password = screen.queryByLabelText('Database password');
      if (password) typeInto(password, 'aB3-dE6_gH9!jK2x');
      fireEvent.click(screen.getByRole('button', { name: 'Create project' }));
      await waitFor(() => expect(creation.calls).toHaveLength(1));
      expect(screen.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true);
      expect(brokenPageRules()).toEqual([]);
    },
  );

  it('asks for a password on a Postgres server, whose region is a label', async () => {
    await show({ engine: 'postgres', postgresVersions: ['18'] });
    expect(labels()).toEqual([
      'Name',
      'Database password',
      'Data API',
      'Automatic row level security',
      'Compute size',
      'Cloud provider',
      'Region',
    ]);
    expect(folded()).toEqual(['Compute size', 'Cloud provider', 'Region']);
    expect(screen.getByText(/^A label on the project’s home/)).toBeTruthy();
    expect(screen.getByText(/^Used for direct connections to Postgres/)).toBeTruthy();
    // The field stays where it is, and the focus with it.
    const button = screen.getByRole('button', { name: 'Generate password' });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Database password').value).not.toBe(''));
    expect(document.activeElement).toBe(button);
  });

  it('leads an owner at the limit of the plan to the page that changes it', async () => {
    await show({}, acme, { projects: [orders, { ...orders, ref: 'b' }] });
    expect(screen.getByText('Project limit reached')).toBeTruthy();
    expect(screen.getByText(/includes 2 active projects/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Change plan' }).getAttribute('href')).toBe('/org/acme/billing');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create project' }).disabled).toBe(true);
  });

  it('stays as it is while it creates the last project of the plan', async () => {
    const { creation, listProjects } = await show({ engine: 'embedded' }, acme, { projects: [orders] });
    typeInto(screen.getByLabelText<HTMLInputElement>('Name'), 'Blog');
    const before = labels();
    fireEvent.click(screen.getByRole('button', { name: 'Create project' }));
    await waitFor(() => expect(creation.calls).toHaveLength(1));
    listProjects([orders, { ...orders, ref: 'b' }]);
    expect(screen.queryByText('Project limit reached')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Change plan' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Create project' }).getAttribute('aria-busy')).toBe('true');
    expect(labels()).toEqual(before);
  });

  it('leads an owner without billing to another organization', async () => {
    await show({}, acme, { projects: [orders, { ...orders, ref: 'b' }], hidden: ['billing:all'] });
    const link = await screen.findByRole('link', { name: 'Create a Pro organization' });
    expect(link.getAttribute('href')).toBe('/new?plan=pro');
    expect(screen.queryByRole('link', { name: 'Change plan' })).toBeNull();
  });

  it.each([
    ['an owner on this server', {}, true, 'Change plan', '/org/acme/billing'],
    ['a developer', {}, false, 'Create a Team organization', '/new?plan=team'],
    ['an owner elsewhere', elsewhere, true, 'Create a Team organization', '/new?plan=team'],
  ])('says how %s gets the plan that the address names', async (_, settings, isOwner, name, to) => {
    await show(settings, { ...acme, is_owner: isOwner }, { query: { plan: 'team' } });
    expect(screen.getByText('Acme is on the Free plan')).toBeTruthy();
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(to);
  });

  it('shows every field of a platform elsewhere, which hosts in regions and charges for sizes', async () => {
    await show({ ...elsewhere, environment: 'production' });
    expect(labels()).toEqual([
      'Name',
      'Compute size',
      'Database password',
      'Region',
      'Data API',
      'Automatic row level security',
    ]);
    expect(folded()).toEqual([]);
    expect(screen.getByText('Choose the region closest to your users.')).toBeTruthy();
    expect(screen.getByRole('option', { name: /^Small, \$0\.0206/ })).toBeTruthy();
  });
});
