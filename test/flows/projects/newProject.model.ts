import { isDeepStrictEqual } from 'node:util';
import type { SnapshotFrom } from 'xstate';
import { hasFieldErrors, fieldErrorsOf } from '../../../src/contract/common/fieldErrors.ts';
import { createProjectSchema, type CreateProject } from '../../../src/contract/projects/createProject.ts';
import { isAcceptable } from '../../../src/machines/parts/passwordStrength/strength.ts';
import { newProjectMachine } from '../../../src/machines/projects/newProject/newProject.machine.ts';
import {
  selectIsAtFreeLimit,
  selectNeedsOrganization,
  selectOrganizations,
  selectOwner,
} from '../../../src/machines/projects/newProject/newProject.selectors.ts';
import { draftOf, emptyValues } from '../../../src/machines/projects/newProject/projectValues.ts';
import { firstProjectSlug } from '../../../src/router/addresses.ts';
import { acme, config, globex, orders, ordersDetail, refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { strong, weak } from '../parts/passwordStrength.model.ts';

export const draft = { ...draftOf(emptyValues(config)), name: 'Orders' };

/** At the address of a first project, which a user with this organization has too: it leads to both. */
const named = { ...acme, slug: firstProjectSlug };

const sentStates = ['creatingOrganization', 'creating', 'settingUp', 'created'] as const;

/** What the view shows of the form beside its values. */
const formIn = (snapshot: SnapshotFrom<typeof newProjectMachine>) => [
  selectOwner(snapshot),
  selectOrganizations(snapshot),
  selectNeedsOrganization(snapshot),
  selectIsAtFreeLimit(snapshot),
];

export const newProjectModel: Model<typeof newProjectMachine> = {
  machine: newProjectMachine,
  input: (_, port) => screenInput({ port, params: { slug: named.slug } }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'name', value: 'Orders' },
      { type: 'field.changed', field: 'password', value: 'correct horse' },
    ],
    'organization.chosen': [{ type: 'organization.chosen', slug: globex.slug }],
    'generation.requested': [{ type: 'generation.requested' }],
    'form.submitted': [{ type: 'form.submitted' }],
    'reading.retried': [{ type: 'reading.retried' }],
    'strength.changed': [],
    'organizations.loaded': [],
    'organizations.loadFailed': [],
    'projects.loaded': [],
    'project.pushed': [],
    'feed.ended': [],
  },
  answers: {
    choices: [
      { sends: { type: 'organizations.loaded', organizations: [named, globex], suggestion: '' } },
      { sends: { type: 'organizations.loaded', organizations: [globex], suggestion: '' } },
      { sends: { type: 'organizations.loaded', organizations: [], suggestion: 'Ada’s organization' } },
      {
        sends: { type: 'organizations.loadFailed', failure: { code: 500, message: 'An error has occurred: offline' } },
      },
      { sends: { type: 'projects.loaded', projects: [orders] } },
    ],
    strength: [
      { sends: { type: 'strength.changed', strength: { verdict: 'checked', check: weak } } },
      { sends: { type: 'strength.changed', strength: { verdict: 'checked', check: strong } } },
    ],
    draft: [{ output: draft }, { output: null }, { error: refusal }],
    keeping: [{ output: undefined }, { error: refusal }],
    keepingForOther: [{ output: undefined }, { error: refusal }],
    forgetting: [{ output: undefined }, { error: refusal }],
    initialPassword: [{ output: 'aB3-dE6_gH9!jK2x' }, { error: refusal }],
    generated: [{ output: 'aB3-dE6_gH9!jK2x' }, { error: refusal }],
    organization: [{ output: named }, { error: refusal }],
    project: [{ output: ordersDetail('COMING_UP') }, { error: refusal }],
    feed: [
      { sends: { type: 'project.pushed', project: ordersDetail('COMING_UP') } },
      { sends: { type: 'project.pushed', project: ordersDetail('INIT_FAILED') } },
      { sends: { type: 'project.pushed', project: ordersDetail('ACTIVE_HEALTHY') } },
      { sends: { type: 'feed.ended', failure: null } },
    ],
  },
  distinguish: ({ organizations, values, strength, failure, isGenerated }) => [
    // Those of a user who has just created the first one are no different from other ones.
    organizations && [organizations.length > 0, organizations.some(({ slug }) => slug === named.slug)],
    organizations === null && failure !== null,
    // Until there is something to send, nobody asks how strong the password is, and of a generated one never.
    values.name !== '' && values.password !== '' && [isGenerated || strength.check?.score],
  ],
  invariants: [
    {
      says: 'A project is asked for only with a name, a password that was generated or is strong enough as far as anybody knows, and in an organization of the user’s.',
      when: (snapshot) => snapshot.matches('creating'),
      holds: ({ context }, { given }) =>
        !hasFieldErrors(fieldErrorsOf(createProjectSchema, given('project') as CreateProject)) &&
        (context.isGenerated || isAcceptable(context.strength)) &&
        context.organizations?.some(({ slug }) => slug === context.slug) === true,
    },
    {
      says: 'An organization is created only for a user who has none.',
      when: (snapshot) => snapshot.matches('creatingOrganization'),
      holds: ({ context }) => context.organizations?.length === 0,
    },
    {
      says: 'The password is in no draft that is kept.',
      when: ({ context: { values } }, { given }) =>
        values.password !== '' && (given('keeping') ?? given('keepingForOther')) !== undefined,
      holds: ({ context: { values } }, { given }) =>
        !JSON.stringify(given('keeping') ?? given('keepingForOther')).includes(values.password),
    },
    {
      says: 'A created project opens exactly once: its home where it is ready, otherwise its setup.',
      when: (snapshot, { before }) => snapshot.matches('created') && before?.matches('settingUp') === true,
      holds: ({ context }, { event, sent }) => {
        const isReady = event?.type === 'project.pushed' && event.project.status === 'ACTIVE_HEALTHY';
        const home = `/project/${context.createdRef}`;
        const opened = sent.flatMap((effect) =>
          effect.event.type === 'navigation.requested' ? [effect.event['to']] : [],
        );
        return opened.length === 1 && opened[0] === (isReady ? home : `${home}/building`);
      },
    },
    {
      says: 'The form does not change while it is sent, nor once it succeeded.',
      when: (snapshot) => sentStates.some((state) => snapshot.matches(state)),
      holds: (snapshot, { before }) => isDeepStrictEqual(formIn(snapshot), before && formIn(before)),
    },
    {
      says: 'What was typed stays, whatever the platform answers.',
      when: (_, { before }) => before?.matches('creating') === true || before?.matches('creatingOrganization') === true,
      holds: ({ context }, { before }) => context.values === before?.context.values,
    },
  ],
};

const { initialPassword: _, ...answersOfPostgres } = newProjectModel.answers;

/** The same on a Postgres server, where the user chooses the password. */
export const newProjectOnPostgres: Model<typeof newProjectMachine> = {
  ...newProjectModel,
  input: (_now, port) => screenInput({ port, params: { slug: named.slug }, config: { ...config, engine: 'postgres' } }),
  answers: answersOfPostgres,
};
