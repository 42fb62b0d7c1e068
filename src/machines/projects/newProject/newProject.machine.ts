import * as v from 'valibot';
import { and, assign, enqueueActions, sendTo, type EventObject } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { isEmbedded } from '../../../contract/common/runtimeConfig.ts';
import {
  createOrganizationSchema,
  type CreateOrganization,
} from '../../../contract/organizations/createOrganization.ts';
import type { Organization } from '../../../contract/organizations/organization.ts';
import { planChoices, type PlanId } from '../../../contract/organizations/plans.ts';
import { createProjectSchema, type CreateProject } from '../../../contract/projects/createProject.ts';
import type { Project, ProjectDetail, ProjectDraft } from '../../../contract/projects/project.ts';
import { setupStatuses, type ProjectStatus } from '../../../contract/projects/projectStatus.ts';
import { projectTiming } from '../../../contract/projects/projectTiming.ts';
import { firstProjectSlug } from '../../../router/addresses.ts';
import { href } from '../../../router/href.ts';
import { draftActors, draftDelays, draftStates, loadDraft } from '../../parts/draft.ts';
import { cannotFail, failureIn, onFailure } from '../../parts/failure.ts';
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
import { unprovided, unprovidedSource } from '../../parts/unprovided.ts';
import type { FeedEvent } from '../projectStatus/projectEvents.ts';
import { changed, draftOf, emptyValues, projectOf, recalled, type Owner, type ProjectValues } from './projectValues.ts';
import { watchChoices, type ChoicesEvent, type OrganizationsLoaded } from './watchChoices.ts';

/** The fields of the form; `organization_name` only for a user without an organization. */
const newProjectSchema = v.object({
  ...createProjectSchema.entries,
  organization_name: v.optional(createOrganizationSchema.entries.name),
});
type NewProject = v.InferInput<typeof newProjectSchema>;

interface NewProjectContext
  extends FormContext<ProjectValues, keyof NewProject>, Pick<ScreenInput, 'port' | 'resources' | 'config'> {
  /** Slug in the address: the organization that will own the project. */
  slug: string;
  /** The plan in the address. */
  plan: PlanId | null;
  /** Null until the list has been read. */
  organizations: readonly Organization[] | null;
  projects: readonly Project[];
  strength: Strength;
  /** The form generated the password, which is then strong without a check. */
  isGenerated: boolean;
  /** What the form was sent from, which it shows until the platform refuses; null while it is not sent. */
  sentFrom: FormBasis | null;
  /** Reference of the project once it was created. */
  createdRef: string | null;
}

/** What decides, beside the values, which fields and warnings the form has. */
export type FormBasis = Pick<NewProjectContext, 'slug' | 'plan' | 'values' | 'organizations' | 'projects'>;

const organizationIn = ({ organizations, slug }: FormBasis): Organization | undefined =>
  organizations?.find((organization) => organization.slug === slug);

const needsOrganization = ({ organizations }: FormBasis): boolean => organizations?.length === 0;

/** An address for a first organization says so; any other one names an organization of the user. */
const isOwnerAddressed = (context: NewProjectContext): boolean =>
  needsOrganization(context) ? context.slug === firstProjectSlug : organizationIn(context) !== undefined;

const firstOrganization = ({ values, plan }: FormBasis): CreateOrganization => ({
  name: values.organizationName.trim(),
  kind: 'PERSONAL',
  tier: `tier_${plan ?? 'free'}`,
});

/** The organization that will own the project: one of the user's, or the first one, which the form creates. */
export function ownerIn(basis: FormBasis): Owner | null {
  if (!needsOrganization(basis)) return organizationIn(basis) ?? null;
  const { name, tier } = firstOrganization(basis);
  return { slug: basis.slug, name, tier, is_owner: true };
}

const projectIn = (context: NewProjectContext): CreateProject | null => {
  const owner = ownerIn(context);
  return owner && projectOf(context.values, owner, context.config);
};

const wanted = (context: NewProjectContext): NewProject | null => {
  const project = projectIn(context);
  return project && needsOrganization(context)
    ? { ...project, organization_name: context.values.organizationName }
    : project;
};

type NewProjectEvent =
  | FormEvent<ProjectValues>
  | { type: 'organization.chosen'; slug: string }
  | { type: 'generation.requested' }
  | { type: 'reading.retried' }
  | StrengthChanged
  | ChoicesEvent
  | FeedEvent;

const form = formOf({
  schema: newProjectSchema,
  request: wanted,
  change: ({ values, config }, change) => changed(values, change, config),
  requestField: { password: 'db_pass', organizationName: 'organization_name' },
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
  if (slug !== firstProjectSlug) enqueue.sendTo(port, { type: 'toast.requested', toast: unknownOrganization });
});

const pushed = ({ event }: { event: { project: ProjectDetail } }) => event;

const keepGenerated = [
  {
    type: 'keepValue',
    params: ({ event }: { event: { output: string } }) => ({ field: 'password' as const, value: event.output }),
  },
  'noteGenerated',
] as const;

export const newProjectMachine = flowSetup({
  types: {
    input: {} as ScreenInput<'newProject'>,
    context: {} as NewProjectContext,
    events: {} as NewProjectEvent,
    children: {} as { choices: 'watchChoices'; strength: 'passwordStrength'; feed: 'followProject' },
    tags: {} as 'busy',
  },
  actors: {
    watchChoices,
    passwordStrength: passwordStrengthMachine,
    ...draftActors<ProjectDraft>(),
    generatePassword: unprovided<string>('generatePassword'),
    createOrganization: unprovided<Organization, CreateOrganization>('createOrganization'),
    createProject: unprovided<ProjectDetail, CreateProject>('createProject'),
    followProject: unprovidedSource<EventObject, { ref: string }>('followProject'),
  },
  delays: { ...draftDelays, setupWait: projectTiming.setupWaitMs },
  guards: {
    hasOwner: ({ context }) => isOwnerAddressed(context),
    needsNoPassword: ({ context }) => isOwnerAddressed(context) && isEmbedded(context.config),
    needsOrganization: ({ context }) => needsOrganization(context),
    isMemberOf: ({ context }, { slug }: { slug: string }) =>
      context.organizations?.some((organization) => organization.slug === slug) === true,
    isOwnerListed: ({ context }, { organizations }: { organizations: readonly Organization[] }) =>
      organizations.some(({ slug }) => slug === context.slug),
    isRead: ({ context }) => context.organizations !== null,
    hasFailed: ({ context }) => context.failure !== null,
    isPassword: (_, { field }: { field: keyof ProjectValues }) => field === 'password',
    isComplete: form.isComplete,
    isStrongEnough: ({ context }) => context.isGenerated || isAcceptable(context.strength),
    isTooWeak: ({ context }) => strengthProblem(context.strength) !== null,
    isInSetup: (_, { project }: { project: { status: ProjectStatus } }) => setupStatuses.includes(project.status),
    isInitFailed: (_, { project }: { project: { status: ProjectStatus } }) => project.status === 'INIT_FAILED',
  },
  actions: {
    keepOrganizations: assign(
      ({ context: { values } }, { organizations, suggestion }: Omit<OrganizationsLoaded, 'type'>) => ({
        organizations,
        values: { ...values, organizationName: values.organizationName || suggestion },
        failure: null,
      }),
    ),
    keepPlans: assign((_, { organizations }: { organizations: readonly Organization[] }) => ({ organizations })),
    // A project that is being created must not count against its own form, nor a first organization hide its name.
    holdForm: assign(({ context: { slug, plan, values, organizations, projects } }) => ({
      sentFrom: { slug, plan, values, organizations, projects },
    })),
    releaseForm: assign({ sentFrom: null }),
    keepCreated: assign((_, { organization }: { organization: Organization }) => ({
      organizations: [organization],
      slug: organization.slug,
    })),
    listOrganization: sendTo(
      ({ context }) => context.port,
      (_, { organization }: { organization: Organization }) => resourceAppended('organizations', {}, organization),
    ),
    refreshLists: sendTo(({ context }) => context.port, resourceChanged(['organizations', 'permissions'])),
    keepProjects: assign((_, { projects }: { projects: readonly Project[] }) => ({ projects })),
    takeDraft: assign(({ context }, { draft }: { draft: ProjectDraft | null }) =>
      draft ? { values: recalled(context.values, draft, context.config) } : {},
    ),
    ...form.actions<NewProjectEvent>(),
    noteGenerated: assign({ isGenerated: true }),
    noteTyped: assign({ isGenerated: false }),
    keepSlug: assign((_, { slug }: { slug: string }) => ({ slug })),
    keepStrength: assign((_, { strength }: { strength: Strength }) => ({ strength })),
    askForStrength: sendTo('strength', ({ context }) => ({
      type: 'password.changed' as const,
      password: context.values.password,
    })),
    keepWeakPassword: assign({ fieldErrors: ({ context }) => ({ db_pass: strengthProblem(context.strength) ?? '' }) }),
    explainFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    readAgain: sendTo(({ context }) => context.port, resourceInvalidated(['organizations', 'profile'])),
    explainSlug,
    goToFirst: sendTo(
      ({ context }) => context.port,
      ({ context: { plan: wantedPlan, organizations } }) => {
        const [first] = organizations ?? [];
        const query = { plan: wantedPlan ?? undefined };
        return {
          type: 'navigation.requested' as const,
          to: first ? href('newProject', { slug: first.slug }, query) : href('newOrganization', {}, query),
          replace: true,
        };
      },
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
    keepCreatedRef: assign((_, { project: { ref } }: { project: ProjectDetail }) => ({ createdRef: ref })),
    // A project was created before either page opens.
    goToHome: sendTo(
      ({ context }) => context.port,
      ({ context }) => ({ type: 'navigation.requested', to: href('project', { ref: context.createdRef! }) }),
    ),
    goToSetup: sendTo(
      ({ context }) => context.port,
      ({ context }) => ({ type: 'navigation.requested', to: href('projectSetup', { ref: context.createdRef! }) }),
    ),
  },
}).createMachine({
  id: 'newProject',
  description:
    'Creates a project in the organization that the address names, and for a user without an organization their first one with it.',
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
    isGenerated: false,
    sentFrom: null,
    createdRef: null,
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
        'organizations.loadFailed': { actions: { type: 'explainFailure', params: ({ event }) => event } },
      },
      states: {
        loadingDraft: loadDraft<ProjectDraft>().to('choosing'),
        choosing: {
          always: [
            {
              guard: 'needsNoPassword',
              target: '#newProject.securing',
              description: 'No client can connect to an embedded database, so the user need not choose a password.',
            },
            {
              guard: 'hasOwner',
              target: '#newProject.filling',
              description: 'The slug is one of the user’s organizations, or the user has none and gets one.',
              meta: { waiver: 'The input decides it before the first event; scenarios start in this state.' },
            },
            {
              guard: 'isRead',
              target: '#newProject.unknownOrganization',
              description:
                'The slug is unknown or belongs to another user: the first organization replaces it, or the form that creates one.',
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
    securing: {
      invoke: {
        id: 'initialPassword',
        src: 'generatePassword',
        onDone: { target: 'filling', actions: keepGenerated },
        onError: { target: 'filling', description: 'The user enters a password instead.' },
      },
    },
    unknownOrganization: {
      entry: ['explainSlug', 'goToFirst'],
      description: 'Redirects to the first organization, or to creating one.',
    },
    filling: {
      initial: 'editing',
      entry: 'releaseForm',
      on: {
        'strength.changed': { actions: { type: 'keepStrength', params: ({ event }) => event } },
        'organizations.loaded': {
          guard: { type: 'isOwnerListed', params: ({ event }) => event },
          actions: { type: 'keepPlans', params: ({ event }) => event },
          description: 'The plan may have changed in another tab. What was typed stays.',
        },
      },
      states: {
        editing: {
          initial: 'saved',
          on: {
            'field.changed': [
              {
                guard: { type: 'isPassword', params: ({ event }) => event },
                actions: [keepChange, 'noteTyped', 'askForStrength'],
                description: 'The password is never stored, so a change to it stores no draft.',
              },
              { target: '.unsaved', reenter: true, actions: keepChange },
            ],
            'organization.chosen': {
              guard: { type: 'isMemberOf', params: ({ event }) => event },
              description: 'Another organization has another address.',
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
                  actions: [...keepGenerated, 'askForStrength'],
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
              guard: and(['isStrongEnough', 'needsOrganization']),
              target: '#newProject.creatingOrganization',
              actions: 'holdForm',
              description: 'A project needs an organization, so that comes first.',
            },
            {
              guard: 'isStrongEnough',
              target: '#newProject.creating',
              actions: 'holdForm',
              description:
                'The password was generated or is strong enough, or the check is unavailable and the platform decides.',
            },
            { guard: 'isTooWeak', target: 'editing.unsaved', actions: 'keepWeakPassword' },
          ],
          on: {
            'field.changed': [
              {
                guard: { type: 'isPassword', params: ({ event }) => event },
                target: 'editing.unsaved',
                actions: [keepChange, 'noteTyped', 'askForStrength'],
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
    creatingOrganization: {
      tags: 'busy',
      invoke: {
        id: 'organization',
        src: 'createOrganization',
        input: ({ context }) => firstOrganization(context),
        onDone: {
          target: 'creating',
          actions: [
            { type: 'keepCreated', params: ({ event }) => ({ organization: event.output }) },
            { type: 'listOrganization', params: ({ event }) => ({ organization: event.output }) },
            'refreshLists',
          ],
        },
        onError: {
          target: 'filling.editing.unsaved',
          actions: { type: 'explainFailure', params: failureIn },
          description: 'The typed values stay.',
        },
      },
    },
    creating: {
      tags: 'busy',
      invoke: {
        id: 'project',
        src: 'createProject',
        // `isComplete` guarantees that there is one.
        input: ({ context }) => projectIn(context)!,
        onDone: {
          target: 'settingUp',
          actions: [
            { type: 'keepCreatedRef', params: ({ event }) => ({ project: event.output }) },
            { type: 'showProject', params: ({ event }) => ({ project: event.output }) },
            { type: 'addToList', params: ({ event }) => ({ project: event.output }) },
            'notifyOtherTabs',
          ],
        },
        onError: onFailure(
          'filling.editing.unsaved',
          'The typed values stay, and so does a new organization: the next attempt uses it.',
        ),
      },
    },
    settingUp: {
      tags: 'busy',
      description: 'Most projects are ready within a second: their home opens without the setup page in between.',
      invoke: [
        {
          id: 'forgetting',
          src: 'deleteDraft',
          onError: { description: 'The next new project starts with the values of this one.' },
        },
        {
          id: 'feed',
          src: 'followProject',
          // Only a created project leads here.
          input: ({ context }) => ({ ref: context.createdRef! }),
          onError: { meta: { waiver: 'It reports its failures as events.' } },
        },
      ],
      on: {
        'project.pushed': [
          { guard: { type: 'isInSetup', params: pushed }, actions: { type: 'showProject', params: pushed } },
          {
            guard: { type: 'isInitFailed', params: pushed },
            target: 'created',
            actions: [{ type: 'showProject', params: pushed }, 'goToSetup'],
            description: 'The setup page says why it failed.',
          },
          {
            target: 'created',
            actions: [{ type: 'showProject', params: pushed }, 'goToHome'],
            description: 'The project is healthy, or in a state that its home explains.',
          },
        ],
        'feed.ended': {
          target: 'created',
          actions: 'goToSetup',
          description: 'The setup page reads the project again, and polls where the platform has no feed.',
        },
      },
      after: {
        setupWait: { target: 'created', actions: 'goToSetup', description: 'The setup page shows the progress.' },
      },
    },
    created: { tags: 'busy' },
  },
});
