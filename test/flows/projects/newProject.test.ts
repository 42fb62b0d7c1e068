import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor, type EventObject } from 'xstate';
import type { PasswordCheck } from '../../../src/contract/accounts/passwordCheck.ts';
import { resourceKey } from '../../../src/contract/cache/resources.ts';
import type { RuntimeConfig } from '../../../src/contract/common/runtimeConfig.ts';
import type { CreateOrganization } from '../../../src/contract/organizations/createOrganization.ts';
import type { Organization } from '../../../src/contract/organizations/organization.ts';
import type { CreateProject } from '../../../src/contract/projects/createProject.ts';
import type { ProjectDetail, ProjectDraft } from '../../../src/contract/projects/project.ts';
import type { ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import { passwordStrengthMachine } from '../../../src/machines/parts/passwordStrength/passwordStrength.machine.ts';
import type { ResourcePort } from '../../../src/machines/parts/port.ts';
import { newProjectMachine } from '../../../src/machines/projects/newProject/newProject.machine.ts';
import {
  selectFailure,
  selectIsAtFreeLimit,
  selectIsReady,
  selectIsUnavailable,
  selectNeedsOrganization,
  selectFieldErrors,
  selectValues,
} from '../../../src/machines/projects/newProject/newProject.selectors.ts';
import {
  draftOf,
  emptyValues,
  recalled,
  suggestedName,
  type ProjectChange,
} from '../../../src/machines/projects/newProject/projectValues.ts';
import type { FeedEvent } from '../../../src/machines/projects/projectStatus/projectEvents.ts';
import { generatePassword } from '../../../src/services/browser/generatePassword.ts';
import { held } from '../../fixtures/held.ts';
import { heldSource } from '../../fixtures/heldSource.ts';
import {
  acme,
  config,
  globex,
  orders,
  ordersDetail,
  recordingPort,
  refusal,
  screenInput,
} from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { ada } from '../accounts/profile.model.ts';
import { strong, weak } from '../parts/passwordStrength.model.ts';
import { newProjectModel } from './newProject.model.ts';

coverChart(newProjectModel);

type Views = Record<string, { data?: unknown; failure?: unknown; refreshing?: boolean }>;

/** A cache that holds these answers, by path, and lets the test change them. */
function cacheOf(views: Views): ResourcePort & { change(path: string, view: Views[string]): void } {
  const watchers = new Map<string, (view: never) => void>();
  const viewAt = (path: string) => ({ data: undefined, failure: null, refreshing: false, ...views[path] }) as never;
  return {
    watch(ref, seen) {
      const path = resourceKey(ref);
      watchers.set(path, seen as (view: never) => void);
      seen(viewAt(path));
      return () => watchers.delete(path);
    },
    change(path, view) {
      views[path] = view;
      watchers.get(path)?.(viewAt(path));
    },
  };
}

const both = (): Views => ({ '/organizations': { data: [acme, globex] }, '/projects': { data: [orders] } });

const newcomer = (): Views => ({ '/organizations': { data: [] }, '/profile': { data: ada } });

const unknownOrganization = {
  type: 'toast.requested',
  toast: { tone: 'danger', title: 'This organization does not exist' },
};

it.each([
  [{ first_name: null, primary_email: 'grace@example.com' }, 'Grace’s organization'],
  [{ first_name: null, primary_email: 'jordan.miles@example.com' }, 'Jordan’s organization'],
  [{ first_name: null, primary_email: '_sam-lee+work@example.com' }, 'Sam’s organization'],
  [{ first_name: 'Ada', primary_email: 'al@example.com' }, 'Ada’s organization'],
])('suggests a name for the organization of %j: %s', (changed, name) => {
  expect(suggestedName({ ...ada, ...changed })).toBe(name);
});

describe('making a project', () => {
  let clock: SteppedClock;
  let port: ReturnType<typeof recordingPort>;
  let stored: ProjectDraft | null;
  let check: ReturnType<typeof held<PasswordCheck, { password: string }>>;
  let founding: ReturnType<typeof held<Organization, CreateOrganization>>;
  let creation: ReturnType<typeof held<ProjectDetail, CreateProject>>;
  let keeping: ReturnType<typeof held<void, { draft: ProjectDraft }>>;
  let forgetting: ReturnType<typeof held<void>>;
  let feed: ReturnType<typeof heldSource<EventObject, FeedEvent, { ref: string }>>;
  let generating: ReturnType<typeof held<string>>;
  let recalling: ReturnType<typeof held<ProjectDraft | null>>;
  let form: Actor<typeof newProjectMachine>;

  interface Beginning {
    views?: Views;
    slug?: string;
    query?: Record<string, string>;
    settings?: Partial<RuntimeConfig>;
  }
  /** On a platform where projects accept connections, unless the settings say otherwise. */
  const start = async ({ views = both(), slug = 'acme', query = {}, settings = {} }: Beginning = {}) => {
    const resources = cacheOf(views);
    form = createActor(
      newProjectMachine.provide({
        actors: {
          loadDraft: recalling.logic,
          keepDraft: keeping.logic,
          deleteDraft: forgetting.logic,
          generatePassword: generating.logic,
          createOrganization: founding.logic,
          createProject: creation.logic,
          followProject: feed.logic,
          passwordStrength: passwordStrengthMachine.provide({ actors: { checkPassword: check.logic } }),
        },
      }),
      {
        clock,
        input: screenInput({
          port,
          resources,
          query,
          params: { slug },
          config: { ...config, engine: 'postgres', ...settings },
        }),
      },
    ).start();
    recalling.last().answer(stored);
    await waitFor(form, (snapshot) => !snapshot.matches({ preparing: 'loadingDraft' }));
    return resources;
  };
  const change = (changed: ProjectChange) => form.send({ type: 'field.changed', ...changed });
  const submit = () => form.send({ type: 'form.submitted' });
  const values = () => selectValues(form.getSnapshot());
  const addresses = () =>
    port.commands.flatMap((command) => (command.type === 'navigation.requested' ? [command.to] : []));
  const fill = async (score: PasswordCheck = strong) => {
    change({ field: 'name', value: 'Orders' });
    change({ field: 'password', value: 'correct horse battery' });
    clock.increment(300);
    check.last().answer(score);
    await waitFor(form, ({ context }) => context.strength.check === score);
  };

  beforeEach(() => {
    clock = new SteppedClock();
    port = recordingPort();
    stored = null;
    [check, creation, keeping, forgetting, generating, recalling] = [held(), held(), held(), held(), held(), held()];
    founding = held();
    feed = heldSource();
  });

  it('creates the first organization with the project, on the plan that was asked for', async () => {
    await start({ views: newcomer(), slug: 'first', query: { plan: 'pro' } });
    expect(values().organizationName).toBe('Ada’s organization');
    await fill();
    submit();
    await waitFor(form, (snapshot) => snapshot.matches('creatingOrganization'));
    expect(founding.last().input).toEqual({ name: 'Ada’s organization', kind: 'PERSONAL', tier: 'tier_pro' });
    founding.last().answer(globex);
    await waitFor(form, (snapshot) => snapshot.matches('creating'));
    // The field of its name stays while the form is sent.
    expect(selectNeedsOrganization(form.getSnapshot())).toBe(true);
    expect(creation.last().input).toMatchObject({ organization_slug: 'globex', name: 'Orders' });
    expect(port.commands).toEqual([
      { type: 'resource.appended', ref: { name: 'organizations', params: {} }, entry: globex },
      { type: 'resource.changed', names: ['organizations', 'permissions'] },
    ]);
  });

  it('uses the new organization again when the project was refused', async () => {
    await start({ views: newcomer(), slug: 'first' });
    await fill();
    submit();
    await waitFor(form, (snapshot) => snapshot.matches('creatingOrganization'));
    founding.last().answer(acme);
    await waitFor(form, (snapshot) => snapshot.matches('creating'));
    creation.last().fail(refusal);
    await waitFor(form, (snapshot) => selectFailure(snapshot) !== null);
    expect(selectNeedsOrganization(form.getSnapshot())).toBe(false);
    submit();
    await waitFor(form, (snapshot) => snapshot.matches('creating'));
    expect([founding.calls.length, creation.calls.length]).toEqual([1, 2]);
  });

  it('says why the organization was refused, and creates no project without it', async () => {
    await start({ views: newcomer(), slug: 'first' });
    await fill();
    change({ field: 'organizationName', value: ' ' });
    submit();
    expect(selectFieldErrors(form.getSnapshot())).toEqual({ organization_name: 'Enter an organization name.' });
    change({ field: 'organizationName', value: 'Lovelace' });
    submit();
    await waitFor(form, (snapshot) => snapshot.matches('creatingOrganization'));
    founding.last().fail(refusal);
    await waitFor(form, (snapshot) => selectFailure(snapshot) !== null);
    expect([values().organizationName, creation.calls.length]).toEqual(['Lovelace', 0]);
  });

  it('waits for a new user’s profile, without which the list of organizations is not theirs', async () => {
    const resources = await start({ views: { '/organizations': { data: [] } }, slug: 'first' });
    expect(selectIsReady(form.getSnapshot())).toBe(false);
    resources.change('/profile', { data: ada });
    expect(selectIsReady(form.getSnapshot())).toBe(true);
  });

  it('waits while a new user’s profile is being created, although there is none to read yet', async () => {
    const missing = { failure: { code: 404, message: 'Profile not found' } };
    const resources = await start({ views: { ...newcomer(), '/profile': missing }, slug: 'first' });
    expect(selectIsUnavailable(form.getSnapshot())).toBe(false);
    resources.change('/profile', { data: ada });
    expect(selectIsReady(form.getSnapshot())).toBe(true);
  });

  it('says so when the profile of a user without organizations cannot be read', async () => {
    await start({ views: { ...newcomer(), '/profile': { failure: { code: 500, message: 'Down' } } }, slug: 'first' });
    expect(selectIsUnavailable(form.getSnapshot())).toBe(true);
  });

  it('leads a user with organizations from the first project to the first organization, without a complaint', async () => {
    await start({ slug: 'first' });
    expect(port.commands).toEqual([{ type: 'navigation.requested', to: '/new/acme', replace: true }]);
  });

  it('goes to the first organization when the slug is unknown', async () => {
    await start({ slug: 'nobody' });
    expect(port.commands).toEqual([
      unknownOrganization,
      { type: 'navigation.requested', to: '/new/acme', replace: true },
    ]);
  });

  it('goes to a new organization when the slug is unknown and the user has none', async () => {
    await start({ views: newcomer(), slug: 'nobody', query: { plan: 'pro' } });
    expect(port.commands).toEqual([
      unknownOrganization,
      { type: 'navigation.requested', to: '/new?plan=pro', replace: true },
    ]);
  });

  it('does not judge a list that is about to change', async () => {
    const resources = await start({ slug: 'initech', views: { '/organizations': { data: [acme], refreshing: true } } });
    expect(addresses()).toEqual([]);
    resources.change('/organizations', { data: [acme, { ...acme, id: 3, slug: 'initech' }] });
    expect(selectIsReady(form.getSnapshot())).toBe(true);
  });

  it('knows only the plans free, pro and team', async () => {
    await start({ slug: 'first', query: { plan: 'gold' } });
    expect(addresses()).toEqual(['/new/acme']);
  });

  it('says that the organizations could not be read, and tries again', async () => {
    const resources = await start({
      views: { '/organizations': { failure: { code: 500, message: 'An error has occurred: offline' } } },
    });
    expect(selectIsUnavailable(form.getSnapshot())).toBe(true);
    form.send({ type: 'reading.retried' });
    expect(port.commands).toEqual([{ type: 'resource.invalidated', names: ['organizations', 'profile'] }]);
    expect([selectIsUnavailable(form.getSnapshot()), selectFailure(form.getSnapshot())]).toEqual([false, null]);
    resources.change('/organizations', { data: [acme] });
    expect(selectIsReady(form.getSnapshot())).toBe(true);
  });

  it('changing the organization goes to /new/{other}, with what has been typed kept', async () => {
    await start({ query: { plan: 'free' } });
    change({ field: 'name', value: 'Orders' });
    form.send({ type: 'organization.chosen', slug: 'globex' });
    expect(keeping.last().input.draft.name).toBe('Orders');
    keeping.last().answer();
    await waitFor(form, (snapshot) => snapshot.matches('switched'));
    expect(addresses()).toEqual(['/new/globex?plan=free']);
  });

  it('strips dots from the name of the project, not from what is typed', async () => {
    await start();
    await fill();
    change({ field: 'name', value: 'orders.v2.' });
    expect(values().name).toBe('orders.v2.');
    submit();
    await waitFor(form, (snapshot) => snapshot.matches('creating'));
    expect(creation.last().input.name).toBe('ordersv2');
  });

  it('needs a name only where no client can connect to the database: the password is generated', async () => {
    await start({ settings: { engine: 'embedded' } });
    generating.last().answer('aB3-dE6_gH9!jK2x');
    await waitFor(form, (snapshot) => snapshot.matches('filling'));
    change({ field: 'name', value: 'Orders' });
    submit();
    await waitFor(form, (snapshot) => snapshot.matches('creating'));
    expect(check.calls).toHaveLength(0);
    expect(creation.last().input).toEqual({
      organization_slug: 'acme',
      name: 'Orders',
      db_pass: 'aB3-dE6_gH9!jK2x',
      cloud_provider: 'AWS',
      region: 'ap-southeast-1',
      postgres_version: '18',
      data_api: true,
      automatic_rls: true,
    });
  });

  it('has a password checked that the user types over a generated one', async () => {
    await start({ settings: { engine: 'embedded' } });
    generating.last().answer('aB3-dE6_gH9!jK2x');
    await waitFor(form, (snapshot) => snapshot.matches('filling'));
    await fill(weak);
    submit();
    expect(selectFieldErrors(form.getSnapshot()).db_pass).toContain('You need a stronger password.');
    expect(creation.calls).toHaveLength(0);
  });

  it('does not ask for a generated password where projects accept connections', async () => {
    await start();
    expect(generating.calls).toHaveLength(0);
    expect(values().password).toBe('');
  });

  it('takes a name of 3 to 64 characters, and a password', async () => {
    await start();
    change({ field: 'name', value: 'ab' });
    submit();
    expect(selectFieldErrors(form.getSnapshot())).toEqual({
      name: 'Use at least 3 characters.',
      db_pass: 'Enter a database password.',
    });
    change({ field: 'name', value: 'x'.repeat(65) });
    submit();
    expect(selectFieldErrors(form.getSnapshot()).name).toBe('Use at most 64 characters.');
  });

  it('is in southeast Asia by default, and in west US in production', () => {
    expect(emptyValues(config)).toMatchObject({ provider: 'AWS', region: 'ap-southeast-1' });
    expect(emptyValues({ ...config, environment: 'production' })).toMatchObject({
      provider: 'AWS',
      region: 'us-west-1',
    });
  });

  it('has the regions of its provider', async () => {
    await start();
    change({ field: 'provider', value: 'FLY' });
    expect(values().region).toBe('sin');
    change({ field: 'provider', value: 'AWS' });
    expect(values().region).toBe('ap-southeast-1');
  });

  it('chooses a Postgres version outside production only, and a compute size on paid plans only', async () => {
    await start();
    await fill();
    submit();
    await waitFor(form, (snapshot) => snapshot.matches('creating'));
    expect(creation.last().input).toMatchObject({ postgres_version: '18' });
    expect(creation.last().input).not.toHaveProperty('compute_size');
    await start({ slug: 'globex', settings: { environment: 'production' } });
    await fill();
    change({ field: 'computeSize', value: 'large' });
    submit();
    await waitFor(form, (snapshot) => snapshot.matches('creating'));
    expect(creation.last().input).toMatchObject({ organization_slug: 'globex', compute_size: 'large' });
    expect(creation.last().input).not.toHaveProperty('postgres_version');
  });

  it('generates a password of 16 characters and has it checked', async () => {
    await start();
    form.send({ type: 'generation.requested' });
    generating.last().answer(generatePassword());
    await waitFor(form, ({ context }) => context.values.password !== '');
    expect(values().password).toHaveLength(16);
    clock.increment(300);
    expect(check.last().input.password).toBe(values().password);
  });

  it('refuses a password that scores below 4, with the server’s warning', async () => {
    await start();
    await fill(weak);
    submit();
    expect(selectFieldErrors(form.getSnapshot())).toEqual({
      db_pass: 'This is a common password. You need a stronger password.',
    });
    expect(creation.calls).toHaveLength(0);
  });

  it('stores what is typed once the typing has paused, but never the password', async () => {
    await start();
    change({ field: 'password', value: 'correct horse battery' });
    change({ field: 'name', value: 'Orders' });
    clock.increment(299);
    expect(keeping.calls).toHaveLength(0);
    clock.increment(1);
    expect(keeping.last().input.draft).toEqual({ ...draftOf(emptyValues(config)), name: 'Orders' });
    expect(JSON.stringify(keeping.last().input)).not.toContain('correct horse');
  });

  it('brings back what was typed before a reload', async () => {
    stored = { ...draftOf(emptyValues(config)), name: 'Orders', provider: 'FLY', region: 'sin', automaticRls: true };
    await start();
    expect(values()).toEqual({ ...stored, password: '' });
  });

  it('brings nothing back that this server does not offer', () => {
    const old = { ...draftOf(emptyValues(config)), provider: 'FLY', region: 'sin', postgresVersion: '12' } as const;
    expect(recalled(emptyValues(config), { ...old, region: 'mars-1' }, config)).toMatchObject({
      region: 'sin',
      postgresVersion: '18',
    });
    expect(recalled(emptyValues(config), { ...old, computeSize: '16xlarge' }, config).computeSize).toBe('xlarge');
    const elsewhere = { ...config, apiUrl: 'https://api.example.com' };
    expect(recalled(emptyValues(elsewhere), { ...old, computeSize: '16xlarge' }, elsewhere).computeSize).toBe(
      '16xlarge',
    );
    const production = { ...config, environment: 'production' } as const;
    expect(recalled(emptyValues(production), old, production)).toMatchObject({ provider: 'AWS', region: 'us-west-1' });
  });

  describe('after its creation', () => {
    const created = ordersDetail('COMING_UP');
    const home = `/project/${created.ref}`;
    const isBusy = () => form.getSnapshot().hasTag('busy');
    const push = (status: ProjectStatus) => feed.report({ type: 'project.pushed', project: { ...created, status } });
    const create = async () => {
      await start();
      await fill();
      submit();
      submit();
      await waitFor(form, (snapshot) => snapshot.matches('creating'));
      creation.last().answer(created);
      await waitFor(form, (snapshot) => snapshot.matches('settingUp'));
    };

    it('is known to the cache and the other tabs, and the draft is forgotten', async () => {
      await create();
      expect(creation.calls).toHaveLength(1);
      expect(port.commands).toEqual([
        { type: 'resource.overwritten', ref: { name: 'project', params: { ref: created.ref } }, data: created },
        { type: 'resource.appended', ref: { name: 'projects', params: {} }, entry: created },
        { type: 'resource.changed', names: ['projects'], onlyElsewhere: true },
      ]);
      expect(forgetting.calls).toHaveLength(1);
    });

    it('goes straight to its home once it is ready, where its detail is known', async () => {
      await create();
      expect(feed.inputs).toEqual([{ ref: created.ref }]);
      push('COMING_UP');
      clock.increment(1_499);
      expect([isBusy(), addresses()]).toEqual([true, []]);
      push('ACTIVE_HEALTHY');
      expect([isBusy(), addresses(), feed.isRunning]).toEqual([true, [home], false]);
      expect(port.commands).toContainEqual({
        type: 'resource.overwritten',
        ref: { name: 'project', params: { ref: created.ref } },
        data: { ...created, status: 'ACTIVE_HEALTHY' },
      });
      clock.increment(1_500);
      expect(addresses()).toEqual([home]);
    });

    it('goes to /project/{ref}/building after 1.5 s, even where the feed is silent', async () => {
      await create();
      clock.increment(1_500);
      expect(addresses()).toEqual([`${home}/building`]);
    });

    it.each(['COMING_UP', 'UNKNOWN'] as const)('goes to /project/{ref}/building while it is %s', async (status) => {
      await create();
      push(status);
      expect(addresses()).toEqual([]);
      clock.increment(1_500);
      expect(addresses()).toEqual([`${home}/building`]);
    });

    it('goes to /project/{ref}/building at once when the setup failed, which says why', async () => {
      await create();
      push('INIT_FAILED');
      expect(addresses()).toEqual([`${home}/building`]);
    });

    it('does not keep the user waiting for a platform without a feed', async () => {
      await create();
      feed.report({ type: 'feed.ended', failure: { code: 404, message: 'There is no such endpoint.' } });
      expect(addresses()).toEqual([`${home}/building`]);
    });
  });

  it('says why it was refused, and keeps what was typed, the password too', async () => {
    await start();
    await fill();
    submit();
    await waitFor(form, (snapshot) => snapshot.matches('creating'));
    creation.last().fail(refusal);
    await waitFor(form, (snapshot) => selectFailure(snapshot) !== null);
    expect(values()).toMatchObject({ name: 'Orders', password: 'correct horse battery' });
  });

  it('says beforehand that the free plan has two active projects, counting those that are paused out', async () => {
    const second = { ...orders, id: 11, ref: 'b' };
    const atLimit = async (projects: unknown[], slug = 'acme') => {
      await start({ slug, views: { ...both(), '/projects': { data: projects } } });
      return selectIsAtFreeLimit(form.getSnapshot());
    };
    expect(await atLimit([orders, second])).toBe(true);
    expect(await atLimit([orders, { ...second, status: 'INACTIVE' }])).toBe(false);
    expect(await atLimit([orders, { ...second, organization_slug: 'globex' }])).toBe(false);
    expect(await atLimit([orders, second], 'globex')).toBe(false);
    // In an organization of other owners, the user's own projects do not count, and its own ones do.
    const foreign = { ...acme, id: 3, slug: 'foreign', is_owner: false };
    const atForeignLimit = async (projects: unknown[]) => {
      const views = { '/organizations': { data: [acme, foreign] }, '/projects': { data: projects } };
      await start({ slug: 'foreign', views: { ...both(), ...views } });
      return selectIsAtFreeLimit(form.getSnapshot());
    };
    expect(await atForeignLimit([orders, second])).toBe(false);
    const theirs = [orders, second].map((project) => ({ ...project, organization_slug: 'foreign' }));
    expect(await atForeignLimit(theirs)).toBe(true);
  });

  it('does not count the project that it creates, and counts all again when the project is refused', async () => {
    const resources = await start();
    const atLimit = () => selectIsAtFreeLimit(form.getSnapshot());
    await fill();
    submit();
    await waitFor(form, (snapshot) => snapshot.matches('creating'));
    // The list may be read before the answer says which project is the new one.
    resources.change('/projects', { data: [orders, { ...orders, ref: 'b' }] });
    expect(atLimit()).toBe(false);
    creation.last().fail(refusal);
    await waitFor(form, (snapshot) => snapshot.matches('filling'));
    expect(atLimit()).toBe(true);
    resources.change('/projects', { data: [orders] });
    submit();
    await waitFor(form, (snapshot) => snapshot.matches('creating'));
    creation.last().answer(ordersDetail('COMING_UP'));
    await waitFor(form, (snapshot) => snapshot.matches('settingUp'));
    resources.change('/projects', { data: [orders, { ...orders, ref: 'b' }] });
    expect(atLimit()).toBe(false);
    clock.increment(1_500);
    expect([form.getSnapshot().matches('created'), atLimit()]).toEqual([true, false]);
  });

  it('follows a plan that changes in another tab, and keeps what was typed', async () => {
    const resources = await start({ views: { ...both(), '/projects': { data: [orders, { ...orders, ref: 'b' }] } } });
    await fill();
    const pro = { ...acme, tier: 'tier_pro' };
    resources.change('/organizations', { data: [pro, globex] });
    expect(selectIsAtFreeLimit(form.getSnapshot())).toBe(false);
    expect(values()).toMatchObject({ name: 'Orders', password: 'correct horse battery' });
    resources.change('/organizations', { data: [acme, globex] });
    expect(selectIsAtFreeLimit(form.getSnapshot())).toBe(true);
    // Without the organization there would be no form: the platform explains that when it is sent.
    resources.change('/organizations', { data: [globex] });
    expect(selectIsReady(form.getSnapshot())).toBe(true);
  });
});
