import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { newProjectMachine } from '../../../src/machines/projects/newProject/newProject.machine.ts';
import NewProjectScreen from '../../../src/views/projects/NewProjectScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen, ViewScript } from '../../support/viewDriver.tsx';
import { newProjectModel } from './newProject.model.ts';

type Sight = ViewScript<typeof newProjectMachine>['sees'][string];

const fields = { name: 'Name', password: 'Database password' } as const;
const entriesOf = <Table extends object>(table: Table) => Object.entries(table) as [string, Table[keyof Table]][];
const field = (screen: Screen, name: keyof typeof fields) => screen.getByLabelText<HTMLInputElement>(fields[name]);
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Create project' });

const choices = {
  'Postgres version': 'postgresVersion',
  'Cloud provider': 'provider',
  Region: 'region',
} as const;
const switches = { 'Data API': 'dataApi', 'Automatic row level security': 'automaticRls' } as const;

const sizeTexts = [
  'Micro: 8 MB cache, 4 MB per sort, 16 MB per index build',
  'Small: 16 MB cache, 8 MB per sort, 32 MB per index build',
  'Medium: 32 MB cache, 16 MB per sort, 64 MB per index build',
  'Large: 64 MB cache, 32 MB per sort, 128 MB per index build',
  ...['Xlarge', '2xlarge', '4xlarge', '8xlarge', '12xlarge', '16xlarge'].map(
    (name) => `${name}: 128 MB cache, 32 MB per sort, 256 MB per index build`,
  ),
];

const editing: Sight = (screen, { context: { values, fieldErrors, failure, plan, organizations, slug } }) => {
  expect(button(screen).disabled).toBe(false);
  for (const [label, key] of entriesOf(choices))
    expect(screen.getByLabelText<HTMLSelectElement>(label).value).toBe(values[key]);
  for (const [label, key] of entriesOf(switches))
    expect(screen.getByLabelText<HTMLInputElement>(label).checked).toBe(values[key]);
  const has = organizations?.find((organization) => organization.slug === slug)?.tier;
  // What nobody needs to touch is folded away, but for a field that was refused.
  expect(screen.getByText('Advanced').closest('details')?.open).toBe(fieldErrors.db_pass !== undefined);
  // A size says what it changes; `test/server/projects` proves that it does.
  const sizes = screen.queryByLabelText<HTMLSelectElement>('Compute size')?.options;
  expect(Array.from(sizes ?? [], ({ text }) => text)).toEqual(
    has === undefined || has === 'tier_free' ? [] : sizeTexts,
  );
  expect(screen.queryByText(/^You asked for /) !== null).toBe(plan !== null && has !== `tier_${plan}`);
  expect(field(screen, 'name').value).toBe(values.name);
  expect(field(screen, 'password').value).toBe(values.password);
  expect(field(screen, 'name').getAttribute('aria-invalid')).toBe(fieldErrors.name === undefined ? null : 'true');
  expect(field(screen, 'password').getAttribute('aria-invalid')).toBe(
    fieldErrors.db_pass === undefined ? null : 'true',
  );
  const own = screen.queryByLabelText<HTMLInputElement>('Organization name');
  expect(own?.value).toBe(organizations?.length === 0 ? values.organizationName : undefined);
  const missing = organizations?.length === 0 ? 'organization' : 'project';
  expect(screen.queryByText(`Could not create the ${missing}`) !== null).toBe(failure !== null);
};
const waiting: Sight = (screen) =>
  expect(screen.getByRole('status', { name: 'Loading your organizations' })).toBeTruthy();
const busy: Sight = (screen) => expect(button(screen).getAttribute('aria-busy')).toBe('true');

coverView(newProjectModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <NewProjectScreen flow={flow} />
    </InApp>
  ),
  does: {
    'field.changed': (event, screen) => {
      if (event.field === 'name' || event.field === 'password') typeInto(field(screen, event.field), event.value);
    },
    'organization.chosen': ({ slug }, screen) => {
      // With a single organization, there is nothing to choose.
      const choice = screen.queryByLabelText('Organization');
      if (choice) fireEvent.change(choice, { target: { value: slug } });
    },
    'generation.requested': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Generate password' }));
    },
    'form.submitted': (_, screen) => {
      fireEvent.click(button(screen));
    },
    'reading.retried': (_, screen) => {
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    },
    'strength.changed': 'elsewhere',
    'organizations.loaded': 'elsewhere',
    'organizations.loadFailed': 'elsewhere',
    'projects.loaded': 'elsewhere',
    'project.pushed': 'elsewhere',
    'feed.ended': 'elsewhere',
  },
  sees: {
    'preparing.loadingDraft': waiting,
    'preparing.choosing': waiting,
    securing: waiting,
    'preparing.unavailable': (screen) => expect(screen.getByText('Could not load your organizations')).toBeTruthy(),
    unknownOrganization: waiting,
    'filling.editing.saved': editing,
    'filling.editing.unsaved': editing,
    'filling.editing.keeping': editing,
    'filling.editing.generating': (screen, snapshot) => {
      editing(screen, snapshot);
      // It has to be seen to be taken down.
      expect(screen.getByLabelText<HTMLInputElement>('Database password').type).toBe('text');
    },
    'filling.awaitingStrength': busy,
    switching: (screen, { context }) =>
      expect(screen.getByLabelText<HTMLSelectElement>('Organization').value).toBe(context.slug),
    switched: (screen, { context }) =>
      expect(screen.getByLabelText<HTMLSelectElement>('Organization').value).toBe(context.slug),
    creatingOrganization: busy,
    creating: busy,
    settingUp: busy,
    created: busy,
  },
});
