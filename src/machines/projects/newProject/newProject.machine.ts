import { assign, enqueueActions, sendTo } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
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
import { draftActors, draftDelays, draftStates, loadDraft } from '../../parts/draft.ts';
import { cannotFail, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import { passwordStrengthMachine } from '../../parts/passwordStrength/passwordStrength.machine.ts';
import {
  isAcceptable,
  noStrength,
  strengthProblem,
  type Strength,
  type StrengthChanged,
} from '../../parts/passwordStrength/strength.ts';
import {
  resourceAppended,
  resourceChanged,
  resourceInvalidated,
  resourceOverwritten,
} from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unknownOrganization } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { changed, draftOf, emptyValues, projectOf, recalled, type ProjectValues } from './projectValues.ts';
import { watchChoices, type ChoicesEvent } from './watchChoices.ts';

interface NewProjectContext
  extends FormContext<ProjectValues, keyof CreateProject>, Pick<ScreenInput, 'port' | 'resources' | 'config'> {
  /** Slug in the address: the organization that will own the project. */
  slug: string;
  /** The plan in the address. */
  plan: PlanId | null;
  /** Null until the list has been read. */
  organizations: readonly Organization[] | null;
  projects: readonly Project[];
  strength: Strength;
}

const organizationIn = ({ organizations, slug }: NewProjectContext): Organization | undefined =>
  organizations?.find((organization) => organization.slug === slug);

const wanted = (context: NewProjectContext): CreateProject | null => {
  const organization = organizationIn(context);
  return organization ? projectOf(context.values, organization, context.config) : null;
};

type NewProjectEvent =
  | FormEvent<ProjectValues>
  | { type: 'organization.chosen'; slug: string }
  | { type: 'generation.requested' }
  | { type: 'reading.retried' }
  | StrengthChanged
  | ChoicesEvent;

const form = formOf({
  schema: createProjectSchema,
  request: wanted,
  change: ({ values, config }, change) => changed(values, change, config),
  requestField: { password: 'db_pass' },
});

const explainSlug = enqueueActions<
  NewProjectContext,
  NewProjectEvent,
  undefined,
  NewProjectEvent,
  never,
  never,
  never,
  never,
  never
>(({ context: { port, slug }, enqueue }) => {
  if (slug !== '') enqueue.sendTo(port, { type: 'toast.requested', toast: unknownOrganization });
});

export const newProjectMachine = flowSetup({
  types: {
    input: {} as ScreenInput<'newProject'>,
    context: {} as NewProjectContext,
    events: {} as NewProjectEvent,
    children: {} as { choices: 'watchChoices'; strength: 'passwordStrength' },
    tags: {} as 'busy',
  },
  actors: {
    watchChoices,
    passwordStrength: passwordStrengthMachine,
    ...draftActors<ProjectDraft>(),
    generatePassword: unprovided<string>('generatePassword'),
    createProject: unprovided<ProjectDetail, CreateProject>('createProject'),
  },
  delays: draftDelays,
  guards: {
    isMember: ({ context }) => organizationIn(context) !== undefined,
    isRead: ({ context }) => context.organizations !== null,
    hasOrganizations: ({ context }) => (context.organizations?.length ?? 0) > 0,
    hasFailed: ({ context }) => context.failure !== null,
    isPassword: (_, { field }: { field: keyof ProjectValues }) => field === 'password',
    isComplete: form.isComplete,
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
    ...form.actions<NewProjectEvent>(),
    keepSlug: assign((_, { slug }: { slug: string }) => ({ slug })),
    keepStrength: assign((_, { strength }: { strength: Strength }) => ({ strength })),
    askForStrength: sendTo('strength', ({ context }) => ({
      type: 'password.changed' as const,
      password: context.values.password,
    })),
    keepWeakPassword: assign({ fieldErrors: ({ context }) => ({ db_pass: strengthProblem(context.strength) ?? '' }) }),
    missOrganizations: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    readAgain: sendTo(({ context }) => context.port, resourceInvalidated('organizations')),
    explainSlug,
    goToNewOrganization: sendTo(
      ({ context }) => context.port,
      ({ context }) => ({
        type: 'navigation.requested',
        to: href('newOrganization', {}, { plan: context.plan ?? undefined }),
        replace: true,
      }),
    ),
    goToFirst: sendTo(
      ({ context }) => context.port,
      ({ context: { plan, organizations } }) => ({
        type: 'navigation.requested',
        to: href('newProject', { slug: organizations?.[0]?.slug ?? '' }, { plan: plan ?? undefined }),
        replace: true,
      }),
    ),
    goToChosen: sendTo(
      ({ context }) => context.port,
      ({ context }) => ({
        type: 'navigation.requested',
        to: href('newProject', { slug: context.slug }, { plan: context.plan ?? undefined }),
      }),
    ),
    showProject: sendTo(
      ({ context }) => context.port,
      (_, { project }: { project: ProjectDetail }) => resourceOverwritten('project', { ref: project.ref }, project),
    ),
    addToList: sendTo(
      ({ context }) => context.port,
      (_, { project }: { project: ProjectDetail }) => resourceAppended('projects', {}, project),
    ),
    notifyOtherTabs: sendTo(({ context }) => context.port, resourceChanged('projects', {}, { onlyElsewhere: true })),
    goToProject: sendTo(
      ({ context }) => context.port,
      (_, { project }: { project: ProjectDetail }) => ({
        type: 'navigation.requested' as const,
        to: href('projectSetup', { ref: project.ref }),
      }),
    ),
  },
}).createMachine({
  id: 'newProject',
  description: 'Creates a project in the organization that the address names.',
  context: ({ input: { port, resources, config, params, query } }) => ({
    port,
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
      onError: cannotFail.watching,
    },
    {
      id: 'strength',
      src: 'passwordStrength',
      input: ({ context, self }) => ({ form: self, port: context.port }),
      onError: cannotFail.chart,
    },
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
        'organizations.loadFailed': { actions: { type: 'missOrganizations', params: ({ event }) => event } },
      },
      states: {
        loadingDraft: loadDraft<ProjectDraft>().to('choosing'),
        choosing: {
          always: [
            {
              guard: 'isMember',
              target: '#newProject.filling',
              description: 'The slug is one of the user’s organizations.',
            },
            {
              guard: 'hasOrganizations',
              target: '#newProject.unknownOrganization',
              description: 'The slug is unknown or belongs to another user: the first organization replaces it.',
            },
            {
              guard: 'isRead',
              target: '#newProject.withoutOrganization',
              description: 'A project needs an organization, so that comes first.',
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
      description: 'Redirects to the form for a new organization.',
    },
    unknownOrganization: { entry: ['explainSlug', 'goToFirst'], description: 'Redirects to the first organization.' },
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
                actions: [keepChange, 'askForStrength'],
                description: 'The password is never stored, so a change to it stores no draft.',
              },
              { target: '.unsaved', reenter: true, actions: keepChange },
            ],
            'organization.chosen': {
              target: '#newProject.switching',
              actions: { type: 'keepSlug', params: ({ event }) => event },
            },
            'generation.requested': { target: '.generating' },
            'form.submitted': submitTo('awaitingStrength'),
          },
          states: {
            ...draftStates(({ values }: NewProjectContext) => draftOf(values)),
            generating: {
              invoke: {
                id: 'generated',
                src: 'generatePassword',
                onDone: {
                  target: 'unsaved',
                  actions: [
                    { type: 'keepValue', params: ({ event }) => ({ field: 'password', value: event.output }) },
                    'askForStrength',
                  ],
                },
                onError: onFailure('unsaved'),
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
              description: 'The password is strong enough, or the check is unavailable and the platform decides.',
            },
            { guard: 'isTooWeak', target: 'editing.unsaved', actions: 'keepWeakPassword' },
          ],
          on: {
            'field.changed': [
              {
                guard: { type: 'isPassword', params: ({ event }) => event },
                target: 'editing.unsaved',
                actions: [keepChange, 'askForStrength'],
              },
              { target: 'editing.unsaved', actions: keepChange },
            ],
          },
        },
      },
    },
    switching: {
      description: 'Another organization has another address, where this form starts again with the same values.',
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
        // `isComplete` guarantees that there is one.
        input: ({ context }) => wanted(context)!,
        onDone: {
          target: 'created',
          actions: [
            { type: 'showProject', params: ({ event }) => ({ project: event.output }) },
            { type: 'addToList', params: ({ event }) => ({ project: event.output }) },
            'notifyOtherTabs',
            { type: 'goToProject', params: ({ event }) => ({ project: event.output }) },
          ],
        },
        onError: onFailure('filling.editing.unsaved', 'The typed values stay.'),
      },
    },
    created: {
      tags: 'busy',
      invoke: {
        id: 'forgetting',
        src: 'deleteDraft',
        onError: { description: 'The next new project starts with the values of this one.' },
      },
    },
  },
});
