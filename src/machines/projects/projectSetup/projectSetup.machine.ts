import { assign, sendTo } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import type { ProjectDetail } from '../../../contract/projects/project.ts';
import { setupStatuses, type ProjectStatus } from '../../../contract/projects/projectStatus.ts';
import { href } from '../../../router/href.ts';
import { cannotFail, keepFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { resourceInvalidated } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import type { ProjectEvent } from '../projectStatus/projectEvents.ts';
import { watchProject } from '../projectStatus/watchProject.ts';

export const projectSetupMachine = flowSetup({
  types: {
    input: {} as ScreenInput<'projectSetup'>,
    context: {} as Pick<ScreenInput, 'port' | 'resources' | 'now'> & {
      ref: string;
      project: ProjectDetail | null;
      /** When the setup began, by this computer’s clock; null before the first reading. */
      since: number | null;
      /** Why the last reading of the project failed. */
      failure: Failure | null;
    },
    events: {} as ProjectEvent | { type: 'reading.retried' },
  },
  actors: { watchProject },
  guards: {
    isInSetup: (_, { status }: { status: ProjectStatus }) => setupStatuses.includes(status),
    isInitFailed: (_, { status }: { status: ProjectStatus }) => status === 'INIT_FAILED',
    isUnread: ({ context }) => context.project === null,
  },
  actions: {
    keepProject: assign(({ context: { since, now } }, { project }: { project: ProjectDetail }) => ({
      project,
      since: project.setup ? now() - project.setup.elapsed_ms : (since ?? now()),
      failure: null,
    })),
    keepFailure: keepFailure(),
    readAgain: sendTo(
      ({ context }) => context.port,
      ({ context }) => resourceInvalidated('project', { ref: context.ref }),
    ),
    goHome: sendTo(
      ({ context }) => context.port,
      ({ context }) => ({
        type: 'navigation.requested',
        to: href('project', { ref: context.ref }),
        replace: true,
      }),
    ),
  },
}).createMachine({
  id: 'projectSetup',
  description:
    'Shows a new project during setup and redirects to its home when it is ready. projectStatus keeps it up to date.',
  context: ({ input }) => ({
    port: input.port,
    resources: input.resources,
    now: input.now,
    ref: input.params.ref,
    project: null,
    since: null,
    failure: null,
  }),
  initial: 'unread',
  invoke: {
    id: 'project',
    src: 'watchProject',
    input: ({ context }) => ({ ref: context.ref, resources: context.resources }),
    onError: cannotFail.watching,
  },
  on: {
    'project.loaded': [
      {
        guard: { type: 'isInSetup', params: ({ event }) => event.project },
        target: '.building',
        actions: { type: 'keepProject', params: ({ event }) => event },
        description: 'The platform is still setting it up.',
      },
      {
        guard: { type: 'isInitFailed', params: ({ event }) => event.project },
        target: '.failed',
        actions: { type: 'keepProject', params: ({ event }) => event },
        description: 'The setup failed: the screen says why.',
      },
      {
        target: '.built',
        actions: { type: 'keepProject', params: ({ event }) => event },
        description: 'The project is healthy, or in a state that its home explains.',
      },
    ],
    'project.loadFailed': [
      {
        guard: 'isUnread',
        target: '.unreadable',
        actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.failure }) },
        description: 'There is no data to show.',
      },
      {
        actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.failure }) },
        description: 'After the first successful read, a failed one only changes the message; polling continues.',
      },
    ],
  },
  states: {
    unread: {},
    unreadable: { on: { 'reading.retried': { target: 'unread', actions: 'readAgain' } } },
    building: {},
    failed: {},
    built: { entry: 'goHome' },
  },
});
