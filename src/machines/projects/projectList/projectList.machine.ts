import { assign, sendTo } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import type { ProjectStatus } from '../../../contract/projects/projectStatus.ts';
import { projectTiming } from '../../../contract/projects/projectTiming.ts';
import { addressSearchMachine } from '../../parts/addressSearch/addressSearch.machine.ts';
import { cannotFail, failureIn } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { lazyLogic } from '../../parts/lazyLogic.ts';
import { resourceInvalidated } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { failureToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';
import type { ProjectActionsInput } from '../projectActions/projectActions.machine.ts';
import { watchProjects, type ProjectsEvent } from './watchProjects.ts';

/** A command for one of the projects. */
export interface ProjectRequest {
  command: 'pause' | 'restore';
  project: { ref: string; name: string; status: ProjectStatus };
}

interface ProjectListContext extends Pick<ScreenInput, 'port' | 'resources'> {
  /** The last command. */
  request: ProjectRequest;
}

const noRequest: ProjectRequest = { command: 'pause', project: { ref: '', name: '', status: 'UNKNOWN' } };

export const projectListMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as ProjectListContext,
    events: {} as ProjectsEvent | ({ type: 'command.requested' } & ProjectRequest),
    children: {} as {
      projects: 'watchProjects';
      search: 'addressSearch';
      code: 'loadActions';
      actions: 'projectActions';
    },
  },
  actors: {
    watchProjects,
    addressSearch: addressSearchMachine,
    /** Loads the code of the operations. */
    loadActions: unprovided<void>('loadActions'),
    /** Runs the chart that `loadActions` fetched. */
    projectActions: lazyLogic<ProjectActionsInput>(),
  },
  delays: { pollInterval: projectTiming.projectPollMs },
  guards: {
    hasTransient: (_, { hasTransient }: { hasTransient: boolean }) => hasTransient,
    isRestore: ({ context }) => context.request.command === 'restore',
  },
  actions: {
    keepRequest: assign((_, { command, project }: ProjectRequest) => ({ request: { command, project } })),
    askToPause: sendTo('actions', ({ context: { request } }) => ({
      type: 'pause.requested' as const,
      name: request.project.name,
    })),
    restore: sendTo('actions', ({ context: { request } }) => ({
      type: 'restore.requested' as const,
      status: request.project.status,
    })),
    readAgain: sendTo(({ context }) => context.port, resourceInvalidated('projects')),
    reportFailure: sendTo(
      ({ context }) => context.port,
      ({ context: { request } }, { failure }: { failure: Failure }) =>
        failureToast(`Could not ${request.command} “${request.project.name}”`, failure),
    ),
  },
}).createMachine({
  id: 'projectList',
  description:
    'The list of projects, polled while the platform works on one of them, so that changes to its status appear.',
  context: ({ input }) => ({ port: input.port, resources: input.resources, request: noRequest }),
  type: 'parallel',
  invoke: [
    {
      id: 'projects',
      src: 'watchProjects',
      input: ({ context }) => ({ resources: context.resources }),
      onError: cannotFail.watching,
    },
    {
      id: 'search',
      src: 'addressSearch',
      onError: cannotFail.chart,
    },
  ],
  states: {
    reading: {
      initial: 'settled',
      on: {
        'projects.loaded': [
          {
            guard: { type: 'hasTransient', params: ({ event }) => event },
            target: '.following',
            description: 'Another status follows without user action.',
          },
          { target: '.settled' },
        ],
      },
      states: {
        settled: {},
        following: {
          initial: 'waiting',
          on: {
            'projects.loadFailed': { target: '.waiting', description: 'Polling continues while the server restarts.' },
          },
          states: {
            waiting: { after: { pollInterval: { target: 'fetching', actions: 'readAgain' } } },
            fetching: { description: 'The next interval starts with the response, however long it takes.' },
          },
        },
      },
    },
    commands: {
      initial: 'none',
      on: {
        'command.requested': {
          target: '.loading',
          actions: { type: 'keepRequest', params: ({ event }) => event },
          description: 'The list offers no command while another one is being sent.',
        },
      },
      states: {
        none: {},
        loading: {
          description: 'The code of the operations loads with the first command.',
          invoke: {
            id: 'code',
            src: 'loadActions',
            onDone: { target: 'ofProject' },
            onError: {
              target: 'none',
              actions: {
                type: 'reportFailure',
                params: failureIn,
              },
            },
          },
        },
        ofProject: {
          description: 'The operations of the project that the last command was for.',
          invoke: {
            id: 'actions',
            src: 'projectActions',
            input: ({ context: { request, port } }) => ({
              name: 'projectActions',
              input: { ref: request.project.ref, port },
            }),
            onError: cannotFail.chart,
          },
          initial: 'begun',
          states: {
            begun: {
              always: [
                { guard: 'isRestore', target: 'sent', actions: 'restore' },
                { target: 'sent', actions: 'askToPause' },
              ],
            },
            sent: {},
          },
        },
      },
    },
  },
});
