import { assign, enqueueActions, sendTo } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { timing } from '../../../contract/common/timing.ts';
import { polledStatuses, transientStatuses, type ProjectStatus } from '../../../contract/projects/projectStatus.ts';
import type { PageChanged } from '../../../router/route.ts';
import { cannotFail } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort, ResourcePort } from '../../parts/port.ts';
import { resourceInvalidated } from '../../parts/resourceCommands.ts';
import type { LayoutInput } from '../../parts/screen.input.ts';
import { projectActionsMachine } from '../projectActions/projectActions.machine.ts';
import type { ProjectEvent } from './projectEvents.ts';
import { watchProject } from './watchProject.ts';

interface ProjectStatusContext {
  port: AppPort;
  resources: ResourcePort;
  ref: string;
  /** Its last known status. */
  status: ProjectStatus | null;
}

interface Loaded {
  event: { project: { status: ProjectStatus } };
}

/** Keeps the status of a response here and in the list. */
const takeStatus = [
  { type: 'patchList', params: ({ event }: Loaded) => event.project },
  { type: 'keepStatus', params: ({ event }: Loaded) => event.project },
] as const;

const pollOn = {
  guard: { type: 'isPassing', params: ({ event }: { event: { failure: Failure } }) => event },
  target: '.waiting',
  description: 'Polling continues while the server restarts.',
} as const;

export const projectStatusMachine = flowSetup({
  types: {
    input: {} as LayoutInput<'project'>,
    context: {} as ProjectStatusContext,
    events: {} as PageChanged | ProjectEvent,
    children: {} as { project: 'watchProject'; actions: 'projectActions' },
  },
  actors: {
    watchProject,
    projectActions: projectActionsMachine,
  },
  delays: { pollInterval: timing.projectPollMs, followInterval: timing.projectFollowMs },
  guards: {
    isPolled: (_, { status }: { status: ProjectStatus }) => polledStatuses.includes(status),
    isTransient: (_, { status }: { status: ProjectStatus }) => transientStatuses.includes(status),
    isGone: (_, { failure }: { failure: Failure }) => failure.code === 404,
    isPassing: (_, { failure }: { failure: Failure }) => failure.code !== 404,
  },
  actions: {
    keepStatus: assign((_, { status }: { status: ProjectStatus }) => ({ status })),
    patchList: enqueueActions(
      ({ context: { port, ref, status: known }, enqueue }, { status }: { status: ProjectStatus }) => {
        if (status !== known)
          enqueue.sendTo(port, { type: 'resource.patched', names: ['projects'], where: { ref }, patch: { status } });
      },
    ),
    readAgain: sendTo(
      ({ context }) => context.port,
      ({ context }) => resourceInvalidated('project', { ref: context.ref }),
    ),
    invalidateList: sendTo(({ context }) => context.port, resourceInvalidated('projects')),
  },
}).createMachine({
  id: 'projectStatus',
  description:
    'The project in the address, polled while the platform works on it: the flow of the layout around its pages.',
  context: ({ input: { port, resources, params } }) => ({ port, resources, ref: params.ref, status: null }),
  initial: 'unread',
  invoke: [
    {
      id: 'project',
      src: 'watchProject',
      input: ({ context }) => ({ ref: context.ref, resources: context.resources }),
      onError: cannotFail.watching,
    },
    {
      id: 'actions',
      src: 'projectActions',
      input: ({ context }) => ({ ref: context.ref, port: context.port }),
      onError: cannotFail.chart,
    },
  ],
  on: {
    'project.loaded': [
      {
        guard: { type: 'isPolled', params: ({ event }) => event.project },
        target: '.polling',
        actions: takeStatus,
        description: 'The platform sets it up, or does not know its status.',
      },
      {
        guard: { type: 'isTransient', params: ({ event }) => event.project },
        target: '.following',
        actions: takeStatus,
        description: 'The platform works on it, and another status follows.',
      },
      {
        target: '.settled',
        actions: takeStatus,
      },
    ],
    'page.changed': {
      actions: sendTo('actions', { type: 'action.cancelled' }),
      description: 'A question on one page does not carry over to the next.',
    },
    'project.loadFailed': {
      guard: { type: 'isGone', params: ({ event }) => event },
      target: '.settled',
      actions: 'invalidateList',
      description: 'It was deleted elsewhere: the list must show that.',
    },
  },
  states: {
    unread: {},
    polling: {
      initial: 'waiting',
      on: {
        'project.loadFailed': pollOn,
      },
      states: {
        waiting: { after: { pollInterval: { target: 'fetching', actions: 'readAgain' } } },
        fetching: {
          description:
            'The next interval starts with the response, however long it takes: another request would abort the pending one.',
        },
      },
    },
    following: {
      description: 'The user started the operation and waits for it.',
      initial: 'waiting',
      on: {
        'project.loadFailed': pollOn,
      },
      states: {
        waiting: { after: { followInterval: { target: 'fetching', actions: 'readAgain' } } },
        fetching: {},
      },
    },
    settled: {},
  },
});
