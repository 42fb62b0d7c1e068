import { assign, sendTo, setup } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import {
  hasFieldErrors,
  fieldErrorsOf,
  withoutFieldError,
  type FieldErrors,
} from '../../../contract/common/fieldErrors.ts';
import { timing } from '../../../contract/common/timing.ts';
import type { Toast } from '../../../contract/common/toast.ts';
import type { Organization } from '../../../contract/organizations/organization.ts';
import { planChoices, type PlanId } from '../../../contract/organizations/plans.ts';
import {
  createProjectSchema,
  type CreateProject,
  type Project,
  type ProjectDetail,
  type ProjectDraft,
} from '../../../contract/projects/project.ts';
import { href } from '../../../router/href.ts';
import { bounded } from '../../parts/bounded.ts';
import { disclosureMachine } from '../../parts/disclosure/disclosure.machine.ts';
import { passwordStrengthMachine } from '../../parts/passwordStrength/passwordStrength.machine.ts';
import {
  isAcceptable,
  noStrength,
  strengthProblem,
  type Strength,
  type StrengthChanged,
} from '../../parts/passwordStrength/strength.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';
import {
  changed,
  draftOf,
  emptyValues,
  projectOf,
  recalled,
  type ProjectChange,
  type ProjectValues,
} from './projectValues.ts';
import { watchChoices, type ChoicesEvent } from './watchChoices.ts';

interface NewProjectContext extends Pick<ScreenInput, 'parent' | 'resources' | 'config'> {
  /** As in the address: the organization that is to own the project. */
  slug: string;
  /** The plan that the address asks for. */
  plan: PlanId | null;
  /** Null until the list has been read. */
  organizations: readonly Organization[] | null;
  projects: readonly Project[];
  values: ProjectValues;
  strength: Strength;
  fieldErrors: FieldErrors<keyof CreateProject>;
  /** Why the organizations could not be read, or the last attempt was refused. */
  failure: Failure | null;
}

const organizationIn = ({ organizations, slug }: NewProjectContext): Organization | undefined =>
  organizations?.find((organization) => organization.slug === slug);

const wanted = (context: NewProjectContext): CreateProject | null => {
  const organization = organizationIn(context);
  return organization ? projectOf(context.values, organization, context.config) : null;
};

const fieldErrorsIn = (context: NewProjectContext): NewProjectContext['fieldErrors'] => {
  const project = wanted(context);
  return project ? fieldErrorsOf(createProjectSchema, project) : {};
};

const unknownOrganization: Toast = { tone: 'danger', title: 'This organization does not exist' };

/** Which of the platform's fields a field of the form is named as. */
const fieldErrorKey = (field: ProjectChange['field']): keyof CreateProject | null =>
  field === 'name' ? 'name' : field === 'password' ? 'db_pass' : null;

export const newProjectMachine = setup({
  types: {
    input: {} as ScreenInput<'newProject'>,
    context: {} as NewProjectContext,
    events: {} as
      | ({ type: 'field.changed' } & ProjectChange)
      | { type: 'organization.chosen'; slug: string }
      | { type: 'generation.requested' }
      | { type: 'form.submitted' }
      | { type: 'reading.retried' }
      | StrengthChanged
      | ChoicesEvent,
    children: {} as { choices: 'watchChoices'; strength: 'passwordStrength'; disclosure: 'disclosure' },
    tags: {} as 'busy',
    transitionMeta: {} as { waiver?: string },
  },
  actors: {
    watchChoices,
    passwordStrength: passwordStrengthMachine,
    disclosure: disclosureMachine,
    loadDraft: unprovided<ProjectDraft | null>('loadDraft'),
    keepDraft: unprovided<void, { draft: ProjectDraft }>('keepDraft'),
    deleteDraft: unprovided<void>('deleteDraft'),
    generatePassword: unprovided<string>('generatePassword'),
    createProject: unprovided<ProjectDetail, CreateProject>('createProject'),
  },
  delays: { keeping: timing.addressMirrorMs },
  guards: {
    isMember: ({ context }) => organizationIn(context) !== undefined,
    isRead: ({ context }) => context.organizations !== null,
    hasOrganizations: ({ context }) => (context.organizations?.length ?? 0) > 0,
    hasFailed: ({ context }) => context.failure !== null,
    isPassword: (_, { field }: { field: ProjectChange['field'] }) => field === 'password',
    isComplete: ({ context }) => wanted(context) !== null && !hasFieldErrors(fieldErrorsIn(context)),
    isStrongEnough: ({ context }) => isAcceptable(context.strength),
    isTooWeak: ({ context }) => strengthProblem(context.strength) !== null,
  },
  actions: {
    keepOrganizations: assign((_, { organizations }: { organizations: readonly Organization[] }) => ({
      organizations,
      failure: null,
    })),
    keepProjects: assign((_, { projects }: { projects: readonly Project[] }) => ({ projects })),
    takeDraft: assign(({ context }, { draft }: { draft: ProjectDraft | null }) =>
      draft ? { values: recalled(context.values, draft, context.config) } : {},
    ),
    keepValue: assign(({ context }, change: ProjectChange) => {
      const problem = fieldErrorKey(change.field);
      return {
        values: changed(context.values, change, context.config),
        fieldErrors: problem ? withoutFieldError(context.fieldErrors, problem) : context.fieldErrors,
      };
    }),
    keepSlug: assign((_, { slug }: { slug: string }) => ({ slug })),
    keepStrength: assign((_, { strength }: { strength: Strength }) => ({ strength })),
    askForStrength: sendTo('strength', ({ context }) => ({
      type: 'password.changed' as const,
      password: context.values.password,
    })),
    reveal: sendTo('disclosure', { type: 'secret.revealed' }),
    keepFieldErrors: assign({ fieldErrors: ({ context }) => fieldErrorsIn(context), failure: null }),
    keepWeakPassword: assign({ fieldErrors: ({ context }) => ({ db_pass: strengthProblem(context.strength) ?? '' }) }),
    clearFailure: assign({ fieldErrors: {}, failure: null }),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    readAgain: ({ context }) => context.parent.send({ type: 'resource.invalidated', names: ['organizations'] }),
    explainSlug: ({ context: { parent, slug } }) => {
      if (slug !== '') parent.send({ type: 'toast.requested', toast: unknownOrganization });
    },
    goToNewOrganization: ({ context: { parent, plan } }) =>
      parent.send({
        type: 'navigation.requested',
        to: href('newOrganization', {}, { plan: plan ?? undefined }),
        replace: true,
      }),
    goToFirst: ({ context: { parent, plan, organizations } }) =>
      parent.send({
        type: 'navigation.requested',
        to: href('newProject', { slug: organizations?.[0]?.slug ?? '' }, { plan: plan ?? undefined }),
        replace: true,
      }),
    goToChosen: ({ context: { parent, plan, slug } }) =>
      parent.send({ type: 'navigation.requested', to: href('newProject', { slug }, { plan: plan ?? undefined }) }),
    announce: ({ context: { parent } }, { project }: { project: ProjectDetail }) => {
      parent.send({
        type: 'resource.overwritten',
        ref: { name: 'project', params: { ref: project.ref } },
        data: project,
      });
      parent.send({ type: 'resource.appended', ref: { name: 'projects', params: {} }, entry: project });
      parent.send({ type: 'resource.changed', names: ['projects'] });
      parent.send({ type: 'navigation.requested', to: href('projectSetup', { ref: project.ref }) });
    },
  },
}).createMachine({
  id: 'newProject',
  description: 'Making a project in the organization that the address names.',
  options: bounded,
  context: ({ input: { parent, resources, config, params, query } }) => ({
    parent,
    resources,
    config,
    slug: params.slug,
    plan: planChoices.find(({ id }) => id === query['plan'])?.id ?? null,
    organizations: null,
    projects: [],
    values: emptyValues(config),
    strength: noStrength,
    fieldErrors: {},
    failure: null,
  }),
  invoke: [
    {
      id: 'choices',
      src: 'watchChoices',
      input: ({ context }) => ({ resources: context.resources }),
      onError: { meta: { waiver: 'It listens to the cache, which reports failures and does not throw them.' } },
    },
    {
      id: 'strength',
      src: 'passwordStrength',
      input: ({ context, self }) => ({ form: self, parent: context.parent }),
      onError: { meta: { waiver: 'A chart that handles every failure of its own has none to pass on.' } },
    },
    { id: 'disclosure', src: 'disclosure', onError: { meta: { waiver: 'It does nothing that could fail.' } } },
  ],
  on: {
    'projects.loaded': { actions: { type: 'keepProjects', params: ({ event }) => event } },
  },
  initial: 'preparing',
  states: {
    preparing: {
      initial: 'loadingDraft',
      on: {
        'organizations.loaded': { actions: { type: 'keepOrganizations', params: ({ event }) => event } },
        'organizations.loadFailed': { actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
      states: {
        loadingDraft: {
          invoke: {
            id: 'draft',
            src: 'loadDraft',
            onDone: {
              target: 'choosing',
              actions: { type: 'takeDraft', params: ({ event }) => ({ draft: event.output }) },
            },
            onError: { target: 'choosing', description: 'An empty form is no reason to show none.' },
          },
        },
        choosing: {
          always: [
            { guard: 'isMember', target: '#newProject.filling', description: 'The slug is one of the user’s.' },
            {
              guard: 'hasOrganizations',
              target: '#newProject.unknownOrganization',
              description: 'The slug is nobody’s, or somebody else’s: the first organization takes its place.',
            },
            {
              guard: 'isRead',
              target: '#newProject.withoutOrganization',
              description: 'A project belongs to an organization, so that comes first.',
            },
            { guard: 'hasFailed', target: 'unavailable' },
          ],
        },
        unavailable: {
          always: { guard: 'isRead', target: 'choosing' },
          on: { 'reading.retried': { target: 'choosing', actions: ['clearFailure', 'readAgain'] } },
        },
      },
    },
    withoutOrganization: {
      entry: ['explainSlug', 'goToNewOrganization'],
      description: 'On the way to making an organization.',
    },
    unknownOrganization: { entry: ['explainSlug', 'goToFirst'], description: 'On the way to the first organization.' },
    filling: {
      initial: 'editing',
      on: {
        'strength.changed': { actions: { type: 'keepStrength', params: ({ event }) => event } },
      },
      states: {
        editing: {
          initial: 'saved',
          on: {
            'field.changed': [
              {
                guard: { type: 'isPassword', params: ({ event }) => event },
                actions: [{ type: 'keepValue', params: ({ event }) => event }, 'askForStrength'],
                description: 'The password is never stored, so there is nothing to keep.',
              },
              { target: '.unsaved', reenter: true, actions: { type: 'keepValue', params: ({ event }) => event } },
            ],
            'organization.chosen': {
              target: '#newProject.switching',
              actions: { type: 'keepSlug', params: ({ event }) => event },
            },
            'generation.requested': { target: '.generating' },
            'form.submitted': [
              { guard: 'isComplete', target: 'awaitingStrength', actions: 'clearFailure' },
              { actions: 'keepFieldErrors', description: 'Nothing is sent that cannot be right.' },
            ],
          },
          states: {
            saved: {},
            unsaved: { after: { keeping: { target: 'keeping' } } },
            keeping: {
              invoke: {
                id: 'keeping',
                src: 'keepDraft',
                input: ({ context }) => ({ draft: draftOf(context.values) }),
                onDone: { target: 'saved' },
                onError: {
                  target: 'saved',
                  description: 'A browser without room for it loses the draft at a reload, and nothing else.',
                },
              },
            },
            generating: {
              invoke: {
                id: 'generated',
                src: 'generatePassword',
                onDone: {
                  target: 'unsaved',
                  description: 'It has to be seen to be taken down.',
                  actions: [
                    { type: 'keepValue', params: ({ event }) => ({ field: 'password', value: event.output }) },
                    'askForStrength',
                    'reveal',
                  ],
                },
                onError: {
                  target: 'unsaved',
                  actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                },
              },
            },
          },
        },
        awaitingStrength: {
          tags: 'busy',
          always: [
            {
              guard: 'isStrongEnough',
              target: '#newProject.creating',
              description: 'Strong enough, or nobody could say: then the platform has the last word.',
            },
            { guard: 'isTooWeak', target: 'editing.unsaved', actions: 'keepWeakPassword' },
          ],
          on: {
            'field.changed': [
              {
                guard: { type: 'isPassword', params: ({ event }) => event },
                target: 'editing.unsaved',
                actions: [{ type: 'keepValue', params: ({ event }) => event }, 'askForStrength'],
              },
              { target: 'editing.unsaved', actions: { type: 'keepValue', params: ({ event }) => event } },
            ],
          },
        },
      },
    },
    switching: {
      description: 'Another organization is another address, where this form begins anew with what has been typed.',
      invoke: {
        id: 'keepingForOther',
        src: 'keepDraft',
        input: ({ context }) => ({ draft: draftOf(context.values) }),
        onDone: { target: 'switched' },
        onError: { target: 'switched' },
      },
    },
    switched: { entry: 'goToChosen' },
    creating: {
      tags: 'busy',
      invoke: {
        id: 'project',
        src: 'createProject',
        // `isComplete` has seen to it that there is one.
        input: ({ context }) => wanted(context)!,
        onDone: {
          target: 'created',
          actions: { type: 'announce', params: ({ event }) => ({ project: event.output }) },
        },
        onError: {
          target: 'filling.editing.unsaved',
          actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
          description: 'What was typed stays.',
        },
      },
    },
    created: {
      tags: 'busy',
      invoke: {
        id: 'forgetting',
        src: 'deleteDraft',
        onError: { description: 'The next new project then begins with the fields of this one.' },
      },
    },
  },
});
