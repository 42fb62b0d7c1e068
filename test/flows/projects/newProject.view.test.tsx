import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { newProjectMachine } from '../../../src/machines/projects/newProject/newProject.machine.ts';
import NewProjectScreen from '../../../src/views/projects/NewProjectScreen.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen, ViewScript } from '../../support/viewDriver.tsx';
import { newProjectModel, newProjectOnPostgres } from './newProject.model.ts';

type Sight = ViewScript<typeof newProjectMachine>['sees'][string];

const fields = { name: 'Name', password: 'Database password' } as const;
const entriesOf = <Table extends object>(table: Table) => Object.entries(table) as [string, Table[keyof Table]][];
const field = (screen: Screen, name: keyof typeof fields) => screen.queryByLabelText<HTMLInputElement>(fields[name]);
const button = (screen: Screen) => screen.getByRole<HTMLButtonElement>('button', { name: 'Create project' });

const switches = { 'Data API': 'dataApi', 'Automatic row level security': 'automaticRls' } as const;

const choices = { 'Cloud provider': 'provider', Region: 'region' } as const;

const sizeTexts = (isEmbedded: boolean) => {
  const cache = (megabytes: number) => (isEmbedded ? `${megabytes} MB cache, ` : '');
  return [
    `Micro: ${cache(8)}4 MB per sort, 16 MB per index build`,
    `Small: ${cache(16)}8 MB per sort, 32 MB per index build`,
    `Medium: ${cache(32)}16 MB per sort, 64 MB per index build`,
    `Large: ${cache(64)}32 MB per sort, 128 MB per index build`,
    // Larger ones would get no more memory here.
    `Xlarge: ${cache(128)}32 MB per sort, 256 MB per index build`,
  ];
};

const editing: Sight = (screen, { context }) => {
  const { values, fieldErrors, failure, plan, organizations, slug, isGenerated } = context;
  const isEmbedded = context.config.engine === 'embedded';
  expect(button(screen).disabled).toBe(false);
  expect(screen.getByLabelText<HTMLSelectElement>('Postgres version').value).toBe(values.postgresVersion);
  for (const [label, key] of entriesOf(switches))
    expect(screen.getByLabelText<HTMLInputElement>(label).checked).toBe(values[key]);
  const has = organizations?.find((organization) => organization.slug === slug)?.tier;
  // What has no effect on an embedded database is no control.
  for (const [label, key] of entriesOf(choices))
    expect(screen.queryByLabelText<HTMLSelectElement>(label)?.value).toBe(isEmbedded ? undefined : values[key]);
  // A size says what it changes; `test/server/projects` proves that it does.
  const sizes = screen.queryByLabelText<HTMLSelectElement>('Compute size');
  if (sizes) expect(sizes.value).toBe(values.computeSize);
  expect(Array.from(sizes?.options ?? [], ({ text }) => text)).toEqual(
    has === undefined || has === 'tier_free' ? [] : sizeTexts(isEmbedded),
  );
  expect(screen.queryByText(/^You asked for /) !== null).toBe(plan !== null && has !== `tier_${plan}`);
  expect(field(screen, 'name')!.value).toBe(values.name);
  expect(field(screen, 'name')!.getAttribute('aria-invalid')).toBe(fieldErrors.name === undefined ? null : 'true');
  // An embedded project needs a password only where none could be generated.
  const password = field(screen, 'password');
  expect([password?.value, password?.getAttribute('aria-invalid')]).toEqual(
    isEmbedded && isGenerated
      ? [undefined, undefined]
      : [values.password, fieldErrors.db_pass === undefined ? null : 'true'],
  );
  expect(screen.queryByRole('button', { name: 'Copy' }) !== null).toBe(password !== null && values.password !== '');
  // The form says one thing about the password, and the field nothing else.
  expect([
    screen.queryByText(/^Used for direct connections/) !== null,
    screen.queryByText(/^None could be generated/) !== null,
    screen.queryByText(/^Generated and not needed/) !== null,
  ]).toEqual([!isEmbedded, isEmbedded && !isGenerated, isEmbedded && isGenerated]);
  const own = screen.queryByLabelText<HTMLInputElement>('Organization name');
  expect(own?.value).toBe(organizations?.length === 0 ? values.organizationName : undefined);
  const missing = organizations?.length === 0 ? 'organization' : 'project';
  expect(screen.queryByText(`Could not create the ${missing}`) !== null).toBe(failure !== null);
};
const waiting: Sight = (screen) =>
  expect(screen.getByRole('status', { name: 'Loading your organizations' })).toBeTruthy();
const busy: Sight = (screen) => expect(button(screen).getAttribute('aria-busy')).toBe('true');

coverView(
  newProjectModel,
  {
    view: (flow) => (
      <InApp app={startTestApp()}>
        <NewProjectScreen flow={flow} />
      </InApp>
    ),
    does: {
      'field.changed': (event, screen) => {
        if (event.field !== 'name' && event.field !== 'password') return 'elsewhere';
        const input = field(screen, event.field);
        // An embedded project's form has no such field.
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
        // On a Postgres server, it has to be seen to be taken down.
        if (snapshot.context.config.engine === 'postgres') expect(field(screen, 'password')!.type).toBe('text');
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
  },
  { 'on a Postgres server': newProjectOnPostgres },
);
