import { assign, enqueueActions, sendTo, type EventObject } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import type { ProjectDetail } from '../../../contract/projects/project.ts';
import { setupStatuses, transientStatuses, type ProjectStatus } from '../../../contract/projects/projectStatus.ts';
import { projectTiming } from '../../../contract/projects/projectTiming.ts';
import type { PageChanged } from '../../../router/route.ts';
import { cannotFail } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort, ResourcePort } from '../../parts/port.ts';
import { resourceInvalidated, resourceOverwritten } from '../../parts/resourceCommands.ts';
import type { LayoutInput } from '../../parts/screen.input.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';
import { projectActionsMachine } from '../projectActions/projectActions.machine.ts';
import type { FeedEvent, ProjectEvent } from './projectEvents.ts';
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

/** What a platform without this endpoint answers. */
const withoutFeed: ReadonlySet<Failure['code']> = new Set([404, 405, 501]);

const pollOn = {
  guard: { type: 'isPassing', params: ({ event }: { event: { failure: Failure } }) => event },
  target: '.waiting',
  description: 'Polling continues while the server restarts.',
} as const;

const setUp = 'The platform sets it up, or does not know its status.';
const workedOn = 'The platform works on it, and another status follows.';

export const projectStatusMachine = flowSetup({
  types: {
    input: {} as LayoutInput<'project'>,
    context: {} as ProjectStatusContext,
    events: {} as PageChanged | ProjectEvent | FeedEvent,
    children: {} as { project: 'watchProject'; feed: 'followProject'; actions: 'projectActions' },
  },
  actors: {
    watchProject,
    followProject: unprovidedSource<EventObject, { ref: string }>('followProject'),
    projectActions: projectActionsMachine,
  },
  delays: { pollInterval: projectTiming.projectPollMs, followInterval: projectTiming.projectFollowMs },
  guards: {
    isPolled: (_, { status }: { status: ProjectStatus }) => setupStatuses.includes(status),
    isTransient: (_, { status }: { status: ProjectStatus }) => transientStatuses.includes(status),
    isWithoutFeed: (_, { failure }: { failure: Failure | null }) => failure !== null && withoutFeed.has(failure.code),
    isBehind: ({ context }, { project }: { project: ProjectDetail }) =>
      context.status === 'RESTORING' && project.status === 'INACTIVE',
    isGone: (_, { failure }: { failure: Failure }) => failure.code === 404,
    isPassing: (_, { failure }: { failure: Failure }) => failure.code !== 404,
  },
  actions: {
    showProject: sendTo(
      ({ context }) => context.port,
      ({ context }, { project }: { project: ProjectDetail }) =>
        resourceOverwritten('project', { ref: context.ref }, project),
    ),
    keepStatus: assign((_, { status }: { status: ProjectStatus }) => ({ status })),
    patchList: enqueueActions(
      ({ context: { port, ref, status: known }, enqueue }, { status }: { status: ProjectStatus }) => {
        if (status === known) return;
        const keepsPending = known === null;
        enqueue.sendTo(port, {
          type: 'resource.patched',
          names: ['projects'],
          where: { ref },
          patch: { status },
          keepsPending,
        });
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
    'The project in the address. While the platform works on it, its feed pushes each change, and polling covers for a feed that is silent.',
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
        target: '.working.reading.polling',
        actions: takeStatus,
        description: setUp,
      },
      {
        guard: { type: 'isTransient', params: ({ event }) => event.project },
        target: '.working.reading.following',
        actions: takeStatus,
        description: workedOn,
      },
      {
        target: '.settled',
        actions: [
          ...takeStatus,
          sendTo('actions', ({ event }) => ({ type: 'status.fetched', status: event.project.status })),
        ],
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
    working: {
      type: 'parallel',
      states: {
        reading: {
          initial: 'polling',
          on: {
            'project.loaded': [
              {
                guard: { type: 'isPolled', params: ({ event }) => event.project },
                target: '.polling',
                actions: takeStatus,
                description: setUp,
              },
              {
                guard: { type: 'isTransient', params: ({ event }) => event.project },
                target: '.following',
                actions: takeStatus,
                description: workedOn,
              },
            ],
          },
          states: {
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
          },
        },
        feed: {
          initial: 'open',
          states: {
            open: {
              description: 'Each push starts the interval of polling again, so that polling waits for a silent feed.',
              invoke: {
                id: 'feed',
                src: 'followProject',
                input: ({ context }) => ({ ref: context.ref }),
                onError: { meta: { waiver: 'It reports its failures as events.' } },
              },
              on: {
                'project.pushed': [
                  {
                    guard: { type: 'isBehind', params: ({ event }) => event },
                    description:
                      'The restore was requested, and the platform has not begun it: the page does not go back to “Paused”.',
                  },
                  { actions: { type: 'showProject', params: ({ event }) => event } },
                ],
                'feed.ended': [
                  {
                    guard: { type: 'isWithoutFeed', params: ({ event }) => event },
                    target: 'unavailable',
                    description: 'Another platform may only answer requests.',
                  },
                  { target: 'broken' },
                ],
              },
            },
            broken: {
              on: {
                'project.loaded': {
                  guard: { type: 'isTransient', params: ({ event }) => event.project },
                  target: 'open',
                  description: 'The server responds again.',
                },
              },
            },
            unavailable: {},
          },
        },
      },
    },
    settled: {},
  },
});
