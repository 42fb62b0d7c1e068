import { sendTo } from 'xstate';
import { timing } from '../../../contract/common/timing.ts';
import { addressSearchMachine } from '../../parts/addressSearch/addressSearch.machine.ts';
import { cannotFail } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { resourceInvalidated } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { watchProjects, type ProjectsEvent } from './watchProjects.ts';

export const projectListMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as Pick<ScreenInput, 'port' | 'resources'>,
    events: {} as ProjectsEvent,
    children: {} as { projects: 'watchProjects'; search: 'addressSearch' },
  },
  actors: { watchProjects, addressSearch: addressSearchMachine },
  delays: { pollInterval: timing.projectPollMs },
  guards: { hasTransient: (_, { hasTransient }: { hasTransient: boolean }) => hasTransient },
  actions: {
    readAgain: sendTo(({ context }) => context.port, resourceInvalidated('projects')),
  },
}).createMachine({
  id: 'projectList',
  description:
    'The list of projects, polled while the platform works on one of them, so that changes to its status appear.',
  context: ({ input }) => ({ port: input.port, resources: input.resources }),
  initial: 'settled',
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
});
