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
const field = (screen: Screen, name: keyof typeof fields) => screen.queryByLabelText<HTMLInputElement>(fields[name]);
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Create project' });

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

const editing: Sight = (screen, { context }) => {
  const { values, fieldErrors, failure, plan, organizations, slug, isGenerated } = context;
  expect(button(screen).disabled).toBe(false);
  expect(screen.getByLabelText<HTMLSelectElement>('Postgres version').value).toBe(values.postgresVersion);
  for (const [label, key] of entriesOf(switches))
    expect(screen.getByLabelText<HTMLInputElement>(label).checked).toBe(values[key]);
  const has = organizations?.find((organization) => organization.slug === slug)?.tier;
  // What has no effect on an embedded database is no control.
  expect([screen.queryByLabelText('Region'), screen.queryByLabelText('Cloud provider')]).toEqual([null, null]);
  // A size says what it changes; `test/server/projects` proves that it does.
  const sizes = screen.queryByLabelText<HTMLSelectElement>('Compute size')?.options;
  expect(Array.from(sizes ?? [], ({ text }) => text)).toEqual(
    has === undefined || has === 'tier_free' ? [] : sizeTexts,
  );
  expect(screen.queryByText(/^You asked for /) !== null).toBe(plan !== null && has !== `tier_${plan}`);
  expect(field(screen, 'name')!.value).toBe(values.name);
  expect(field(screen, 'name')!.getAttribute('aria-invalid')).toBe(fieldErrors.name === undefined ? null : 'true');
  // A password is needed only where none could be generated.
  const password = field(screen, 'password');
  expect([password?.value, password?.getAttribute('aria-invalid')]).toEqual(
    isGenerated ? [undefined, undefined] : [values.password, fieldErrors.db_pass === undefined ? null : 'true'],
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
      if (event.field !== 'name' && event.field !== 'password') return 'elsewhere';
      const input = field(screen, event.field);
      if (!input) return 'elsewhere';
      typeInto(input, event.value);
    },
    'organization.chosen': ({ slug }, screen) => {
      // With a single organization, there is nothing to choose.
      const choice = screen.queryByLabelText('Organization');
      if (choice) fireEvent.change(choice, { target: { value: slug } });
    },
    'generation.requested': (_, screen) => {
      const generate = screen.queryByRole('button', { name: 'Generate password' });
      if (!generate) return 'elsewhere';
      fireEvent.click(generate);
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
      expect(field(screen, 'password')?.type ?? 'text').toBe('text');
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
