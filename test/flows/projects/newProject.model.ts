import { hasFieldErrors, fieldErrorsOf } from '../../../src/contract/common/fieldErrors.ts';
import { createProjectSchema, type CreateProject } from '../../../src/contract/projects/project.ts';
import { isAcceptable } from '../../../src/machines/parts/passwordStrength/strength.ts';
import { newProjectMachine } from '../../../src/machines/projects/newProject/newProject.machine.ts';
import { draftOf, emptyValues } from '../../../src/machines/projects/newProject/projectValues.ts';
import { acme, config, globex, orders, ordersDetail, refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { strong, weak } from '../parts/passwordStrength.model.ts';

export const draft = { ...draftOf(emptyValues(config)), name: 'Orders' };

export const newProjectModel: Model<typeof newProjectMachine> = {
  machine: newProjectMachine,
  input: (_, port) => screenInput({ port, params: { slug: acme.slug } }),
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
  },
  answers: {
    choices: [
      { sends: { type: 'organizations.loaded', organizations: [acme, globex] } },
      { sends: { type: 'organizations.loaded', organizations: [globex] } },
      { sends: { type: 'organizations.loaded', organizations: [] } },
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
    generated: [{ output: 'aB3-dE6_gH9!jK2x' }, { error: refusal }],
    project: [{ output: ordersDetail('COMING_UP') }, { error: refusal }],
  },
  distinguish: ({ organizations, values, strength, failure }) => [
    organizations,
    organizations === null && failure !== null,
    // Until there is something to send, nobody asks how strong the password is.
    values.name !== '' && values.password !== '' && [strength.check?.score],
  ],
  invariants: [
    {
      says: 'A project is asked for only with a name, a password that is strong enough as far as anybody knows, and an organization of the user’s.',
      when: (snapshot) => snapshot.matches('creating'),
      holds: ({ context }, { given }) =>
        !hasFieldErrors(fieldErrorsOf(createProjectSchema, given('project') as CreateProject)) &&
        isAcceptable(context.strength) &&
        context.organizations?.some(({ slug }) => slug === context.slug) === true,
    },
    {
      says: 'The password is in no draft that is kept.',
      when: ({ context: { values } }, { given }) =>
        values.password !== '' && (given('keeping') ?? given('keepingForOther')) !== undefined,
      holds: ({ context: { values } }, { given }) =>
        !JSON.stringify(given('keeping') ?? given('keepingForOther')).includes(values.password),
    },
    {
      says: 'What was typed stays, whatever the platform answers.',
      when: (_, { before }) => before?.matches('creating') === true,
      holds: ({ context }, { before }) => context.values === before?.context.values,
    },
  ],
};
