import { assign, enqueueActions, sendTo } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { timing } from '../../../contract/common/timing.ts';
import { polledStatuses, transientStatuses, type ProjectStatus } from '../../../contract/projects/projectStatus.ts';
import type { PageChanged, ScreenOpened } from '../../../router/route.ts';
import { cannotFail } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { AppPort, ResourcePort } from '../../parts/port.ts';
import { resourceInvalidated } from '../../parts/resourceCommands.ts';
import { projectActionsMachine } from '../projectActions/projectActions.machine.ts';
import type { ProjectEvent } from './projectEvents.ts';
import { watchProject } from './watchProject.ts';

export interface ProjectStatusInput {
  port: AppPort;
  resources: ResourcePort;
}

const refIn = ({ target: { route } }: ScreenOpened): string | null => route?.params['ref'] ?? null;

export const projectStatusMachine = flowSetup({
  types: {
    input: {} as ProjectStatusInput,
    context: {} as ProjectStatusInput & {
      /** The project in the address. */
      ref: string | null;
      /** Its last known status. */
      status: ProjectStatus | null;
    },
    events: {} as ScreenOpened | PageChanged | ProjectEvent,
    children: {} as { project: 'watchProject'; actions: 'projectActions' },
  },
  actors: {
    watchProject,
    projectActions: projectActionsMachine,
  },
  delays: { pollInterval: timing.projectPollMs, followInterval: timing.projectFollowMs },
  guards: {
    isElsewhere: ({ context }, { ref }: { ref: string | null }) => ref !== context.ref,
    isOutside: (_, { ref }: { ref: string | null }) => ref === null,
    isPolled: (_, { status }: { status: ProjectStatus }) => polledStatuses.includes(status),
    isTransient: (_, { status }: { status: ProjectStatus }) => transientStatuses.includes(status),
    isGone: (_, { failure }: { failure: Failure }) => failure.code === 404,
    isPassing: (_, { failure }: { failure: Failure }) => failure.code !== 404,
  },
  actions: {
    keepRef: assign((_, { ref }: { ref: string | null }) => ({ ref, status: null })),
    keepStatus: assign((_, { status }: { status: ProjectStatus }) => ({ status })),
    patchList: enqueueActions(
      ({ context: { port, ref, status: known }, enqueue }, { status }: { status: ProjectStatus }) => {
        if (status !== known)
          enqueue.sendTo(port, { type: 'resource.patched', names: ['projects'], where: { ref }, patch: { status } });
      },
    ),
    readAgain: sendTo(
      ({ context }) => context.port,
      ({ context }) => resourceInvalidated('project', { ref: context.ref ?? '' }),
    ),
    invalidateList: sendTo(({ context }) => context.port, resourceInvalidated('projects')),
  },
}).createMachine({
  id: 'projectStatus',
  description: 'The project in the address, polled while the platform works on it.',
  context: ({ input }) => ({ ...input, ref: null, status: null }),
  initial: 'outside',
  on: {
    'screen.opened': [
      {
        guard: { type: 'isOutside', params: ({ event }) => ({ ref: refIn(event) }) },
        target: '.outside',
        actions: { type: 'keepRef', params: { ref: null } },
        description: 'The address names no project.',
      },
      {
        guard: { type: 'isElsewhere', params: ({ event }) => ({ ref: refIn(event) }) },
        target: '.inside',
        reenter: true,
        actions: { type: 'keepRef', params: ({ event }) => ({ ref: refIn(event) }) },
        description: 'Another project was opened: the previous status and operation no longer apply.',
      },
    ],
  },
  states: {
    outside: {},
    inside: {
      initial: 'unread',
      invoke: [
        {
          id: 'project',
          src: 'watchProject',
          input: ({ context }) => ({ ref: context.ref ?? '', resources: context.resources }),
          onError: cannotFail.watching,
        },
        {
          id: 'actions',
          src: 'projectActions',
          input: ({ context }) => ({ ref: context.ref ?? '', port: context.port }),
          onError: cannotFail.chart,
        },
      ],
      on: {
        'project.loaded': [
          {
            guard: { type: 'isPolled', params: ({ event }) => event.project },
            target: '.polling',
            actions: [
              { type: 'patchList', params: ({ event }) => event.project },
              { type: 'keepStatus', params: ({ event }) => event.project },
            ],
          },
          {
            guard: { type: 'isTransient', params: ({ event }) => event.project },
            target: '.following',
            actions: [
              { type: 'patchList', params: ({ event }) => event.project },
              { type: 'keepStatus', params: ({ event }) => event.project },
            ],
          },
          {
            target: '.settled',
            actions: [
              { type: 'patchList', params: ({ event }) => event.project },
              { type: 'keepStatus', params: ({ event }) => event.project },
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
        polling: {
          initial: 'waiting',
          on: {
            'project.loadFailed': {
              guard: { type: 'isPassing', params: ({ event }) => event },
              target: '.waiting',
              description: 'Polling continues while the server restarts.',
            },
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
            'project.loadFailed': {
              guard: { type: 'isPassing', params: ({ event }) => event },
              target: '.waiting',
              description: 'Polling continues while the server restarts.',
            },
          },
          states: {
            waiting: { after: { followInterval: { target: 'fetching', actions: 'readAgain' } } },
            fetching: {},
          },
        },
        settled: {},
      },
    },
  },
});
